#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether coverage_test.py notices what nothing calls.

    coverage_checker_test.py COVERAGE_TEST
"""
import os
import subprocess
import sys
import tempfile
import unittest

HEADER = "uint helper(uint a) { return by_helper(a); }\n#define MACRO(x) \\\n    by_macro(x)\n"
KERNELS = """#include "header.h"
// in_comment(1)
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void first(global uint* out) { out[0] = helper(direct(1)); }
MACROBLOCK_KERNEL second(global uint* out) { out[0] = MACRO(in_both(1)); }
MACROBLOCK_KERNEL third(global uint* out) {
    out[0] = intel_sub_group_avc_ref_evaluate_with_multi_reference(a, f(b, c), d, e);
}
"""


class CoverageChecker(unittest.TestCase):
    def check(self, names, ran):
        """The exit status and the lines printed."""
        with tempfile.TemporaryDirectory() as folder:
            kernels, coverage = os.path.join(folder, "kernels"), os.path.join(folder, "coverage")
            os.mkdir(kernels)
            os.mkdir(coverage)
            for path, text in (("kernels/header.h", HEADER), ("kernels/a.cl", KERNELS), ("names", "\n".join(names)),
                               ("coverage/test", "".join(f"a.cl {kernel}\n" for kernel in ran))):
                with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                    file.write(text)
            result = subprocess.run([sys.executable, TOOL, os.path.join(folder, "names"), kernels, coverage],
                                    stdout=subprocess.PIPE, text=True, check=False)
            return result.returncode, result.stdout.splitlines()[:-1]

    def test_all_is_called(self):
        names = ["direct", "by_helper", "by_macro", "in_both"]
        self.assertEqual(self.check(names, ["first", "second", "third"]), (0, []))

    def test_comments_call_nothing(self):
        status, lines = self.check(["in_comment"], ["first", "second", "third"])
        self.assertEqual((status, lines), (1, ["no passed test calls in_comment"]))

    def test_a_kernel_that_did_not_run(self):
        status, lines = self.check(["direct", "by_macro"], ["first", "third"])
        self.assertEqual((status, lines), (1, ["no passed test calls by_macro", "no passed test runs a.cl second"]))

    def test_both_forms_are_wanted(self):
        name = "intel_sub_group_avc_ref_evaluate_with_multi_reference"
        status, lines = self.check([name], ["first", "second", "third"])
        self.assertEqual((status, lines), (1, [f"no passed test calls {name} with 5 arguments"]))


if __name__ == "__main__":
    TOOL = sys.argv.pop(1)
    unittest.main()
