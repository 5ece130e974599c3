# SPDX-License-Identifier: MIT
"""What a search found."""
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy
from numpy.typing import NDArray

from . import _drawing
from ._options import wrong_type

_BACKWARD, _TIME_BASE, _FLOW = "backward_vectors", "time_base", "flow"


def _raster(values: NDArray[Any]) -> NDArray[Any]:
    """(R, C, 16) in Z order (0 1 above 2 3, of quadrants and in each) as (4R, 4C)."""
    rows, columns, _ = values.shape
    placed = numpy.empty((4 * rows, 4 * columns), values.dtype)
    for entry in range(16):
        x, y = entry // 4 % 2 * 2 + entry % 2, entry // 8 * 2 + entry // 2 % 2
        placed[y::4, x::4] = values[:, :, entry]
    return placed


def _raster_of(values: NDArray[Any] | None) -> NDArray[Any] | None:
    if values is None:
        return None
    placed = _raster(values)
    placed.flags.writeable = False
    return placed


def _raster_vectors(vectors: NDArray[numpy.int16]) -> NDArray[numpy.int16]:
    """The same of pairs, which are moved as one number each."""
    placed = _raster(vectors.view(numpy.int32)[..., 0]).view(numpy.int16)
    placed = placed.reshape(placed.shape[0], -1, 2)
    placed.flags.writeable = False
    return placed


