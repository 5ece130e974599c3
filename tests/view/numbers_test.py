#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""numbers_test.py GENMEDIA [TEST]: the numbers under the pointer, after it has moved there, are those of motion.npz, on 1,000
random blocks of each kind of run. A browser looks where the pointer is 60 times a second: so all kinds are asked at once."""
import csv
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import browser
import numpy as np
from page_clips import moving_clip

GENMEDIA = sys.argv.pop(1) if len(sys.argv) > 1 else "genmedia"
WIDTH, HEIGHT, FRAMES, BLOCKS = 320, 184, 7, 1000
SIZE = ["--size", f"{WIDTH}x{HEIGHT}"]
MAJORS, MINORS = ["16x16", "16x8", "8x16", "8x8"], ["8x8", "8x4", "4x8", "4x4"]
DIRECTIONS, INTRA = ["forward", "backward", "both"], ["16x16", "8x8", "4x4"]


def shape_of(a, f, r, c):
    major = a["major_shape"][f, r, c]
    return MAJORS[major] if major < 3 else "8x8: " + " ".join(MINORS[minor] for minor in a["minor_shapes"][f, r, c])


def block_of(a, f, r, c, x, y):
    """The block that has the pixel, in words: worked out from the shapes' names."""
    major = MAJORS[a["major_shape"][f, r, c]]
    quadrant = (y & 15) // 8 * 2 + (x & 15) // 8
    name = major if major != "8x8" else MINORS[a["minor_shapes"][f, r, c, quadrant]]
    width, height = map(int, name.split("x"))
    return f"{name} at {x // width * width}, {y // height * height}"


def expected(a, f, x, y):
    """What motion.npz says of pixel (x, y)."""
    r, c = y // 16, x // 16
    q = (y & 15) // 8 * 2 + (x & 15) // 8
    e = 4 * q + (y & 7) // 4 * 2 + (x & 7) // 4
    pair = lambda v: f"{v[0]}, {v[1]}"
    direction = a["directions"][f, r, c, q]
    said = {"pixel": f"{x}, {y}", "macroblock": f"{c}, {r}", "shape": shape_of(a, f, r, c), "block": block_of(a, f, r, c, x, y),
            "direction": DIRECTIONS[direction], "distortion": str(a["distortions"][f, r, c, e]),
            "best": str(a["best_distortion"][f, r, c])}
    if direction != 1:
        said["vector"] = pair(a["motion_vectors"][f, r, c, e])
    if direction != 0:
        said["backward"] = pair(a["backward_vectors"][f, r, c, e])
    if "intra_shape" in a:
        said["intra-shape"] = INTRA[a["intra_shape"][f, r, c]]
        said["intra-mode"] = str(a["intra_modes"][f, r, c, e])
        said["intra-distortion"] = str(a["intra_distortion"][f, r, c])
    if "confidence" in a:
        said["confidence"] = str(a["confidence"][f, r, c, e])
        said["occluded"] = "yes" if a["occluded"][f, r, c, e] else "no"
    return said


class Numbers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        cls.clip = moving_clip(cls.dir / "clip.yuv", WIDTH, HEIGHT, FRAMES)
        cls.browser = browser.Browser(900, 700)
        cls.random = random.Random(48)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def make(self, *arguments):
        done = subprocess.run([GENMEDIA, *map(str, arguments)], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def spots(self, frames):
        """Random pixels of random frames, frame after frame."""
        every = [(self.random.choice(frames), self.random.randrange(WIDTH), self.random.randrange(HEIGHT)) for _ in range(BLOCKS)]
        return sorted(every)

    def said_at(self, number, x, y, state={}):
        if state.get("frame") != (self.id(), number):
            self.browser.frame(number)
            state["frame"] = (self.id(), number)
        self.browser.move(*self.browser.place_of(WIDTH, HEIGHT, x, y))
        return self.browser.numbers()

    def compare(self, *flags):
        out, page = self.dir / "out", self.dir / "look.html"
        self.make("motion", self.clip, *SIZE, "-o", out, "--force", *flags)
        self.make("view", out, *SIZE, "-o", page)
        arrays = dict(np.load(out / "motion.npz"))
        numbers = [int(n) for n, best in zip(arrays["frame"], arrays["best_distortion"]) if best.min() < 65535]
        self.browser.open(page)
        shapes = set()
        for number, x, y in self.spots(numbers):
            f = list(arrays["frame"]).index(number)
            said, wanted = self.said_at(number, x, y), expected(arrays, f, x, y)
            for part in "intra-mode", "confidence":  # words follow
                if part in said:
                    said[part] = said[part].split()[0]
            self.assertEqual({key: said.get(key) for key in wanted}, wanted, f"frame {number}")
            shapes.add(wanted["block"].split()[0])
        self.assertEqual(self.browser.complaints(), [])
        return shapes

    def test_codec_motion(self):
        self.assertGreaterEqual(len(self.compare()), 6)

    def test_two_references_and_intra(self):
        self.compare("--refs", "2", "--intra")

    def test_true_motion(self):
        self.compare("--field", "true")

    def test_encoder(self):
        """Kinds and vectors of what an encoder decided have no file to be compared with: the sums of a picture have."""
        page, table = self.dir / "encode.html", self.dir / "encode.csv"
        self.make("view", self.clip, *SIZE, "--encode", "--qp", 30, "-o", page)
        self.make("encode", self.clip, *SIZE, "--qp", 30, "-o", self.dir / "x.264", "--stats", table)
        self.browser.open(page)
        with open(table) as file:
            lines = list(csv.DictReader(file))
        kinds = {"skip": "skip", "inter": "inter", "intra 16x16": "intra_16x16", "intra 4x4": "intra_4x4"}
        for number in 0, 4:
            counts, bits = dict.fromkeys(kinds, 0), 0
            for y in range(0, HEIGHT, 16):
                for x in range(0, WIDTH, 16):
                    said = self.said_at(number, x + 5, y + 3)
                    counts[said["type"]] += 1
                    bits += int(said["bits"])
                    self.assertEqual(said["qp"], lines[number]["qp"])
            self.assertEqual({kinds[kind]: count for kind, count in counts.items()},
                             {name: int(lines[number][name]) for name in kinds.values()})
            self.assertLessEqual(bits, int(lines[number]["bits"]))
            self.assertGreater(bits, 0.9 * int(lines[number]["bits"]) - 400)
        self.assertEqual(self.browser.complaints(), [])


def all_at_once():
    """Each test in a process of its own; its words where it fails."""
    names = unittest.TestLoader().getTestCaseNames(Numbers)
    tests = [subprocess.Popen([sys.executable, __file__, GENMEDIA, f"Numbers.{name}"], stderr=subprocess.PIPE, text=True) for name in names]
    words = [test.communicate()[1] for test in tests]
    for test, said in zip(tests, words):
        if test.returncode:
            print(said, file=sys.stderr)
    return any(test.returncode for test in tests)


if __name__ == "__main__":
    if browser.REASON:
        print("SKIPPED:", browser.REASON)
        sys.exit(77)
    if len(sys.argv) == 1:
        sys.exit(all_at_once())
    unittest.main()
