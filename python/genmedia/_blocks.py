# SPDX-License-Identifier: MIT
"""The blocks of macroblocks, as genmedia/partition.h has them."""
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

_SIZES = [[(16, 16)], [(16, 8)], [(8, 16)], [(8, 8), (8, 4), (4, 8), (4, 4)]]  # by major shape, and in 8x8 by minor shape


class _Kind(NamedTuple):
    """A block that a macroblock can have: its place and size in pixels, and when it has it."""
    major: int
    minor: int | None  # of its quadrant; None: any
    x: int
    y: int
    width: int
    height: int

    @property
    def quadrant(self) -> int:
        return self.y // 8 * 2 + self.x // 8

    @property
    def entry(self) -> int:
        """Of the 16 entries of a macroblock's arrays, the one of its upper left pixel."""
        return 4 * self.quadrant + self.y % 8 // 4 * 2 + self.x % 8 // 4


def _kinds() -> list[_Kind]:
    """In the order in which the blocks of a macroblock follow each other."""
    found = [_Kind(major, minor if major == 3 else None, x, y, width, height)
             for major, sizes in enumerate(_SIZES) for minor, (width, height) in enumerate(sizes)
             for y in range(0, 16, height) for x in range(0, 16, width)]
    return sorted(found, key=lambda kind: (kind.quadrant, kind.entry))


_KINDS = _kinds()


def blocks_of(arrays: dict[str, NDArray[Any]], vectors: str = "motion_vectors") -> NDArray[numpy.int32]:
    """int32 (N, 6) of the arrays of a field: x, y, width and height in pixels, and the vector in quarter pixels.

    Macroblocks in raster order, and in each its blocks in Z order.
    """
    major, minors = arrays["major_shape"], arrays["minor_shapes"]
    used = numpy.stack([(major == kind.major) & (kind.minor is None or minors[..., kind.quadrant] == kind.minor)
                        for kind in _KINDS], axis=-1)
    row, column, which = numpy.nonzero(used)
    table = numpy.array([(kind.x, kind.y, kind.width, kind.height, kind.entry) for kind in _KINDS], numpy.int32)[which]
    place = table[:, :2] + 16 * numpy.stack([column, row], axis=1).astype(numpy.int32)
    return numpy.concatenate([place, table[:, 2:4], arrays[vectors][row, column, table[:, 4]]], axis=1, dtype=numpy.int32)
