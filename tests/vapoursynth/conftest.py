# SPDX-License-Identifier: MIT
"""Clips whose motion is known, and vectors as numbers."""
import os

import numpy
import pytest
import vapoursynth as vs

core = vs.core
core.std.LoadPlugin(os.environ["GENMEDIA_VAPOURSYNTH_PLUGIN"])
WIDTH, HEIGHT = 346, 262  # no multiples of a block


def texture(height, width, seed=0):
    """Smooth enough to be found in smaller pictures, rough enough to have one best match."""
    random = numpy.random.default_rng(seed)
    coarse = random.integers(0, 160, (height // 8 + 1, width // 8 + 1)).repeat(8, 0).repeat(8, 1)[:height, :width]
    for axis in (0, 1):
        coarse = sum(numpy.roll(coarse, k, axis) for k in range(8)) // 8
    return coarse + random.integers(0, 40, (height, width)) + 16


def clip_of(pictures, format):
    """pictures: of 8 bits. Chroma shows what luma does, the other way round in Cr."""
    height, width = pictures[0].shape
    blank = core.std.BlankClip(width=width, height=height, format=format, length=len(pictures), fpsnum=25, keep=True)

    def fill(n, f):
        made = f.copy()
        for plane in range(made.format.num_planes):
            across, down = (made.format.subsampling_w, made.format.subsampling_h) if plane else (0, 0)
            samples = pictures[n][::1 << down, ::1 << across]
            samples = 255 - samples if plane == 2 else samples
            numpy.asarray(made[plane])[...] = samples << (made.format.bits_per_sample - 8)
        return made
    return blank.std.ModifyFrame(blank, fill)


def pan(format, frames=5, dx=6, dy=-4, noise=0, width=WIDTH, height=HEIGHT):
    """All moves by (dx, dy) a frame, even numbers that halved chroma can show."""
    margin = 64
    large = texture(height + 2 * margin, width + 2 * margin)
    random = numpy.random.default_rng(9)
    pictures = []
    for n in range(frames):
        y, x = margin - dy * n, margin - dx * n
        picture = large[y:y + height, x:x + width]
        pictures.append(numpy.clip(picture + numpy.rint(random.normal(0, noise, picture.shape)).astype(int), 0, 255))
    return clip_of(pictures, format)


def luma(clip, n):
    return numpy.array(clip.get_frame(n)[0]).astype(int)


class Vectors:
    """Of a frame of a clip of vectors, in rows of blocks."""

    def __init__(self, frame, kind="mvu"):
        if kind == "mvu":
            columns = frame.props["MVUtensilsAnalysisNBlkX"]
            packed = numpy.array(frame.props["MVUtensilsAnalysisVectors"], numpy.int64)
            self.x = (packed & 0xFFFFFFFF).astype(numpy.uint32).view(numpy.int32).reshape(-1, columns)
            self.y = (packed >> 32).astype(numpy.int32).reshape(-1, columns)
            self.sad = numpy.array(frame.props["MVUtensilsAnalysisSAD"], numpy.int64).reshape(-1, columns)
        else:
            description = numpy.frombuffer(bytes(frame.props["MVTools_MVAnalysisData"]), numpy.int32)
            data = bytes(frame.props["MVTools_vectors"])
            # The finest level is the last one.
            count = int(description[14]) * int(description[15])
            records = numpy.frombuffer(data[-16 * count:], [("x", "i4"), ("y", "i4"), ("sad", "i8")])
            shape = (int(description[15]), int(description[14]))
            self.x, self.y, self.sad = (records[name].reshape(shape) for name in ("x", "y", "sad"))


@pytest.fixture
def threads():
    """Sets how many threads VapourSynth has, until the test ends."""
    before = core.num_threads

    def put(count):
        core.num_threads = count
    yield put
    core.num_threads = before
