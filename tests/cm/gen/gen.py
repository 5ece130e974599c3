# SPDX-License-Identifier: MIT
"""What the tests of Gen code share."""
import collections
import os
import re
import shutil
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))
from checks import call, check, write  # the tests take them from here


def need_backend():
    if not shutil.which("ocloc"):
        print("skipped: ocloc is not installed (packages intel-opencl-icd, libigc1)")
        sys.exit(77)


def need_lowering(err):
    if "built without LLVM" in err:
        print("skipped:", err)
        sys.exit(77)


def messages(assembly):
    """(name, bytes) of each message but the thread's end, from the comments of an assembly dump; bytes without
    the header: what is written, or read. The back end copies code behind a branch for each way into it: what one
    source line sends in several blocks counts as often as in the block that sends it most."""
    found, line, block = {}, 0, 0
    for text in assembly.splitlines():
        at = re.match(r"// Line (\d+):", text)
        line = int(at[1]) if at else line
        block += bool(re.match(r"\w+:$", text)) or "jmpi" in text
        sent = re.search(r"^\S* *sends?c?[ .].*// +wr:(\d+)(h?)(?:\+(\d+))?, rd:(\d+);(?: [\w.]+;)? *([^;/]*[^;/ ])", text)
        if not sent or "EOT" in text:
            continue
        header, data, read = int(sent[1]) - bool(sent[2]), int(sent[3] or 0), int(sent[4])
        blocks = found.setdefault((line, sent[5], 32 * (read or header + data)), {})
        blocks[block] = blocks.get(block, 0) + 1
    return [(name, size) for (_, name, size), blocks in found.items() for _ in range(max(blocks.values()))]


def moved(assembly):
    """How often each of them is sent, but for fences and barriers."""
    return collections.Counter(m for m in messages(assembly) if "fence" not in m[0] and "barrier" not in m[0])
