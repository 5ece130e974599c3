#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""settings_test.py GENMEDIA TREE: `genmedia settings` lists each environment variable that the sources read, and
genmedia(1) has the same words."""
import os
import re
import subprocess
import sys
import unittest

TOOL, TREE = sys.argv.pop(1), sys.argv.pop(1)


def listed(**variables):
    result = subprocess.run([TOOL, "settings"], env={**os.environ, **variables}, capture_output=True, text=True, check=True)
    return result.stdout


def entries():
    """Name, meaning, and what is expected, of each."""
    return re.findall(r"^(\w+)(?:=.*)?\n    (.+)\n    Expected: (.+)\. Unless set: (.+)\.$", listed(), re.MULTILINE)


class Settings(unittest.TestCase):
    def test_values_are_shown(self):
        self.assertIn("\nGENMEDIA_CL_AS=pocl\n", listed(GENMEDIA_CL_AS="pocl"))
        self.assertIn("\nGENMEDIA_CL_AS\n", listed(GENMEDIA_CL_AS=""))

    def test_every_line_is_an_entry(self):
        self.assertEqual(len(listed().splitlines()), 3 * len(entries()))

    def test_what_sources_read_is_listed(self):
        names = {name for name, *_ in entries()}
        read = set()
        for folder in "src", "tools", "include":
            for directory, _, files in os.walk(os.path.join(TREE, folder)):
                for name in files:
                    if not name.endswith((".cpp", ".h")):
                        continue
                    with open(os.path.join(directory, name), encoding="utf-8") as file:
                        text = file.read()
                    read |= set(re.findall(r'"((?:GENMEDIA|CM)_[A-Z_]+)"', text))
                    self.assertNotRegex(text, r'getenv\("(GENMEDIA|CM)_', os.path.join(directory, name))
        self.assertGreater(len(names), 5)
        self.assertEqual({name for name in read if name in names}, names)

    def test_the_page_has_the_same_words(self):
        with open(os.path.join(TREE, "docs", "genmedia.1"), encoding="utf-8") as file:
            page = file.read().replace("\\-", "-").replace("\\&", "")
        page = page[page.index(".SH ENVIRONMENT"):page.index(".SH EXIT STATUS")]
        for name, meaning, expected, otherwise in entries():
            self.assertIn(f".TP\n.B {name}\n{meaning}\nExpected: {expected}. Unless set: {otherwise}.\n", page)
        self.assertEqual(page.count("\n.TP\n"), len(entries()))


if __name__ == "__main__":
    unittest.main()
