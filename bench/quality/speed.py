# SPDX-License-Identifier: MIT
"""How much longer OpenCV's DIS (medium) takes than a true field: both on one core, in turns.

Example: speed.py build/bench/bench_field_speed bunny.yuv 1280x720 8

CLIP.yuv is raw 4:2:0 video of 8 bits. Of PAIRS pairs of pictures all but the first are timed. A round times
them once by each method; two rounds are enough where nothing else runs, ten where others use the machine.
"""

import argparse
import pathlib
import statistics
import subprocess
import time

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("bench", type=pathlib.Path, help="bench_field_speed")
    parser.add_argument("clip", type=pathlib.Path)
    parser.add_argument("size", help="WxH")
    parser.add_argument("pairs", type=int, help="2 or more")
    parser.add_argument("--kind", default="true", help="a kind of bench_field_speed")
    parser.add_argument("--rounds", type=int, default=10)
    asked = parser.parse_args()
    width, height = map(int, asked.size.split("x"))
    pictures = pictures_of(asked.clip, width, height, asked.pairs + 1)
    cv2.setNumThreads(1)
    ours, others = [], []
    for _ in range(asked.rounds):
        others.append(dis_time(pictures))
        command = [asked.bench.resolve(), asked.clip, asked.size, str(asked.pairs), asked.kind]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        ours.append(float(done.stdout.split()[-2]))
    print(f"{'':8} {asked.kind:>12} {'DIS medium':>12} {'ratio':>8}")
    for name, of in ("least", min), ("median", statistics.median):
        print(f"{name:8} {of(ours):9.1f} ms {of(others):9.1f} ms {of(others) / of(ours):8.2f}")


if __name__ == "__main__":
    main()
