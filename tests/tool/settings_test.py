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
TABLE = os.path.join("src", "base", "settings.h")

# How often other files read the environment: for variables that are not genmedia's.
OTHERS_VARIABLES = {
    "src/base/temporary_folder.h": 1,     # TMPDIR
    "src/gfx/runtime/messages.cpp": 1,    # Intel's GFX_..., of programs that gfxcc compiled
    "src/gfx/runtime/region_kernels.cpp": 1,  # GFX_KEEP_KERNELS, of the same
    "src/opencl/layer/devices/threads.cpp": 2,    # PoCL's number of threads, which it has had two names for
    "tools/programs/cl.cpp": 1,                    # where OpenCL's loaders look for drivers
    "tools/programs/exec_program.cpp": 1, "tools/programs/pocl_cache.h": 2,                # what is put before and after PATH and the like
}


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

    def test_the_list_is_the_table(self):
        with open(os.path.join(TREE, TABLE), encoding="utf-8") as file:
            table = file.read()
        names = dict(re.findall(r'Setting (k\w+) = \{\s*"(\w+)"', table))
        self.assertGreater(len(names), 5)
        self.assertEqual(table.count("inline constexpr Setting "), len(names))
        used = re.findall(r"&(k\w+)", table)
        self.assertEqual(used, list(names))
        self.assertEqual([name for name, *_ in entries()], list(names.values()))

    def test_sources_read_variables_by_the_table_alone(self):
        reads = {}
        for folder in "src", "tools", "include":
            for directory, _, files in os.walk(os.path.join(TREE, folder)):
                for name in files:
                    path = os.path.relpath(os.path.join(directory, name), TREE)
                    if not name.endswith((".cpp", ".h")) or path == TABLE:
                        continue
                    with open(os.path.join(TREE, path), encoding="utf-8") as file:
                        text = file.read()
                    self.assertNotRegex(text, r'"GENMEDIA_[A-Z_]+"', path)
                    self.assertNotRegex(text, r"\bsecure_getenv\b|\benviron\[", path)
                    if (count := len(re.findall(r"\bgetenv\b", text))) > 0:
                        reads[path] = count
        self.assertEqual(reads, OTHERS_VARIABLES)

    def test_the_page_has_the_same_words(self):
        with open(os.path.join(TREE, "docs", "genmedia.1"), encoding="utf-8") as file:
            page = file.read().replace("\\-", "-").replace("\\&", "")
        page = page[page.index(".SH ENVIRONMENT"):page.index(".SH EXIT STATUS")]
        for name, meaning, expected, otherwise in entries():
            self.assertIn(f".TP\n.B {name}\n{meaning}\nExpected: {expected}. Unless set: {otherwise}.\n", page)
        self.assertEqual(page.count("\n.TP\n"), len(entries()))


if __name__ == "__main__":
    unittest.main()
