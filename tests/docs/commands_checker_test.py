# SPDX-License-Identifier: MIT
"""commands_checker_test.py BUILD: whether commands_test.py would notice what can be wrong on a page."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1))
TEST = pathlib.Path(__file__).with_name("commands_test.py")


def check(text, page="docs/page.md"):
    with tempfile.TemporaryDirectory() as folder:
        for name in "docs", "examples":
            (pathlib.Path(folder) / name).mkdir()
        (pathlib.Path(folder) / page).write_text(text)
        done = subprocess.run([sys.executable, TEST, folder, BUILD, page], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class Checker(unittest.TestCase):
    def noticed(self, text, said, page="docs/page.md"):
        status, output = check(text, page)
        self.assertEqual(status, 1, output)
        self.assertIn("FAILED: " + page, output)
        self.assertIn(said, output)

    def test_what_is_right(self):
        status, output = check("Names `genmedia motion`, does `genmedia settings`:\n\n    genmedia backends  # all\n\nand\n\n    >>> 6 * 7\n    42\n")
        self.assertEqual(status, 0, output)
        self.assertIn("4 commands ran", output)

    def test_wrong_option(self):
        self.noticed("x\n\n    genmedia backends --all\n", "docs/page.md:3: genmedia backends --all: status 2")

    def test_wrong_option_in_a_sentence(self):
        self.noticed("x\nSay `genmedia backends\n--all`.\n", "docs/page.md:2: genmedia backends --all: status 2")

    def test_wrong_result_of_python(self):
        self.noticed("x\n\n    >>> 6 * 7\n    43\n", "Got:\n    42")

    def test_fences(self):
        self.noticed("x\n```python\n1 / 0\n```\n", "docs/page.md:2: 1 / 0: a fence of 'python'; expected an entry")
        self.noticed("x\n```cpp\n#include <x>\n\ny();\n```\n", "page.cpp:1:10: fatal error", "docs/encode.md")

    def test_wrong_output(self):
        self.noticed("This is what `genmedia motion --version` prints:\n\n    a version\n", "expected\na version")

    def test_unknown_command(self):
        self.noticed("x\n\n    genmeida backends\n", "status 127")

    def test_what_would_change_the_build_is_not_run(self):
        for command in "cmake --preset release -DX=1", "sudo true":
            self.noticed(f"x\n\n    {command}\n", "expected it in NOT_RUN or INSTEAD")

    def test_path_that_is_not_there(self):
        self.noticed("see `scripts/nothing`\n", "scripts/nothing: no such file")

    def test_list_with_what_no_page_has(self):
        self.noticed("nothing\n", "has no line for the list's perf record", "docs/performance.md")


if __name__ == "__main__":
    unittest.main()
