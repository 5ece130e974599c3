# SPDX-License-Identifier: MIT
"""Holds docs/cm.md to what is there: each name of language_names.txt is declared in include/cm and used by a test, or
the page's column "not there" has it (`cm_va_*` stands for all that begin so), and never both.   check_page.py ROOT"""
import fnmatch
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])


def text_of(folder, pattern):
    return "\n".join(path.read_text() for path in sorted((root / folder).rglob(pattern)))


def words(text):
    return set(re.findall(r"[A-Za-z_]\w*", text))


declared = words(re.sub(r"//.*", "", text_of("include/cm", "*.h")))
used = words(text_of("tests/cm", "*.cpp") + text_of("tests/cm", "*.py") + text_of("examples/cm", "*.cpp"))
rows = [row.split("|")[1:-1] for row in (root / "docs/cm.md").read_text().splitlines()
        if row.startswith("|") and row.count("|") == 4]
missing = re.findall(r"`([^`]+)`", " ".join(row[2] for row in rows))
wrong = []
names = [line.split() for line in (root / "tests/cm/language_names.txt").read_text().splitlines()
         if not line.startswith("#")]
for chapter, name in names:
    said = any(fnmatch.fnmatchcase(name, pattern) for pattern in missing)
    if name in declared and said:
        wrong.append(f"{name} ({chapter}) is declared, and the page says that it is not there")
    elif name not in declared and not said:
        wrong.append(f"{name} ({chapter}) is not declared, and the page does not say so")
    elif name in declared and name not in used:
        wrong.append(f"{name} ({chapter}) is declared, and no test uses it")
print("\n".join(wrong))
if len(names) < 180 or len(rows) < 20:
    sys.exit(f"{len(names)} names and {len(rows)} rows of the page: expected more")
sys.exit(1 if wrong else 0)
