#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the unit's results with frames into which programs on real hardware drew theirs, and counts the pixels that
differ.

    silicon.py --list
    silicon.py GENMEDIA PIPELINES FOLDERS [COMPARISON...]    all, where none is named

GENMEDIA and PIPELINES are the programs genmedia and fidelity_pipelines. FOLDERS are one or more, with colons between
them; each comparison takes the first that has its files. The variable GENMEDIA_SILICON goes before them. A folder is

  - mediadata/internal/yuv of github.com/intel/compute-samples, whose files are NAME_foreman_176x144.yuv, or one with
    files NAME_frames_FIRST_LAST.yuv of some of these frames;
  - a clone of github.com/Integraali10/MovementEstimationCL (movest.*) or of github.com/vuiseng9/ocl-vme (ocl_vme.*).

Exit status: 1 where a pixel differs, 77 where no comparison could be made.
"""
import os
import subprocess
import sys
import tempfile
from typing import NamedTuple

import compensated
import drawn_lines
from overlay import HEIGHT, WIDTH, draw
from pipeline_rows import NotMade, OtherFolder, Programs, rows_by_frame, run_pipeline

CLIP = "foreman_176x144.yuv"
FRAME, LUMA = WIDTH * HEIGHT * 3 // 2, WIDTH * HEIGHT

SEARCH = ["--predictor", "none", "--window", "exhaustive", "--subpel", "quarter", "--partitions",
          "16x16,16x8,8x16,8x8,4x4"]
# The names of a comparison's frames: a file, and the clip's frame that its first one is.
FRAMES = {
    "basic_search": {"basic_search_foreman_176x144.yuv": 0, "basic_search_frames_00_24.yuv": 0},
    "interop": {"interop_foreman_176x144.yuv": 0},
    "cost_heuristics_search": {"cost_heuristics_search_foreman_176x144.yuv": 0,
                               "cost_heuristics_search_frames_00_24.yuv": 0},
    "larger_search": {"larger_search_foreman_176x144.yuv": 0, "more/larger_search_frames_00_24.yuv": 0},
    "hme": {"hme_foreman_176x144.yuv": 0, "more/hme_frames_00_24.yuv": 0},
    "wpp": {"wpp_foreman_176x144.yuv": 0, "more/wpp_frames_00_24.yuv": 0},
    "intra": {"intra_foreman_176x144.yuv": 0, "more/intra_frames_01_24.yuv": 1},
    "intra_frame": {"intra_foreman_176x144.yuv": 0, "intra_frame_00.yuv": 0},
}
# The comparisons that `genmedia motion` can make; all others need the steps of an OpenCL program.
MOTION = {
    "basic_search": [*SEARCH, "--cost", "none"],
    "cost_heuristics_search": [*SEARCH, "--cost", "default", "--slice", "p", "--qp", "45"],
    "intra_frame": ["--intra", "--slice", "p", "--qp", "45"],
}
COMPARISONS = [*(f"motion.{name}" for name in MOTION), *(f"opencl.{name}" for name in FRAMES),
               *(f"movest.{name}" for name in compensated.PAIRS), "ocl_vme.output"]


class Silicon(NamedTuple):
    """The hardware's frames."""
    path: str
    offset: int  # of the clip's first frame
    begin: int
    end: int


def find(folder, name):
    if not os.path.exists(os.path.join(folder, CLIP)):
        raise OtherFolder(f"no file {CLIP}")
    for file, offset in FRAMES[name].items():
        path = os.path.join(folder, file)
        if not os.path.exists(path):
            continue
        frames = os.path.getsize(path) // FRAME
        # There is nothing to search frame 0 in.
        begin, end = (0, min(frames, 1)) if name == "intra_frame" else (1, offset + frames)
        if end <= begin:
            raise NotMade(f"{file} has no frame to compare with")
        return Silicon(path, offset, begin, end)
    raise NotMade("no file " + " or ".join(FRAMES[name]))


