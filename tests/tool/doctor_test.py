#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""doctor_test.py GENMEDIA [PART=ON|OFF...]: `genmedia doctor` says what works, and why the rest does not."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = sys.argv.pop(1)
BUILT = dict(word.split("=") for word in sys.argv[1:])
del sys.argv[1:]
PARTS = ["the unit on this processor", "video: motion, interpolate, encode", "OpenCL programs: genmedia cl",
         "hosts of C for Metal: genmedia cm", "VA-API programs: genmedia va", "kernels of C for Metal: cmc", "Gen code: genmedia registers, cmc --gen",
         "Intel C++ offload: gfxcc", "searches on a GPU: motion --device"]


def doctor(**variables):
    """Whether each part works, and what is said of it."""
    done = subprocess.run([TOOL, "doctor"], env={**os.environ, **variables}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done
    found = re.findall(r"^(yes|no) +(\S.{41}) (.*)$", done.stdout, re.MULTILINE)
    assert [part.rstrip() for _, part, _ in found] == PARTS, done.stdout
    return {part.rstrip(): (works == "yes", words) for works, part, words in found}


class Doctor(unittest.TestCase):
    def test_what_is_built_works(self):
        found = doctor()
        for part in PARTS[:2]:
            self.assertTrue(found[part][0], found)
        for part, name in zip(PARTS[2:7], ("OPENCL", "CM", "VA", "CM", "GEN"), strict=True):
            if BUILT[name] == "OFF":
                self.assertFalse(found[part][0], found)
            elif not found[part][0]:
                print(f"not tried, as this machine lacks it: {part}: {found[part][1]}")
                self.assertNotEqual(found[part][1], "")
        self.assertRegex(found[PARTS[1]][1], r"\AFFmpeg \d")

    def test_what_is_missing_is_named(self):
        with tempfile.TemporaryDirectory() as empty:
            found = doctor(GENMEDIA_CLANG="/not/there", GENMEDIA_OCLOC="/not/there", OCL_ICD_VENDORS=empty)
        for part in PARTS[2], PARTS[5], PARTS[6], PARTS[7]:
            self.assertFalse(found[part][0], found)
        if BUILT["OPENCL"] == "ON":
            self.assertIn("pocl-opencl-icd", found[PARTS[2]][1])
        if BUILT["CM"] == "ON":
            self.assertIn("/not/there", found[PARTS[5]][1])
        self.assertTrue(found[PARTS[1]][0], found)

    def test_a_wrong_setting(self):
        found = doctor(GENMEDIA_BACKEND="mmx")
        self.assertFalse(found[PARTS[0]][0])
        self.assertIn('GENMEDIA_BACKEND is "mmx"', found[PARTS[0]][1])

    def test_no_place_for_its_files(self):
        done = subprocess.run([TOOL, "doctor"], env={**os.environ, "TMPDIR": "/not/there"}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no temporary folder can be made in /not/there", done.stderr)


if __name__ == "__main__":
    unittest.main()
