#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How much longer OpenCV's DIS (medium) takes than a true field: both on one core, in turns.

Example: speed.py build/release/bench/bench_field_speed bunny.yuv 1280x720 8

CLIP.yuv is raw 4:2:0 video of 8 bits. Of PAIRS pairs of pictures all but the first are timed. A round times
them once by each method; two rounds are enough where nothing else runs, ten where others use the machine.
"""

import argparse
import pathlib
import re
import statistics
import subprocess
import time
from collections.abc import Callable

import cv2
import numpy as np


def pictures_of(clip: pathlib.Path, width: int, height: int, count: int) -> list[np.ndarray]:
    """The luma of the first pictures."""
    size = width * height + 2 * (-(-width // 2)) * (-(-height // 2))
    data = np.fromfile(clip, np.uint8, count * size)
    if data.size < count * size:
        raise SystemExit(f"{clip}: {data.size // size} pictures of {width}x{height}, {count} wanted")
    return [data[i * size :][: width * height].reshape(height, width) for i in range(count)]


def dis_time(pictures: list[np.ndarray]) -> float:
    """Milliseconds a pair."""
    dis = cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM)
    dis.calc(pictures[1], pictures[0], None)
    start = time.perf_counter()
    for before, now in zip(pictures[1:], pictures[2:]):
        dis.calc(now, before, None)
    return (time.perf_counter() - start) * 1000 / (len(pictures) - 2)


def size_of(text: str) -> tuple[int, int]:
    """As an option has it."""
    size = re.fullmatch(r"(\d+)x(\d+)", text)
    if not size or min(int(size[1]), int(size[2])) < 64:
        raise argparse.ArgumentTypeError(f"{text}; expected WxH, 64x64 or more")
    return int(size[1]), int(size[2])


def at_least(least: int) -> Callable[[str], int]:
    """As an option has a number."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text}; expected {least} or more")
        return int(text)

    return number


def field_time(asked: argparse.Namespace) -> float:
    """Milliseconds a pair."""
    width, height = asked.size
    command = [asked.bench.resolve(), asked.clip, f"{width}x{height}", str(asked.pairs), asked.kind]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip() or f"{asked.bench} ended with {done.returncode}")
    return float(done.stdout.split()[-2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path, help="bench_field_speed")
    parser.add_argument("clip", type=pathlib.Path)
    parser.add_argument("size", type=size_of, help="WxH, 64x64 or more")
    parser.add_argument("pairs", type=at_least(2), help="2 or more")
    parser.add_argument("--kind", default="true", help="a kind of bench_field_speed")
    parser.add_argument("--rounds", type=at_least(1), default=10)
    asked = parser.parse_args()
    for path in asked.bench, asked.clip:
        if not path.is_file():
            parser.error(f"{path} is no file")
    pictures = pictures_of(asked.clip, *asked.size, asked.pairs + 1)
    cv2.setNumThreads(1)
    ours, others = [], []
    for _ in range(asked.rounds):
        ours.append(field_time(asked))
        others.append(dis_time(pictures))
    print(f"{'':8} {asked.kind:>12} {'DIS medium':>12} {'ratio':>8}")
    for name, of in ("least", min), ("median", statistics.median):
        print(f"{name:8} {of(ours):9.1f} ms {of(others):9.1f} ms {of(others) / of(ours):8.2f}")


if __name__ == "__main__":
    main()
