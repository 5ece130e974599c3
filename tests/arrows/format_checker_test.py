#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""format_checker_test.py CHECK_FORMAT STYLE: whether the checker finds what is not formatted, and mends it."""
import os
import shutil
import subprocess
import sys
import tempfile

checker, style = sys.argv[1:]
with tempfile.TemporaryDirectory() as tree:
    shutil.copy(style, tree)
    for path, text in {"src/base/good.h": "int good();\n", "src/base/bad.cpp": "int  bad() ;\n",
                       "tests/opencl/kernels/open.h": "int  other ;\n"}.items():
        os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
        with open(os.path.join(tree, path), "w") as file:
            file.write(text)

    def check(*flags):
        done = subprocess.run([sys.executable, checker, *flags, tree], capture_output=True, text=True)
        if done.returncode == 77:
            print(done.stdout, end="")
            sys.exit(77)
        return done.returncode, done.stdout.splitlines()
    assert check() == (1, ["src/base/bad.cpp: not formatted; scripts/check-format --fix does it"]), check()
    assert check("--fix")[0] == 0
    assert check() == (0, []), check()
    with open(os.path.join(tree, "src/base/bad.cpp")) as file:
        assert file.read() == "int bad();\n"
