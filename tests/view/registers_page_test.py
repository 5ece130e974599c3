#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""registers_page_test.py GENMEDIA EXAMPLE [AXE]: the page of `genmedia registers --html` says of a kernel's lines what --json
and the assembly say."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser

GENMEDIA, EXAMPLE, AXE = (sys.argv[1:] + ["", "", ""])[:3]
# Blocks that are all read before the first is written: more than a thread's registers hold.
SPILLS = """#include <cm/cm.h>
extern "C" _GENX_MAIN_ void spills(SurfaceIndex from, SurfaceIndex to) {
    matrix<uchar, 24 * 8, 32> blocks;
#pragma unroll
    for (int i = 0; i < 24; i++) read(from, 0, 8 * i, blocks.select<8, 1, 32, 1>(8 * i, 0));
#pragma unroll
    for (int i = 23; i >= 0; i--) write(to, 0, 8 * i, blocks.select<8, 1, 32, 1>(8 * i, 0));
}  // </script><img src=x>
"""


class RegistersPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        cls.browser = browser.Browser(1200, 800)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def report(self, file):
        page = self.dir / "k.html"
        done = subprocess.run([GENMEDIA, "registers", file, "--html", page, "--json"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.browser.open(page)
        return json.loads(done.stdout)

    def choose(self, kernel):
        self.browser.run("document.querySelectorAll('#kernels input')[arguments[0]].click()", kernel)

    def source(self, line):
        """The words of a line of the source: its number, registers, instructions and text."""
        return self.browser.run("return document.getElementById('line-' + arguments[0]).innerText.split('\\n')", line)

    def test_lines_and_instructions(self):
        b, kernels = self.browser, self.report(EXAMPLE)
        self.assertEqual(b.run("return [...document.querySelectorAll('#kernels label')].map((e) => e.innerText)"),
                         [kernel["kernel"] for kernel in kernels])
        source = pathlib.Path(EXAMPLE).read_text().splitlines()
        for number, kernel in enumerate(kernels):
            self.choose(number)
            self.assertEqual(b.run("return document.querySelectorAll('#code b').length"), kernel["instructions"])
            for line, live in kernel["lines"].items():
                said = b.run("const row = document.getElementById('line-' + arguments[0]);"
                             "return [...row.querySelectorAll('.number, .count')].map((e) => e.innerText)", line)
                self.assertEqual(said[:2], [line, str(live)])
                self.assertIn(source[int(line) - 1].strip(), " ".join(self.source(line)))
            self.assertEqual(b.run("return [...document.querySelectorAll('.note')].map((e) => e.innerText)"),
                             [hint["text"] for hint in kernel["hints"]])
        self.assertEqual(b.complaints(), [])

    def test_hover_links_a_line_to_its_instructions(self):
        b, kernels = self.browser, self.report(EXAMPLE)
        line = str(kernels[0]["peak_line"])
        b.move(*b.run("const r = document.getElementById('line-' + arguments[0]).getBoundingClientRect();"
                      "return [r.x + 300, r.y + r.height / 2]", line))
        b.wait("document.querySelectorAll('#code .hovered').length > 0")
        lines = b.run("return [...document.querySelectorAll('#code .hovered .number')].map((e) => e.innerText)")
        self.assertEqual(set(lines), {line})
        self.assertIn(f"line {line}: {len(lines)} instructions", b.text("linked"))
        x, y = b.run("const r = document.querySelector('#code .known').getBoundingClientRect(); return [r.x + 200, r.y + 5]")
        b.press(x, y)
        b.wait("document.querySelectorAll('#source .chosen').length === 1")
        self.assertEqual(b.complaints(), [])

    def test_spills_are_marked_and_text_stays_text(self):
        kernel = self.dir / "spills_genx.cpp"
        kernel.write_text(SPILLS)
        b, (report,) = self.browser, self.report(kernel)
        self.assertGreater(report["spilled_bytes"], 0)
        self.assertIn(f"{report['spilled_bytes']} bytes", b.text("figures"))
        self.assertGreater(b.run("return document.querySelectorAll('#code .tag.spill').length"), 0)
        self.assertGreater(b.run("return document.querySelectorAll('#source .tag.spill').length"), 0)
        self.assertEqual(b.run("return document.images.length"), 0)
        self.assertIn("</script><img src=x>", " ".join(self.source(8)))
        self.assertEqual(b.complaints(), [])

    @unittest.skipUnless(AXE, "no axe (scripts/python-env fetches axe-selenium-python)")
    def test_axe_finds_nothing_serious(self):
        self.report(EXAMPLE)
        for scheme in "light", "dark":
            self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            self.assertEqual(self.browser.serious_findings(pathlib.Path(AXE)), [], scheme)

    def test_refused(self):
        for name in "k.txt", EXAMPLE:
            done = subprocess.run([GENMEDIA, "registers", EXAMPLE, "--html", name], capture_output=True, text=True)
            self.assertEqual((done.returncode, "--html" in done.stderr), (2, True), done.stderr)


if __name__ == "__main__":
    if browser.REASON:
        print("SKIPPED:", browser.REASON)
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
