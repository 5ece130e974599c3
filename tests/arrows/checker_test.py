#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""checker_test.py CHECK_ARROWS: runs it on made-up trees, one with every include that there can be between
rooms, and expects exactly the breaches that the architecture's table says."""
import os
import subprocess
import sys
import tempfile
import unittest

CHECKER = sys.argv.pop(1)

# Rows include columns: '+' allowed, '.' a breach. Written from the table of the architecture, not from
# the checker.
# Columns: genmedia cm gfx base vme v/ref v/simd v/ocl walker search motion m/ref m/simd m/ocl vapoursynth va encode src/cm runtime
# compiler gen opencl g/comp g/rewr g/run video results drawing python tools tests
MATRIX = """
include/genmedia     + . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
include/cm           . + . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
include/gfx          + . + . . . . . . . . . . . . . . . . . . . . . . . . . . . .
src/base             + . . + . . . . . . . . . . . . . . . . . . . . . . . . . . .
src/vme              + . . + + . . . . . . . . . . . . . . . . . . . . . . . . . .
src/vme/reference    + . . . + + . . . . . . . . . . . . . . . . . . . . . . . . .
src/vme/simd         + . . . + . + . . . . . . . . . . . . . . . . . . . . . . . .
src/vme/opencl       + . . . + . . + . . . . . . . . . . . . . . . . . . . . . . .
src/walker           + . . + . . . . + . . . . . . . . . . . . . . . . . . . . . .
src/search           + . . . + . . . + + . . . . . . . . . . . . . . . . . . . . .
src/motion           + . . . + . . . + + + . . + . . . . . . . . . . . . . . . . .
src/motion/reference + . . . . . . . . . + + . . . . . . . . . . . . . . . . . . .
src/motion/simd      + . . . . . + . . . + . + . . . . . . . . . . . . . . . . . .
src/motion/opencl    + . . . + . . + + + . . . + . . . . . . . . . . . . . . . . .
src/vapoursynth      + . . . . . . . . . . . . . + . . . . . . . . . . . . . . . .
src/va               + . . + + . . . + . . . . . . + + . . . . . . . . + . . . . .
src/encode           + . . . + . . . + + + . . . . . + . . . . . . . . . . . . . .
src/cm               + + . . . . . . . . . . . . . . . + . . . . . . . . . . . . .
src/cm/runtime       + + . + + . . . + . . . . . . . . + + . . . . . . . . . . . .
src/cm/compiler      + + . + . . . . . . . . . . . . . + . + + . . . . . . . . . .
src/cm/gen           + + . + . . . . . . . . . . . . . . . . + . . . . . . . . . .
src/opencl           + . . + + . . + . . . . . . . . . . . . . + . . . . . . . . .
src/gfx/compiler     + . . + . . . . . . . . . . . . . . . + + . + + . . . . . . .
src/gfx/rewriting    + . . . . . . . . . . . . . . . . . . . . . . + . . . . . . .
src/gfx/runtime      + . + . . . . . . . . . . . . . . . . . . . . . + . . . . . .
src/media/video      + . . + . . . . . . . . . . . . . . . . . . . . . + . . . . .
src/media/results    + . . + . . . . . . . . . . . . . . . . . . . . . + + . . . .
src/media/drawing    + . . + . . . . . . . . . . . . . . . . . . . . . + + + . . .
python               + . . + . . . . . . . . . . . . . . . . . . . . . + + + + . .
tools                + . . + . . . . . . . . . . . . . . . + + . + + . + + + . + .
"""
# The same between the parts of include/cm. Of these, rooms elsewhere know only include/cm itself.
#                   cm  core language thread dataport gen vme cmtl host offload src/cm
CM_MATRIX = """
include/cm          +   +    +        +      +        .   +   +    .    .       .
include/cm/core     .   +    .        +      .        +   .   .    .    .       .
include/cm/language .   +    +        +      .        +   .   .    .    .       .
include/cm/thread   +   +    .        +      +        +   .   .    .    .       .
include/cm/dataport .   +    .        +      +        +   .   .    .    .       .
include/cm/gen      .   +    +        +      +        +   .   .    .    .       .
include/cm/vme      .   .    .        .      .        .   +   .    .    .       .
include/cm/cmtl     .   +    +        +      +        .   .   +    .    .       .
include/cm/host     .   .    .        .      .        .   .   .    +    .       .
include/cm/offload  +   +    .        +      +        .   .   .    .    +       .
src/cm              +   .    .        .      .        .   .   .    .    .       +
"""


def rows_of(matrix):
    return [line.split() for line in matrix.strip().splitlines()]


ROWS = rows_of(MATRIX)
ROOMS = [row[0] for row in ROWS]
TARGETS = ROOMS + ["tests"]
CM_ROWS = rows_of(CM_MATRIX)
CM_ROOMS = [row[0] for row in CM_ROWS]


