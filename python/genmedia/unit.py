# SPDX-License-Identifier: MIT
"""The motion estimation unit itself, a macroblock a call.

    found = genmedia.unit.integer_search(current, (32, 16), previous)             # around its own place, whole pixels
    found = genmedia.unit.refine(current, (32, 16), found, previous)              # to quarter pixels
    checked = genmedia.unit.check(current, (32, 16), previous, vectors=(-4, 8))   # how well a given vector predicts

These are the operations IME, REF and SIC of include/genmedia/vme.h, with its most used settings. For whole pictures
genmedia.estimate is far faster.

A macroblock is 16x16 pixels, given by its upper left one (x, y), in pixels. Where something has 16 entries they belong to
its 4x4 blocks in Z order: 0 1 above 2 3 in a quadrant, and the quadrants likewise. A larger block has the same value in all
its entries. Vectors are in quarter pixels, x to the right, y down, from a block to its match. Outside a picture its nearest
edge pixel is repeated. Pictures are uint8 (H, W), as for genmedia.estimate.

Arguments that all have:
    distortion   "sad", "haar" or "ac-haar"
    cost         "none", or "default": the driver's costs for `slice` and `qp`
    slice, qp    "p" or "b", and 0..51
    center       vector from which the cost of a vector is measured, in quarter pixels; backward_center: of the other picture
"""
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

import numpy
from numpy.typing import NDArray

from . import _genmedia
from ._blocks import blocks_of
from ._estimate import Picture, _picture, _picture_of_size
from ._options import CHOICES, chosen, flag, number, refusal, wrong_type
from ._options import partitions as bits_of

__all__ = ["Checked", "Found", "check", "integer_search", "refine"]

Vector = Sequence[int]


class Costs(TypedDict, total=False):
    """The keyword arguments about costs."""
    cost: str
    slice: str
    qp: int
    center: Vector
    backward_center: Vector


@dataclass(frozen=True, eq=False)
class Found:
    """The best partitioning of a macroblock.

    shape            how it is cut: 0 16x16, 1 16x8, 2 8x16, 3 8x8
    minor_shapes     uint8 (4,): how its quadrants are cut where `shape` is 3: 0 8x8, 1 8x4, 2 4x8, 3 4x4
    directions       uint8 (4,), of the quadrants: 0 the first picture, 1 the second, 2 both
    vectors          int16 (16, 2), into the first picture
    vectors_backward int16 (16, 2), into the second
    distortions      uint16 (16,): how badly each block is matched, with the costs of its vector
    distortion       of the macroblock, with all costs
    """
    shape: int
    minor_shapes: NDArray[numpy.uint8]
    directions: NDArray[numpy.uint8]
    vectors: NDArray[numpy.int16]
    vectors_backward: NDArray[numpy.int16]
    distortions: NDArray[numpy.uint16]
    distortion: int

    def blocks(self) -> NDArray[numpy.int32]:
        """int32 (N, 6), a row for each block: x, y, width and height in pixels, and its vector into the first picture."""
        return blocks_of({"major_shape": numpy.array([[self.shape]]), "minor_shapes": self.minor_shapes[None, None],
                          "motion_vectors": self.vectors[None, None]})


@dataclass(frozen=True, eq=False)
class Checked:
    """What given vectors, or intra prediction, would cost.

    distortions      uint16 (16,), of the blocks that were checked, with all costs
    distortion       their sum
    raw_sad          sum of absolute differences, without costs
    intra_shape      0 16x16, 1 8x8, 2 4x4
    intra_distortion with all costs
    intra_modes      uint8 (16,): H.264's luma prediction modes of the 4x4 blocks

    What was not asked for is 0.
    """
    distortions: NDArray[numpy.uint16]
    distortion: int
    raw_sad: int
    intra_shape: int
    intra_distortion: int
    intra_modes: NDArray[numpy.uint8]


def integer_search(source: Any, place: Vector, forward: Any, backward: Any = None, *, window: str = "exhaustive",
                   partitions: Any = "all", offset: Vector = (0, 0), backward_offset: Vector = (0, 0),
                   distortion: str = "sad", **costs: Unpack[Costs]) -> Found:
    """IME: the best match of every block within a window, in whole pixels, and the best way to cut the macroblock.

    forward, backward: the pictures to search; with both, each partition is predicted from the better one.
    window, partitions: as for genmedia.Estimator. offset, backward_offset: of the window, in pixels, from where it lies
    around the macroblock.

        >>> import numpy, genmedia
        >>> previous = numpy.random.default_rng(0).integers(0, 256, (64, 96), dtype=numpy.uint8)
        >>> current = numpy.roll(previous, 5, axis=1)     # moves 5 pixels to the right
        >>> genmedia.unit.integer_search(current, (32, 16), previous).blocks().tolist()
        [[0, 0, 16, 16, -20, 0]]
    """
    image = _picture("source", source)
    return Found(**_genmedia.integer_search(
        image, _pair("place", place, 32), _picture_of_size("forward", forward, image), _other("backward", backward, image),
        chosen("window", window, CHOICES["window"]), bits_of(partitions),
        chosen("distortion", distortion, CHOICES["distortion"]), _pair("offset", offset),
        _pair("backward_offset", backward_offset), _costs(**costs)))


