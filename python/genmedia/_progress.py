# SPDX-License-Identifier: MIT
"""How far a clip is, for people."""
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def counted(items: Iterable[T], total: int) -> Iterator[T]:
    """The items; `total` is how many there will be, 0: not known."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield from _told(items, total)
    else:
        yield from tqdm(items, total=total or None, unit="frame")


def _told(items: Iterable[T], total: int) -> Iterator[T]:
    of_all = f" of {total}" if total else ""
    for count, item in enumerate(items, 1):
        yield item
        print(f"\rgenmedia: {count}{of_all} frames", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
