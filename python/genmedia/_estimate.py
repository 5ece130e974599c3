# SPDX-License-Identifier: MIT
"""Pictures in, fields out."""
import operator
import os
from collections.abc import Iterable, Iterator
from typing import Any, Unpack

import numpy
from numpy.typing import NDArray

from . import _forks, _genmedia, _video
from ._field import Field
from ._options import Options, flag, native, number, path_of, refusal, wrong_type
from ._progress import counted

Picture = NDArray[numpy.uint8]
_LARGEST_SIDE = 16384  # pixels


def _picture(name: str, value: Any) -> Picture:
    """As the library reads it: lines anywhere, the pixels of a line one after the other."""
    if not isinstance(value, numpy.ndarray) and not hasattr(value, "__array__") and hasattr(value, "__dlpack__"):
        value = numpy.from_dlpack(value)
    array = numpy.asarray(value)
    if array.dtype != numpy.uint8:
        raise TypeError(f"{name} has elements of type {array.dtype}; expected uint8, luma or gray")
    if array.ndim != 2 or 0 in array.shape or max(array.shape) > _LARGEST_SIDE:
        raise ValueError(f"{name} has the shape {array.shape}; expected (H, W) with at least one pixel and sides of at most "
                         f"{_LARGEST_SIDE}: luma or gray")
    width, (line, pixel) = array.shape[1], array.strides
    in_place = (pixel == 1 or width == 1) and abs(line) >= width
    return array if in_place else array.copy(order="C")  # ascontiguousarray keeps strange strides of a single line


def _picture_of_size(name: str, value: Any, current: Picture) -> Picture:
    array = _picture(name, value)
    if array.shape != current.shape:
        raise ValueError(f"{name} has the shape {array.shape}; expected that of the others, {current.shape}")
    return array


class PreparedPicture:
    """A picture made ready for several searches with field="true": what they need of it is computed once.

    picture     as estimate() takes it; it is copied
    threads     worker threads, 0..1024; 0: one a core

        >>> import numpy, genmedia
        >>> first = numpy.random.default_rng(0).integers(0, 256, (64, 96), dtype=numpy.uint8)
        >>> pictures = [genmedia.PreparedPicture(numpy.roll(first, 3 * number, axis=1)) for number in range(3)]
        >>> estimator = genmedia.Estimator(field="true")
        >>> to_first, to_last = (estimator.estimate(pictures[1], other) for other in (pictures[0], pictures[2]))
        >>> to_first.vectors[8, 12].tolist(), to_last.vectors[8, 12].tolist()
        ([-12, 0], [12, 0])
    """

    def __init__(self, picture: Any, *, threads: int = 0) -> None:
        luma, workers = _picture("picture", picture), number("threads", threads, 0, 1024)
        _forks.search()
        self._native = _genmedia.PreparedPicture(luma, workers)

    @property
    def shape(self) -> tuple[int, int]:
        """(H, W), pixels."""
        return self._native.height, self._native.width

    def __repr__(self) -> str:
        return f"<genmedia.PreparedPicture {self._native.width}x{self._native.height}>"


