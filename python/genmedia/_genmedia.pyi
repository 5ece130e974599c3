# SPDX-License-Identifier: MIT
from typing import Any

import numpy
from numpy.typing import NDArray

__version__: str

def choices() -> dict[str, dict[str, int]]: ...
def presets() -> dict[str, dict[str, int]]: ...

class Estimator:
    def __init__(self, *, window: int, partitions: int, distortion: int, subpel: int, cost: int, qp: int, slice: int,
                 predictor: int, intra: bool, threads: int, device: int) -> None: ...
    def estimate(self, source: NDArray[numpy.uint8], previous: NDArray[numpy.uint8] | None = None,
                 next: NDArray[numpy.uint8] | None = None) -> dict[str, NDArray[Any]]: ...
    def device_failure(self) -> str: ...
