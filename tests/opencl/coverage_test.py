#!/usr/bin/env python3
"""Whether kernels of passed tests call every built-in.

    coverage_test.py NAMES KERNELS COVERAGE

NAMES lists the built-ins, KERNELS is the folder of the tests' kernels, and COVERAGE that in which each passed
test left a file of lines FILE KERNEL. Prints each name that no kernel of these reaches, and each kernel that
none of them ran.
"""
import os
import re
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
MACRO = re.compile(r"^\s*#\s*define\s+(\w+)(?:\([^)]*\))?((?:.*\\\n)*.*)$", re.M)
# A return type, a name, parameters, and the brace that opens the body.
FUNCTION = re.compile(r"^(MACROBLOCK_KERNEL|kernel\b[^;{}]*?\bvoid|\w[\w ]*?)\s+(\w+)\(([^;{}]*)\)\s*\{", re.M)
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof"}


def text_of(folder, name, seen):
    """A file with what it includes, without comments."""
    if name in seen:
        return ""
    seen.add(name)
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        text = COMMENT.sub(" ", file.read())
    return INCLUDE.sub(lambda include: text_of(folder, include.group(1), seen), text)


def body_at(text, start):
    """From an opening brace to the one that closes it."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at]
    return text[start:]


def functions_and_kernels(folder, name):
    """What each function and macro of a file calls, and which functions are kernels."""
    text = text_of(folder, name, set())
    called, kernels = {}, set()
    for macro in MACRO.finditer(text):
        called[macro.group(1)] = set(re.findall(r"\b(\w+)\s*\(", macro.group(2)))
    code = MACRO.sub("", text)
    for function in FUNCTION.finditer(code):
        kind, title = function.group(1), function.group(2)
        called[title] = set(re.findall(r"\b(\w+)\s*\(", body_at(code, function.end() - 1))) - KEYWORDS
        if kind.startswith(("MACROBLOCK_KERNEL", "kernel")):
            kernels.add(title)
    return called, kernels


def reached(called, start):
    found, waiting = set(), [start]
    while waiting:
        for name in called.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def main(names_file, folder, coverage):
    with open(names_file, encoding="utf-8") as file:
        names = file.read().split()
    ran = set()
    for test in sorted(os.listdir(coverage)):
        with open(os.path.join(coverage, test), encoding="utf-8") as file:
            ran.update(tuple(line.split()) for line in file)
    called_builtins, idle = set(), []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".cl"):
            called, kernels = functions_and_kernels(folder, name)
            for kernel in sorted(kernels):
                if (name, kernel) in ran:
                    called_builtins |= reached(called, kernel)
                else:
                    idle.append(f"{name} {kernel}")
    missing = [name for name in names if name not in called_builtins]
    for name in missing:
        print(f"no passed test calls {name}")
    for kernel in idle:
        print(f"no passed test runs {kernel}")
    print(f"{len(names) - len(missing)} of {len(names)} built-ins are called by {len(ran)} kernels")
    return 1 if missing or idle else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
