# SPDX-License-Identifier: MIT
"""options_test.py GENMEDIA CMC GFXCC DOCS: manual pages, and the tables of docs/motion.md, docs/interpolate.md,
docs/encode.md, docs/view.md and docs/registers.md, have the options of the programs' --help: all of them, and no others. The manual
page of genmedia motion has the arrays of docs/motion.md's table, which media tests hold to those that are written."""
import pathlib
import re
import subprocess
import sys
import unittest

GENMEDIA, CMC, GFXCC, DOCS = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
OPTION = r"(?<![\w-])--?[A-Za-z#][\w#-]*"
UNSAID = {"-h", "--help"}


def help_of(*command):
    return subprocess.run([*command, "--help"], check=True, capture_output=True, text=True).stdout


def offered(*command):
    """The options in the first column of --help."""
    text = help_of(*command)
    columns = re.findall(r"^  (-\S.*?)(?=  |$)", text, re.MULTILINE)
    return {option for column in columns for option in re.findall(OPTION, column)} - UNSAID


def manual(page):
    """The options that an entry of the page is about."""
    text = (DOCS / page).read_text().replace("\\-", "-")
    heads = re.findall(r"^\.TP\n(\..*)$", text, re.MULTILINE)
    return {option for head in heads for option in re.findall(OPTION, re.sub(r"\\f.|\[|\]", "", head))} - UNSAID


def tables(page):
    """The options in the first column of its tables."""
    heads = re.findall(r"^\| (`-[^|]*) \|", (DOCS / page).read_text().replace("\\|", ","), re.MULTILINE)
    return {option for head in heads for option in re.findall(OPTION, re.sub('".*"', "", head))}


class Options(unittest.TestCase):
    def test_manual_pages_of_subcommands(self):
        for name in "motion", "interpolate", "encode", "view", "cl", "cm", "registers":
            with self.subTest(name):
                self.assertEqual(manual(f"genmedia-{name}.1"), offered(GENMEDIA, name))
        lists = "backends", "devices", "settings", "doctor"  # which have no page of their own
        self.assertEqual(manual("genmedia.1"), offered(GENMEDIA).union(*(offered(GENMEDIA, name) for name in lists)))

    def test_manual_page_of_cmc(self):
        to_clang = {"-W", "-w", "-std", "-f"}  # the page has them in a sentence
        self.assertEqual(offered(CMC) - to_clang - {"--version"} - manual("cmc.1"), set())
        self.assertEqual(manual("cmc.1") - set(re.findall(OPTION, help_of(CMC))), set())

    def test_manual_page_of_gfxcc(self):
        to_clang = {"-W", "-w", "-std", "-f", "-m", "-M", "-Wl", "-shared", "-static-libgcc", "-pthread"}  # in a sentence
        self.assertEqual(offered(GFXCC) - to_clang - {"--version"} - manual("gfxcc.1"), set())
        self.assertEqual(manual("gfxcc.1") - set(re.findall(OPTION, help_of(GFXCC))), set())

    def test_manual_page_has_the_arrays_of_the_table(self):
        table = re.findall(r"^\| `(\w+)` \| [^|]+ \| (?:int|uint|float)\d+ \|", (DOCS / "motion.md").read_text(), re.MULTILINE)
        page = re.search(r"^l l l\.\n(.*?)^\.TE$", (DOCS / "genmedia-motion.1").read_text(), re.MULTILINE | re.DOTALL)[1]
        self.assertIn("motion_vectors", table)
        self.assertEqual(sorted(re.findall(r"^(\w+)\|", page, re.MULTILINE)), sorted(table))

    def test_tables(self):
        self.assertEqual(tables("motion.md"), offered(GENMEDIA, "motion"))
        self.assertEqual(tables("interpolate.md"), offered(GENMEDIA, "interpolate"))
        self.assertEqual(tables("encode.md"), offered(GENMEDIA, "encode"))
        self.assertEqual(tables("view.md"), offered(GENMEDIA, "view"))
        self.assertEqual(tables("registers.md"), offered(GENMEDIA, "registers"))


if __name__ == "__main__":
    unittest.main()
