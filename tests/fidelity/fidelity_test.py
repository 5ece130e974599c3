#!/usr/bin/env python3
"""Runs a pipeline of `genmedia motion` on the hardware's clip and counts the pixels that differ.

usage: fidelity_test.py GENMEDIA GOLDEN_FOLDER PIPELINE

Exit status 77: skipped, because the hardware's frames are not there.
"""
import os
import subprocess
import sys
import tempfile

CLIP = "foreman_176x144.yuv"
PARTITIONS = ["--partitions", "16x16,16x8,8x16,8x8,4x4"]
SEARCH = ["--predictor", "none", "--window", "exhaustive", "--subpel", "quarter", *PARTITIONS]

# The golden file, the flags, and how many frames must have been compared.
PIPELINES = {
    "basic_search": ("basic_search_frames_00_24.yuv", [*SEARCH, "--cost", "none", "--frames", "1:25"], 24),
    "cost_heuristics": ("cost_heuristics_search_frames_00_24.yuv",
                        [*SEARCH, "--cost", "default", "--slice", "p", "--qp", "45", "--frames", "1:25"], 24),
    "intra_frame": ("intra_frame_00.yuv", ["--intra", "--slice", "p", "--qp", "45", "--frames", "0:1"], 1),
}


def main():
    genmedia, golden, pipeline = sys.argv[1:]
    name, flags, frames = PIPELINES[pipeline]
    clip, wanted = os.path.join(golden, CLIP), os.path.join(golden, name)
    for path in (clip, wanted, os.path.join(golden, "compare.py")):
        if not os.path.exists(path):
            print(f"SKIPPED: {path} is not there; without the hardware's frames there is nothing to compare")
            return 77
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([genmedia, "motion", clip, "--size", "176x144", "--format", "i420", "-o", folder, "--csv",
                        *flags], check=True, stdout=subprocess.DEVNULL)
        compared = subprocess.run([sys.executable, os.path.join(golden, "compare.py"), clip, wanted,
                                   os.path.join(folder, "motion.csv")], stdout=subprocess.PIPE, text=True)
    print(compared.stdout, end="")
    if compared.returncode != 0 or f"{frames} frames: 0 pixels differ" not in compared.stdout:
        print(f"expected {frames} frames with 0 pixels that differ")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
