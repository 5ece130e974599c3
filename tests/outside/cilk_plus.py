# SPDX-License-Identifier: MIT
"""GCC's suite of Cilk Plus, which was in it until version 7: gcc/testsuite's c-c++-common/cilk-plus, g++.dg/cilk-plus and
gcc.dg/cilk-plus, as folders c-c++-common, g++.dg and gcc.dg. Programs run and return 0; errors are on their lines, and
on no others."""
import os
import re

from suite import FAIL, PASS, SKIP, Outcome

SECONDS = 20  # of a program: some wait for another thread
GCCS_OWN = ("-fcilkplus", "-fcompare-debug", "-fdump")  # options that say nothing about the program


def run(suite):
    tests = []
    for directory, below, names in os.walk(suite.folder):
        below.sort()
        for name in sorted(names):
            path = os.path.relpath(os.path.join(directory, name), suite.folder)
            if name.endswith((".c", ".cc", ".C")):
                tests += [(path, language) for language in languages(path)]
    tests = [test for test in tests if suite.only in test[0]]
    yield from suite.judge_all(lambda test: judge(suite, *test), tests)


def languages(path):
    if path.startswith("c-c++-common"):
        return ["c", "c++"]
    return ["c++" if path.startswith("g++.dg") else "c"]


def errors(text, language):
    """Lines on which an error is expected."""
    lines = set()
    for number, line in enumerate(text.splitlines(), 1):
        for found in re.finditer(r'dg-error\s+(?:"(?:[^"\\]|\\.)*"|(?=\}))(?:\s+"[^"]*"\s+\{ (target|xfail) (\S+) *\})?\s*(\.-\d+|\d+)?', line):
            kind, target, place = found.groups()
            if kind == "xfail" or (target and target not in (language, "*-*-*")):
                continue
            lines.add(number if not place else number + int(place[1:]) if place.startswith(".") else int(place))
    return lines


def options(text, language):
    found = []
    for words, target in re.findall(r'dg-(?:additional-)?options\s+"([^"]*)"(?:\s+\{ target (\S+) *\})?', text):
        if target in ("", language):
            found += [word for word in words.split() if word.startswith(("-std", "-O", "-f", "-w")) and
                      not word.startswith(GCCS_OWN)]
    return found


def said_lines(path, output):
    """Lines with errors. GCC names an undeclared name once, clang wherever it is used."""
    lines, undeclared = set(), set()
    for line, message in re.findall(rf"{re.escape(path)}:(\d+):\d+: error: (.*)", output):
        name = re.match(r"use of undeclared identifier '(\w+)'", message)
        if name and name[1] in undeclared:
            continue
        if name:
            undeclared.add(name[1])
        lines.add(int(line))
    return lines


def judge(suite, path, language):
    test = f"{path} {language}"
    with open(os.path.join(suite.folder, path), errors="replace") as file:
        text = file.read()
    only = re.search(r"dg-do \w+ +\{ *target (c|c\+\+) *\}", text)
    if only and only[1] != language:
        return Outcome(test, PASS)
    if "without -fcilkplus" in text:
        return Outcome(test, SKIP, "is about GCC without -fcilkplus")
    wanted, runs = errors(text, language), "dg-do run" in text
    program = os.path.join(suite.work, re.sub(r"\W", "_", test))
    command = [os.path.join(suite.bin, "gfxcc"), "-x", language, *options(text, language), os.path.join(suite.folder, path)]
    built = suite.run(*command, *([] if runs and not wanted else ["-c"]), "-o", program, seconds=120)
    said = said_lines(path, built.output)
    if said != wanted:
        return Outcome(test, FAIL, f"errors on lines {sorted(said)}, expected {sorted(wanted)}")
    if wanted or not runs:
        return Outcome(test, PASS if (built.status != 0) == bool(wanted) else FAIL, built.reason())
    if built.status != 0:
        return Outcome(test, FAIL, built.reason())
    done = suite.run(program, seconds=SECONDS)
    return Outcome(test, PASS if done.status == 0 else FAIL, done.reason())
