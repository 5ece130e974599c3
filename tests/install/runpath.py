# SPDX-License-Identifier: MIT
"""Where the loader looks for libraries, as binaries say it (DT_RPATH, DT_RUNPATH)."""
import os
import re
import stat
import subprocess

PATH = re.compile(r"\((?:RPATH|RUNPATH)\)\s.*\[(.*)\]$", re.MULTILINE)


def is_elf(path):
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def elf_files(tree):
    for folder, _, names in os.walk(tree):
        yield from (path for path in (os.path.join(folder, name) for name in sorted(names)) if is_elf(path))


def paths(binary):
    dynamic = subprocess.run(["readelf", "--dynamic", "--wide", binary], check=True, capture_output=True, text=True).stdout
    return PATH.findall(dynamic)


def fault(element, origin):
    """What makes an element a way in for others' libraries; None where nothing does."""
    if not element:
        return "an empty element, which is the current folder"
    folder = re.sub(r"\$(ORIGIN\b|\{ORIGIN\})", lambda _: os.path.abspath(origin), element)
    if not folder.startswith("/"):
        return f"{element}, which is relative"
    if os.path.isdir(folder) and os.stat(folder).st_mode & stat.S_IWOTH:
        return f"{element}, into which everybody may write"
    return None


def faults(binary):
    elements = [element for path in paths(binary) for element in path.split(":")]
    found = (fault(element, os.path.dirname(binary)) for element in elements)
    return [f"{binary}: RUNPATH has {text}" for text in found if text]
