# SPDX-License-Identifier: MIT
"""libva-utils' tests of a VA-API driver, on genmedia's. A row is one of its suites of GoogleTest's. Tests of what the
driver does not list skip themselves; a suite of which nothing else is left is skipped."""
import os
import re

from suite import FAIL, PASS, SKIP, Outcome


def judged(name, done):
    counted = re.search(r"\[  PASSED  \] (\d+) test", done.output)
    ran = re.search(r"\] (\d+) tests? from", done.output)
    if done.status != 0 or not counted or not ran or counted[1] != ran[1]:
        return Outcome(name, FAIL, done.reason())
    left_out = done.output.count("[ SKIPPED ]")
    return Outcome(name, PASS) if left_out < int(ran[1]) else Outcome(name, SKIP, "nothing of it is supported")


def run(suite):
    meson, build = suite.program("meson", "meson"), os.path.join(suite.work, "build")
    if not os.path.exists(os.path.join(build, "build.ninja")):
        suite.built([meson, "setup", build, suite.folder, "-Dtests=true"])
    suite.built(["ninja", "-C", build])
    tests = os.path.join(build, "test", "test_va_api")
    names = sorted(set(re.findall(r"^(\S+)\.$", suite.run(tests, "--gtest_list_tests").output, re.MULTILINE)))

    def judge(name):
        return judged(name, suite.run(os.path.join(suite.bin, "genmedia"), "va", "--", tests, "--gtest_brief=1", f"--gtest_filter={name}.*"))

    yield from suite.judge_all(judge, suite.wanted(names))
