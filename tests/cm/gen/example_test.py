# SPDX-License-Identifier: MIT
"""example_test.py CMC EXAMPLES NAME: compiles an example both ways; the Gen code has the messages that its source asks
for. The numbers are worked out from the source: how many reads and writes, of how many bytes each. (meaning_test.py runs
them, for all targets.)"""
import os
import sys
import tempfile

from gen import call, check, moved, need_backend, need_lowering

cmc, examples, name = sys.argv[1:4]
READ, WRITE = "media block read", "media block write"


def oword(way, bytes):
    return (f"oword block {way} x{bytes // 16}", bytes)


GATHER, SCATTER = "byte gathering read 32b", "byte scattering write 32b"
EXPECTED = {
    "linear": {"linear1d2": {(READ, 8 * 32): 1, (WRITE, 6 * 32): 1},  # rows of 24 bytes take 32
               "linearslide": {(READ, 2 * 32): 1, (READ, 32): 3, (WRITE, 32): 3},
               "linearslide2": {(READ, 2 * 32): 1, (READ, 3 * 32): 1, (WRITE, 3 * 32): 1}},
    # the block; 16 rows of 4 bytes on the left, 64 bytes above, 4 at the corner, which take a register
    "integral": {"integral": {(READ, 256): 1, (READ, 64): 2, (READ, 32): 1, (WRITE, 256): 4}},
    "bitonic": {kernel: {oword("read", 128): 2, oword("write", 128): 2}
                for kernel in ("sort_blocks", "merge_blocks", "exchange_far")},
    "prefix": {"scan_blocks": {oword("read", 128): 2, oword("write", 128): 2, (SCATTER, 64): 1},
               "add_totals": {oword("read", 128): 2, oword("write", 128): 2, (GATHER, 32): 1}},
    # a register of places and one of data for each scattered message of one lane, two and two for 16
    "radix": {"count_digits": {oword("read", 64): 4, (SCATTER, 64): 16},
              "place_numbers": {oword("read", 64): 4, (GATHER, 64): 1, (SCATTER, 128): 4}},
    # 16 bodies of 16 bytes; 256 bytes a round into shared memory, 16 lanes a message; 16 floats back, three results
    "nbody": {"move_bodies": {oword("read", 128): 2 + 2, (SCATTER, 128): 4, (GATHER, 64): 1, oword("write", 64): 3}},
    "sepia": {"sepia": {(READ, 256): 1, (WRITE, 256): 1}},
    "sad": {"search": {(READ, 256): 1 + 3, (WRITE, 32): 1}},  # 16 bytes take a register
    "sync": {kernel: {oword("read", 64): 1, oword("write", 64): 1} for kernel in ("add_one", "twice")},
}

need_backend()
source = f"{examples}/{name}/{name}_genx.cpp"
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    status, _, err = call(cmc, "-march=skl", source, "-o", "cpu.isa")
    check(status == 0, "for this machine:", err)
    status, _, err = call(cmc, "--gen", "-mdump_asm", "-march=skl", source, "-o", "gen.gen")
    need_lowering(err)
    check(status == 0, "for Gen:", err)
    check(os.path.getsize("gen.gen") > 1000, "the file has", os.path.getsize("gen.gen"), "bytes")
    for kernel, expected in EXPECTED[name].items():
        with open(f"gen_{kernel}.asm") as file:
            assembly = file.read()
        found = moved(assembly)
        check(found == expected, kernel, "has", dict(found), "expected", expected)
        check(not [line for line in assembly.splitlines() if line.split("(")[0].strip() == "call"], kernel, "calls")
