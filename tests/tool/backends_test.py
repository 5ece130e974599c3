#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""backends_test.py GENMEDIA: what `genmedia backends` lists, and what GENMEDIA_BACKEND does."""
import os
import random
import subprocess
import sys
import tempfile
import unittest

TOOL = sys.argv.pop(1)


def run(backend=None, command="backends"):
    environment = {k: v for k, v in os.environ.items() if k != "GENMEDIA_BACKEND"}
    if backend is not None:
        environment["GENMEDIA_BACKEND"] = backend
    return subprocess.run([TOOL, command], env=environment, capture_output=True, text=True)


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
        devices = run("mmx", "devices")
        self.assertEqual((devices.returncode, devices.stdout, devices.stderr), (2, "", refused.stderr))


class SameBitsTest(unittest.TestCase):
    """Fields of a clip are the same bytes on every backend and with any number of threads."""

    WIDTH, HEIGHT, FRAMES = 178, 98, 4  # no multiples of 16

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.clip = os.path.join(self.folder.name, "clip.yuv")
        noise = random.Random(1)
        rough = [[noise.randrange(256) for _ in range(60)] for _ in range(40)]
        with open(self.clip, "wb") as out:
            for frame in range(self.FRAMES):
                for y in range(self.HEIGHT):
                    row = rough[(y + 3 * frame) // 4 % 40]
                    out.write(bytes((row[(x + 5 * frame) // 6 % 60] + noise.randrange(6)) % 256 for x in range(self.WIDTH)))
                out.write(bytes([128]) * (self.WIDTH // 2 * self.HEIGHT // 2 * 2))

    def field(self, backend, threads, flags):
        out = os.path.join(self.folder.name, "out")
        result = subprocess.run([TOOL, "motion", self.clip, "--size", f"{self.WIDTH}x{self.HEIGHT}", "--format", "i420",
                                 "-o", out, "--csv", "--threads", str(threads), *flags],
                                env={**os.environ, "GENMEDIA_BACKEND": backend}, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(os.path.join(out, "motion.csv"), "rb") as csv:
            return csv.read()

    def test_same_bits(self):
        supported = [name for name, state in states(run().stdout).items() if state != "not supported here"]
        for flags in ([], ["--predictor", "spatial"], ["--predictor", "none", "--cost", "none", "--intra"],
                      ["--refs", "2"]):
            expected = self.field("reference", 1, flags)
            self.assertGreater(len(expected), 10000)
            for backend in supported:
                for threads in (1, 3):
                    self.assertEqual(self.field(backend, threads, flags), expected, f"{backend} {threads} {flags}")


if __name__ == "__main__":
    unittest.main()
