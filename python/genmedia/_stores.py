# SPDX-License-Identifier: MIT
"""Where the fields of many clips go: a folder with one .npz a clip, or a Zarr store with one group a clip.

A clip is there as a whole or not at all. Several processes may write ranges of one clip at the same time; what one of them
left when it was killed does not show. Frames lie in the order of the clip, whoever wrote them.

A store belongs to one call. Tasks of a call that ended, or was killed, may still run on a cluster: they look whose the store
is before each write, and stop.
"""
import glob
import json
import os
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Protocol

import numpy
from numpy.typing import NDArray

from ._field import Field
from ._npz import RangeWriter, comment_of, write_npz

Arrays = dict[str, NDArray[Any]]
Source = list[int]  # the size of a clip's file, and when it was changed, in nanoseconds

FRAMES_A_PIECE = 32  # that are compressed together

_OF_CLIP = {"time_base"}  # arrays without a dimension of frames

UNREADABLE = (ValueError, TypeError, LookupError, AttributeError)  # what JSON and Zarr say of files that were damaged


class StoreError(OSError):
    """A store that cannot be written."""


def _not_there(out: str, what: str) -> StoreError:
    where = os.uname().nodename
    return StoreError(f"cannot write {out}: it is not there on {where}; expected a {what} that all machines share")


def _not_ours(out: str) -> StoreError:
    return StoreError(f"cannot write {out}: this call of motion_dataset is over")


def _somebodys(out: str, what: str) -> ValueError:
    return ValueError(f"{what} is there, but {out} was not made by motion_dataset; expected a new place")


def not_known(what: str, error: Exception) -> ValueError:
    return ValueError(f"{what} does not say what it was made with ({type(error).__name__}: {error}); expected what "
                      "motion_dataset wrote there, or a new place")


def _comment(source: Source) -> bytes:
    """Of the archive of a clip."""
    return json.dumps({"source": source}).encode()


class Store(Protocol):
    """What can be pickled, and opened on each machine."""
    out: str
    call: str  # whose tasks may write
    step: int  # ranges begin at multiples of this

    def create(self, facts: dict[str, Any], names: Iterable[str] = ()) -> dict[str, Any]:
        """Makes the store if need be. What it was made with, `facts` if it is new; then it may have nothing of those names."""

    def take(self) -> None:
        """From the call that had it, if any. What that left half done may go."""

    def leave(self) -> None:
        """The call is over."""

    def check(self) -> None:
        """Whether this machine sees what create() made, and this call has it."""

    def has(self, name: str, source: Source | None = None) -> bool:
        """Whether the clip is there as a whole, and of that source."""

    def begin(self, name: str, arrays: Arrays | None, frames: int) -> None:
        """Removes what there is of a clip. Ranges need arrays of a field, and how many fields are to come.

        With arrays, the second time in a call changes nothing: Dask may ask again, when ranges are written.
        """

    def drop(self, name: str) -> None:
        """Removes what there is of a clip that is not to be."""

    def write(self, name: str, place: int, fields: Iterable[Field]) -> str:
        """A range, of which `place` fields lie before. What finish() knows it by."""

    def finish(self, name: str, ranges: list[str], first: int, frames: int, source: Source) -> None:
        """All ranges are written: the clip appears. `first`: number of its first frame with a field."""

    def note_failures(self, failures: list[dict[str, str]]) -> None:
        """Replaces those of an earlier run."""


@contextmanager
def _writes(out: str) -> Iterator[None]:
    try:
        yield
    except StoreError:
        raise
    except OSError as error:
        raise StoreError(f"cannot write {out}: {error}") from error


