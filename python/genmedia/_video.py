# SPDX-License-Identifier: MIT
"""Luma of videos, by PyAV."""
from collections.abc import Iterator
from typing import Any

import numpy


def _has_plain_luma(format: Any) -> bool:
    """Whether plane 0 is 8-bit luma, a byte a pixel."""
    luma = format.components[0]
    return (luma.bits == 8 and luma.plane == 0 and not format.is_rgb and not format.has_palette
            and not format.is_bit_stream and (format.is_planar or len(format.components) == 1))


def luma_of(frame: Any) -> numpy.ndarray:
    """A view of the decoder's memory where that has 8-bit luma, which the view keeps."""
    if not _has_plain_luma(frame.format):
        frame = frame.reformat(format="yuv420p", interpolation="BICUBIC")
    plane = frame.planes[0]
    lines = numpy.frombuffer(plane, numpy.uint8).reshape(-1, plane.line_size)
    return lines[:frame.height, :frame.width]


def pictures(path: str) -> Iterator[tuple[numpy.ndarray, float | None]]:
    """Luma, and the time in seconds."""
    try:
        import av
    except ImportError as error:
        raise ImportError("genmedia reads videos with PyAV, which is not installed: pip install 'genmedia[video]'") from error
    return _decoded(av.open(path), path)


def _decoded(container: Any, path: str) -> Iterator[tuple[numpy.ndarray, float | None]]:
    with container:
        if not container.streams.video:
            raise ValueError(f"{path} has no video")
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        for frame in container.decode(stream):
            yield luma_of(frame), frame.time
