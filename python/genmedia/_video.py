# SPDX-License-Identifier: MIT
"""Luma of videos, by PyAV, and what the container says of each picture."""
import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple

import numpy

from . import _forks, _genmedia, _playlists


class Facts(NamedTuple):
    """What is known of a picture besides its pixels; None: nothing."""
    time: float | None = None
    pts: int | None = None
    time_base: tuple[int, int] | None = None
    damaged: bool = False
    missing_before: int | None = None


class Luma:
    """What the command searches: 8-bit luma, upright, of the range that the first picture has."""

    def __init__(self, intra_only: bool = False) -> None:
        """`intra_only`: a picture that says nothing of its orientation does not take over the last one's."""
        self._full: bool | None = None
        self._intra_only = intra_only
        self._turn = numpy.eye(2, dtype=int)

    def of(self, frame: Any) -> numpy.ndarray:
        """A view of the decoder's memory where that has it so, which the view keeps."""
        luma, full = luma_of(frame), _is_full_range(frame)
        if self._full is None:
            self._full = full
        if full != self._full:
            luma = _range_table(self._full)[luma]
        turn = _turn_of(frame)
        if turn is not None or self._intra_only:
            self._turn = numpy.eye(2, dtype=int) if turn is None else turn
        return upright(luma, self._turn)


def _is_rgb(format: Any) -> bool:
    return bool(format.is_rgb or format.has_palette or format.name.startswith("xyz"))


def _is_full_range(frame: Any) -> bool:
    """RGB and gray that say nothing are full, YUV that says nothing is limited."""
    format = frame.format
    if _is_rgb(format):
        return True
    if int(frame.color_range) in (1, 2):
        return int(frame.color_range) == 2
    return format.name.startswith("yuvj") or len([c for c in format.components if not c.is_alpha]) == 1


def _range_table(to_full: bool) -> numpy.ndarray:
    """Luma of one range in the other."""
    codes = numpy.arange(256)
    values = (codes - 16) * 255 / 219 if to_full else codes * 219 / 255 + 16
    return numpy.clip(numpy.floor(values + 0.5), 0, 255).astype(numpy.uint8)


