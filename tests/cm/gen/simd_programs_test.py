# SPDX-License-Identifier: MIT
"""simd_programs_test.py CMC RUN_KERNEL FIRST COUNT DEPTH LEVEL TARGET...: runs random programs of SIMD control flow on this machine's
CPU, compiled with LEVEL (such as -O0), and in Gen code for these targets, against the same program run for each channel by itself.
FIRST, COUNT: seeds. DEPTH: of blocks in blocks. By hand, as for the figure in HACKING.md: 0 40 3 -O3 skl, and on from there."""
import os
import sys
import tempfile

import numpy as np

from gen import call, check, need_backend, need_lowering, write
from gen_surfaces import Buffer
from gen_thread import Kernel, run_threads
from scalar_channels import results
from simd_programs import LENGTH, Program

cmc, run_kernel, first, count, depth, level, *targets = sys.argv[1:]
programs = {f"program{seed}": Program(seed, int(depth)) for seed in range(int(first), int(first) + int(count))}
random = np.random.default_rng(int(first))
inputs = {name: random.integers(-100, 100, LENGTH).astype(np.int32) for name in programs}
expected = {name: np.array(results(program, inputs[name]), np.int64).astype(np.int32) for name, program in programs.items()}


def compare(where, name, found):
    wrong = np.flatnonzero(found != expected[name])
    if wrong.size:
        at = wrong[0]
        check(False, f"{where}: {name}: channel {at} has {found[at]}, expected {expected[name][at]}:\n"
              + programs[name].kernel(name))


def on_cpu():
    status, _, err = call(cmc, level, "programs.cpp", "-o", "cpu.isa")
    check(status == 0, err)
    for name in programs:
        inputs[name].tofile("from")
        np.full_like(inputs[name], 0x5A5A5A5A).tofile("to")
        status, out, err = call(run_kernel, "cpu.isa", name, "1x1", "buffer=from", "buffer=to")
        check(status == 0, name, out, err)
        compare("on the CPU", name, np.fromfile("to", np.int32))


def on_gen(target):
    status, _, err = call(cmc, "--gen", "-mdump_asm", "-march=" + target, "programs.cpp", "-o", "gen.gen")
    need_lowering(err)
    check(status == 0, target, err)
    for name in programs:
        with open(f"gen_{name}.asm") as file:
            kernel = Kernel(file.read())
        surfaces = [Buffer(inputs[name]), Buffer(np.full_like(inputs[name], 0x5A5A5A5A))]
        run_threads(kernel, 1, 1, surfaces)
        compare("for " + target, name, np.ascontiguousarray(surfaces[1].data).view(np.int32).reshape(-1))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    write("programs.cpp", "#include <cm/cm.h>\n" + "".join(program.kernel(name) for name, program in programs.items()))
    on_cpu()
    if targets:
        need_backend()
    for target in targets:
        on_gen(target)
print(f"{len(programs)} programs on the CPU and for {targets}")
