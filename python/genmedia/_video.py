# SPDX-License-Identifier: MIT
"""Luma of videos, by PyAV, and what the container says of each picture."""
import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import numpy

from . import _forks, _genmedia


class Facts(NamedTuple):
    """What is known of a picture besides its pixels; None: nothing."""
    time: float | None = None
    pts: int | None = None
    time_base: tuple[int, int] | None = None
    damaged: bool = False
    missing_before: int | None = None


def _has_plain_luma(format: Any) -> bool:
    """Whether plane 0 is 8-bit luma, a byte a pixel."""
    luma = format.components[0]
    return (luma.bits == 8 and luma.plane == 0 and not format.is_rgb and not format.has_palette
            and not format.is_bit_stream and (format.is_planar or len(format.components) == 1))


def luma_of(frame: Any) -> numpy.ndarray:
    """A view of the decoder's memory where that has 8-bit luma, which the view keeps."""
    if not _has_plain_luma(frame.format):
        from av.video.reformatter import Interpolation

        # As the command, which goes by the format alone: RGB and gray have the full range, all others are taken for
        # limited. PyAV has ACCURATE_RND from 18 on.
        exactly = getattr(Interpolation, "ACCURATE_RND", 0)
        full = frame.format.is_rgb or frame.format.has_palette or frame.format.name.startswith(("gray", "ya"))
        frame = frame.reformat(format="yuv420p", interpolation=int(Interpolation.BICUBIC | exactly),
                               src_colorspace="ITU601", dst_colorspace="ITU601",
                               src_color_range="JPEG" if full else "MPEG", dst_color_range="MPEG")
    plane = frame.planes[0]
    lines = numpy.frombuffer(plane, numpy.uint8).reshape(-1, plane.line_size)
    return lines[:frame.height, :frame.width]


def upright(picture: numpy.ndarray, angle: int) -> numpy.ndarray:
    """Turned by an angle counterclockwise, if it is a multiple of 90 degrees."""
    return picture if angle % 360 == 0 or angle % 90 else numpy.ascontiguousarray(numpy.rot90(picture, angle // 90))


def time_of(frame: Any) -> float | None:
    """In seconds, rounded as the command's; PyAV's own differs in the last bit."""
    return None if frame.pts is None else frame.pts * (frame.time_base.numerator / frame.time_base.denominator)


class Clock:
    """The facts of one frame after the other, as the command has them. Tell it of each packet, too, in the order of reading."""

    def __init__(self, stream: Any) -> None:
        self._base = stream.time_base
        average, finest = float(stream.average_rate or 0), float(stream.base_rate or 0)
        seconds = self._base.numerator / self._base.denominator
        self._frame_ticks = 1 / ((average or 25) * seconds)
        self._timeline = _genmedia.Timeline(average, finest, seconds)
        self._best = _BestTime()
        self._last: int | None = None

    def add_packet(self, packet: Any) -> None:
        if packet.pts is not None and not packet.is_discard:
            self._timeline.add_packet(packet.pts)

    def facts(self, frame: Any) -> Facts:
        pts, missing = self._best.of(frame.pts, frame.dts), 0
        if pts is not None:
            missing = self._timeline.add_picture(pts)
        elif self._last is None:
            pts = 0
        else:
            pts = self._last + int(self._frame_ticks + 0.5)
        self._last = pts
        numerator, denominator = self._base.numerator, self._base.denominator
        return Facts(pts * (numerator / denominator), pts, (numerator, denominator), frame.is_corrupt, missing)


class _BestTime:
    """FFmpeg's best_effort_timestamp, which PyAV does not show: of two kinds of time stamps the one that went back less."""

    def __init__(self) -> None:
        self._last_pts = self._last_dts = -2**63
        self._faulty_pts = self._faulty_dts = 0

    def of(self, pts: int | None, dts: int | None) -> int | None:
        if dts is not None:
            self._faulty_dts += dts <= self._last_dts
            self._last_dts = dts
        elif pts is not None:
            self._last_dts = pts
        if pts is not None:
            self._faulty_pts += pts <= self._last_pts
            self._last_pts = pts
        elif dts is not None:
            self._last_pts = dts
        return pts if pts is not None and (self._faulty_pts <= self._faulty_dts or dts is None) else dts


class Clip:
    """An open video. Iterating gives luma and facts."""

    def __init__(self, path: str) -> None:
        self._container = _container(path)
        try:
            self._stream = _stream(self._container, path)
        except BaseException:
            self._container.close()
            raise

    def __len__(self) -> int:
        """Frames that the file claims to have; 0: it does not say."""
        stream = self._stream
        if stream.frames > 0 or not stream.duration or not stream.average_rate:
            return int(stream.frames)
        return int(stream.duration * stream.time_base * stream.average_rate)

    def __iter__(self) -> Iterator[tuple[numpy.ndarray, Facts]]:
        with self._container:
            clock = Clock(self._stream)
            for packet in self._container.demux(self._stream):
                clock.add_packet(packet)
                for frame in frames_of(packet):
                    yield upright(luma_of(frame), frame.rotation), clock.facts(frame)


def frames_of(packet: Any) -> list[Any]:
    """What cannot be decoded is left out."""
    from av.error import InvalidDataError

    try:
        frames: list[Any] = packet.decode()
    except InvalidDataError:
        return []
    return frames


def frames(path: str) -> Iterator[Any]:
    """Frames as PyAV has them. First comes None, once the video is open."""
    pid = os.getpid()
    with opened(path) as (container, stream):
        yield None
        _forks.same_process(pid)
        for packet in container.demux(stream):
            for frame in frames_of(packet):
                yield frame
                _forks.same_process(pid)


@contextmanager
def opened(path: str, threads: int = 0) -> Iterator[tuple[Any, Any]]:
    """PyAV's container and stream. `threads`: of the decoder; 0: as many as it likes."""
    with _container(path) as container:
        yield container, _stream(container, path, threads)


def _container(path: str) -> Any:
    try:
        import av
    except ImportError as error:
        raise ImportError("genmedia reads videos with PyAV, which is not installed: pip install 'genmedia-vme[video]'") \
            from error
    try:
        if re.match(r"(https?|rt[ms]ps?|rtp|udp|tcp|srt|mms[ht]?)://", path) and not os.path.exists(path):
            return av.open(path)  # of a stream: FFmpeg lets what comes from a host open no file
        return av.open(f"file:{path}", options={"protocol_whitelist": "file", "format_whitelist": _own_formats()})
    except av.error.FFmpegError as error:
        if error.errno == errno.EINVAL:
            raise ValueError(f"{path} cannot be opened by itself; expected a video. Playlists and other lists of files are "
                             "not supported") from error
        if isinstance(error, (OSError, ValueError)):
            raise
        raise ValueError(f"{path} is no video: {error.strerror}") from error


@cache
def _own_formats() -> str:
    """FFmpeg's formats but those that are references to other files, hosts and devices."""
    from av.format import formats_available

    return ",".join(name for name in sorted(formats_available) if not set(name.split(",")) & set(_genmedia.reference_formats()))


def _stream(container: Any, path: str, threads: int = 0) -> Any:
    stream = container.streams.best("video")
    if stream is None:
        raise ValueError(f"{path} has no video")
    stream.thread_type = "AUTO"
    if stream.codec_context is None:
        raise ValueError(f"{path}: no decoder for its video")
    stream.codec_context.thread_count = threads
    return stream
