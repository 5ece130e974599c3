# SPDX-License-Identifier: MIT
"""licences_test.py SOURCE: each source file that git knows says its licence, in its first or second line. Exit status 77:
SOURCE is no clone, or there is no git."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = sys.argv.pop(1)
LINE = "SPDX-License-Identifier: MIT"
# What counts as a source file: these, and scripts whose first line says what runs them.
ENDINGS = (".1", ".c", ".cl", ".cmake", ".cpp", ".h", ".inc", ".py", ".pyi", ".sh", ".toml")
NAMES = ("CMakeLists.txt", "Makefile")
WITHOUT = "fuzz/corpus/"  # what a fuzz target reads, as it found it


def git(tree, *arguments):
    return subprocess.run(["git", "-C", tree, *arguments], check=True, capture_output=True, text=True).stdout


def lacking(tree):
    """How many source files there are, and those without the line."""
    count, without = 0, []
    for path in filter(None, git(tree, "ls-files", "-z").split("\0")):
        if path.startswith(WITHOUT) or not os.path.isfile(os.path.join(tree, path)):
            continue
        with open(os.path.join(tree, path), encoding="utf-8", errors="replace") as file:
            begin = [file.readline(), file.readline()]
        if path.endswith(ENDINGS) or os.path.basename(path) in NAMES or begin[0].startswith("#!"):
            count += 1
            if not any(LINE in line for line in begin):
                without.append(path)
    return count, without


class Licences(unittest.TestCase):
    def test_each_source_file_says_its_licence(self):
        count, without = lacking(SOURCE)
        self.assertGreater(count, 1000)
        self.assertEqual(without, [], f"expected '{LINE}' in the first or second line")

    def test_what_is_missing_is_found(self):
        files = {"good.cpp": f"// {LINE}\n", "script": f"#!/bin/sh\n# {LINE}\n", "page.1": f".TH A\n.\\\" {LINE}\n", "notes.txt": "\n",
                 "bad.cpp": "\n", "late.h": f"\n\n// {LINE}\n", "CMakeLists.txt": "\n", "run": "#!/bin/sh\n",
                 "fuzz/corpus/a.cl": "\n"}
        with tempfile.TemporaryDirectory() as tree:
            os.makedirs(os.path.join(tree, "fuzz/corpus"))
            for path, text in files.items():
                with open(os.path.join(tree, path), "w", encoding="utf-8") as file:
                    file.write(text)
            git(tree, "init", "--quiet")
            git(tree, "add", "--force", ".")
            with open(os.path.join(tree, "unknown.cpp"), "w", encoding="utf-8") as file:
                file.write("\n")
            self.assertEqual(lacking(tree), (7, ["CMakeLists.txt", "bad.cpp", "late.h", "run"]))


if __name__ == "__main__":
    if not shutil.which("git") or subprocess.run(["git", "-C", SOURCE, "rev-parse"], capture_output=True).returncode:
        print(f"SKIPPED: {SOURCE} is no clone, or there is no git")
        sys.exit(77)
    unittest.main()
