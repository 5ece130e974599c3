# SPDX-License-Identifier: MIT
"""Playlists (HLS) that name files of their own folder, and end.

The command asks the same of each file when FFmpeg opens it (references.cpp), for which PyAV has a hook,
too. But motion_dataset has to know all files of a list, to see that one of them changed. And what is wrong with a list
is said before the first field, not at the frame where it matters.
"""
import os
import re

from . import _genmedia

_MOST_BYTES, _MOST_FILES = _genmedia.reference_limits()
_MOST_LINE = 4000  # FFmpeg cuts off longer lines


def is_playlist(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(7) == b"#EXTM3U"


def files(path: str) -> list[str]:
    """What a playlist names, by names that FFmpeg cannot read otherwise; a ValueError where that is not allowed."""
    check = _Check(path)
    check.playlist(os.path.realpath(path))
    return check.files


class _Check:
    def __init__(self, path: str) -> None:
        self._name, self._folder = path, os.path.dirname(os.path.realpath(path))
        self.files: list[str] = []

    def _refuse(self, named: str, expected: str) -> ValueError:
        return ValueError(f"{self._name} refers to {named!r}; expected {expected}")

    def playlist(self, path: str, inside: bool = False) -> None:
        with open(path, "rb") as file:
            text = file.read(_MOST_BYTES + 1).decode("latin-1")
        lines = [line.rstrip() for line in re.split(r"[\n\r\0]", text)]
        if len(text) > _MOST_BYTES or max(map(len, lines)) > _MOST_LINE:
            raise ValueError(f"{self._name}: a playlist of more than 16 MB, or with lines of more than {_MOST_LINE} bytes")
        of_playlists = any(line.startswith("#EXT-X-STREAM-INF") for line in lines)
        if not of_playlists and "#EXT-X-ENDLIST" not in lines:
            raise ValueError(f"{self._name} is a live playlist, which never ends; expected one with #EXT-X-ENDLIST")
        for line in lines:
            for named in re.findall(r'URI="([^"]*)"', line) if line.startswith("#") else [line] * bool(line):
                other = self._file(os.path.dirname(path), named.encode("latin-1").decode(errors="surrogateescape"))
                if is_playlist(other):
                    if inside:
                        raise self._refuse(named, "a video: a list in a list of lists is not supported")
                    self.playlist(other, inside=True)

    def _file(self, folder: str, named: str) -> str:
        if re.search(r"[:?#%\\]", named) or named.startswith("/"):
            raise self._refuse(named, "files of its own folder, by plain names")
        file = os.path.realpath(os.path.join(folder, named))
        if os.path.commonpath([file, self._folder]) != self._folder or not os.path.isfile(file):
            raise self._refuse(named, "files of its own folder, which are there")
        self.files.append(file)
        if len(self.files) > _MOST_FILES:
            raise ValueError(f"{self._name} refers to more than {_MOST_FILES} files; expected no more")
        return file
