# SPDX-License-Identifier: MIT
"""Reads videos as mv-extractor's VideoCap does (github.com/LukasBommes/mv-extractor), with a vector for every block.

    from genmedia.mvextractor import VideoCap       # was: from mvextractor.videocap import VideoCap

mv-extractor gives the vectors that the encoder wrote into an H.264 or MPEG-4 file. These are searched in the pictures, so
that any codec has them, also in I frames and in blocks that are coded by themselves. All lead to the frame before in the
order of display.
"""
import time
from collections.abc import Iterator
from typing import Any, Unpack

import numpy
from numpy.typing import NDArray

from . import _video
from ._blocks import blocks_of
from ._estimate import Estimator
from ._options import Options, flag, path_of

Answer = tuple[bool, NDArray[numpy.uint8], NDArray[numpy.int32], str, float]

_SCALE = 4  # of quarter pixels


class VideoCap:
    """A video that is read frame by frame.

    Without arguments as mv-extractor's. Keyword arguments are those of genmedia.Estimator, such as field="true".

        cap = VideoCap()
        if not cap.open("clip.mp4"): ...
        while True:
            ok, frame, motion_vectors, frame_type, timestamp = cap.read()
            if not ok: break
        cap.release()
    """

    def __init__(self, **options: Unpack[Options]) -> None:
        self._estimator = Estimator(**options)
        self._clear()

    def _clear(self) -> None:
        self._frames: Iterator[Any] = iter(())
        self._frame: Any = None
        self._luma: NDArray[numpy.uint8] | None = None
        self._previous: NDArray[numpy.uint8] | None = None
        self._timestamp = 0.0

    def open(self, url: str, references: bool = False) -> bool:
        """Whether the video, which may be the address of a stream, could be opened. Closes one that is open.

        references: as of genmedia.motion.
        """
        address, allowed = path_of("url", url), flag("references", references)
        self.release()
        self._frames = _video.frames(address, allowed)
        try:
            next(self._frames)
        except (OSError, ValueError):  # PyAV's errors are these, too
            self._clear()
            return False
        return True

    def grab(self) -> bool:
        """Whether there was another frame. It is decoded, but not yet searched."""
        self._frame = next(self._frames, None)
        if self._frame is None:
            return False
        self._previous, self._luma = self._luma, _video.luma_of(self._frame)
        self._timestamp = time.time()
        return True

    def retrieve(self) -> Answer:
        """The grabbed frame: success, frame, motion_vectors, frame_type, timestamp.

        success        False without a frame: the others are then of size 0, "?" and 0.0
        frame          uint8 (h, w, 3), BGR
        motion_vectors int32 (N, 10), a row for each block; (0, 10) for the first frame. The columns:
                       0 source: -1, the frame before; 1 w, 2 h: of the block in pixels; 3 src_x, 4 src_y: middle of the
                       match, in whole pixels, towards the block; 5 dst_x, 6 dst_y: middle of the block;
                       7 motion_x, 8 motion_y: from the block to its match, times motion_scale; 9 motion_scale: 4
        frame_type     as the encoder coded it: "I", "P", "B" or "?"
        timestamp      seconds since 1970, when it was grabbed
        """
        if self._frame is None:
            return False, numpy.empty((0, 0, 3), numpy.uint8), numpy.empty((0, 10), numpy.int32), "?", 0.0
        image = self._frame.reformat(format="bgr24", interpolation="BICUBIC").to_ndarray()
        return True, image, self._vectors(), _type_of(self._frame), self._timestamp

    def read(self) -> Answer:
        """grab(), then retrieve()."""
        self.grab()
        return self.retrieve()

    def release(self) -> None:
        """Closes the video."""
        close = getattr(self._frames, "close", None)
        if close:
            close()
        self._clear()

    def _vectors(self) -> NDArray[numpy.int32]:
        if self._luma is None or self._previous is None or self._luma.shape != self._previous.shape:
            return numpy.empty((0, 10), numpy.int32)
        blocks = blocks_of(self._estimator.estimate(self._luma, self._previous)._arrays)
        size, motion = blocks[:, 2:4], blocks[:, 4:6]
        middle = blocks[:, :2] + size // 2
        match = middle + numpy.trunc(motion / _SCALE).astype(numpy.int32)  # as FFmpeg's integer division
        one = numpy.ones((len(blocks), 1), numpy.int32)
        return numpy.concatenate([-one, size, match, middle, motion, _SCALE * one], axis=1)


def _type_of(frame: Any) -> str:
    from av.video.frame import PictureType

    name = PictureType(frame.pict_type).name
    return name if name in ("I", "P", "B") else "?"
