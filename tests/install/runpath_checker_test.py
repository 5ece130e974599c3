# SPDX-License-Identifier: MIT
"""Each kind of bad element is found in a binary that was linked with it, and no good one is."""
import os
import subprocess
import tempfile
import unittest

from runpath import faults


class Checker(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.open_folder = os.path.join(self.folder.name, "open")
        os.mkdir(self.open_folder)
        os.chmod(self.open_folder, 0o777)

    def faults(self, path, tags="--enable-new-dtags"):
        binary = os.path.join(self.folder.name, "lib.so")
        subprocess.run(["cc", "-shared", "-x", "c", "/dev/null", "-o", binary, f"-Wl,{tags},-rpath,{path}"], check=True)
        return faults(binary)

    def test_good(self):
        for path in ("/usr/lib", "$ORIGIN/../lib:$ORIGIN/../lib/genmedia", "${ORIGIN}", "/nowhere"):
            self.assertEqual(self.faults(path), [])

    def test_empty(self):
        for path in ("/usr/lib:", ":/usr/lib", "/usr/lib::/lib", ":::"):
            self.assertRegex("".join(self.faults(path)), "empty element")

    def test_relative(self):
        for path in ("lib", ".", "/lib:../lib"):
            self.assertRegex("".join(self.faults(path)), "relative")

    def test_open_to_all(self):
        for path in (self.open_folder, "$ORIGIN/open"):
            self.assertRegex("".join(self.faults(path)), "everybody")

    def test_old_tag(self):
        self.assertRegex("".join(self.faults("/lib:", "--disable-new-dtags")), "empty element")


if __name__ == "__main__":
    unittest.main()
