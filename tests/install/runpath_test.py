# SPDX-License-Identifier: MIT
"""runpath_test.py TREE [PROGRAM]: no binary below TREE has the loader look into the current folder, a relative one, or one
into which everybody may write. PROGRAM, where there is one, is one of them that must have a RUNPATH at all."""
import os
import sys

from runpath import elf_files, faults, paths

tree, *programs = sys.argv[1:]
binaries = list(elf_files(tree))
for program in programs:
    if os.path.realpath(program) not in map(os.path.realpath, binaries) or not paths(program):
        sys.exit(f"FAILED: {program} is not among the {len(binaries)} binaries of {tree}, or has no RUNPATH")
found = [text for binary in binaries for text in faults(binary)]
print(*found, f"{len(binaries)} binaries", sep="\n")
sys.exit(bool(found))
