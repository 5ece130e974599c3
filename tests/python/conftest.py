# SPDX-License-Identifier: MIT
"""Pictures, and what the command finds in them."""
import os
import pathlib
import shutil
import subprocess

import numpy
import pytest


def texture(height, width, seed=0):
    """Smooth enough to be found in smaller pictures, rough enough to have one best match."""
    random = numpy.random.default_rng(seed)
    coarse = random.integers(0, 160, (height // 8 + 1, width // 8 + 1)).repeat(8, 0).repeat(8, 1)[:height, :width]
    for axis in (0, 1):
        coarse = sum(numpy.roll(coarse, k, axis) for k in range(8)) // 8
    return (coarse + random.integers(0, 64, (height, width))).astype(numpy.uint8)


def moved(picture, dx, dy):
    return numpy.roll(picture, (dy, dx), (0, 1))


def clip(height, width, frames):
    """A still background, on which a square moves, and some light that flickers."""
    background, square = texture(height, width), texture(40, 40, seed=1)
    pictures = []
    for frame in range(frames):
        picture = background.copy()
        picture[10 + 2 * frame:50 + 2 * frame, 5 + 3 * frame:45 + 3 * frame] = square
        pictures.append(numpy.minimum(picture, 250) + numpy.uint8(frame % 3))
    return pictures


def same(a, b):
    """Whether two fields have the same arrays."""
    a, b = a.arrays(), b.arrays()
    return a.keys() == b.keys() and all(a[name].tobytes() == b[name].tobytes() for name in a)


def i420(pictures):
    height, width = pictures[0].shape
    chroma = bytes([128]) * (2 * ((height + 1) // 2) * ((width + 1) // 2))
    return b"".join(picture.tobytes() + chroma for picture in pictures)


def ffmpeg(arguments, path):
    """Makes a clip by the program of that name."""
    if not shutil.which("ffmpeg"):
        pytest.skip("no ffmpeg to make the clip")
    run = subprocess.run(["ffmpeg", "-nostdin", "-y", "-v", "error", *arguments.split(), str(path)],
                         capture_output=True, text=True)
    if "Unknown encoder" in run.stderr:
        pytest.skip(f"this ffmpeg has no {arguments.split('-c:v ')[1].split()[0]}")
    assert run.returncode == 0, run.stderr
    return path


@pytest.fixture(scope="session")
def command():
    """Runs `genmedia motion` on a file, and gives the folder of its results."""
    program = os.environ.get("GENMEDIA_COMMAND")
    if not program:
        pytest.skip("no command to compare with (GENMEDIA_COMMAND)")

    def run(source: pathlib.Path, out: pathlib.Path, *flags: str, status: tuple[int, ...] = (0,)) -> pathlib.Path:
        done = subprocess.run([program, "motion", str(source), "-o", str(out), *flags], capture_output=True, text=True)
        assert done.returncode in status, done.stderr
        return out

    return run
