# SPDX-License-Identifier: MIT
"""Runs debug_kernel.cpp, compiled with CM_DEBUG: each wrong access must end the program with the file, the line and
what was wrong.   check_debug.py CLANGXX INCLUDE SOURCE"""
import pathlib
import re
import subprocess
import sys
import tempfile

clang, include, source = sys.argv[1:4]
lines = {}
for number, text in enumerate(pathlib.Path(source).read_text().splitlines(), 1):
    if found := re.search(r"// case (\d+)$", text):
        lines[int(found[1])] = number
with tempfile.TemporaryDirectory() as folder:
    program = folder + "/debug_kernel"
    subprocess.run([clang, "-std=c++17", "-O0", "-g", "-DCM_DEBUG", "-I", include, source, "-o", program], check=True)
    wrong = []
    for case in range(11):
        done = subprocess.run([program, str(case)], capture_output=True, text=True)
        where = f"{source}:{lines[case]}: " if case in lines else ""
        if case == 0:
            right = done.returncode == 0 and not done.stderr
        else:
            right = done.returncode != 0 and "is outside of 0.." in done.stderr and done.stderr.startswith(where)
        if not right:
            wrong.append(f"case {case}: status {done.returncode}, {done.stderr!r}")
print("\n".join(wrong))
sys.exit(1 if wrong or len(lines) != 9 else 0)
