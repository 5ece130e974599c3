# SPDX-License-Identifier: MIT
"""A process that was forked has none of the threads that decode and search: work would wait for them without end."""
import os

_searched = _lost = False


def _in_child() -> None:
    global _lost
    _lost = _lost or _searched


os.register_at_fork(after_in_child=_in_child)

_EXPECTED = "; expected multiprocessing with 'spawn' or 'forkserver', or the first use of genmedia in the child"


def search() -> None:
    """Before each search."""
    global _searched
    if _lost:
        raise RuntimeError("this process was forked from one that had searched, whose threads it has not" + _EXPECTED)
    _searched = True


def same_process(pid: int) -> None:
    """Before an iterator goes on that was made in process `pid`."""
    if os.getpid() != pid:
        raise RuntimeError("this iterator was made before the process was forked, and its threads are not here" + _EXPECTED)