def results(programs, clip, comparison, silicon):
    """The lines of the CSV file, of each frame."""
    way, name = comparison.split(".")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "motion.csv")
        if way == "opencl":
            return run_pipeline(programs, name, clip, silicon.begin, silicon.end, path)
        subprocess.run([programs.genmedia, "motion", clip, "--size", f"{WIDTH}x{HEIGHT}", "--format", "i420", "-o",
                        folder, "--csv", "--frames", f"{silicon.begin}:{silicon.end}", *MOTION[name]], check=True,
                       stdout=subprocess.DEVNULL)
        return rows_by_frame(path)


def luma(file, frame):
    file.seek(frame * FRAME)
    plane = file.read(LUMA)
    if len(plane) != LUMA:
        raise EOFError(f"{file.name} has no frame {frame}")
    return plane


def compare_drawn(programs, folder, comparison):
    """How many frames were compared, and (frame, column, row) of the macroblock of each pixel that differs."""
    silicon = find(folder, comparison.split(".")[1])
    clip = os.path.join(folder, CLIP)
    found = results(programs, clip, comparison, silicon)
    differing = []
    with open(clip, "rb") as source, open(silicon.path, "rb") as drawn:
        for frame in range(silicon.begin, silicon.end):
            ours, theirs = draw(luma(source, frame), found[frame]), luma(drawn, frame - silicon.offset)
            differing += [(frame, i % WIDTH // 16, i // WIDTH // 16) for i in range(LUMA) if ours[i] != theirs[i]]
    return silicon.end - silicon.begin, differing


def compare_in(programs, folder, comparison):
    way, name = comparison.split(".", 1)
    if way == "movest":
        return compensated.compare(programs, folder, name)
    if way == "ocl_vme":
        return drawn_lines.compare(programs, folder)
    return compare_drawn(programs, folder, comparison)


def compare(programs, folders, comparison):
    """In the first folder that has its files."""
    others = []
    why = None
    for folder in folders:
        try:
            return compare_in(programs, folder, comparison)
        except OtherFolder as reason:
            others.append(f"{reason} in {folder}")
        except NotMade as reason:
            why = why or f"{reason} in {folder}"
    raise NotMade(why or others[0] + "".join(f", nor in {folder}" for folder in folders[1:]))


def chosen_folders(default):
    chosen = os.environ.get("GENMEDIA_SILICON")
    folders = (chosen or default).split(":")
    for folder in folders if chosen else []:
        if not os.path.isdir(folder):
            sys.exit(f"silicon: GENMEDIA_SILICON has {folder!r}, which is no folder")
    return folders


def report(comparison, frames, differing):
    where = ""
    if differing:
        where = ": first in frame {}, macroblock ({}, {}); macroblocks: {}".format(*differing[0], len(set(differing)))
    print(f"{comparison:32}{frames:6}   {len(differing)}{where}", flush=True)


def main(genmedia, pipelines, default, *comparisons):
    folders = chosen_folders(default)
    unknown = [comparison for comparison in comparisons if comparison not in COMPARISONS]
    if unknown:
        sys.exit(f"silicon: no comparison is called {unknown[0]!r}; --list names all")
    made, pixels, why = 0, 0, None
    print(f"{'comparison':32}{'frames':>6}   pixels that differ")
    for comparison in comparisons or COMPARISONS:
        try:
            frames, differing = compare(Programs(genmedia, pipelines), folders, comparison)
            report(comparison, frames, differing)
            made, pixels = made + 1, pixels + len(differing)
        except NotMade as reason:
            print(f"{comparison:32}{'-':>6}   not made: {reason}", flush=True)
            why = reason
    if made == 0:
        print(f"SKIPPED: {' '.join(comparisons) or 'all'}, {why}")
        return 77
    return 1 if pixels else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--list"]:
        print("\n".join(COMPARISONS))
    elif len(sys.argv) < 4:
        sys.exit(__doc__)
    else:
        sys.exit(main(*sys.argv[1:]))
