#!/usr/bin/env python3
"""backends_test.py GENMEDIA: what `genmedia backends` lists, and what GENMEDIA_BACKEND does."""
import os
import subprocess
import sys
import unittest

TOOL = sys.argv.pop(1)


def run(backend=None):
    environment = {k: v for k, v in os.environ.items() if k != "GENMEDIA_BACKEND"}
    if backend is not None:
        environment["GENMEDIA_BACKEND"] = backend
    return subprocess.run([TOOL, "backends"], env=environment, capture_output=True, text=True)


def states(text):
    return {line.split()[0]: line[11:30].strip() for line in text.splitlines()}


class BackendsTest(unittest.TestCase):
    def test_one_is_in_use(self):
        result = run()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(list(states(result.stdout).values()).count("in use"), 1, result.stdout)

    def test_each_supported_one_can_be_chosen(self):
        for name, state in states(run().stdout).items():
            if state == "not supported here":
                continue
            chosen = run(name)
            self.assertEqual(chosen.returncode, 0, chosen.stderr)
            self.assertEqual(states(chosen.stdout)[name], "in use")

    def test_the_reference_is_always_there(self):
        self.assertIn(states(run().stdout)["reference"], ("supported", "in use"))

    def test_unsupported_ones_are_refused(self):
        for name, state in states(run().stdout).items():
            if state != "not supported here":
                continue
            refused = run(name)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(f'GENMEDIA_BACKEND is "{name}", which this processor cannot run', refused.stderr)

    def test_unknown_name(self):
        refused = run("mmx")
        self.assertEqual(refused.returncode, 2)
        self.assertIn('GENMEDIA_BACKEND is "mmx", which is no backend; expected one of ', refused.stderr)
        self.assertIn("reference", refused.stderr)
        self.assertEqual(refused.stdout, "")


if __name__ == "__main__":
    unittest.main()
