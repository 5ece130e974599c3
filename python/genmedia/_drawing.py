# SPDX-License-Identifier: MIT
"""Fields as pictures."""
import math
from typing import TYPE_CHECKING, Any

import numpy
from numpy.typing import NDArray

from . import _genmedia
from ._blocks import blocks_of
from ._options import chosen, flag, number, wrong_type

if TYPE_CHECKING:
    from ._field import Field

Image = NDArray[numpy.uint8]

SIGNS = {"motion": -1, "match": 1}  # of vectors into the previous picture, whose content came from there
_COLORS = [(64, 235, 255), (255, 158, 242), (184, 255, 92)]  # of arrows: the previous picture, the next, both
_STOPS = [0x000004, 0x1F0C48, 0x550F6D, 0x88226A, 0xBA3655, 0xE35933, 0xF98C0A, 0xF9C932, 0xFCFFA4]


def draw(field: "Field", image: Any, scale: int | None, arrows: str, heat: bool) -> Image:
    """What Field.draw says."""
    chosen("arrows", arrows, SIGNS)
    flag("heat", heat)
    enlarged = max(1, min(-(-960 // field.width), 2160 // field.height))  # as the command
    scale = enlarged if scale is None else number("scale", scale, 1, 64)
    canvas = _ground(_checked(field, image), scale)
    if field.has_motion and heat:
        _heat(canvas, field.distortion, scale)
    if field.has_motion:
        _grid(canvas, field, scale)
    _hatch(canvas, _is_intra(field), scale)
    if field.has_motion:
        _arrows(canvas, field, scale, arrows)
    return canvas


def _checked(field: "Field", image: Any) -> Image:
    array = numpy.asarray(image)
    if array.dtype != numpy.uint8:
        raise TypeError(f"image has elements of type {array.dtype}; expected uint8")
    sides = field.height, field.width
    if array.shape not in (sides, (*sides, 3)):
        raise ValueError(f"image has the shape {array.shape}; expected {sides}, or {(*sides, 3)}: RGB")
    return array


def _ground(image: Image, scale: int) -> Image:
    """Gray is dimmed, so that the marks stand out."""
    if image.ndim == 2:
        image = (20 + image.astype(numpy.uint16) * 150 // 255).astype(numpy.uint8)[..., None].repeat(3, axis=2)
    for axis in (0, 1):
        image = _enlarged(image, scale, axis)
    return numpy.ascontiguousarray(image) if scale > 1 else image.copy(order="C")


def _enlarged(image: Image, scale: int, axis: int) -> Image:
    if scale == 1:
        return image
    side = image.shape[axis]
    place = ((numpy.arange(scale * side) + 0.5) / scale - 0.5).clip(0, side - 1)
    lower = place.astype(int)
    part = (place - lower).astype(numpy.float32).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
    first, second = image.take(lower, axis), image.take((lower + 1).clip(max=side - 1), axis)
    mixed: Image = (first * (1 - part) + second * part + 0.5).astype(numpy.uint8)
    return mixed


def _blend(canvas: Image, color: Any, opacity: Any) -> None:
    """In place. Both broadcast to the canvas."""
    opacity = numpy.asarray(opacity, numpy.float32)
    canvas[...] = canvas * (1 - opacity) + color * opacity + 0.5


def _over_macroblocks(values: NDArray[Any], scale: int, canvas: Image) -> NDArray[Any]:
    """A value for each pixel of the canvas."""
    side = 16 * scale
    return values.repeat(side, axis=0)[:canvas.shape[0]].repeat(side, axis=1)[:, :canvas.shape[1]]


def _heat_limit(distortion: NDArray[numpy.uint16]) -> float:
    """What 199 of 200 stay below, rounded up to 1, 2 or 5 times a power of ten."""
    most = int(numpy.sort(distortion, axis=None)[distortion.size * 199 // 200])
    power = 10.0 ** max(2, math.floor(math.log10(max(most, 1))))
    return next(step * power for step in (1, 2, 5, 10) if most <= step * power)


def _heat(canvas: Image, distortion: NDArray[numpy.uint16], scale: int) -> None:
    """Good matches stay as transparent as they are dark."""
    values = (distortion / _heat_limit(distortion)).clip(max=1)
    place = values * (len(_STOPS) - 1)
    stops = numpy.array([[stop >> shift & 255 for shift in (16, 8, 0)] for stop in _STOPS])
    color = numpy.stack([numpy.interp(place, range(len(_STOPS)), stops[:, c]) for c in range(3)], axis=-1)
    opacity = 0.1 + 0.45 * numpy.sqrt(values)
    _blend(canvas, _over_macroblocks(color.astype(numpy.float32), scale, canvas),
           _over_macroblocks(opacity, scale, canvas)[..., None])


def _grid(canvas: Image, field: "Field", scale: int) -> None:
    """The right and lower edge of every block, a pixel wide."""
    blocks = blocks_of(field._arrays)[:, :4] * scale
    edges = numpy.zeros((blocks[:, 1].max() + 16 * scale, blocks[:, 0].max() + 16 * scale), bool)
    for width, height in numpy.unique(blocks[:, 2:], axis=0):
        x, y = blocks[(blocks[:, 2:] == (width, height)).all(axis=1), :2].T
        edges[(y + height - 1)[:, None], x[:, None] + numpy.arange(width)] = True
        edges[y[:, None] + numpy.arange(height), (x + width - 1)[:, None]] = True
    here = edges[:canvas.shape[0], :canvas.shape[1]]
    opacity = numpy.float32(0.22 if scale >= 2 else 0.09)
    canvas[here] = canvas[here] * (1 - opacity) + 255 * opacity + 0.5


def _is_intra(field: "Field") -> NDArray[numpy.bool_]:
    """Which macroblocks intra prediction matches at least as well."""
    intra = field._arrays.get("intra_distortion")
    if intra is None:
        return numpy.zeros(field.distortion.shape, bool)
    better: NDArray[numpy.bool_] = (intra != 0xFFFF) & ((intra <= field.distortion) | (not field.has_motion))
    return better


def _hatch(canvas: Image, macroblocks: NDArray[numpy.bool_], scale: int) -> None:
    if not macroblocks.any():
        return
    spacing = max(4.0, 2.5 * scale)
    y, x = numpy.ogrid[:canvas.shape[0], :canvas.shape[1]]
    within = (x % (16 * scale) + y % (16 * scale) + 1.0) % spacing
    coverage = (max(1.0, spacing / 7) / 2 + 0.5 - abs(within - spacing / 2) / math.sqrt(2)).clip(0, 1)
    _blend(canvas, 255, (0.5 * coverage * _over_macroblocks(macroblocks, scale, canvas))[..., None])


def cells(field: "Field", smallest: int, backward: bool) -> tuple[NDArray[numpy.int32], NDArray[numpy.float64],
                                                                  NDArray[numpy.bool_]]:
    """Blocks, but none smaller than so many pixels; without those that have no vector into that picture.

    Their x, y, width and height; the mean of their vectors, in pixels; whether they have both directions.
    """
    blocks = blocks_of(field._arrays)[:, :4]
    blocks[:, :2] -= blocks[:, :2] % smallest
    blocks[:, 2:] = blocks[:, 2:].clip(min=smallest)
    blocks = blocks[numpy.append(True, (blocks[1:, :2] != blocks[:-1, :2]).any(axis=1))]
    directions = _of_blocks(field.directions)
    sums, counts = _sums(field.vectors_backward if backward else field.vectors, directions != (0 if backward else 1), blocks)
    others = _sums(None, directions != (1 if backward else 0), blocks)[1]
    used = counts > 0
    return blocks[used], sums[used] / counts[used, None] / 4, others[used] > 0


def _of_blocks(directions: NDArray[numpy.uint8]) -> NDArray[numpy.uint8]:
    """(R, C, 4), of quadrants, as (4R, 4C)."""
    rows, columns, _ = directions.shape
    quadrants = directions.reshape(rows, columns, 2, 2).swapaxes(1, 2).reshape(2 * rows, 2 * columns)
    return quadrants.repeat(2, axis=0).repeat(2, axis=1)


def _sums(vectors: NDArray[Any] | None, used: NDArray[numpy.bool_], blocks: NDArray[numpy.int32]) -> tuple[Any, Any]:
    """Over each block's entries that are used: of vectors, and how many."""
    left, top, width, height = (blocks // 4).T

    def within(values: NDArray[Any]) -> NDArray[Any]:
        total = numpy.zeros((values.shape[0] + 1, values.shape[1] + 1, *values.shape[2:]), numpy.int64)
        total[1:, 1:] = values.cumsum(axis=0).cumsum(axis=1)
        right, bottom = left + width, top + height
        found: NDArray[Any] = total[bottom, right] - total[top, right] - total[bottom, left] + total[top, left]
        return found

    return None if vectors is None else within(numpy.where(used[..., None], vectors, 0).astype(numpy.int64)), within(used)


def _arrows(canvas: Image, field: "Field", scale: int, arrows: str) -> None:
    smallest = 4 if scale >= 4 else 8 if scale >= 2 else 16
    intra = _is_intra(field)
    width = min(max(0.35 * scale, 1.15), 2.4)
    for backward in (False, True) if field.vectors_backward is not None else (False,):
        blocks, vectors, both = cells(field, smallest, backward)
        seen = ~intra[blocks[:, 1] // 16, blocks[:, 0] // 16]
        sign = 1 if backward else SIGNS[arrows]
        lines = numpy.concatenate([blocks[:, :2] + blocks[:, 2:] / 2, sign * vectors], axis=1) * scale
        for color, of_color in ((_COLORS[backward], seen & ~both), (_COLORS[2], seen & both)):
            _genmedia.draw_arrows(canvas, numpy.ascontiguousarray(lines[of_color]), width, color)


def arrows(field: "Field", ax: Any = None, *, to: str = "motion", smallest: int | None = None, **options: Any) -> Any:
    """Draws a field's arrows with Matplotlib, by ax.quiver, over an image that is there: ax.imshow(picture, cmap="gray").

    ax: Axes; None: the current ones. to: "motion", where things go; "match", where they came from, as the vectors.
    smallest: 4, 8 or 16, pixels between arrows at least; None: as many as can be told apart. An arrow is the mean of the
    vectors there, into the previous picture. options: those of quiver.

        field = genmedia.estimate(current, previous)
        ax.imshow(current, cmap="gray")
        genmedia.arrows(field, ax, color="yellow")

    Returns quiver's result.
    """
    if not hasattr(field, "vectors"):
        raise wrong_type("field", field, "a genmedia.Field")
    chosen("to", to, SIGNS)
    if smallest is None:
        smallest = next((size for size in (4, 8) if max(field.width, field.height) / size <= 60), 16)
    elif number("smallest", smallest, 0, 2**31 - 1) not in (4, 8, 16):
        raise ValueError(f"smallest={smallest!r}; expected 4, 8 or 16")
    if not field.has_motion:
        raise ValueError("the field has no motion: there was no previous picture")
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.gca()
    blocks, vectors, _ = cells(field, smallest, backward=False)
    middle, motion = blocks[:, :2] + blocks[:, 2:] / 2 - 0.5, SIGNS[to] * vectors  # imshow's pixels begin at -0.5
    inside = (middle < (field.width, field.height)).all(axis=1)
    settings = {"color": "#40ebff", "width": 0.002, "angles": "xy", "scale_units": "xy", "scale": 1, **options}
    if not ax.images:
        ax.set(xlim=(-0.5, field.width - 0.5), ylim=(field.height - 0.5, -0.5), aspect="equal")
    return ax.quiver(*middle[inside].T, *motion[inside].T, **settings)
