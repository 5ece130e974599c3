#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether kernels of passed tests call every built-in.

    coverage_test.py NAMES KERNELS COVERAGE

NAMES lists the built-ins, KERNELS is the folder of the tests' kernels, and COVERAGE that in which each passed
test left a file of lines FILE KERNEL. Prints each name that no kernel of these reaches, in each form that it has, and
each kernel that none of them ran.
"""
import os
import re
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
MACRO = re.compile(r"^\s*#\s*define\s+(\w+)(?:\([^)]*\))?((?:.*\\\n)*.*)$", re.M)
# A return type, a name, parameters, and the brace that opens the body.
FUNCTION = re.compile(r"^(MACROBLOCK_KERNEL|kernel\b[^;{}]*?\bvoid|\w[\w ]*?)\s+(\w+)\(([^;{}]*)\)\s*\{", re.M)
CALL = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
PREFIX = "intel_sub_group_avc_"
# How many arguments the built-ins take that have two forms; all others have one.
OVERLOADED = {
    PREFIX + "ime_get_streamout_major_shape_distortions": (2, 3),
    PREFIX + "ime_get_streamout_major_shape_motion_vectors": (2, 3),
    PREFIX + "ime_get_streamout_major_shape_reference_ids": (2, 3),
    PREFIX + "ref_evaluate_with_multi_reference": (4, 5),
    PREFIX + "sic_configure_ipe": (8, 11),
    PREFIX + "sic_evaluate_with_multi_reference": (4, 5),
}


def text_of(folder, name, seen):
    """A file with what it includes, without comments."""
    if name in seen:
        return ""
    seen.add(name)
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        text = COMMENT.sub(" ", file.read())
    return INCLUDE.sub(lambda include: text_of(folder, include.group(1), seen), text)


def closing(text, start):
    """Where the bracket at `start` is closed, and how many commas lie directly inside."""
    depth, commas = 0, 0
    for at in range(start, len(text)):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[at], 0)
        commas += text[at] == "," and depth == 1
        if depth == 0:
            return at, commas
    return len(text), commas


def calls(text):
    """The names that are called; with their count of arguments where that matters."""
    for call in CALL.finditer(text):
        name = call.group(1)
        yield (name, closing(text, call.end() - 1)[1] + 1) if name in OVERLOADED else name


def functions_and_kernels(folder, name):
    """What each function and macro of a file calls, and which functions are kernels."""
    text = text_of(folder, name, set())
    called, kernels = {}, set()
    for macro in MACRO.finditer(text):
        called[macro.group(1)] = set(calls(macro.group(2)))
    code = MACRO.sub("", text)
    for function in FUNCTION.finditer(code):
        kind, title, start = function.group(1), function.group(2), function.end() - 1
        called[title] = set(calls(code[start:closing(code, start)[0]]))
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
    forms = [form for name in names
             for form in ([(name, count) for count in OVERLOADED[name]] if name in OVERLOADED else [name])]
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
    missing = [form for form in forms if form not in called_builtins]
    for form in missing:
        print("no passed test calls", form if isinstance(form, str) else f"{form[0]} with {form[1]} arguments")
    for kernel in idle:
        print(f"no passed test runs {kernel}")
    print(f"{len(forms) - len(missing)} of {len(forms)} declarations, of {len(names)} built-ins, are called by "
          f"{len(ran)} kernels")
    return 1 if missing or idle else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
