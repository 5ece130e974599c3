# SPDX-License-Identifier: MIT
"""Clips in ranges of frames, each searched by itself: the same bits as from the clip's beginning, or Uncertain.

A range is cut by time stamps, and not by numbers: what of a clip becomes a frame is known when it is decoded. Where two
ranges meet, both decode the frame before the cut and the one behind it. These must be the same pixels.
"""
import bisect
import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from . import _video
from ._estimate import NOTHING, Estimator, field_of
from ._field import Field


class Uncertain(Exception):
    """A range is not sure to have what it would have in the whole clip."""


class Key(NamedTuple):
    """A key frame."""
    rank: int  # of all frames, in the order of their time stamps
    pts: int
    dts: int | None


class Index(NamedTuple):
    """When the frames of a clip are shown, and where decoding can begin."""
    pts: NDArray[numpy.int64]
    keys: list[Key]


class Range(NamedTuple):
    """Frames whose time stamps are in begin..end, without end. None: from the first, to the last.

    first and frames are what the index promises, of the frames that have a field: the number of the first one, and how
    many.
    """
    first: int
    frames: int | None = None
    begin: int | None = None
    end: int | None = None
    key: Key | None = None  # where decoding begins


class Mark(NamedTuple):
    """What tells whether two decoders made the same frame."""
    pts: int
    digest: bytes


@dataclass
class Facts:
    """What a range found besides fields. The marks are of the frames on both sides of its cuts."""
    before: Mark | None = None
    first: Mark | None = None
    last: Mark | None = None
    after: Mark | None = None
    fields: int = 0
    damaged: int = 0  # frames that the decoder says it made up in part


class _Picture(NamedTuple):
    luma: NDArray[numpy.uint8]
    facts: _video.Facts

    @property
    def shown(self) -> int:
        assert self.facts.pts is not None  # a clock knows of each frame
        return self.facts.pts

    def mark(self) -> Mark:
        digest = hashlib.blake2b(repr(self.luma.shape).encode(), digest_size=16)
        digest.update(numpy.ascontiguousarray(self.luma).data)
        return Mark(self.shown, digest.digest())


# The index

def index(path: str, references: bool = False) -> Index | None:
    """By the clip's packets, none of which is decoded. None where its time stamps do not say which frame is which."""
    pts: list[int] = []
    keys: list[tuple[int, int | None]] = []
    with _video.opened(path, references=references) as (container, stream):
        for packet in container.demux(stream):
            if packet.size == 0:  # the last
                continue
            if packet.pts is None:
                return None
            if packet.is_keyframe and (not pts or packet.pts > max(pts[-_MOST_REORDERED:])):
                keys.append((packet.pts, packet.dts))
            if not packet.is_discard:
                pts.append(packet.pts)
    return _index(pts, keys)


_MOST_REORDERED = 64  # packets; codecs reorder by 16 at most


def _index(pts: list[int], keys: list[tuple[int, int | None]]) -> Index | None:
    shown = numpy.array(pts, numpy.int64)
    order = numpy.argsort(shown, kind="stable")
    if (abs(order - numpy.arange(len(order))) > _MOST_REORDERED).any():
        return None  # time goes back
    shown = shown[order]
    if (shown[1:] == shown[:-1]).any():
        return None
    ranks = numpy.searchsorted(shown, [key[0] for key in keys])
    found = [Key(int(rank), *key) for rank, key in zip(ranks, keys, strict=True)]
    return Index(shown, [key for key in found if key.rank < len(shown) and shown[key.rank] == key.pts])


