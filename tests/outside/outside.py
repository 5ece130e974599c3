#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a suite or programs that others made, and compares what becomes of each of its tests with a list.

    outside.py --list
    outside.py [--write] [--only TEXT] GENMEDIA WORK NAME FOLDER

GENMEDIA is the folder of the programs genmedia and cmc, WORK one to build in. FOLDER is the clone, which is left as it
is; where it is "-", it lies in the folder that GENMEDIA_OUTSIDE names. --only runs the tests whose names have TEXT.
--write puts the list anew, with the causes that it had.

expected/NAME.txt has a line for each test that does not pass: its outcome, its name, a colon, and the cause. Outcomes:

    fail   wrong with genmedia, right on PoCL alone, or nothing to compare with: open
    alone  PoCL alone fails it, too
    skip   not run, and why

Exit status: 1 where an outcome is not the list's, 77 where the suite could not be run.
"""
import argparse
import collections
import os
import sys

import suites
from suite import PASS, NotRun, Suite

LISTS = os.environ.get("OUTSIDE_LISTS") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected")


def read_list(path):
    """{test: (outcome, cause)} of what is not expected to pass."""
    expected = {}
    if not os.path.exists(path):
        return expected
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            outcome, _, rest = line.strip().partition(" ")
            test, colon, cause = rest.strip().partition(": ")
            if outcome not in ("fail", "alone", "skip") or not colon or not cause:
                raise ValueError(f"{path}:{number}: expected 'fail|alone|skip TEST: CAUSE', not {line.strip()!r}")
            expected[test] = (outcome, cause)
    return expected


def write_list(path, outcomes, expected, only):
    comments = []
    if os.path.exists(path):
        with open(path) as file:
            comments = [line for line in file if line.startswith("#")]
    rows = {test: row for test, row in expected.items() if only not in test}
    for test, outcome, reason in outcomes:
        if outcome != PASS:
            rows[test] = (outcome, expected[test][1] if expected.get(test, ("",))[0] == outcome else reason)
    with open(path, "w") as file:
        file.writelines(comments)
        for test, (outcome, cause) in sorted(rows.items()):
            file.write(f"{outcome:5} {test}: {cause}\n")


def compare(outcomes, expected, whole):
    """Lines that say where outcomes differ from the list."""
    differences = []
    for test, outcome, reason in outcomes:
        should = expected.get(test, (PASS, ""))[0]
        if outcome != should:
            differences.append(f"{test}: {outcome}{f' ({reason})' if reason else ''}; expected {should}")
    if whole:
        missing = set(expected) - {outcome.test for outcome in outcomes}
        differences += [f"{test}: not there; expected {expected[test][0]}" for test in sorted(missing)]
    return differences


def main():
    if sys.argv[1:] == ["--list"]:
        for name, suite in suites.SUITES.items():
            print(name, suite.clone)
        return 0
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("genmedia")
    parser.add_argument("work")
    parser.add_argument("name")
    parser.add_argument("folder")
    asked = parser.parse_args()
    if asked.name not in suites.SUITES:
        print(f"outside: no suite {asked.name}; expected one of {', '.join(suites.SUITES)}", file=sys.stderr)
        return 2
    if asked.folder == "-":
        if "GENMEDIA_OUTSIDE" not in os.environ:
            print(f"SKIPPED: {asked.name}, GENMEDIA_OUTSIDE names no folder of clones")
            return 77
        asked.folder = os.path.join(os.environ["GENMEDIA_OUTSIDE"], suites.SUITES[asked.name].clone)
    if not os.path.isdir(asked.folder):
        print(f"SKIPPED: {asked.name}, no folder {asked.folder}")
        return 77
    path = os.path.join(LISTS, asked.name + ".txt")
    expected = read_list(path)
    outcomes = []
    try:
        suite = Suite(os.path.abspath(asked.folder), os.path.abspath(asked.work), os.path.abspath(asked.genmedia),
                      asked.only)
        for outcome in suites.SUITES[asked.name].run(suite):
            outcomes.append(outcome)
            if outcome.outcome != PASS:
                print(f"{outcome.outcome:5} {outcome.test}: {outcome.reason}", flush=True)
            elif sys.stderr.isatty():
                print(f"\r{len(outcomes)} tests", end="\r", file=sys.stderr)
    except NotRun as reason:
        print(f"SKIPPED: {asked.name}, {reason}")
        return 77
    counts = collections.Counter(outcome.outcome for outcome in outcomes)
    print(f"{asked.name}: " + ", ".join(f"{counts[kind]} {kind}" for kind in ("pass", "fail", "alone", "skip")))
    if not counts[PASS]:
        print("outside: no test passed")
        return 1
    if asked.write:
        write_list(path, outcomes, expected, asked.only)
        return 0
    differences = compare(outcomes, expected, not asked.only)
    for line in differences:
        print("DIFFERS:", line)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
