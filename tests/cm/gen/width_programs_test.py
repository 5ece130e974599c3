# SPDX-License-Identifier: MIT
"""width_programs_test.py CMC RUN_KERNEL FIRST COUNT LEVEL TARGET...: random programs with integers of any width up to 64 bits, in Gen
code for these targets against this machine's CPU, for which clang makes code for such integers itself. LEVEL: cmc's on the
CPU, such as -O0. FIRST, COUNT: seeds."""
import os
import random
import sys
import tempfile

import numpy as np

from gen import call, check, need_backend, need_lowering, write
from gen_surfaces import Buffer
from gen_thread import Kernel, run_threads

cmc, run_kernel, first, count, level, *targets = sys.argv[1:]
BINARY = ["+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "<", "==", ">=", "?"]


class Program:
    """Statements on numbers of chosen widths, switches over them, and loops; each divisor and count is in range."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.types = {f"x{k}": ("signed" if self.random.random() < 0.5 else "unsigned", self.random.randrange(2, 65)) for k in range(4)}
        self.lines = []
        for _ in range(5):
            self.statement(1)

    def type_of(self, name):
        sign, bits = self.types[name]
        return f"{sign} _BitInt({bits})"

    def name(self):
        return self.random.choice(list(self.types))

    def value(self, to, depth=2):
        """An expression of the type of the variable `to`."""
        kind = self.type_of(to)
        if depth == 0:
            pick = self.random.random()
            if pick < 0.6:
                return f"({kind}){self.name()}"
            return f"({kind})v({self.random.randrange(8)})" if pick < 0.8 else f"({kind}){self.random.randrange(-99, 100)}"
        a, b = self.value(to, depth - 1), self.value(to, depth - 1)
        bits = self.types[to][1]
        operator = self.random.choice(BINARY if bits <= 32 else [o for o in BINARY if o not in "/%"])  # Gen divides no 64 bits
        if operator in ("<<", ">>"):
            b = f"(unsigned)({b} & {bits - 1 if bits & bits - 1 == 0 else (1 << bits.bit_length() - 1) - 1})"
        if operator in ("/", "%"):
            b = f"(({b} & ({kind}){1 if bits < 4 else 5}) | ({kind})1)" if self.types[to][0] == "unsigned" or bits > 2 else f"({kind})1"
        if operator == "?":
            return f"({a} < {b} ? {self.value(to, 0)} : {b})"
        return f"({kind})({a} {operator} {b})"

    def statement(self, depth):
        pick, target, indent = self.random.random(), self.name(), "    " * depth
        if depth < 3 and pick < 0.2:
            self.lines.append(f"{indent}for (int i{depth} = 0; i{depth} < 8; i{depth}++) {{")
            self.lines.append(f"{indent}{target} += ({self.type_of(target)})v(i{depth});")
            self.statement(depth + 1)
            self.lines.append(indent + "}")
        elif depth < 3 and pick < 0.45:
            self.switch(depth, indent)
        elif depth < 3 and pick < 0.6:
            self.lines.append(f"{indent}if ({self.value(target)} {self.random.choice(['<', '>', '==', '!='])} {self.value(target, 1)}) {{")
            self.statement(depth + 1)
            self.lines.append(indent + "}")
        else:
            self.lines.append(f"{indent}{target} = {self.value(target)};")

    def switch(self, depth, indent):
        """Over a number of any width, or over some bits of a common one, which LLVM then narrows."""
        if self.random.random() < 0.5:
            name = self.name()
            cases = {self.random.randrange(1 << min(self.types[name][1] - 1, 3)) for _ in range(4)}
            self.lines.append(f"{indent}switch ({name}) {{")
        else:
            shift = self.random.randrange(0, 29)
            cases = {self.random.randrange(8) << shift for _ in range(4)}
            self.lines.append(f"{indent}switch ((unsigned)v({self.random.randrange(8)}) * 2654435761u & {7 << shift}u) {{")
        for case in sorted(cases):
            self.lines.append(f"{indent}case {case}{'u' if case > 99 else ''}:")
            self.statement(depth + 1)
            self.lines.append(indent + "    break;")
        if self.random.random() < 0.5:
            self.lines.append(f"{indent}default:")
            self.statement(depth + 1)
        self.lines.append(indent + "}")

    def kernel(self, name):
        head = "".join(f"    {self.type_of(x)} {x} = ({self.type_of(x)})v({k}) * ({self.type_of(x)})3;\n" for k, x in enumerate(self.types))
        tail = "".join(f"    n({2 * k}) = (int){x};\n    n({2 * k + 1}) = (int)((long long){x} >> 32);\n" for k, x in enumerate(self.types))
        return (f'extern "C" _GENX_MAIN_ void {name}(SurfaceIndex from, SurfaceIndex to) {{\n    vector<int, 8> v, n;\n    read(from, 0, v);\n'
                + head + "\n".join(self.lines) + "\n" + tail + "    write(to, 0, n);\n}\n")


def gen_results(name, numbers):
    with open(f"gen_{name}.asm") as file:
        kernel = Kernel(file.read())
    surfaces = [Buffer(numbers.copy()), Buffer(np.zeros(8, np.int32))]
    run_threads(kernel, 1, 1, surfaces)
    return np.ascontiguousarray(surfaces[1].data).view(np.int32)


need_backend()
programs = {f"program{seed}": Program(seed) for seed in range(int(first), int(first) + int(count))}
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    write("programs.cpp", "#include <cm/cm.h>\n" + "".join(program.kernel(name) for name, program in programs.items()))
    status, _, err = call(cmc, level, "programs.cpp", "-o", "cpu.isa")
    check(status == 0, err)
    for target in targets:
        status, _, err = call(cmc, "--gen", "-mdump_asm", "-march=" + target, "programs.cpp", "-o", "gen.gen")
        need_lowering(err)
        check(status == 0, target, err)
        for name, program in programs.items():
            numbers = np.random.default_rng(int(name[7:])).integers(-1 << 31, 1 << 31, 8).astype(np.int32)
            numbers.tofile("from")
            np.zeros(8, np.int32).tofile("to")
            status, out, err = call(run_kernel, "cpu.isa", name, "1x1", "buffer=from", "buffer=to")
            check(status == 0, name, out, err)
            expected, found = np.fromfile("to", np.int32), gen_results(name, numbers)
            check((found == expected).all(), target, name, "gives", found, "expected", expected, "of", numbers, "\n" + program.kernel(name))
print(f"{len(programs)} programs for {targets}")
