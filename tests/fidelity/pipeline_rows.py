# SPDX-License-Identifier: MIT
"""Runs fidelity_pipelines, and says why a comparison cannot be made."""
import csv
import itertools
import subprocess
from typing import NamedTuple


class NotMade(Exception):
    pass


class OtherFolder(NotMade):
    """The folder is not one of this comparison."""


class Programs(NamedTuple):
    """Paths of genmedia and fidelity_pipelines."""
    genmedia: str
    pipelines: str


def rows_by_frame(path):
    with open(path, newline="", encoding="ascii") as file:
        return {int(frame): list(rows) for frame, rows in
                itertools.groupby(csv.DictReader(file), key=lambda row: row["frame"])}


def run_pipeline(programs, name, clip, begin, end, output, size=()):
    """Writes CSV to the file `output`, and returns its rows by frame; `size`: of other clips than 176x144."""
    with open(output, "w", encoding="ascii") as file:
        subprocess.run([programs.genmedia, "cl", "--", programs.pipelines, name, clip, str(begin), str(end),
                        *map(str, size)], check=True, stdout=file)
    return rows_by_frame(output)
