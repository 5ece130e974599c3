#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""includes_checker_test.py CHECKER CXX: whether the checker notices a file that leans on another's #include."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    root = pathlib.Path(folder)
    for name in "src", "build/Unity", "scripts":
        (root / name).mkdir(parents=True)
    shutil.copy(sys.argv[1], root / "scripts/check-includes")
    (root / "src/first.cpp").write_text("#include <vector>\nstd::vector<int> first;\n")
    (root / "src/second.cpp").write_text("std::vector<int> second;\n")
    unity = root / "build/Unity/unity_0.cxx"
    unity.write_text("".join(f'#include "{root}/src/{name}.cpp"\n' for name in ("first", "second")))
    command = f"{sys.argv[2]} -O2 -MD -MT x.o -MF x.d -o x.o -c {unity}"
    subprocess.run(command, shell=True, check=True, cwd=root / "build")
    (root / "build/compile_commands.json").write_text(
        json.dumps([{"directory": str(root / "build"), "command": command, "file": str(unity)}]))
    done = subprocess.run([root / "scripts/check-includes", root / "build"], capture_output=True, text=True)
    assert done.returncode == 1, done
    assert done.stdout.startswith("src/second.cpp does not compile by itself:\n"), done
    assert done.stdout.endswith("2 of 2 files compiled by themselves, 1 of them failed\n"), done
