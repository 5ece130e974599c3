# SPDX-License-Identifier: MIT
"""messages_test.py CMC KERNELS NAME TARGET...: compiles a file of tests/cm/dataport for the targets; each kernel has the messages
that its source asks for. Bytes are what a message reads, or sends where it reads nothing: places and data."""
import os
import sys
import tempfile

from gen import call, check, moved, need_backend, need_lowering

cmc, kernels, name, *targets = sys.argv[1:]
READ_LANE, WRITE_LANE = "byte gathering read 32b", "byte scattering write 32b"  # of 16 lanes twice the bytes


def atomic(operation):
    return ("untyped atomic int32 " + operation, 32)  # the old values of 8 lanes


def oword(way, bytes):
    return (f"oword block {way} x{bytes // 16}", bytes)


READ = "media block read"
SAMPLE, LOAD = "simd16 sample using sampler index 0", "simd16 sample load using sampler index 0"
A64_ATOMIC = "untyped a64 atomic int32 "
A64_OWORD_WRITE = "a64 unaligned oword block write x"  # the disassembler has aligned and unaligned the wrong way round
EXPECTED = {
    "atomics": {
        "atomic_each": {**{atomic(operation): 1 for operation in (
            "integer add", "integer subtract", "logical AND", "logical OR", "logical XOR", "store", "unsigned-integer min",
            "unsigned-integer max", "signed-integer min", "signed-integer max", "integer increment",
            "integer compare and swap")}, atomic("integer decrement"): 2,  # also in the place of PREDEC
            (WRITE_LANE, 64): 14},
        "atomic_count": {("untyped atomic int32 integer add", 64): 2},  # nobody wants the old values
        "atomic_exchange_old_form": {atomic("integer compare and swap"): 1, (WRITE_LANE, 64): 1},
    },
    "channels": {
        "untyped_copy": {("untyped surface read with xzw", 96): 1, ("untyped surface write with xyz", 128): 1},
        "typed_copy": {("typed surface read with x", 32): 1, ("typed surface write with x", 96): 1},
    },
    "slm": {
        "slm_turn": {(WRITE_LANE, 64): 1, (READ_LANE, 32): 1, oword("write", 32): 1},
        # 256 bytes a round into shared memory; 8 lanes twice, a block of 128 bytes in and out again, two of 32 at dwords
        "slm_forms": {oword("read", 128): 2, (WRITE_LANE, 128): 4 + 2, (READ_LANE, 32): 2 + 2, (READ_LANE, 64): 2,
                      ("untyped surface read with xy", 64): 1, ("untyped surface write with xy", 96): 1,
                      ("untyped atomic int32 integer add", 32): 1, oword("write", 32): 7, oword("write", 128): 1},
        "slm_from_address": {("a64 aligned oword block read x8", 128): 2, (WRITE_LANE, 128): 4, (READ_LANE, 64): 2,
                             oword("write", 128): 1},
    },
    "svm": {
        "svm_copy": {("a64 unaligned oword block read x4", 64): 1, (A64_OWORD_WRITE + "4", 64): 1,
                     ("a64 dword gathering read", 32): 1, ("a64 dword scattering write", 96): 1},
        "atomic_add": {(A64_ATOMIC + "integer add", 32): 2, (A64_OWORD_WRITE + "4", 64): 1},
        "atomic_maxsint": {(A64_ATOMIC + "signed-integer max", 32): 2, (A64_OWORD_WRITE + "4", 64): 1},
        "atomic_cmpxchg": {(A64_ATOMIC + "integer compare and swap", 32): 2, (A64_OWORD_WRITE + "4", 64): 1},
        "atomic_inc": {(A64_ATOMIC + "integer increment", 32): 1, (A64_OWORD_WRITE + "2", 32): 1},
        # 8 addresses are two registers; B and G are written as two channels of what lies 4 bytes further
        "four_channels": {("a64 untyped surface read with xw", 64): 1, ("a64 untyped surface write with xy", 128): 1},
    },
    "media_block": {  # 6 rows of 12 bytes take 16 each; each goes to a buffer, in a register
        "block_read": {(READ, 96): 1, ("oword block write x1", 32): 6},
        # the lines' stride is overridden: every second, of the bottom field from the second on
        "top_read": {(READ + " with vertical line stride override and offset", 96): 1, ("oword block write x1", 32): 6},
        "bottom_read": {(READ + " with vertical line stride override,skip, and offset", 96): 1, ("oword block write x1", 32): 6},
        "chroma_read": {(READ, 96): 1, ("oword block write x1", 32): 6},
        "block_write": {("media block write", 96): 1},
        "column_copy": {(READ, 32): 1, ("media block write", 32): 1},
    },
    "read_transpose": {  # 256 bytes to a buffer; blocks below 32 bytes take a register
        **{"read_" + shape: {(READ, bytes): 1, oword("write", 128): 2}
           for shape, bytes in (("2x8", 64), ("8x1", 32), ("1x4", 32), ("4x2", 32), ("8x8", 256))},
        "read_region": {(READ, 32): 1, oword("write", 128): 1},
    },
    "entry": {"arguments": {oword("write", 32): 3}},
    "sampler": {  # 64 bytes a channel; what lanes need not be changed is written all the same
        **{kernel: {(SAMPLE, 64 * channels): 1, oword("write", 64): 4} for kernel, channels in (
            ("sample_all", 4), ("sample_r", 1), ("sample_ag", 2), ("sample_abr", 3), ("sample_3d", 4))},
        "sample_region": {(SAMPLE, 128): 1, oword("write", 64): 5},
        "sample_bits": {(SAMPLE, 64): 1, oword("write", 64): 1},
        **{kernel: {(LOAD, 64 * channels): 1, oword("write", 64): 4} for kernel, channels in (
            ("load_all", 4), ("load_bg", 2), ("load_3d", 4))},
        "sample_3d_8": {("simd8 sample using sampler index 0", 64): 1, oword("write", 32): 3},
        "sample_3d_moved": {("simd16 sample override LOD using sampler index 0", 256): 1, oword("write", 128): 2},
        "load_3d_moved": {("simd16 sample load with lod forced to 0 using sampler index 0", 256): 1, oword("write", 128): 2},
    },
}

# icllp and tgllp have no doubles, bdw not all messages of the sampler.
NOT_FOR = {"entry": ("icllp", "tgllp"), "sampler": ("bdw",)}

need_backend()
source = f"{kernels}/{name}_test_genx.cpp"
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for target in set(targets) - set(NOT_FOR.get(name, ())):
        status, _, err = call(cmc, "--gen", "-mdump_asm", "-march=" + target, source, "-o", "gen.gen")
        need_lowering(err)
        check(status == 0, target, err)
        for kernel, expected in EXPECTED[name].items():
            with open(f"gen_{kernel}.asm") as file:
                found = moved(file.read())
            check(found == expected, target, kernel, "has", dict(found), "expected", expected)
            os.remove(f"gen_{kernel}.asm")