def _plane(frame: Any, type: Any, elements: int = 1) -> numpy.ndarray:
    """The first plane's lines; `elements` a pixel."""
    lines = numpy.frombuffer(frame.planes[0], type).reshape(-1, frame.planes[0].line_size // numpy.dtype(type).itemsize)
    return lines[:frame.height, :elements * frame.width]


def _converted(frame: Any, format: str) -> Any:
    """Where no bit is lost: PyAV names neither the order nor the places of samples."""
    from av.video.reformatter import Interpolation

    # PyAV has ACCURATE_RND from 18 on.
    exactly = getattr(Interpolation, "ACCURATE_RND", 0)
    return frame.reformat(format=format, interpolation=int(Interpolation.BICUBIC | exactly), src_colorspace="ITU601",
                          dst_colorspace="ITU601", src_color_range="MPEG", dst_color_range="MPEG")


def luma_of(frame: Any) -> numpy.ndarray:
    """A view of the decoder's memory where that has 8-bit luma, which the view keeps. Deeper samples are rounded; of RGB it
    is BT.601's luma, of full range."""
    format, first = frame.format, frame.format.components[0]
    if _is_rgb(format):
        bits = 16 if first.bits > 8 and not format.has_palette else 8
        pixels = _plane(_converted(frame, "rgb48le" if bits == 16 else "rgb24"), "<u2" if bits == 16 else "u1", 3)
        samples = pixels.reshape(frame.height, frame.width, 3) >> (bits - first.bits if bits == 16 else 0)
        samples = (samples @ numpy.array([19595, 38470, 7471], numpy.uint64) + 32768) >> 16
    elif (first.bits == 8 and first.plane == 0 and not format.is_bit_stream
          and (format.is_planar or len(format.components) == 1)):
        return _plane(frame, "u1")
    elif first.bits < 8 or format.name.startswith("grayf"):
        return _plane(_converted(frame, "gray"), "u1")
    else:
        in_place = first.plane == 0 and format.name.endswith("le") and format.name.startswith(("yuv4", "yuva4", "gray"))
        is_gray = len([c for c in format.components if not c.is_alpha]) == 1  # taken for full wherever it becomes YUV
        if is_gray and first.bits == 8:
            return _plane(_converted(frame, "gray"), "u1")
        samples = _plane(frame if in_place else _converted(frame, "gray16le" if is_gray else "yuv444p16le"), "<u2")
        samples = samples >> (0 if in_place else 16 - first.bits)
    bits = first.bits if first.bits > 8 else 8
    if bits == 8:
        return samples.astype(numpy.uint8)
    if _is_full_range(frame):
        most = (1 << bits) - 1
        return ((samples.astype(numpy.uint32) * 255 + most // 2) // most).astype(numpy.uint8)
    half = 1 << (bits - 9)
    rounded: numpy.ndarray = numpy.minimum((samples.astype(numpy.uint32) + half) >> (bits - 8), 255).astype(numpy.uint8)
    return rounded


def _side_data(frame: Any) -> Any:
    try:
        return frame.side_data
    except ValueError:  # PyAV stumbles over kinds of later FFmpeg's, say EXIF, for which it has no name
        from av.sidedata import sidedata

    kinds: Any = sidedata.Type

    def unnamed(cls: Any, value: int) -> Any:
        kind = object.__new__(cls)
        kind._name_, kind._value_ = f"KIND_{value}", value
        return kind

    kinds._missing_ = classmethod(unnamed)
    try:
        return frame.side_data
    finally:
        del kinds._missing_


def _turn_of(frame: Any) -> numpy.ndarray | None:
    """The display matrix's upper left numbers as -1, 0 and 1: a pixel (x, y) is shown at (x, y) @ turn. None: it has none."""
    data = _side_data(frame).get("DISPLAYMATRIX")
    if data is None:
        return None
    matrix = numpy.sign(numpy.frombuffer(bytes(data), numpy.int32).reshape(3, 3)[:2, :2])
    return matrix if abs(matrix).sum() == 2 and abs(matrix.sum(axis=0)).all() else numpy.eye(2, dtype=int)


def upright(picture: numpy.ndarray, turn: numpy.ndarray) -> numpy.ndarray:
    if (turn == numpy.eye(2)).all():
        return picture
    if turn[0, 0] == 0:
        picture, turn = picture.T, turn[::-1]
    return numpy.ascontiguousarray(picture[::turn[1, 1], ::turn[0, 0]])


def time_of(frame: Any) -> float | None:
    """In seconds, rounded as the command's; PyAV's own differs in the last bit."""
    return None if frame.pts is None else frame.pts * (frame.time_base.numerator / frame.time_base.denominator)


class Clock:
    """The facts of one frame after the other, as the command has them. Tell it of each packet, too, in the order of reading."""

    def __init__(self, stream: Any, path: str) -> None:
        self._base = stream.time_base
        average, finest = float(stream.average_rate or 0), float(stream.base_rate or 0)
        seconds = self._base.numerator / self._base.denominator
        self._frame_ticks = 1 / ((average or 25) * seconds)
        self._timeline = _genmedia.Timeline(average, finest, seconds, path, stream.container.format.name)
        self._best = _BestTime()
        self._last: int | None = None
        self._has_time = False

    def add_packet(self, packet: Any) -> None:
        if packet.pts is not None and not packet.is_discard:
            self._timeline.add_packet(packet.pts)

    def facts(self, frame: Any) -> Facts:
        pts, missing = self._best.of(frame.pts, frame.dts), 0
        if pts is not None:
            missing = self._timeline.add_picture(pts)
            self._has_time = True
        elif self._last is None:
            pts = 0
        else:
            pts = self._last + int(self._frame_ticks + 0.5)
            if self._has_time:
                self._timeline.add_picture(pts)  # it takes its place, and none is missing after it
        pts = self._last = _genmedia.bounded_ticks(min(max(pts, -2**63), 2**63 - 1))
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


# Frames, where FFmpeg's muxers could not go back to write how many there are, as in a pipe.
_UNWRITTEN = {"avi": 2**30, "ivf": 2**32 - 1}


class Clip:
    """An open video. Iterating gives luma and facts."""

    def __init__(self, path: str, references: bool = False) -> None:
        self._container, self._path = _container(path, references), path
        try:
            self._stream = _stream(self._container, path)
        except BaseException:
            self._container.close()
            raise

    def __len__(self) -> int:
        """Frames that the file claims to have; 0: it does not say."""
        stream = self._stream
        count = stream.frames
        if count == _UNWRITTEN.get(self._container.format.name):
            return 0
        if count <= 0 and stream.duration and stream.average_rate:
            count = int(stream.duration * stream.time_base * stream.average_rate)
        return int(min(max(count, 0), sys.maxsize))

    def __iter__(self) -> Iterator[tuple[numpy.ndarray, Facts]]:
        with self._container:
            clock, luma = Clock(self._stream, self._path), luma_for(self._stream)
            for packet in self._container.demux(self._stream):
                clock.add_packet(packet)
                for frame in frames_of(packet):
                    yield luma.of(frame), clock.facts(frame)


def frames_of(packet: Any) -> list[Any]:
    """What cannot be decoded is left out, whatever the decoder says of it."""
    from av.error import FFmpegError

    try:
        frames: list[Any] = packet.decode()
    except FFmpegError as error:
        if error.errno == errno.ENOMEM:
            raise MemoryError("FFmpeg has no memory for a frame") from error
        return []
    return frames


def frames(path: str, references: bool = False) -> Iterator[Any]:
    """Frames as PyAV has them. First comes None, once the video is open."""
    pid = os.getpid()
    with opened(path, references=references) as (container, stream):
        yield None
        _forks.same_process(pid)
        for packet in container.demux(stream):
            for frame in frames_of(packet):
                yield frame
                _forks.same_process(pid)


@contextmanager
def opened(path: str, threads: int = 0, references: bool = False) -> Iterator[tuple[Any, Any]]:
    """PyAV's container and stream. `threads`: of the decoder; 0: as many as it likes."""
    with _container(path, references) as container:
        yield container, _stream(container, path, threads)


def _container(path: str, references: bool = False) -> Any:
    try:
        import av
    except ImportError as error:
        raise ImportError("genmedia reads videos with PyAV, which is not installed: pip install 'genmedia-vme[video]'") \
            from error
    try:
        if re.match(r"(https?|rt[ms]ps?|rtp|udp|tcp|srt|mms[ht]?)://", path) and not os.path.exists(path):
            return av.open(path)  # of a stream: FFmpeg lets what comes from a host open no file
        formats = _own_formats()
        if references and _playlists.is_playlist(path):
            _playlists.files(path)
            formats += ",hls"
        return av.open(f"file:{path}", options={"protocol_whitelist": "file", "format_whitelist": formats})
    except av.error.FFmpegError as error:
        if error.errno == errno.EINVAL:
            raise ValueError(f"{path} cannot be opened by itself; expected a video. Playlists are lists of files: with "
                             "references=True those of HLS may name files of their own folder") from error
        if isinstance(error, (OSError, ValueError)):
            raise type(error)(error.errno or 0, error.strerror or "", path) from error  # the name as it was given
        raise ValueError(f"{path} is no video: {error.strerror}") from error


@cache
def _own_formats() -> str:
    """FFmpeg's formats but those that are references to other files, hosts and devices."""
    from av.format import formats_available

    return ",".join(name for name in sorted(formats_available) if not set(name.split(",")) & set(_genmedia.reference_formats()))


def luma_for(stream: Any) -> Luma:
    """As the pictures of a stream need it."""
    codec = stream.codec_context.codec
    return Luma(intra_only=codec.intra_only or codec.name == "png")  # which FFmpeg does not call so


def _stream(container: Any, path: str, threads: int = 0) -> Any:
    stream = container.streams.best("video")
    if stream is None:
        raise ValueError(f"{path} has no video")
    stream.thread_type = "AUTO"
    if stream.codec_context is None:
        raise ValueError(f"{path}: no decoder for its video")
    stream.codec_context.thread_count = threads
    stream.codec_context.flags |= 1  # AV_CODEC_FLAG_UNALIGNED: else columns at the left are left that are to be cut off
    return stream
