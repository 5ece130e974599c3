# SPDX-License-Identifier: MIT
"""all_pages_test.py SOURCE LISTS: each page is typed by a test of LISTS (a CMakeLists.txt)."""
import pathlib
import sys

source, lists = map(pathlib.Path, sys.argv[1:])
found = [path.relative_to(source).as_posix() for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md") for path in source.glob(pattern)]
typed = {word.strip("()") for line in lists.read_text().splitlines() if line.startswith("page_test(") for word in line.split()}
missing = [page for page in found if page not in typed]
if len(found) < 8 or missing:
    sys.exit(f"{len(found)} pages, of which no test types {missing}")
