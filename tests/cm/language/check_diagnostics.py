# SPDX-License-Identifier: MIT
"""Compiles compile_fail/*.cpp, each of which must fail with the message in the comment
of its second line, and compile_pass/*.cpp, which must compile
without a warning.   check_diagnostics.py CLANGXX INCLUDE FOLDER"""
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys

clang, include, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])


def compile(source):
    command = [clang, "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-I", include, str(source)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def check(source):
    status, output = compile(source)
    if source.parent.name == "compile_pass":
        return "" if status == 0 and not output else output or "failed"
    expected = source.read_text().splitlines()[1].removeprefix("// ")
    if status == 0:
        return "compiles, though it should not"
    return "" if expected in output else f"does not say: {expected}\n{output}"


sources = sorted(folder.glob("compile_fail/*.cpp")) + sorted(folder.glob("compile_pass/*.cpp"))
if len(sources) < 2:
    sys.exit("no sources found")
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    wrong = 0
    for source, message in zip(sources, pool.map(check, sources)):
        if message:
            wrong += 1
            print(f"{source.parent.name}/{source.name}: {message}")
if shutil.which("g++"):
    other = subprocess.run(["g++", "-std=c++17", "-fsyntax-only", "-I", include, "-x", "c++", "-"],
                           input="#include <cm/cm.h>\n", capture_output=True, text=True)
    if other.returncode == 0 or other.stderr.count("error: ") != 1 or "clang++ 14" not in other.stderr:
        wrong += 1
        print("g++ does not say which compiler to use:\n" + other.stderr)
sys.exit(1 if wrong else 0)
