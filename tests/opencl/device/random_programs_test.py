#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""That random programs of the unit give the same by its reference and by its fastest backend.

    random_programs_test.py PROGRAM
"""
import os
import subprocess
import sys

COUNT = "300"


def lines(program, **variables):
    done = subprocess.run([program, COUNT], env={**os.environ, **variables}, text=True, stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.stdout)
    return [line for line in done.stdout.splitlines() if line.startswith("program ")]


def check_devices(program):
    """The program names the device that it ran on, and a fall-back."""
    for variables, falls_back in ({}, False), ({"GENMEDIA_CL_DEVICE": "portable", "GENMEDIA_CL_FALLBACK": "always"}, True):
        done = subprocess.run([program, "1"], env={**os.environ, **variables}, text=True, stdout=subprocess.PIPE, check=False)
        named = [line for line in done.stdout.splitlines() if line.startswith("they run on ")]
        if len(named) != 1 or named[0].endswith(" (fall-back)") != falls_back:
            sys.exit(f"{variables}: {named}\n{done.stdout}")


def main():
    program = sys.argv[1]
    fast, reference = lines(program), lines(program, GENMEDIA_BACKEND="reference")
    check_devices(program)
    if len(fast) != int(COUNT):
        sys.exit(f"{len(fast)} programs; expected {COUNT}")
    if len({line.split(":")[1] for line in fast}) < int(COUNT) // 2:
        sys.exit("most programs give the same")
    for one, other in zip(fast, reference):
        if one != other:
            sys.exit(f"by the fastest backend:\n{one}\nby the reference:\n{other}")


main()
