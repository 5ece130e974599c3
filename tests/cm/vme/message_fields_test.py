#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""message_fields_test.py ROOT: headers of kernels and the runtime's fields are what the table of fields says."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
MADE = [*(f"include/cm/vme/{name}.h" for name in ("universal", "search", "refine", "check", "result")),
        "src/cm/runtime/unit/message_fields.h"]
TABLE = "src/cm/runtime/unit/message_fields.txt"


class MessageFields(unittest.TestCase):
    def setUp(self):
        self.dir = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in "scripts/message-fields", TABLE:
            (self.dir / name).parent.mkdir(parents=True)
            shutil.copy(ROOT / name, self.dir / name)
        (self.dir / "include/cm/vme").mkdir(parents=True)

    def run_script(self, *arguments, status=0):
        done = subprocess.run([self.dir / "scripts/message-fields", *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout + done.stderr

    def test_files_are_what_the_table_says(self):
        self.run_script()
        for name in MADE:
            self.assertEqual((self.dir / name).read_text(), (ROOT / name).read_text(), f"run scripts/message-fields: {name}")
        self.run_script("--check")

    def test_a_change_of_the_table_is_seen(self):
        self.run_script()
        table = (self.dir / TABLE).read_text()
        self.assertIn("word     0 4          set get", table)
        (self.dir / TABLE).write_text(table.replace("word     0 4          set get", "word     0 6          set get"))
        said = self.run_script("--check", status=1)
        self.assertIn("include/cm/vme/universal.h is not what", said)
        self.assertIn("message_fields.h is not what", said)

    def test_a_line_that_says_too_little(self):
        with open(self.dir / TABLE, "a") as file:
            file.write("UNIInput_More bits 1 2\n")
        self.assertIn("'UNIInput_More bits 1 2'; expected ", self.run_script(status=1))


if __name__ == "__main__":
    unittest.main()