def cut(index: Index, first: int, length: int, step: int) -> list[Range]:
    """Ranges of about `length` fields, of which frame `first` has the first one. They begin at multiples of `step`.

    A cut moves behind a key frame that is near, as the frames from a key frame to a cut are decoded in vain.
    """
    fields = len(index.pts) - first
    behind_keys = [-(-(key.rank + 1 - first) // step) * step for key in index.keys]
    places = [0]
    while (target := -(-(places[-1] + length) // step) * step) < fields:
        following = bisect.bisect_left(behind_keys, max(target - length // 4, places[-1] + 1))
        near = following < len(behind_keys) and behind_keys[following] <= target + length // 2
        target = behind_keys[following] if near else target
        if target >= fields:
            break
        places.append(target)
    return [_range(index, first, begin, end) for begin, end in pairwise([*places, fields])]


def _range(index: Index, first: int, begin: int, end: int) -> Range:
    """Of fields `begin` to `end`."""
    frame, behind = begin + first, end + first
    before = index.keys[:bisect.bisect_left(index.keys, frame, key=lambda key: key.rank)]
    return Range(frame, end - begin, int(index.pts[frame]) if begin else None,
                 int(index.pts[behind]) if behind < len(index.pts) else None, before[-1] if begin and before else None)


# A range's frames

def search(path: str, part: Range, estimator: Estimator, refs: int, facts: Facts, ahead: int = 0,
           references: bool = False) -> Iterator[Field]:
    """The fields of a range, and its facts. As many pictures as `ahead` are decoded while others are searched.

    Raises Uncertain, also after some fields.
    """
    number = part.first
    pictures = _decoded(path, part, references)
    for previous, current, following in _neighbours(_made_ahead(pictures, ahead) if ahead else pictures):
        if part.begin is not None and current.shown < part.begin:
            facts.before = current.mark() if following and following.shown >= part.begin else None
            continue
        is_last = part.end is not None and (following is None or following.shown >= part.end)
        if part.begin is not None and facts.first is None:
            facts.first = current.mark()
        if is_last:
            facts.last, facts.after = current.mark(), following.mark() if following else None
        facts.damaged += current.facts.damaged
        if previous is not None or (estimator._intra and part.begin is None):
            backward = following if previous and refs == 2 else None
            yield field_of(estimator, current, previous or NOTHING, backward or NOTHING, refs, number)
            facts.fields, number = facts.fields + 1, number + 1
        if is_last:
            break
    if part.frames is not None and facts.fields != part.frames:
        raise Uncertain(f"the index promised {part.frames} frames, and there were {facts.fields}")


def is_whole(ranges: Iterable[Facts]) -> bool:
    """Whether neighbours agree in the frames on both sides of their cut."""
    return all(one.last and one.after and one.last == other.before and one.after == other.first
               for one, other in pairwise(ranges))


def _made_ahead(pictures: Iterator[_Picture], count: int) -> Iterator[_Picture]:
    with ThreadPoolExecutor(1) as pool:
        pending = deque(pool.submit(next, pictures, None) for _ in range(count))
        while (picture := pending.popleft().result()) is not None:
            pending.append(pool.submit(next, pictures, None))
            yield picture


def _neighbours(pictures: Iterator[_Picture]) -> Iterator[tuple[_Picture | None, _Picture, _Picture | None]]:
    previous, current = None, next(pictures, None)
    while current is not None:
        following = next(pictures, None)
        yield previous, current, following
        previous, current = current, following


def _decoded(path: str, part: Range, references: bool) -> Iterator[_Picture]:
    """By one thread: what several threads of a decoder make of damage differs from run to run."""
    with _video.opened(path, threads=1, references=references) as (container, stream):
        clock, luma = _video.Clock(stream, path), _video.luma_for(stream)
        packets = container.demux(stream) if part.key is None else _packets_from(container, stream, part.key)
        if part.frames is None:
            frames = _frames(packets, clock, _video.frames_of)
        else:
            frames = _certain(_frames(packets, clock, lambda packet: packet.decode()), part.key)
        for frame in frames:
            yield _Picture(luma.of(frame), clock.facts(frame))


def _frames(packets: Iterable[Any], clock: _video.Clock, decode: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
    for packet in packets:
        clock.add_packet(packet)
        yield from decode(packet)


def _certain(frames: Iterable[Any], key: Key | None) -> Iterator[Any]:
    """Without those that refer to frames before the key frame. What a decoder makes up may depend on all before it."""
    last = None
    for frame in frames:
        if frame.pts is None or (last is not None and frame.pts <= last):
            raise Uncertain("time stamps do not go on")
        last = frame.pts
        if key is None or frame.pts >= key.pts:
            if frame.is_corrupt:
                raise Uncertain("a frame is damaged")
            yield frame


def _packets_from(container: Any, stream: Any, key: Key) -> Iterator[Any]:
    """Some formats seek by one kind of time stamp, some by the other, some not at all."""
    for place in (key.pts, key.dts, 0 if stream.start_time is None else stream.start_time):
        if place is None:
            continue
        container.seek(place, stream=stream)
        packets = container.demux(stream)
        for packet in packets:
            if packet.size == 0 or packet.pts is None or (packet.is_keyframe and packet.pts > key.pts):
                break
            if packet.is_keyframe and packet.pts == key.pts:
                yield packet
                yield from packets
                return
    raise Uncertain("the key frame cannot be found again")
