#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where few threads or none can be had, subcommands use fewer, or end with one line; never by a signal.

usage: threads_test.py GENMEDIA
"""
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import unittest

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from checks import SANITIZED

GENMEDIA = ""
ENVIRONMENT = {**os.environ, **SANITIZED}  # the search for leaks is a process, which cannot be had here
SIZE = ["--size", "48x32"]
CLIP = random.Random(1).randbytes(4 * 48 * 32 * 3 // 2)
COMMANDS = [["motion", "in.yuv", *SIZE, "-o", "out", "--force"], ["encode", "in.yuv", *SIZE, "-o", "coded.mp4"],
            ["interpolate", "in.yuv", *SIZE, "--rate", "x2", "-o", "slow.mp4"]]


class ThreadsTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="genmedia-threads-")
        self.addCleanup(temporary.cleanup)
        self.dir = pathlib.Path(temporary.name)
        self.dir.chmod(0o777)
        (self.dir / "in.yuv").write_bytes(CLIP)

    def run_limited(self, command, limit):
        return subprocess.run([GENMEDIA, *command], cwd=self.dir, capture_output=True, text=True, env=ENVIRONMENT,
                              preexec_fn=limit)

    def check(self, result, what):
        self.assertIn(result.returncode, (0, 1, 127), (what, result.stderr))  # 127: the loader's own
        if result.returncode == 1:  # x264 says by itself what it lacks
            errors = "".join(line for line in result.stderr.splitlines(True) if not line.startswith("x264 [error]: "))
            self.assertRegex(errors, r"\Agenmedia: [^\n]+\n\Z", what)
        elif result.returncode == 0:
            self.assertEqual(result.stderr, "", what)
        return result.returncode

    def test_few_processes(self):
        """`ulimit -u`, as a user of whom there is no other process; it does not count root's."""
        if os.geteuid() != 0:
            self.skipTest("only root can become a user who has no other process")
        user = {"user": 54321, "group": 54321}

        def limit(most):
            return lambda: resource.setrlimit(resource.RLIMIT_NPROC, (most, most))

        if subprocess.run([GENMEDIA, "--version"], capture_output=True, **user, check=False).returncode != 0:
            self.skipTest("another user cannot run the program from here")
        for most in (1, 2, 3, 5):
            for command in COMMANDS:
                for threads in ([], ["--threads", "7"]):
                    result = subprocess.run([GENMEDIA, *command, *threads], cwd=self.dir, capture_output=True, text=True, **user,
                                            env=ENVIRONMENT, preexec_fn=limit(most))
                    self.assertEqual(self.check(result, (most, command)), 0, result.stderr)

    def test_little_memory_for_stacks(self):
        def limit(megabytes):
            return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

        for command in COMMANDS:
            outcomes = []
            for megabytes in range(200, 500, 30):
                result = self.run_limited([*command, "--threads", "16"], limit(megabytes))
                if "Sanitizer" in result.stderr or "ReserveShadowMemory" in result.stderr:
                    self.skipTest("the sanitizer needs more addresses than any limit leaves")
                outcomes.append(self.check(result, (megabytes, command)))
            self.assertIn(0, outcomes, command)


if __name__ == "__main__":
    GENMEDIA = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
