# SPDX-License-Identifier: MIT
""".npz files of ranges that several processes compress, without doing it again.

Deflate may be put together from pieces that do not refer to each other. A piece has as many frames everywhere, so a file's
bytes do not depend on who made which.
"""
import io
import json
import os
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any, BinaryIO, NamedTuple

import numpy
from numpy.typing import NDArray

_FACTS = "arrays.json"
_END = b"\x03\x00"  # an empty piece that says it is the last


class Stream(NamedTuple):
    """Bytes that were compressed: their checksum, how many they were, how many they are."""
    crc: int = 0
    size: int = 0
    packed: int = 0

    def __add__(self, behind: "Stream") -> "Stream":  # type: ignore[override]
        crc = _crc_behind(self.crc, behind.size) ^ behind.crc
        return Stream(crc, self.size + behind.size, self.packed + behind.packed)


def deflated(data: Any) -> tuple[bytes, Stream]:
    """A piece, with the lightest compression, as the command's."""
    deflate = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = deflate.compress(data) + deflate.flush(zlib.Z_FULL_FLUSH)
    return packed, Stream(zlib.crc32(data), memoryview(data).nbytes, len(packed))


# A range

class RangeWriter:
    """Arrays of a range in a folder: a file each with pieces, and last what they are."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._kinds: dict[str, tuple[str, tuple[int, ...]]] = {}
        self._streams: dict[str, Stream] = {}

    def append(self, arrays: dict[str, NDArray[Any]], of_clip: Iterable[str]) -> None:
        """A piece. Arrays `of_clip` have no dimension of frames; the first ones stay."""
        kinds = {name: (array.dtype.str, array.shape if name in of_clip else array.shape[1:])
                 for name, array in arrays.items()}
        if kinds != (self._kinds or kinds):
            raise ValueError("its frames are not of one size")
        for name, array in arrays.items():
            if self._kinds and name in of_clip:
                continue
            packed, stream = deflated(numpy.ascontiguousarray(array).data)
            with open(os.path.join(self._folder, name), "ab") as file:
                file.write(packed)
            self._streams[name] = self._streams.get(name, Stream()) + stream
        self._kinds = kinds

    def finish(self) -> None:
        facts = {name: [*kind, self._streams[name]] for name, kind in self._kinds.items()}
        with open(os.path.join(self._folder, _FACTS), "w", encoding="utf-8") as file:
            json.dump(facts, file)


# The archive: always with 64-bit sizes, and a fixed date

_DATE = 0x21  # 1980-01-01
_LOCAL, _CENTRAL, _END_64, _LOCATOR, _END_32 = (struct.Struct(form) for form in (
    "<4s5H3L2H", "<4s6H3L5H2L", "<4sQ2H2L4Q", "<4sLQL", "<4s4H2LH"))


class _Archive:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._directory: list[bytes] = []

    def begin(self, name: str, stream: Stream) -> None:
        """The bytes of the stream follow."""
        title = f"{name}.npy".encode()
        sizes = struct.pack("<2H2Q", 1, 16, stream.size, stream.packed)
        sizes_and_place = struct.pack("<2H3Q", 1, 24, stream.size, stream.packed, self._file.tell())
        method = (45, 0, zlib.DEFLATED, 0, _DATE, stream.crc, 0xFFFFFFFF, 0xFFFFFFFF, len(title))
        self._file.write(_LOCAL.pack(b"PK\3\4", *method, len(sizes)) + title + sizes)
        self._directory.append(_CENTRAL.pack(b"PK\1\2", 45, *method, len(sizes_and_place), 0, 0, 0, 0, 0xFFFFFFFF)
                               + title + sizes_and_place)

    def finish(self, comment: bytes) -> None:
        place, entries, directory = self._file.tell(), len(self._directory), b"".join(self._directory)
        self._file.write(directory)
        self._file.write(_END_64.pack(b"PK\6\6", 44, 45, 45, 0, 0, entries, entries, len(directory), place))
        self._file.write(_LOCATOR.pack(b"PK\6\7", 0, place + len(directory), 1))
        self._file.write(_END_32.pack(b"PK\5\6", 0, 0, entries, entries, 0xFFFFFFFF, 0xFFFFFFFF, len(comment)) + comment)


def write_npz(path: str, folders: list[str], numbers: NDArray[numpy.int32], of_clip: Iterable[str],
              comment: bytes) -> None:
    """Of ranges, in their order, and the numbers of their frames."""
    facts = []
    for folder in folders:
        with open(os.path.join(folder, _FACTS), encoding="utf-8") as file:
            facts.append(json.load(file))
    with open(path, "xb") as file:
        archive = _Archive(file)
        _add(archive, file, "frame", numbers.dtype.str, numbers.shape, (), [deflated(numbers.data)])
        for name, (dtype, shape, _) in facts[0].items():
            alone = name in of_clip
            if not alone and any(kinds[name][:2] != [dtype, shape] for kinds in facts):
                raise ValueError("its frames are not of one size")
            sources = [(os.path.join(folder, name), Stream(*kinds[name][2]))
                       for folder, kinds in zip(folders, facts, strict=True)]
            _add(archive, file, name, dtype, shape if alone else [len(numbers), *shape], sources[:1] if alone else sources)
        archive.finish(comment)


def comment_of(path: str) -> bytes | None:
    """Of an archive. None where there is none, or it is not whole: a file that was cut, or whose parts have moved."""
    try:
        with zipfile.ZipFile(path) as archive:
            # zipfile counts places from the end, as other data may lie in front.
            return archive.comment if archive.infolist()[0].header_offset == 0 else None
    except (OSError, ValueError, IndexError, zipfile.BadZipFile):
        return None


def _add(archive: _Archive, file: BinaryIO, name: str, dtype: str, shape: Iterable[int],
         sources: Iterable[tuple[str, Stream]], pieces: Iterable[tuple[bytes, Stream]] = ()) -> None:
    header = io.BytesIO()
    numpy.lib.format.write_array_header_1_0(header, {"descr": dtype, "fortran_order": False, "shape": tuple(shape)})
    pieces = [deflated(header.getvalue()), *pieces]
    whole = Stream()
    for stream in chain((stream for _, stream in pieces), (stream for _, stream in sources)):
        whole += stream
    archive.begin(name, whole._replace(packed=whole.packed + len(_END)))
    file.writelines(packed for packed, _ in pieces)
    for source, _ in sources:
        with open(source, "rb") as packed_file:
            shutil.copyfileobj(packed_file, file, 1 << 20)
    file.write(_END)


# Checksums of pieces one behind the other: a matrix over bits says what zero bytes do to one

def _times(matrix: list[int], bits: int) -> int:
    found = 0
    for row in matrix:
        if not bits:
            break
        found ^= row if bits & 1 else 0
        bits >>= 1
    return found


@cache
def _zero_bytes(power: int) -> list[int]:
    """2 ** power of them; -3 is a bit."""
    if power == -3:
        return [0xEDB88320, *(1 << bit for bit in range(31))]
    half = _zero_bytes(power - 1)
    return [_times(half, row) for row in half]


def _crc_behind(crc: int, size: int) -> int:
    """With `size` zero bytes behind."""
    for power in range(size.bit_length()):
        if size >> power & 1:
            crc = _times(_zero_bytes(power), crc)
    return crc
