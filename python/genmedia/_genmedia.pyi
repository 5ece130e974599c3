# SPDX-License-Identifier: MIT
from typing import Any

import numpy
from numpy.typing import NDArray

__version__: str

def choices() -> dict[str, dict[str, int]]: ...
def presets() -> dict[str, dict[str, int]]: ...

Pair = tuple[int, int]

class Costs:
    def __init__(self, slice: int, qp: int, center: Pair, backward_center: Pair) -> None: ...

def integer_search(source: NDArray[numpy.uint8], place: Pair, forward: NDArray[numpy.uint8],
                   backward: NDArray[numpy.uint8] | None, window: int, partitions: int, distortion: int, offset: Pair,
                   backward_offset: Pair, costs: Costs) -> dict[str, Any]: ...
def refine(source: NDArray[numpy.uint8], place: Pair, forward: NDArray[numpy.uint8],
           backward: NDArray[numpy.uint8] | None, shape: int, minor_shapes: list[int], directions: list[int],
           vectors: NDArray[numpy.int16], vectors_backward: NDArray[numpy.int16], subpel: int, both: bool, bilinear: bool,
           distortion: int, costs: Costs) -> dict[str, Any]: ...
def check(source: NDArray[numpy.uint8], place: Pair, forward: NDArray[numpy.uint8] | None,
          backward: NDArray[numpy.uint8] | None, vectors: NDArray[numpy.int16] | None,
          vectors_backward: NDArray[numpy.int16] | None, bilinear: bool, distortion: int, intra: bool,
          costs: Costs) -> dict[str, Any]: ...

def draw_arrows(canvas: NDArray[numpy.uint8], lines: NDArray[numpy.float64], width: float,
                color: tuple[float, float, float]) -> None: ...

class Timeline:
    def __init__(self, average_rate: float, finest_rate: float, tick_seconds: float) -> None: ...
    def add_packet(self, pts: int) -> None: ...
    def add_picture(self, pts: int) -> int: ...

class Estimator:
    def __init__(self, *, window: int, partitions: int, distortion: int, subpel: int, cost: int, qp: int, slice: int,
                 predictor: int, field: int, per_pixel: bool, intra: bool, threads: int, device: int) -> None: ...
    def estimate(self, source: NDArray[numpy.uint8], previous: NDArray[numpy.uint8] | None = None,
                 next: NDArray[numpy.uint8] | None = None) -> dict[str, NDArray[Any]]: ...