def refine(source: Any, place: Vector, found: Found, forward: Any, backward: Any = None, *, subpel: str = "quarter",
           bidirectional: bool = False, filter: str = "4-tap", distortion: str = "sad", **costs: Unpack[Costs]) -> Found:
    """REF: the vectors of a partitioning, refined to half or quarter pixels.

    found: what integer_search returned, or a Found made by hand, of which all but the distortions is read.
    bidirectional: True also tries the mean of both pictures' predictions; the only refinement that allows subpel="integer".
    filter: "4-tap" or "bilinear", what interpolates between pixels.
    """
    image = _picture("source", source)
    if not isinstance(found, Found):
        raise wrong_type("found", found, "a genmedia.unit.Found")
    return Found(**_genmedia.refine(
        image, _pair("place", place, 32), _picture_of_size("forward", forward, image), _other("backward", backward, image),
        number("found.shape", found.shape, 0, 3), _four("found.minor_shapes", found.minor_shapes),
        _four("found.directions", found.directions), _vectors("found.vectors", found.vectors, 16),
        _vectors("found.vectors_backward", found.vectors_backward, 16), chosen("subpel", subpel, CHOICES["subpel"]),
        flag("bidirectional", bidirectional), chosen("filter", filter, _FILTERS),
        chosen("distortion", distortion, CHOICES["distortion"]), _costs(**costs)))


def check(source: Any, place: Vector, forward: Any = None, backward: Any = None, *, vectors: Any = None,
          vectors_backward: Any = None, intra: bool = False, filter: str = "4-tap", distortion: str = "sad",
          **costs: Unpack[Costs]) -> Checked:
    """SIC: how well given vectors predict, and with intra=True how well the pixels around the macroblock do.

    vectors, vectors_backward: one vector for the macroblock, or four for its quadrants, into `forward` and `backward`. With
    both the mean of the predictions counts. intra: the neighbours are the source picture's own pixels.
    """
    image = _picture("source", source)
    others = [_other("forward", forward, image), _other("backward", backward, image)]
    if vectors is None and vectors_backward is None and not flag("intra", intra):
        raise ValueError("vectors is None; expected vectors, vectors_backward or intra=True")
    taken = [None if value is None else _vectors(name, value, 1, 4)
             for name, value in (("vectors", vectors), ("vectors_backward", vectors_backward))]
    for name, vector, picture in zip(("forward", "backward"), taken, others, strict=True):
        if vector is not None and picture is None:
            raise ValueError(f"{name} is None; expected a picture beside its vectors")
    if taken[0] is not None and taken[1] is not None and len(taken[0]) != len(taken[1]):
        raise ValueError(f"vectors_backward has {len(taken[1])} vectors; expected as many as vectors, {len(taken[0])}")
    return Checked(**_genmedia.check(
        image, _pair("place", place, 32), others[0], others[1], taken[0], taken[1], chosen("filter", filter, _FILTERS),
        chosen("distortion", distortion, CHOICES["distortion"]), flag("intra", intra), _costs(**costs)))


_FILTERS = {"4-tap": False, "bilinear": True}


def _other(name: str, value: Any, source: Picture) -> Picture | None:
    return None if value is None else _picture_of_size(name, value, source)


def _whole(name: str, value: Any, expected: str) -> NDArray[Any]:
    try:
        numbers = numpy.asarray(value)
    except ValueError:  # lines of several lengths
        raise refusal(name, value, expected) from None
    if numbers.dtype.kind not in "iu" and not (numbers.dtype.kind == "O" and all(isinstance(one, int) for one in numbers.flat)):
        raise wrong_type(name, value, expected)
    return numbers


def _pair(name: str, value: Any, bits: int = 16) -> tuple[int, int]:
    pair = _whole(name, value, "two whole numbers, x and y")
    if pair.shape != (2,) or (abs(pair.astype(float)) >= 2**(bits - 1)).any():
        raise refusal(name, value, "two whole numbers, x and y")
    return int(pair[0]), int(pair[1])


def _four(name: str, value: Any) -> list[int]:
    numbers = _whole(name, value, "four numbers in 0..3, of the quadrants")
    if numbers.shape != (4,) or not ((numbers >= 0) & (numbers < 4)).all():
        raise refusal(name, value, "four numbers in 0..3, of the quadrants")
    return [int(number) for number in numbers]


def _vectors(name: str, value: Any, *counts: int) -> NDArray[numpy.int16]:
    expected = f"{' or '.join(map(str, counts))} vectors of whole quarter pixels"
    vectors = numpy.atleast_2d(_whole(name, value, expected))
    right = vectors.ndim == 2 and vectors.shape[0] in counts and vectors.shape[1] == 2
    if not right or (abs(vectors.astype(float)) >= 2**15).any():
        raise refusal(name, value, expected)
    return numpy.ascontiguousarray(vectors, numpy.int16)


def _costs(*, cost: str = "none", slice: str = "p", qp: int = 28, center: Vector = (0, 0),
           backward_center: Vector = (0, 0)) -> _genmedia.Costs:
    counted = chosen("cost", cost, CHOICES["cost"])
    level = number("qp", qp, 0, 51)
    return _genmedia.Costs(chosen("slice", slice, CHOICES["slice"]), level if counted else -1, _pair("center", center),
                           _pair("backward_center", backward_center))
