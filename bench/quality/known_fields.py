#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The mean error of dense flows, in pixels, where it is known how stills were moved; one run, one table.

usage: known_fields.py GENMEDIA [--stills chosen|others|fresh|photographs]

Stills are those of scikit-image's wheel, cut to 384x288: `chosen` those that the constants of refine_flow.cpp and
flow_row.h were chosen on, `others` those that nobody looked at before, `fresh` the rest, of which many are graphics.
`photographs` are those of Debian's package opencv-doc. Times are milliseconds a field on one core, means; genmedia's are with
the other direction, which its confidence needs.

Needs opencv-contrib-python-headless, scikit-image, numpy and av from PyPI.
"""
import argparse
import pathlib
import time

import cv2
import numpy as np
import skimage.data
from quality import OPENCV_DATA, Dis, Genmedia, grid, has_match

WIDTH, HEIGHT, MARGIN = 384, 288, 80  # pixels; of the still around what is seen
STILLS = {"chosen": ("astronaut", "coffee", "chelsea", "rocket"),
          "others": ("coins", "camera", "hubble_deep_field", "ihc", "motorcycle_left", "retina"),
          "fresh": ("brick", "cell", "clock_motion", "grass", "gravel", "microaneurysms", "moon", "page", "text", "horse", "phantom",
                    "color", "logo"),
          "photographs": ("aero1", "baboon", "board", "box_in_scene", "building", "butterfly", "fruits", "graf1", "home", "leuvenA",
                          "messi5", "starry_night", "stuff", "left01", "rubberwhale1", "blox", "basketball1", "aloeL", "cards",
                          "smarties")}


def still(name):
    folders = (pathlib.Path(skimage.data.__file__).parent, OPENCV_DATA)
    path = next(path for folder in folders for path in folder.glob(f"{name}.*"))
    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    width, height = WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN
    scale = max(width / picture.shape[1], height / picture.shape[0])
    picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    top, left = (picture.shape[0] - height) // 2, (picture.shape[1] - width) // 2
    return picture[top:top + height, left:left + width]


def gray(values):
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def seen(picture, flow):
    """What is seen of a still with its margin: each pixel from where the flow leads."""
    x, y = grid((HEIGHT, WIDTH))
    return cv2.remap(picture.astype(np.float32), x + MARGIN + flow[..., 0], y + MARGIN + flow[..., 1], cv2.INTER_CUBIC,
                     borderMode=cv2.BORDER_REFLECT)


def known(picture):
    """Name, previous picture, current picture, flow of the current one in the previous."""
    x, y = grid((HEIGHT, WIDTH))
    dx, dy = x - WIDTH / 2, y - HEIGHT / 2
    still_field = np.zeros((HEIGHT, WIDTH, 2), np.float32)
    random = np.random.default_rng(0)

    def flow(u, v):
        return np.dstack([np.broadcast_to(u, x.shape), np.broadcast_to(v, x.shape)]).astype(np.float32)

    previous = seen(picture, still_field)
    pan = flow(3.4, -1.7)
    yield "pan", previous, seen(picture, pan), pan
    noisy = [p + random.normal(0, 6, p.shape) for p in (previous, seen(picture, pan))]
    yield "noise", *noisy, pan
    yield "light", previous, 1.08 * seen(picture, pan) + 8, pan
    far = flow(-50, 18)
    yield "far", previous, seen(picture, far), far
    zoom = flow(0.06 * dx, 0.06 * dy)
    yield "zoom", previous, seen(picture, zoom), zoom
    sine, cosine = np.sin(np.radians(12)), np.cos(np.radians(12))
    turn = flow(cosine * dx - sine * dy - dx, sine * dx + cosine * dy - dy)
    yield "turn", previous, seen(picture, turn), turn
    wave = flow(4 * np.sin(2 * np.pi * y / 64), 3 * np.cos(2 * np.pi * x / 80))
    yield "wave", previous, seen(picture, wave), wave

    def before_sky(u, v):
        disc = (dx + u) ** 2 + (dy + v) ** 2 < 60**2
        return disc, np.where(disc, seen(picture, flow(u, v)), seen(cv2.GaussianBlur(picture, (0, 0), 25), still_field))

    disc, current = before_sky(8, 3)
    yield "disc", before_sky(0, 0)[1], current, np.where(disc[..., None], flow(8, 3), still_field)

    def behind_bars(bars, ground):
        bar = (x + bars) % 24 < 2
        return bar, np.where(bar, 30, seen(picture, flow(ground, 0)))

    bar, current = behind_bars(5, -2)
    yield "bars", behind_bars(0, 0)[1], current, np.where(bar[..., None], flow(5, 0), flow(-2, 0))
    flat = cv2.pyrMeanShiftFiltering(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), 8, 24)[..., 0] // 32 * 32 + 16
    moved = flow(6.5 + 0.02 * dx, 2 + 0.02 * dy)
    yield "cartoon", seen(flat, still_field), seen(flat, moved), moved


class OpenCv:
    """Another of OpenCV's flows, by its maker."""

    def __init__(self, make):
        self.make = make

    def fields(self, pairs):
        cv2.setNumThreads(1)
        start = time.monotonic()
        return [self.make().calc(current, previous, None) for previous, current in pairs], time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("genmedia")
    parser.add_argument("--stills", choices=STILLS, default="others")
    arguments = parser.parse_args()
    cases = [case for name in STILLS[arguments.stills] for case in known(still(name))]
    pairs = [(gray(previous), gray(current)) for _, previous, current, _ in cases]
    chosen = {"genmedia, `--field true`": Genmedia(arguments.genmedia, "--field", "true"),
              "genmedia, `--field true --preset best`": Genmedia(arguments.genmedia, "--field", "true", "--preset", "best"),
              "DIS medium": Dis(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM)}
    if hasattr(cv2, "optflow"):
        chosen |= {"DeepFlow": OpenCv(cv2.optflow.createOptFlow_DeepFlow), "PCAFlow": OpenCv(cv2.optflow.createOptFlow_PCAFlow),
                   "SparseToDense": OpenCv(cv2.optflow.createOptFlow_SparseToDense)}
    else:
        print("DeepFlow and others are not compared: this cv2 has no optflow (opencv-contrib-python-headless has)")
    names = list(dict.fromkeys(name for name, *_ in cases))
    print("| | " + " | ".join(names) + " | ms |\n" + "| --- " * (len(names) + 2) + "|")
    for name, method in chosen.items():
        fields, seconds = method.fields(pairs)
        errors = {}
        for (case, _, _, truth), field in zip(cases, fields):
            errors.setdefault(case, []).append(np.linalg.norm(field - truth, axis=2)[has_match(truth)].mean())
        print(f"| {name} | " + " | ".join(f"{np.mean(errors[case]):.2f}" for case in names) + f" | {1000 * seconds / len(pairs):.1f} |", flush=True)


if __name__ == "__main__":
    main()
