#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damages clips, and compares what motion_dataset finds in one piece with what it finds in ranges.

    bench/cluster_damage.py [--rounds N] [--first SEED]

Needs the package with PyAV, and an ffmpeg with the encoders below; a round takes two seconds. Prints how many clips of
each kind were merged from ranges, done again in one piece, or never cut, and which differ.
"""
import argparse
import collections
import os
import pathlib
import random
import subprocess
import tempfile

import av
from genmedia import _dataset, _ranges, _stores

X264 = ["-c:v", "libx264", "-x264-params", "keyint=12:open-gop=1:bframes=3"]
CLIPS = {
    "h264.ts": X264,
    "h264.mp4": X264,
    "hevc.mkv": ["-c:v", "libx265", "-x265-params", "keyint=12:open-gop=1:bframes=4:log-level=none"],
    "mpeg2.mpg": ["-c:v", "mpeg2video", "-bf", "2", "-g", "12", "-flags", "-cgop"],
    "mpeg4.mp4": ["-c:v", "mpeg4", "-bf", "2", "-g", "12"],
    "mpeg4.avi": ["-c:v", "mpeg4", "-bf", "2", "-g", "12"],
    "vp8.webm": ["-c:v", "libvpx", "-g", "12"],
    "vp9.webm": ["-c:v", "libvpx-vp9", "-g", "12"],
    "av1.mp4": ["-c:v", "libsvtav1", "-g", "12"],
}
SOURCE = ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25:duration=6"]


def damaged(data, chance):
    """With 1 to 6 flipped bits, behind the header."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 6])):
        data[chance.randrange(len(data) // 20, len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def job_for(folder, cut, ahead):
    store = _stores.NpzFolder(str(folder))
    store.create({})
    store.take()
    return _dataset._Job(store, {"preset": "fast", "threads": 1}, 1, cut, ahead)


def by_ranges(job, path):
    """As a cluster does it."""
    begun = _dataset._begin(job, "clip", path)
    if not isinstance(begun, list):
        return "never cut", begun
    parts = [_dataset._try_range(job, "clip", path, part) for part in begun]
    sure = all(parts) and _ranges.is_whole(part.facts for part in parts)
    return "merged" if sure else "done again", _dataset._merge(job, "clip", path, parts)


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def compare(path, chance):
    """How it went, and whether both ways give the same."""
    with tempfile.TemporaryDirectory() as top:
        one, ranges = pathlib.Path(top) / "one", pathlib.Path(top) / "ranges"
        jobs = job_for(one, 256, 4), job_for(ranges, chance.choice([10, 20, 40]), 0)
        in_one_piece = _dataset._whole(jobs[0], "clip", path)
        how, found = by_ranges(jobs[1], path)
        for job in jobs:
            job.store.leave()
        return how, found == in_one_piece and files(one) == files(ranges)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--first", type=int, default=1)
    arguments = parser.parse_args()
    av.logging.set_level(None)
    counts, different = collections.Counter(), []
    with tempfile.TemporaryDirectory() as top:
        whole = {}
        for name, flags in CLIPS.items():
            path = os.path.join(top, name)
            subprocess.run(["ffmpeg", "-loglevel", "error", *SOURCE, *flags, path], check=True, stderr=subprocess.DEVNULL)
            whole[name] = pathlib.Path(path).read_bytes()
        for seed in range(arguments.first, arguments.first + arguments.rounds):
            for name, data in whole.items():
                chance = random.Random(f"{seed} {name}")
                path = pathlib.Path(top) / name
                path.write_bytes(damaged(data, chance))
                how, is_same = compare(str(path), chance)
                counts[name, how] += 1
                different += [] if is_same else [(name, seed, how)]
    print(*(f"{name}: {how}: {count}" for (name, how), count in sorted(counts.items())), sep="\n")
    print(f"{len(different)} of {sum(counts.values())} differ", *different, sep="\n")


if __name__ == "__main__":
    main()