class Estimator:
    """Searches pictures, with options that stay the same. Several threads may use one at the same time.

    The options are those of `genmedia motion` (docs/motion.md); None is what the preset says.

    preset      "fast", "default" or "best": settings of the next four that go together; of field="true", "best" refines
                vectors pixel by pixel
    window      "exhaustive" (48x40 pixels; 32x32 where `next` is given), "small" (28x28), "tiny" or "4x4" (24x24),
                "extra-tiny" or "2x2" (20x20), "diamond", "large-diamond" (as large as exhaustive, few positions), "16x12"
    partitions  shapes to try: "16x16,8x8", ["16x16", "8x8"], or "all"; of 16x16, 16x8, 8x16, 8x8, 8x4, 4x8, 4x4
    distortion  "sad", "haar" or "ac-haar"
    subpel      precision of the vectors: "integer", "half" or "quarter"
    cost        "default": the driver's cost tables for `slice` and `qp`; "none": vectors of any length are free
    qp          0..51: the higher, the calmer the field
    slice       "p" or "b"
    predictor   what places the window: "none", "spatial" or "hierarchical"
    field       what vectors follow: "codec" the best prediction; "true" the objects. The latter heeds none of the options
                above but "best", searches one neighbour on "cpu", and has `confidence` and `occluded`
    smoothness  of field="true", 0..100: how much it counts that a block moves unlike its neighbours
    dense       arrays() has a vector for each pixel, too: "flow". With field="true" each pixel has its own, unrounded, and
                flow() is these
    intra       also estimate intra prediction
    threads     worker threads, 0..1024; 0: one a core. Results do not depend on it
    device      "cpu", "gpu", "auto" or a number. The package from pip has no OpenCL, so it searches on "cpu" alone

    A wrong name is a TypeError, a wrong value a ValueError that says what was expected.
    """

    def __init__(self, *, preset: str = "default", window: str | None = None,
                 partitions: str | Iterable[str] | None = None, distortion: str | None = None, subpel: str | None = None,
                 cost: str = "default", qp: int = 28, slice: str = "p", predictor: str = "hierarchical",
                 field: str = "codec", smoothness: float = 1, dense: bool = False, intra: bool = False, threads: int = 0,
                 device: str | int = "cpu") -> None:
        options = native(preset=preset, window=window, partitions_=partitions, distortion=distortion, subpel=subpel,
                         cost=cost, qp=qp, slice=slice, predictor=predictor, field=field, smoothness=smoothness,
                         dense=dense, intra=intra, threads=threads, device_=device)
        self._native = _genmedia.Estimator(**options)
        self._intra, self._true_field, self._dense = options["intra"], field == "true", dense

    def estimate(self, current: Any, previous: Any = None, *, next: Any = None, start: Any = None) -> Field:
        """As genmedia.estimate, with this estimator's options. With field="true" both may be PreparedPictures."""
        if isinstance(current, PreparedPicture) or isinstance(previous, PreparedPicture):
            if next is not None:
                raise ValueError("next is a picture; expected None beside prepared pictures")
            pictures = self._prepared(current, previous)
            arrays = self._native.estimate_prepared(*pictures, self._start(start, current.shape))
            return self._field_of(arrays, current.shape)
        return self._estimate(current, previous, next, start)

    def estimate_both(self, current: PreparedPicture, previous: PreparedPicture, *,
                      start: Any = None) -> tuple[Field, Field]:
        """The motion of `current` in `previous`, and that of `previous` in `current`: what estimate() gives, in less time
        than two calls of it take. With field="true" alone."""
        pictures = self._prepared(current, previous)
        there, back = self._native.estimate_both(*pictures, self._start(start, current.shape))
        return self._field_of(there, current.shape), self._field_of(back, current.shape)

    def _prepared(self, current: Any, previous: Any) -> tuple[_genmedia.PreparedPicture, _genmedia.PreparedPicture]:
        for name, value in (("current", current), ("previous", previous)):
            if not isinstance(value, PreparedPicture):
                raise TypeError(f"{name} is a {type(value).__name__}; expected a PreparedPicture, as the other")
        if not self._true_field:
            raise refusal("field", "codec", "'true' beside prepared pictures")
        if self._intra:
            raise refusal("intra", True, "False beside prepared pictures")
        if current.shape != previous.shape:
            raise ValueError(f"previous has the shape {previous.shape}; expected that of the others, {current.shape}")
        _forks.search()
        return current._native, previous._native

    def _start(self, start: Any, shape: tuple[int, int]) -> NDArray[numpy.float32] | None:
        if start is None:
            return None
        if not self._true_field:
            raise ValueError("start is not None; expected None beside field='codec'")
        vectors = numpy.ascontiguousarray(start, numpy.float32)
        expected = (-(-shape[0] // 16), -(-shape[1] // 16), 2)
        if vectors.shape != expected:
            raise ValueError(f"start has the shape {vectors.shape}; expected {expected}, a vector for each 16x16 pixels")
        return vectors

    def _field_of(self, arrays: dict[str, Any], shape: tuple[int, int]) -> Field:
        return Field(arrays, shape, has_motion=True, has_backward=False, dense=self._dense,
                     scene_cut=bool(arrays.pop("scene_cut")))

    def _estimate(self, current: Any, previous: Any, following: Any, start: Any = None, **more: Any) -> Field:
        if previous is None and (following is not None or not self._intra):
            expected = "a picture beside next" if following is not None else "a picture, or intra=True"
            raise ValueError(f"previous is None; expected {expected}")
        if following is not None and self._true_field:
            raise ValueError("next is a picture; expected None beside field='true'")
        source = _picture("current", current)
        before, after = (None if value is None else _picture_of_size(name, value, source)
                         for name, value in (("previous", previous), ("next", following)))
        _forks.search()
        arrays = self._native.estimate(source, before, after, start=self._start(start, source.shape))
        return Field(arrays, source.shape, has_motion=previous is not None, has_backward=following is not None,
                     dense=self._dense, scene_cut=bool(arrays.pop("scene_cut")), **more)


def estimate(current: Any, previous: Any = None, *, next: Any = None, start: Any = None,
             **options: Unpack[Options]) -> Field:
    """The motion of one picture: where each of its blocks was in the previous one, and with `next` where it will be.

    current, previous, next: uint8 arrays of one shape (H, W), luma or gray; anything that numpy.asarray takes as one, or
    DLPack. They are read in place, whatever the distance of their lines (also negative) and whether or not they may be
    written. A copy is made only where the pixels of a line do not lie one after the other (image[:, ::-1], bgr[..., 1])
    or lines overlap.
    Other threads of Python go on meanwhile; if one changes a picture while it is searched, the vectors are of neither
    state.

    start: of field="true": floats (R, C, 2), pixels to the right and down, where each 16x16 block is expected in `previous`,
    as in the pair before. What is around is searched, too.

    options: those of genmedia.Estimator, such as qp=40 or preset="fast". With intra=True, `previous` may be left out:
    then only intra prediction is estimated.

        >>> import numpy, genmedia
        >>> previous = numpy.random.default_rng(0).integers(0, 256, (64, 96), dtype=numpy.uint8)
        >>> current = numpy.roll(previous, 5, axis=1)     # moves 5 pixels to the right
        >>> genmedia.estimate(current, previous).vectors[8, 12].tolist()
        [-20, 0]
    """
    return Estimator(**options).estimate(current, previous, next=next, start=start)


def motion(source: Any, *, refs: int = 1, progress: bool = False, references: bool = False,
           **options: Unpack[Options]) -> Iterator[Field]:
    """The fields of a clip, one after the other: each picture is searched in the one before.

    source: a path, which PyAV reads (pip install "genmedia-vme[video]"), or an iterable of uint8 arrays (H, W). Each needs
    memory of its own, which may be filled again when the field of the next picture is there: pictures are taken one ahead.
    refs: 2 also searches the next picture; the last one has only the previous one to search.
    progress: True shows on standard error how far it is, by tqdm where that is installed.
    references: True allows a playlist (HLS) to refer to files of its own folder; else nothing but the file is opened.
    options: those of genmedia.Estimator.

    Picture 0 has no field, unless intra=True. What of a video cannot be decoded is left out, as by players: `damaged` and
    `missing_before` of a field say so. Ctrl-C ends it after the picture that is being searched.
    """
    estimator = Estimator(**options)
    refs = number("refs", refs, 1, 2)
    if refs == 2 and estimator._true_field:
        raise refusal("refs", refs, "1 beside field='true'")
    shown = flag("progress", progress)
    is_path = isinstance(source, (str, bytes, os.PathLike))
    if not is_path and not isinstance(source, Iterable):
        raise wrong_type("source", source, "a path, or an iterable of uint8 arrays (H, W)")
    references = flag("references", references)
    shots = _video.Clip(path_of("source", source), references) if is_path else _Pictures(source)
    return _fields(estimator, counted(shots, len(shots)) if shown else shots, refs, os.getpid())


class _Pictures:
    """Those of an iterable, without facts."""

    def __init__(self, source: Iterable[Any]) -> None:
        self._source = source

    def __len__(self) -> int:
        return operator.length_hint(self._source, 0)

    def __iter__(self) -> Iterator[tuple[Any, _video.Facts]]:
        for index, picture in enumerate(self._source):
            if picture is None:  # NOTHING is the end
                raise TypeError(f"picture {index} is None; expected a uint8 array (H, W)")
            yield picture, _video.Facts()


Shot = tuple[Any, _video.Facts]
NOTHING: Shot = None, _video.Facts()


def field_of(estimator: Estimator, current: Shot, previous: Shot, following: Shot, refs: int, frame: int) -> Field:
    """With what is known of the pictures."""
    facts = current[1]
    damaged = facts.damaged + 2 * (previous[1].damaged or following[1].damaged)
    return estimator._estimate(current[0], previous[0], following[0], refs=refs, frame=frame, time=facts.time,
                               pts=facts.pts, time_base=facts.time_base, missing_before=facts.missing_before,
                               damaged=None if facts.pts is None else damaged)


def _fields(estimator: Estimator, shots: Iterable[Shot], refs: int, pid: int) -> Iterator[Field]:
    shots = iter(shots)
    _forks.same_process(pid)
    previous, current, frame = NOTHING, next(shots, NOTHING), 0
    while current[0] is not None:
        following = next(shots, NOTHING)
        if frame > 0 or estimator._intra:
            backward = following if refs == 2 and frame > 0 else NOTHING
            yield field_of(estimator, current, previous, backward, refs, frame)
            _forks.same_process(pid)
        previous, current, frame = current, following, frame + 1
