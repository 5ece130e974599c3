#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""That silicon.py tells frames that agree from frames that do not, and from frames that are not there.

    silicon_test.py SILICON GENMEDIA PIPELINES
"""
import os
import subprocess
import sys
import tempfile

WIDTH, HEIGHT = 176, 144


class Checker:
    """Runs silicon.py on a folder of its own."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder

    def write(self, name, frame):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(frame)

    def expect(self, status, comparison, *texts, folders=None, **variables):
        without = {name: value for name, value in os.environ.items() if name != "GENMEDIA_SILICON"}
        done = subprocess.run([sys.executable, *self.programs, folders or self.folder, comparison],
                              env={**without, **variables}, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        missing = [text for text in texts if text not in done.stdout]
        if done.returncode != status or missing:
            sys.exit(f"status {done.returncode}, expected {status} and {missing} in:\n{done.stdout}")


def intra_frame(checker):
    name = "motion.intra_frame"
    checker.expect(77, name, "SKIPPED: motion.intra_frame, no file foreman_176x144.yuv in " + checker.folder)
    grey = bytearray([128]) * (WIDTH * HEIGHT * 3 // 2)
    checker.write("foreman_176x144.yuv", grey)
    checker.expect(77, name, "not made: no file intra_foreman_176x144.yuv or intra_frame_00.yuv")

    checker.write("intra_frame_00.yuv", grey[:-1])
    checker.expect(77, name, "not made: intra_frame_00.yuv has no frame to compare with")

    # Each macroblock of a grey picture is predicted whole, so its border is drawn.
    for i in range(WIDTH * HEIGHT):
        if i % WIDTH % 16 == 0 or i // WIDTH % 16 == 0:
            grey[i] = 180
    checker.write("intra_frame_00.yuv", grey)
    checker.expect(0, name, " 1   0\n")
    checker.expect(0, name, " 1   0\n", folders=f"/:{checker.folder}")
    grey[18 * WIDTH + 40] = 180
    checker.write("intra_frame_00.yuv", grey)
    checker.expect(1, name, " 1   1: first in frame 0, macroblock (2, 1); macroblocks: 1\n")


def folders(checker):
    name = "motion.intra_frame"
    checker.expect(77, name, "no file foreman_176x144.yuv in /\n", GENMEDIA_SILICON="/")
    both = "/:" + checker.folder
    checker.expect(77, name, f"no file foreman_176x144.yuv in /, nor in {checker.folder}\n", folders=both)
    checker.write("foreman_176x144.yuv", b"")
    checker.expect(77, name, f"intra_frame_00.yuv in {checker.folder}\n", folders=both)
    checker.expect(1, name, "which is no folder", GENMEDIA_SILICON=os.path.join(checker.folder, "nowhere"))
    checker.expect(1, name, "which is no folder", GENMEDIA_SILICON=f"{checker.folder}:/nowhere")
    checker.expect(1, "motion.nothing", "no comparison is called 'motion.nothing'")


def pgm(width, height, sample):
    return b"P5\n%d %d\n255\n" % (width, height) + bytes(sample(x, y) for y in range(height) for x in range(width))


def noise(x, y):
    """No two places of it are alike."""
    n = (x + 100) * 2654435761 + (y + 100) * 2246822519 & 0xFFFFFFFF
    return ((n ^ n >> 15) * 2654435761 & 0xFFFFFFFF) >> 24


WIDE, HIGH = 64, 48
RIGHT, DOWN = 5, -3  # of the reference; so the vectors are that where it does not come from outside


def pairs_files(checker, name):
    """A pair of pictures, after what is said where they are missing."""
    source, reference = {"hercule0": ("hercule0", "hercule1"), "chat0": ("chat00", "chat10")}[name]
    checker.expect(77, f"movest.{name}", f"not made: no file MovEstCL/exp/{source}.pgm in " + checker.folder)
    checker.write(f"MovEstCL/exp/{source}.pgm", pgm(WIDE, HIGH, noise))
    checker.write(f"MovEstCL/exp/{reference}.pgm", pgm(WIDE, HIGH, lambda x, y: noise(x - RIGHT, y - DOWN)))


def compensated(checker):
    """The reference moved along its vectors is the source, each macroblock eight pixels further right and down."""
    made, name = "MovEstCL/exp/hercule0I.pgm", "movest.hercule0"
    pairs_files(checker, "hercule0")
    checker.write(made, b"P5\n64 48\n255\n12")
    checker.expect(77, name, "not made: hercule0I.pgm has 2 of 3072 pixels")
    checker.write(made, pgm(8, 8, noise))
    checker.expect(77, name, "not made: hercule0.pgm, hercule1.pgm and hercule0I.pgm are not of one size")

    def moved(x, y):
        return noise(x, y) if x + RIGHT < WIDE and y + DOWN >= 0 and min(x, y) >= 8 else 0
    checker.write(made, pgm(WIDE, HIGH, moved))
    checker.expect(0, name, " 1   0\n")
    # One pixel of what is not compared, and one of what is.
    checker.write(made, pgm(WIDE, HIGH, lambda x, y: moved(x, y) ^ ((x, y) in ((3, 20), (45, 30)))))
    checker.expect(1, name, " 1   1: first in frame 0, macroblock (2, 1); macroblocks: 1\n")


def compensated_source(checker):
    """The source moved against its vectors."""
    pairs_files(checker, "chat0")

    def moved(x, y):
        return noise(x - RIGHT, y - DOWN) if x >= RIGHT and y - DOWN < HIGH else 0
    checker.write("MovEstCL/exp/chat0a.pgm", pgm(WIDE, HIGH, moved))
    checker.expect(0, "movest.chat0", " 1   0\n")
    checker.write("MovEstCL/exp/chat0a.pgm", pgm(WIDE, HIGH, lambda x, y: moved(x, y) ^ ((x, y) == (63, 0))))
    checker.expect(1, "movest.chat0", " 1   1: first in frame 0, macroblock (3, 0); macroblocks: 1\n")


def without_pillow(checker):
    name = "movest.002179"
    checker.expect(77, name, "not made: no file MovEstCL/exp/002179.jpg, which a clone with its history has at 6c29311")
    checker.write("MovEstCL/exp/002179.jpg", b"\xFF\xD8")
    checker.write("none/PIL.py", b"raise ImportError\n")
    checker.expect(77, name, "not made: no Pillow (python3-pil", PYTHONPATH=os.path.join(checker.folder, "none"))


# A flat picture's macroblocks take the window's first position, (-16, -12) (Beignet's test of the hardware,
# utests/builtin_kernel_block_motion_estimate_intel.cpp). Rows of the line to there from (16, 12), in each column.
LINE = (0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, 12)


def drawn_lines(checker):
    width, height, name = 1920, 1080, "ocl_vme.output"
    folder = "host-callable-vme/MotionEstimation/"
    checker.expect(77, name, f"not made: no file {folder}video_1920x1080_5frames.yuv in " + checker.folder)
    chroma = bytes([128]) * (width * height // 2)
    grey = bytearray([90]) * (width * height)
    checker.write(folder + "video_1920x1080_5frames.yuv", 2 * (grey + chroma))
    checker.expect(77, name, f"not made: no file {folder}output.yuv")
    checker.write(folder + "output.yuv", grey + chroma)
    checker.expect(77, name, "have 2 and 1 frames, and a search takes two")

    lines = grey[:]
    for top in range(0, height, 16):
        for left in range(0, width, 16):
            for column, row in enumerate(LINE):
                x, y = left - 8 + column, top - 4 + row
                if x >= 0 and 0 <= y < height:
                    lines[y * width + x] = 200
    checker.write(folder + "output.yuv", grey + chroma + lines + chroma)
    checker.expect(0, name, " 1   0\n")
    lines[1079 * width + 1000] ^= 1
    checker.write(folder + "output.yuv", grey + chroma + lines + chroma)
    checker.expect(1, name, " 1   1: first in frame 1, macroblock (62, 67); macroblocks: 1\n")


def main(*programs):
    for case in (intra_frame, folders, compensated, compensated_source, without_pillow, drawn_lines):
        with tempfile.TemporaryDirectory() as folder:
            case(Checker(programs, folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
