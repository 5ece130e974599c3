#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether Intel's offline compiler accepts every kernel.

    ocloc_test.py OCLOC OUTPUT FOLDER...

Compiles each .cl file of the folders, and those below, for Gen9 as its second line says ("// ocloc: OPTIONS",
if it says anything; the offline compiler does not define cl_intel_media_block_io by itself, as drivers do); a kernel includes what lies beside it or in common/. Prints what the compiler says to a file it refuses.
"""
import os
import subprocess
import sys

OPTIONS = "// ocloc: "


def kernels(folders):
    for folder in folders:
        for directory, below, names in os.walk(folder):
            below.sort()
            for name in sorted(names):
                if name.endswith(".cl"):
                    yield os.path.join(directory, name)


def compile_kernel(ocloc, output, path):
    with open(path, encoding="utf-8") as file:
        file.readline()  # the licence
        second = file.readline().strip()
    options = second[len(OPTIONS):] if second.startswith(OPTIONS) else ""
    beside = os.path.dirname(path)
    return subprocess.run(
        [ocloc, "compile", "-file", path, "-device", "skl", "-output_no_suffix", "-out_dir", output,
         "-options", f"{options} -I {beside} -I {beside}/common".strip()],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def main(ocloc, output, *folders):
    count, refused = 0, 0
    for path in kernels(folders):
        count += 1
        result = compile_kernel(ocloc, output, path)
        if result.returncode != 0:
            refused += 1
            print(f"{path} is refused:\n{result.stdout}")
    print(f"{count - refused} of {count} files compile")
    return 1 if refused or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
