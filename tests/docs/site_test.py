# SPDX-License-Identifier: MIT
"""site_test.py SITE: whether scripts/site would notice what can be wrong on pages and in headers."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SITE = pathlib.Path(sys.argv.pop(1)).resolve()
PAGE = "# A page\n\nSee [there](#a-place), [the header](../include/genmedia/a.h) and [files](../examples).\n\n## A place\n\nText.\n"
HEADER = "// SPDX-License-Identifier: MIT\n// A header.\n#pragma once\n\n// A type.\nstruct Type {\n    int x = 0;  // pixels\n};\n"


def build(page=PAGE, header=HEADER):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in "scripts", "docs/opencl", "docs/performance", "include/genmedia", "examples":
            (root / name).mkdir(parents=True)
        shutil.copy(SITE, root / "scripts")
        for name in "Doxyfile", "site.css":
            shutil.copy(SITE.parent.parent / "docs" / name, root / "docs")
        (root / "README.md").write_text("# First\n\n[page](docs/page.md#a-place)\n")
        (root / "HACKING.md").write_text("# Second\n")
        for name in "CHANGELOG", "CONTRIBUTING", "SECURITY":
            (root / f"{name}.md").write_text(f"# {name}\n")
        (root / "docs/page.md").write_text(page)
        (root / "include/genmedia/a.h").write_text(header)
        (root / "examples/a_b.cpp").write_text("int main() {}\n")
        done = subprocess.run([sys.executable, root / "scripts/site", root / "out"], capture_output=True, text=True)
        html = {file.name: file.read_text() for file in (root / "out/html").glob("*.html")}
        return done.returncode, done.stderr, html


class Site(unittest.TestCase):
    def test_what_is_right(self):
        status, error, html = build()
        self.assertEqual((status, error), (0, ""))
        self.assertIn('href="page.html#page-a-place"', html["index.html"])
        self.assertIn('href="examples_2a_b_8cpp-example.html"', html["folder-examples.html"])
        self.assertIn("pixels", html["structType.html"])

    def refused(self, said, **changed):
        status, error, _ = build(**changed)
        self.assertEqual(status, 1, error)
        self.assertIn(said, error)

    def test_heading_that_is_not_there(self):
        self.refused("docs/page.md:3: warning: unable to resolve reference to 'page-a-plaice'",
                     page=PAGE.replace("#a-place", "#a-plaice"))

    def test_page_that_is_not_there(self):
        self.refused("unable to resolve reference to 'pages'", page=PAGE.replace("#a-place", "pages.md"))

    def test_file_that_is_not_there(self):
        self.refused("docs/page.md links to ../example, which is not there", page=PAGE.replace("../examples", "../example"))

    def test_type_without_a_comment(self):
        self.refused("include/genmedia/a.h:6: warning: Compound Type is not documented", header=HEADER.replace("// A type.", ""))


if __name__ == "__main__":
    unittest.main()
