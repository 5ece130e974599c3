#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""recording_test.py GENMEDIA WAVEFRONT CM_HOST CM_FOLDER: what GENMEDIA_RECORD notes of an OpenCL program and of a host of C for
Metal, and the page of it. WAVEFRONT and CM_HOST: the examples wavefront and vme/frames, the latter with the folder that it is
run in; or nothing."""
import collections
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

import browser
from page_clips import chunks, moving_clip, unpacked

GENMEDIA, WAVEFRONT, CM_HOST, CM_FOLDER = (sys.argv[1:] + [""] * 4)[:4]
POCL = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
EVALUATION = struct.Struct("<QIIiiii64h16HHH16B4B4BBBBB")
SEARCH, REFINE, SKIP, INTRA = 1, 2, 4, 8


class Recording:
    """Written as src/base/recording_format.h says, or read."""

    def __init__(self):
        self.bytes = b"GMREC1\n\0"

    def picture(self, number, width, height):
        luma = bytes((x * 7 + y * 13 + number * 40) % 256 for y in range(height) for x in range(width))
        self.bytes += b"P" + struct.pack("<Iii", number, width, height) + luma

    def evaluation(self, picture, x, y, operation=SEARCH, vector=(0, 0), best=100, intra=0, thread=0):
        self.bytes += b"E" + EVALUATION.pack(0, picture, thread, x, y, 0, 0, *[*vector, 0, 0] * 16, *[best] * 16, best, intra,
                                             *[2] * 16, *[0] * 8, operation, 1, 0, 0)

    @staticmethod
    def read(path):
        """Sizes of pictures, and (picture, x, y, operation) of evaluations."""
        data, at, pictures, evaluations = path.read_bytes(), 8, [], []
        assert data[:8] == b"GMREC1\n\0"
        while at < len(data):
            kind, at = data[at:at + 1], at + 1
            if kind == b"P":
                _, width, height = struct.unpack_from("<Iii", data, at)
                pictures.append((width, height))
                at += 12 + width * height
            else:
                fields = EVALUATION.unpack_from(data, at)
                evaluations.append((fields[1], fields[3], fields[4], fields[-4]))
                at += EVALUATION.size
        return pictures, evaluations


class Recorded(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.file, self.page = self.dir / "calls.gmrec", self.dir / "calls.html"

    def view(self, *flags):
        done = subprocess.run([GENMEDIA, "view", self.file, "-o", self.page, *flags], capture_output=True, text=True)
        return done.returncode, done.stderr

    def record(self, *command):
        done = subprocess.run([GENMEDIA, "cl", "--", *map(str, command)], capture_output=True, text=True,
                              env={**os.environ, "GENMEDIA_RECORD": str(self.file)})
        self.assertEqual(done.returncode, 0, done.stderr)

    def written(self):
        """Two pictures of 64x48, row by row: searched, the first three macroblocks of the first refined, too."""
        recording = Recording()
        for number in range(2):
            recording.picture(number, 64, 48)
            for i in range(12):
                recording.evaluation(number, i % 4 * 16, i // 4 * 16, SEARCH, (4 * i, -8), 100 + i, thread=i % 2)
            for i in range(3 if number == 0 else 0):
                recording.evaluation(number, i * 16, 0, REFINE, (4 * i + 1, -7), 90 + i)
        self.file.write_bytes(recording.bytes)

    def test_page_has_each_picture_in_steps(self):
        self.written()
        self.assertEqual(self.view(), (0, ""))
        data, about = chunks(self.page)
        run = about["runs"][0]
        self.assertEqual((run["kind"], run["width"], run["height"]), ("recording", 64, 48))
        self.assertEqual(run["frames"]["until"], list(range(1, 13)) * 2)
        self.assertEqual(run["frames"]["chunk"], [0] * 12 + [1] * 12)
        self.assertEqual(sorted(data), ["d0-0", "d0-1", "e0-0", "e0-1", "p0-0", "p0-1"])
        self.assertEqual(len(unpacked(data["e0-0"])), 15 * 14)

    def test_odd_recordings(self):
        self.written()
        whole = self.file.read_bytes()
        self.file.write_bytes(whole[:-100])  # whoever wrote it was killed
        self.assertEqual(self.view(), (0, ""))
        for content, word in (whole[:8], "no evaluations"), (whole[:8] + b"X" * 50, "damaged"), (whole[:8] + b"P" + struct.pack("<Iii", 0, -1, 5), "damaged"):
            self.file.write_bytes(content)
            self.page.unlink(missing_ok=True)
            code, said = self.view()
            self.assertEqual((code, word in said, self.page.exists()), (1, True, False), said)

    @unittest.skipIf(browser.REASON, browser.REASON)
    def test_macroblocks_appear_as_they_are_asked_for(self):
        self.written()
        self.assertEqual(self.view(), (0, ""))
        b = browser.Browser(1000, 760)
        self.addCleanup(b.close)
        b.open(self.page)
        place = b.place_of(64, 48, 40, 8)  # macroblock (2, 0), the third
        b.move(*place)
        self.assertEqual(b.numbers()["known"], "not asked for it yet")
        b.key("ArrowRight")
        b.key("ArrowRight")
        b.wait("document.getElementById('n-order') !== null")
        said = b.numbers()
        self.assertEqual((said["order"], said["vector"], said["best"]), ("3 of 12", "9, -7", "92"))
        self.assertEqual(said["evaluations"].split("\n"), ["search small at 0, 0: 102 (thread 0)", "refine: 92 (thread 0)"])
        self.assertEqual(b.complaints(), [])

    @unittest.skipUnless(WAVEFRONT and POCL.exists(), "no example, or no driver of PoCL (package pocl-opencl-icd)")
    def test_wavefront_comes_in_diagonals(self):
        clip = moving_clip(self.dir / "clip.yuv", 176, 144, 2)
        self.record(WAVEFRONT, clip, 176, 144)
        pictures, evaluations = Recording.read(self.file)
        picture = pictures.index((176, 144))
        places = [(x // 16, y // 16) for number, x, y, _ in evaluations if number == picture]
        self.assertEqual(collections.Counter(places), collections.Counter((x, y) for x in range(11) for y in range(9)))
        order = {place: i for i, place in enumerate(places)}
        for x, y in places:  # those that it is predicted from come before
            for other in (x - 1, y), (x, y - 1):
                self.assertLess(order.get(other, -1), order[x, y])
        self.assertEqual(self.view(), (0, ""))

    @unittest.skipUnless(CM_HOST, "no C for Metal in this build")
    def test_host_of_c_for_metal(self):
        """It has the unit twice: in the runtime, and to compare. One of them is recorded, as a whole."""
        done = subprocess.run([GENMEDIA, "cm", "--", CM_HOST], capture_output=True, text=True, cwd=CM_FOLDER,
                              env={**os.environ, "GENMEDIA_RECORD": str(self.file)})
        self.assertEqual(done.returncode, 0, done.stderr)
        pictures, evaluations = Recording.read(self.file)
        self.assertEqual(set(pictures), {(176, 144)})
        places = collections.Counter((x // 16, y // 16) for _, x, y, operation in evaluations if operation & SEARCH)
        self.assertEqual(set(places), {(x, y) for x in range(11) for y in range(9)})
        self.assertEqual(len(set(places.values())), 1)  # all as often
        self.assertEqual(self.view(), (0, ""))

    @unittest.skipUnless(WAVEFRONT and POCL.exists(), "no example, or no driver of PoCL (package pocl-opencl-icd)")
    def test_file_that_cannot_be_written(self):
        done = subprocess.run([GENMEDIA, "cl", "--", WAVEFRONT], capture_output=True, text=True,
                              env={**os.environ, "GENMEDIA_RECORD": str(self.dir / "none" / "x")})
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("GENMEDIA_RECORD", done.stderr + done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
