# SPDX-License-Identifier: MIT
"""Frames into which github.com/vuiseng9/ocl-vme drew a line for each vector of block_motion_estimate_intel."""
import os
import tempfile

from overlay import Overlay
from pipeline_rows import NotMade, OtherFolder, run_pipeline

FOLDER = "host-callable-vme/MotionEstimation"
CLIP, DRAWN = "video_1920x1080_5frames.yuv", "output.yuv"
WIDTH, HEIGHT, LUMA = 1920, 1080, 200
PLANE, FRAME = WIDTH * HEIGHT, WIDTH * HEIGHT * 3 // 2


def frames_of(folder, name):
    """The file's path, and how many frames it has."""
    path = os.path.join(folder, FOLDER, name)
    if not os.path.exists(path):
        raise (OtherFolder if name == CLIP else NotMade)(f"no file {FOLDER}/{name}")
    return path, os.path.getsize(path) // FRAME


def luma(path, frame):
    with open(path, "rb") as file:
        file.seek(frame * FRAME)
        return file.read(PLANE)


def with_lines(plane, rows):
    overlay = Overlay(plane, WIDTH, HEIGHT, LUMA)
    for row in rows:
        overlay.vector(int(row["mb_x"]) * 16 + 8, int(row["mb_y"]) * 16 + 8, (int(row["mv0_x"]), int(row["mv0_y"])))
    return overlay.luma


def differing(frame, ours, theirs):
    for y in range(HEIGHT):
        line = slice(y * WIDTH, (y + 1) * WIDTH)
        if ours[line] != theirs[line]:
            yield from ((frame, x // 16, y // 16) for x, pair in enumerate(zip(ours[line], theirs[line]))
                        if pair[0] != pair[1])


def compare(programs, folder):
    """How many frames were compared, and (frame, column, row) of the macroblock of each pixel that differs."""
    clip, count = frames_of(folder, CLIP)
    drawn, drawn_count = frames_of(folder, DRAWN)
    end = min(count, drawn_count)
    if end < 2:
        raise NotMade(f"{CLIP} and {DRAWN} have {count} and {drawn_count} frames, and a search takes two")
    with tempfile.TemporaryDirectory() as work:
        rows = run_pipeline(programs, "block_motion_estimate", clip, 1, end, os.path.join(work, "motion.csv"),
                            (WIDTH, HEIGHT))
    found = []
    for frame in range(1, end):
        found += differing(frame, with_lines(luma(clip, frame), rows[frame]), luma(drawn, frame))
    return end - 1, found
