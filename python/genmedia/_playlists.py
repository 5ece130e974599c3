# SPDX-License-Identifier: MIT
"""Playlists (HLS) that name files of their own folder, and end."""
import os
import re

_MOST_BYTES, _MOST_FILES, _MOST_LINE = 16 << 20, 10_000, 4000  # FFmpeg cuts off longer lines


def is_playlist(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(7) == b"#EXTM3U"


def check(path: str) -> None:
    """Before FFmpeg opens what a playlist names, by names that it cannot read otherwise."""
    _Check(path).playlist(os.path.realpath(path))


class _Check:
    def __init__(self, path: str) -> None:
        self._name, self._folder, self._files = path, os.path.dirname(os.path.realpath(path)), 0

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
        self._files += 1
        if self._files > _MOST_FILES:
            raise ValueError(f"{self._name} refers to more than {_MOST_FILES} files; expected no more")
        return file