def _replace(path: str, text: str) -> None:
    """The file changes as a whole."""
    unfinished = f"{path}.{uuid.uuid4().hex}"
    try:
        with open(unfinished, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(unfinished, path)
    except OSError:
        _remove(unfinished)
        raise


def _remove(path: str) -> None:
    if os.path.lexists(path):
        os.remove(path)


def arrays_of(field: Field) -> Arrays:
    """All that a field has but its number, which is counted when the ranges are put together."""
    return {name: array for name, array in field.arrays().items() if name != "frame"}


def _pieces(fields: Iterable[Field]) -> Iterator[Arrays]:
    """Of as many frames as a store has together."""
    fields = iter(fields)
    while several := [arrays_of(field) for field in islice(fields, FRAMES_A_PIECE)]:
        if len({tuple((array.dtype, array.shape) for array in arrays.values()) for arrays in several}) > 1:
            raise ValueError("its frames are not of one size")
        piece = {name: array if name in _OF_CLIP else numpy.concatenate([arrays[name] for arrays in several])
                 for name, array in several[0].items()}
        del several  # before the next ones are searched
        yield piece


# .npz

class NpzFolder:
    """Ranges are folders in .NAME.ranges, with the arrays compressed. finish() puts them together."""
    step = FRAMES_A_PIECE

    def __init__(self, out: str) -> None:
        self.out, self.call = out, uuid.uuid4().hex

    def _file(self, name: str) -> str:
        return os.path.join(self.out, f"{name}.npz")

    def _ranges(self, name: str) -> str:
        return os.path.join(self.out, f".{name}.ranges")

    def _facts(self) -> str:
        return os.path.join(self.out, "dataset.json")

    def create(self, facts: dict[str, Any], names: Iterable[str] = ()) -> dict[str, Any]:
        with _writes(self.out):
            os.makedirs(self.out, exist_ok=True)
            if os.path.exists(self._facts()):
                try:
                    with open(self._facts(), encoding="utf-8") as file:
                        facts = json.load(file)
                except UNREADABLE as error:
                    raise not_known(self._facts(), error) from error
            elif theirs := next((name for name in names if os.path.lexists(self._file(name))), None):
                raise _somebodys(self.out, self._file(theirs))
            _replace(self._facts(), json.dumps(facts, indent=2) + "\n")
        return facts

    def _owner(self) -> str:
        return os.path.join(self.out, ".call")

    def take(self) -> None:
        with _writes(self.out):
            _replace(self._owner(), self.call)
            left = [entry.path for entry in os.scandir(self.out) if entry.name[0] == "." and entry.name.endswith(".ranges")]
        for folder in left:
            shutil.rmtree(folder, ignore_errors=True)

    def leave(self) -> None:
        with _writes(self.out):
            _remove(self._owner())

    def check(self) -> None:
        if not os.path.exists(self._facts()):
            raise _not_there(self.out, "folder")
        try:
            with open(self._owner(), encoding="utf-8") as file:
                owner = file.read()
        except FileNotFoundError:
            owner = ""
        if owner != self.call:
            raise _not_ours(self.out)

    def has(self, name: str, source: Source | None = None) -> bool:
        comment = comment_of(self._file(name))
        return comment is not None and (source is None or comment == _comment(source))

    def begin(self, name: str, arrays: Arrays | None, frames: int) -> None:
        self.check()
        if arrays is not None and (self.has(name) or os.path.isdir(self._ranges(name))):
            return
        self.drop(name)
        with _writes(self.out):
            os.makedirs(self._ranges(name), exist_ok=True)

    def drop(self, name: str) -> None:
        self.check()
        shutil.rmtree(self._ranges(name), ignore_errors=True)

    def write(self, name: str, place: int, fields: Iterable[Field]) -> str:
        folder = os.path.join(self._ranges(name), f"{place:09d}.{uuid.uuid4().hex}")
        with _writes(self.out):
            os.makedirs(folder)
        files = RangeWriter(folder)
        for piece in _pieces(fields):
            self.check()
            with _writes(self.out):
                files.append(piece, _OF_CLIP)
        with _writes(self.out):
            files.finish()
        return folder

    def finish(self, name: str, ranges: list[str], first: int, frames: int, source: Source) -> None:
        self.check()
        if not self.has(name, source):  # Dask may have lost that it was finished, and ask again
            with _writes(self.out):
                self._pack(name, ranges, numpy.arange(first, first + frames, dtype=numpy.int32), _comment(source))
        self.drop(name)

    def _pack(self, name: str, ranges: list[str], numbers: NDArray[numpy.int32], comment: bytes) -> None:
        unfinished = os.path.join(self._ranges(name), uuid.uuid4().hex)
        try:
            write_npz(unfinished, ranges, numbers, _OF_CLIP, comment)
            os.replace(unfinished, self._file(name))
        finally:
            _remove(unfinished)

    def note_failures(self, failures: list[dict[str, str]]) -> None:
        with _writes(self.out):
            _replace(os.path.join(self.out, "failures.json"), json.dumps(failures, indent=2) + "\n")


# Zarr

class ZarrStore:
    """A group a clip, with attributes when it is whole. Ranges are chunks of its arrays, written where they belong."""
    step = FRAMES_A_PIECE

    def __init__(self, out: str) -> None:
        self.out, self.call = out, uuid.uuid4().hex

    def _root(self, mode: Any) -> Any:
        try:
            import zarr
        except ImportError as error:
            raise ImportError("genmedia writes .zarr with Zarr, which is not installed: pip install 'genmedia-vme[cluster]'") \
                from error
        return zarr.open_group(self.out, mode=mode, zarr_format=3)

    def create(self, facts: dict[str, Any], names: Iterable[str] = ()) -> dict[str, Any]:
        with _writes(self.out):
            try:
                root = self._root("a")
            except UNREADABLE as error:
                raise not_known(self.out, error) from error
            if "dataset" not in root.attrs and (theirs := next((name for name in names if name in root), None)):
                raise _somebodys(self.out, theirs)
            facts = root.attrs.get("dataset", facts)
            root.attrs["dataset"] = facts
        return facts

    def take(self) -> None:
        with _writes(self.out):
            self._root("r+").attrs["call"] = self.call

    def leave(self) -> None:
        with _writes(self.out):
            del self._root("r+").attrs["call"]

    def check(self) -> None:
        self._ours("r")

    def _ours(self, mode: str) -> Any:
        """The root, if it is."""
        try:
            root = self._root(mode)
        except FileNotFoundError as error:
            raise _not_there(self.out, "store") from error
        if root.attrs.get("call") != self.call:
            raise _not_ours(self.out)
        return root

    def has(self, name: str, source: Source | None = None) -> bool:
        facts = self._facts(self._root("r"), name)
        return "frames" in facts and (source is None or (facts.get("source") == source and facts["stored"] == facts["found"]))

    def _facts(self, root: Any, name: str) -> dict[str, Any]:
        """A group's attributes, and as `found` what is stored of it; none of a group that is not there, or that was damaged."""
        try:
            return {"stored": None, **root[name].attrs.asdict(), "found": _stored(root[name])}
        except UNREADABLE:
            return {}

    def begin(self, name: str, arrays: Arrays | None, frames: int) -> None:
        with _writes(self.out):
            root = self._ours("r+")
            facts = self._facts(root, name) if arrays is not None else {}
            if "frames" in facts or facts.get("call") == self.call:
                return
            group = root.create_group(name, overwrite=True)
            if arrays is not None:
                self._create_arrays(group, arrays, frames)
                group.attrs["call"] = self.call

    def drop(self, name: str) -> None:
        with _writes(self.out):
            root = self._ours("r+")
            if name in root:
                del root[name]

    def _create_arrays(self, group: Any, arrays: Arrays, frames: int) -> None:
        for name, array in arrays.items():
            of_clip = name in _OF_CLIP
            shape = array.shape if of_clip else (frames, *array.shape[1:])
            chunks = shape if of_clip else (self.step, *shape[1:])
            group.create_array(name, shape=shape, chunks=chunks, dtype=array.dtype)

    def write(self, name: str, place: int, fields: Iterable[Field]) -> str:
        arrays: dict[str, Any] = {}
        for piece in _pieces(fields):
            with _writes(self.out):
                root = self._ours("r+")
                arrays = arrays or self._arrays(root[name], piece)
                place = self._write_chunk(arrays, place, piece)
        return name

    def _arrays(self, group: Any, piece: Arrays) -> dict[str, Any]:
        """The group's; they grow if begin() did not know how many frames there are."""
        if "time" not in group:
            self._create_arrays(group, piece, 0)
        return dict(group.arrays())

    def _write_chunk(self, arrays: dict[str, Any], place: int, piece: Arrays) -> int:
        """The place behind it."""
        end = place + len(piece["time"])
        for name, values in piece.items():
            found = arrays[name]
            if name in _OF_CLIP:
                found[...] = values
                continue
            if values.shape[1:] != found.shape[1:]:
                raise ValueError("its frames are not of one size")
            if found.shape[0] < end:
                found.resize((end, *found.shape[1:]))
            found[place:end] = values
        return end

    def finish(self, name: str, ranges: list[str], first: int, frames: int, source: Source) -> None:
        with _writes(self.out):
            group = self._ours("r+")[name]
            # Zarr writes beside a chunk, then renames. A worker that was killed meanwhile leaves that.
            chunks = os.path.join(glob.escape(self.out), glob.escape(name), "*", "c", "**")
            for left in glob.glob(os.path.join(chunks, "*.partial"), recursive=True):
                _remove(left)
            group.create_array("frame", data=numpy.arange(first, first + frames, dtype=numpy.int32), overwrite=True)
            group.attrs.put({"frames": frames, "source": source, "stored": _stored(group)})  # and no longer the call

    def note_failures(self, failures: list[dict[str, str]]) -> None:
        with _writes(self.out):
            self._root("r+").attrs["failures"] = failures


def _stored(group: Any) -> dict[str, int]:
    """Bytes that the arrays of a clip take up: where a chunk is missing, Zarr reads zeros."""
    return {name: int(array.nbytes_stored()) for name, array in sorted(group.arrays())}


def store_of(out: str) -> Store:
    return ZarrStore(out) if out.endswith(".zarr") else NpzFolder(out)