def as_included(room):
    """How a header of the room is written in an #include."""
    return room.removeprefix("include/").removeprefix("src/") + f"/{header_of(room)}"


def header_of(room):
    """A name of its own: both include/cm and src/cm are cm/ in an #include."""
    return room.replace("/", "_") + ".h"


def check(files):
    """Runs the checker on a tree of these files. Its exit status, the FILE:LINE of each breach, all it said."""
    with tempfile.TemporaryDirectory() as tree:
        for path, text in files.items():
            path = os.path.join(tree, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
        run = subprocess.run([sys.executable, CHECKER, tree], capture_output=True, text=True)
    return run.returncode, [line.split(": ")[0] for line in run.stdout.splitlines()], run.stdout + run.stderr


class CheckerTest(unittest.TestCase):
    def expect(self, files, places):
        status, found, output = check(files)
        self.assertEqual(sorted(found), sorted(places), output)
        self.assertEqual(status, 1 if places else 0, output)

    def includes_of_all(self, quote, with_headers, rooms=ROOMS, targets=TARGETS):
        everything = "".join(f"#include {quote[0]}{as_included(room)}{quote[1]}\n" for room in targets)
        files = {f"{room}/unit.cpp": everything for room in rooms}
        if with_headers:
            files |= {f"{room}/{header_of(room)}": "#pragma once\n" for room in targets}
        return files

    def breaches_of_all(self, rows=ROWS):
        return [f"{row[0]}/unit.cpp:{line}" for row in rows for line, mark in enumerate(row[1:], 1) if mark == "."]

    def test_matrices_are_whole(self):
        for row in ROWS:
            self.assertEqual(len(row), len(TARGETS) + 1, row[0])
        for row in CM_ROWS:
            self.assertEqual(len(row), len(CM_ROOMS) + 1, row[0])

    def test_every_arrow_of_c_for_metal(self):
        self.expect(self.includes_of_all('""', True, CM_ROOMS, CM_ROOMS), self.breaches_of_all(CM_ROWS))

    def test_every_arrow(self):
        self.expect(self.includes_of_all('""', with_headers=True), self.breaches_of_all())

    def test_every_arrow_in_angle_brackets(self):
        self.expect(self.includes_of_all("<>", with_headers=True), self.breaches_of_all())

    def test_headers_made_at_build_time(self):
        """Their names alone say where they are to be, so a folder of two rooms has none."""
        rows = [[mark for i, mark in enumerate(row) if i != TARGETS.index("src/cm") + 1] for row in ROWS if row[0] != "src/cm"]
        targets = [room for room in TARGETS if room != "src/cm"]
        self.expect(self.includes_of_all('""', False, [row[0] for row in rows], targets), self.breaches_of_all(rows))

    def test_detours(self):
        self.expect({
            "src/vme/simd/lanes.h": "",
            "src/vme/simd/detail/lanes.cpp": '#include "../lanes.h"\n',
            "src/vme/reference/cost.cpp": '#include "../simd/lanes.h"\n',
            "src/vme/reference/deep/cost.cu": '  #  include "vme/reference/../simd/lanes.h"  // why\n',
            "src/walker/pool.cpp": '#include "src/vme/simd/lanes.h"\n',
        }, ["src/vme/reference/cost.cpp:1", "src/vme/reference/deep/cost.cu:1", "src/walker/pool.cpp:1"])

    def test_what_is_not_of_the_house(self):
        self.expect({
            "src/base/a.cpp": '#include <vector>\n#include <oneapi/tbb.h>\n// #include "tools/header.h"\n',
            "src/base/b.cpp": '\n#include "not_there.h"\n',
            "src/base/c.h": '#include "bench/clock.h"\n',
            "bench/clock.h": "",
            "tests/any.cpp": '#include "vme/simd/lanes.h"\n',
        }, ["src/base/b.cpp:2", "src/base/c.h:1"])

    def test_files_outside_of_rooms(self):
        self.expect({"src/attic/old.cpp": "", "include/stray.h": ""}, ["src/attic/old.cpp:1", "include/stray.h:1"])

    def test_length(self):
        long = "\n" * 801
        self.expect({
            "src/base/right.cpp": "\n" * 800,
            "src/base/cost_tables.cpp": long,
            "src/base/long.cpp": long,
            "src/base/table.cpp": long,
            "tests/long.cpp": long,
            "scripts/long.py": long,
        }, [f"{path}:801" for path in ("src/base/long.cpp", "src/base/table.cpp", "tests/long.cpp", "scripts/long.py")])

    def test_an_empty_place_is_an_error(self):
        status, places, output = check({"README.md": ""})
        self.assertEqual((status, places), (1, []), output)
        self.assertIn("has none of", output)


if __name__ == "__main__":
    unittest.main()
