# SPDX-License-Identifier: MIT
"""Where a script has one of OpenCV's classes of dense optical flow, such as cv2.DISOpticalFlow."""
from typing import Any

import numpy
from numpy.typing import NDArray

from ._estimate import Estimator
from ._options import chosen, wrong_type

_PRESETS = {"default": "default", "best": "best"}


class OpticalFlow:
    """Dense optical flow, called as OpenCV's: cv2.DISOpticalFlow, cv2.FarnebackOpticalFlow.

    preset      "default", or "best": vectors refined pixel by pixel, in three to seven times the time
    threads     worker threads, 0..1024; 0: one a core

        flow = genmedia.OpticalFlow()       # was: cv2.DISOpticalFlow_create(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM)
        vectors = flow.calc(before, after, None)
    """

    def __init__(self, preset: str = "default", *, threads: int = 0) -> None:
        self._estimator = Estimator(field="true", dense=True, preset=chosen("preset", preset, _PRESETS), threads=threads)

    @classmethod
    def create(cls, preset: str = "default") -> "OpticalFlow":
        """The same, by the name that OpenCV gives it."""
        return cls(preset)

    def calc(self, I0: Any, I1: Any, flow: Any = None) -> NDArray[numpy.float32]:
        """float32 (H, W, 2), pixels, x then y: what I0 shows at (x, y) is at (x, y) + flow[y, x] in I1.

        I0, I1: uint8 (H, W), gray. flow: None, or an array of that type and shape, which is filled and given back; what it
        had is not looked at.
        """
        found = self._estimator.estimate(I0, I1).flow()
        if flow is None:
            return found
        if not isinstance(flow, numpy.ndarray) or flow.dtype != numpy.float32 or flow.shape != found.shape:
            is_array = isinstance(flow, numpy.ndarray)
            given = f"an array {flow.shape} of {flow.dtype}" if is_array else flow
            raise wrong_type("flow", given, f"None, or an array {found.shape} of float32")
        flow[...] = found
        return flow

    def setUseSpatialPropagation(self, val: bool) -> None:
        """Nothing, whatever `val` is: a block always tries its neighbours' vectors. OpenCV's sample sets it."""

    def getUseSpatialPropagation(self) -> bool:
        """True."""
        return True

    def collectGarbage(self) -> None:
        """Nothing: no memory is kept between calls."""
