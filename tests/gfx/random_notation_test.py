# SPDX-License-Identifier: MIT
"""Random statements in array notation, each against loops of the same: random_notation_test.py GFXCC FOLDER [SEED...]"""
import os
import random
import subprocess
import sys

GFXCC, FOLDER = sys.argv[1:3]
SEEDS = [int(seed) for seed in sys.argv[3:]] or [1, 2]
STATEMENTS = 60
ARRAYS = {"a": (24,), "b": (24,), "c": (24,), "m": (6, 8), "n": (6, 8), "t": (3, 4, 5), "u": (3, 4, 5)}


class Statement:
    """A statement over `lengths`: as array notation, and as the body of loops over i0, i1, ..."""

    def __init__(self, chance, lengths):
        self.chance, self.lengths = chance, lengths

    def section(self, name):
        """An element of the array by rank: sections for as many dimensions as there are lengths, else a number."""
        shape = ARRAYS[name]
        ranked = sorted(self.chance.sample(range(len(shape)), len(self.lengths)))
        notation, plain = name, name
        for dimension, size in enumerate(shape):
            if dimension not in ranked:
                at = self.chance.randrange(size)
                notation, plain = f"{notation}[{at}]", f"{plain}[{at}]"
                continue
            rank = ranked.index(dimension)
            length = self.lengths[rank]
            stride = self.chance.choice([s for s in (-3, -2, -1, 1, 2, 3) if (length - 1) * abs(s) < size])
            spread = (length - 1) * abs(stride)
            first = self.chance.randrange(size - spread) + (spread if stride < 0 else 0)
            whole = length == size and stride == 1
            part = ":" if whole and self.chance.random() < 0.5 else \
                f"{first}:{length}" + (f":{stride}" if stride != 1 or self.chance.random() < 0.3 else "")
            notation, plain = f"{notation}[{part}]", f"{plain}[{first} + i{rank} * ({stride})]"
        return notation, plain

    def pick(self, without=""):
        fitting = [name for name, shape in ARRAYS.items() if name != without and len(shape) >= len(self.lengths) and
                   all(length <= min(shape) for length in self.lengths)]
        return self.chance.choice(fitting)

    def value(self, depth, without):
        kind = self.chance.randrange(8 if depth > 0 else 3)
        if kind == 0:
            number = str(self.chance.randrange(1, 9))
            return number, number
        if kind == 1:
            rank = self.chance.randrange(len(self.lengths))
            return f"__sec_implicit_index({rank})", f"(int)i{rank}"
        if kind == 2:
            return self.section(self.pick(without))
        one, other = self.value(depth - 1, without), self.value(depth - 1, without)
        if kind == 3:
            third = self.value(depth - 1, without)
            return tuple(f"({x} > {y} ? {x} : {z})" for x, y, z in zip(one, other, third, strict=True))
        if kind == 4:
            return tuple(f"mixed({x}, {y})" for x, y in zip(one, other, strict=True))
        sign = "+-&"[kind - 5]
        return tuple(f"({x} {sign} {y})" for x, y in zip(one, other, strict=True))

    def text(self):
        target = self.pick()
        left, right = self.section(target), self.value(3, target)
        sign = self.chance.choice(["=", "=", "+=", "-=", "^="])
        loops = "".join(f"for (long i{rank} = 0; i{rank} < {length}; i{rank}++) "
                        for rank, length in enumerate(self.lengths))
        if self.chance.random() < 0.2:
            test = self.value(1, target)
            if "[" in test[0]:
                return (f"if ({test[0]} > 3) {left[0]} {sign} {right[0]}; else {left[0]} = 1;",
                        f"{loops}{{ if ({test[1]} > 3) {left[1]} {sign} {right[1]}; else {left[1]} = 1; }}")
        return f"{left[0]} {sign} {right[0]};", f"{loops}{left[1]} {sign} {right[1]};"


def program(seed):
    chance = random.Random(seed)
    declared = ", ".join(name + "".join(f"[{size}]" for size in shape) for name, shape in ARRAYS.items())
    body, loops = [], []
    for _ in range(STATEMENTS):
        rank = chance.choice([1, 1, 2, 2, 3])
        notation, plain = Statement(chance, [chance.randint(1, 3 if rank == 3 else 6 if rank == 1 else 5) for _ in range(rank)]).text()
        body.append(notation)
        loops.append(plain)
    steps = "\n".join(f"    reset();\n    {one}\n    keep();\n    reset();\n    {other}\n    at = {number};\n    if (differs()) return 1;"
                      for number, (one, other) in enumerate(zip(body, loops, strict=True)))
    return f"""#include <stdio.h>
#include <string.h>
struct All {{ int {declared}; }};
static struct All all, kept;
static int at;
{"".join(f"#define {name} all.{name}" + chr(10) for name in ARRAYS)}
static int mixed(int x, int y) {{ return (x * 31) ^ y; }}
static void reset(void) {{ int* p = (int*)&all; for (unsigned i = 0; i < sizeof(all) / 4; i++) p[i] = (int)(i * 7 % 23); }}
static void keep(void) {{ kept = all; }}
static int differs(void) {{ if (!memcmp(&all, &kept, sizeof(all))) return 0; printf("statement %d\\n", at); return 1; }}
int main(void) {{
{steps}
    return 0;
}}
"""


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for seed in SEEDS:
        for extension in ("c", "cpp"):
            source = os.path.join(FOLDER, f"random{seed}.{extension}")
            with open(source, "w", encoding="utf-8") as file:
                file.write(program(seed))
            name = source + ".out"
            subprocess.run([GFXCC, "-O2", "-w", source, "-o", name], check=True)
            done = subprocess.run([name], capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"seed {seed}, {source}: {done.stdout}{done.stderr}")
    print(f"{STATEMENTS} statements of each of the seeds {SEEDS}, in C and in C++: as loops")


if __name__ == "__main__":
    main()
