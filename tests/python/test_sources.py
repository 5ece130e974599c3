# SPDX-License-Identifier: MIT
"""The source distribution has each folder that the library is always built of."""
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_sources():
    folders = re.findall(r"^add_subdirectory\((\S+)\)", (ROOT / "src/CMakeLists.txt").read_text(), re.MULTILINE)
    assert len(folders) > 3
    included = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["scikit-build"]["sdist"]["include"]
    assert [f"/src/{folder}" for folder in folders if f"/src/{folder}" not in included] == []