class Field:
    """The motion of one picture of W x H pixels, in C x R macroblocks of 16x16. The last ones may reach beyond the picture.

    Arrays are read-only; those of macroblocks are views of what the library found. Fields can be pickled.

    frame          number in the clip, from 0; None where there is no clip
    time           seconds, when it is shown
    pts            the same in ticks of `time_base`, which is seconds a tick: numerator, denominator
    damaged        0 whole, 1 decoded with damage, 2 searched in a damaged picture, 3 both
    missing_before how many frame times without a picture lie before it; -1: its time is not after that of the one before
                   These five are None where no video says it
    scene_cut      another scene begins with this picture
    width, height  pixels: W, H
    has_motion     False: there was no previous picture; vectors are 0 then, and distortions 65535
    """

    frame: int | None
    time: float | None
    pts: int | None
    time_base: tuple[int, int] | None
    damaged: int | None
    missing_before: int | None
    scene_cut: bool
    width: int
    height: int
    has_motion: bool

    def __init__(self, arrays: dict[str, NDArray[Any]], shape: tuple[int, ...], *, has_motion: bool, has_backward: bool,
                 dense: bool = False, refs: int | None = None, frame: int | None = None, time: float | None = None,
                 pts: int | None = None, time_base: tuple[int, int] | None = None, damaged: int | None = None,
                 missing_before: int | None = None, scene_cut: bool = False) -> None:
        self.height, self.width = shape
        self.frame, self.time, self.has_motion, self.scene_cut = frame, time, has_motion, scene_cut
        self.pts, self.time_base, self.damaged, self.missing_before = pts, time_base, damaged, missing_before
        self._has_backward = has_backward
        keeps_backward = refs == 2 or has_backward
        self._dense, self._flow = dense, arrays.get(_FLOW)
        self._arrays = {name: array for name, array in arrays.items()
                        if name != _FLOW and (name != _BACKWARD or keeps_backward)}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in _MADE_AGAIN}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        for array in self._arrays.values():
            array.flags.writeable = False
        if self._flow is not None:
            self._flow.flags.writeable = False

    def __repr__(self) -> str:
        place = "" if self.frame is None else f"frame {self.frame}, "
        rows, columns = self.distortion.shape
        return f"<genmedia.Field {place}{self.width}x{self.height} pixels, {columns}x{rows} macroblocks>"

    @cached_property
    def vectors(self) -> NDArray[numpy.int16]:
        """int16 (4R, 4C, 2), quarter pixels, x then y: from each 4x4 block to its match in the previous picture.

        With `next` a block may be searched in the next picture alone; `directions` says where these mean nothing.
        """
        return _raster_vectors(self._arrays["motion_vectors"])

    @cached_property
    def vectors_backward(self) -> NDArray[numpy.int16] | None:
        """The same to the match in the next picture; None where that was not given."""
        return _raster_vectors(self._arrays[_BACKWARD]) if self._has_backward else None

    @property
    def distortion(self) -> NDArray[numpy.uint16]:
        """uint16 (R, C): how badly each macroblock is matched, with all costs."""
        return self._arrays["best_distortion"]

    @property
    def shapes(self) -> NDArray[numpy.uint8]:
        """uint8 (R, C): how each macroblock is cut: 0 16x16, 1 16x8, 2 8x16, 3 8x8."""
        return self._arrays["major_shape"]

    @property
    def minor_shapes(self) -> NDArray[numpy.uint8]:
        """uint8 (R, C, 4): how its quadrants are cut where `shapes` is 3: 0 8x8, 1 8x4, 2 4x8, 3 4x4."""
        return self._arrays["minor_shapes"]

    @property
    def directions(self) -> NDArray[numpy.uint8]:
        """uint8 (R, C, 4), of the quadrants: 0 the previous picture, 1 the next, 2 both."""
        return self._arrays["directions"]

    @cached_property
    def confidence(self) -> NDArray[numpy.uint8] | None:
        """uint8 (4R, 4C), of the 4x4 blocks: 255 / (1 + e), where the vector is expected to be wrong by e pixels.

        None without field="true".
        """
        return _raster_of(self._arrays.get("confidence"))

    @cached_property
    def occluded(self) -> NDArray[numpy.uint8] | None:
        """uint8 (4R, 4C): 1 where what is seen in a 4x4 block was not seen in the previous picture. None without
        field="true"."""
        return _raster_of(self._arrays.get("occluded"))

    def flow(self) -> NDArray[numpy.float32]:
        """float32 (H, W, 2), pixels, x then y: to the previous picture, as OpenCV's calcOpticalFlow*(this, previous).

        `vectors`, which a 4x4 block's pixels share; with field="true" and dense=True those of each pixel. NaN where a block is
        predicted from the next picture alone.
        """
        if not self.has_motion:
            raise ValueError("the field has no motion: there was no previous picture")
        if self._flow is not None:
            return self._flow.copy()
        blocks = self.vectors.astype(numpy.float32) / 4
        if self._has_backward:
            blocks[_raster(numpy.repeat(self.directions, 4, axis=2)) == 1] = numpy.nan
        pairs = blocks.view(numpy.int64)[..., 0].repeat(4, axis=1)[:, :self.width]
        return pairs.repeat(4, axis=0)[:self.height].view(numpy.float32).reshape(self.height, self.width, 2)

    def draw(self, image: Any, *, scale: int | None = None, arrows: str = "motion",
             heat: bool = True) -> NDArray[numpy.uint8]:
        """uint8 (scale * H, scale * W, 3), RGB: the field over its picture, as the command's --overlay draws it.

        image: uint8 (H, W), which is dimmed, or (H, W, 3), RGB. scale: how large a pixel is drawn; None: so that the drawing
        has at least 960 columns. Arrows are blue to or from the previous picture, pink to the next, green where both are.

        arrows: "motion": the way that things go; "match": as the vectors, to where they were. heat: colours for badly
        matched macroblocks. Hatched ones are better predicted from their own picture (intra=True).
        """
        return _drawing.draw(self, image, scale, arrows, heat)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays of motion.npz that the field has, with their names, types and shapes there, of one frame:
        numpy.savez("field.npz", **field.arrays()). docs/motion.md lists them."""
        facts: list[tuple[str, Any, Any]] = [("frame", self.frame, numpy.int32), ("pts", self.pts, numpy.int64),
                                             ("time", self.time, numpy.float64), ("damaged", self.damaged, numpy.uint8),
                                             ("missing_before", self.missing_before, numpy.int32),
                                             ("scene_cut", self.scene_cut, numpy.uint8)]
        known = {name: numpy.array([value], kind) for name, value, kind in facts if value is not None}
        base = {} if self.time_base is None else {_TIME_BASE: numpy.array(self.time_base, numpy.int32)}
        flow = {_FLOW: self._known_flow()[None]} if self._dense else {}
        return {**known, **{name: array[None] for name, array in self._arrays.items()}, **flow, **base}

    def _known_flow(self) -> NDArray[numpy.float32]:
        """With the mark of motion.npz where it is unknown, and zeros without motion."""
        if not self.has_motion:
            return numpy.zeros((self.height, self.width, 2), numpy.float32)
        return self._flow if self._flow is not None else numpy.nan_to_num(self.flow(), copy=False, nan=1e10)


# What a pickled field does without.
_MADE_AGAIN = [name for name, value in vars(Field).items() if isinstance(value, cached_property)]


def stack(fields: Iterable[Field]) -> dict[str, NDArray[Any]]:
    """The arrays of all fields of a clip, with a first dimension F of frames: those of the command's motion.npz.

    They are kept in memory: half a megabyte a field of 1920x1080.

        numpy.savez("motion.npz", **genmedia.stack(genmedia.motion("clip.mp4")))
    """
    if not isinstance(fields, Iterable):
        raise wrong_type("fields", fields, "an iterable of fields")
    parts = []
    for index, field in enumerate(fields):
        if not isinstance(field, Field):
            raise wrong_type(f"field {index} of fields", field, "a genmedia.Field")
        parts.append(field.arrays())
    if not parts:
        raise ValueError("there is no field to stack")
    for index, part in enumerate(parts):
        for name in sorted(parts[0].keys() | part.keys()):
            found, expected = (str(one[name].shape[1:]) if name in one else "missing" for one in (part, parts[0]))
            if found != expected:
                raise ValueError(f"array {name!r} of field {index} is {found}; expected {expected}, as of field 0")
    return {name: parts[0][name] if name == _TIME_BASE else numpy.concatenate([part[name] for part in parts])
            for name in parts[0]}
