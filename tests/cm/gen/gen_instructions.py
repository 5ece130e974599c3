# SPDX-License-Identifier: MIT
"""What Gen's instructions do to a thread's registers and flags (Intel's programmer's reference manual, volume 2, Skylake).
All channels of a thread are on: kernels get by with predicates. What is not known here is an error, never skipped."""
import re

import numpy as np

from gen_operands import Operand


def wrapped_product(a, b):
    return (a * b) if a.dtype.kind == "f" else (a.astype(np.uint64) * b.astype(np.uint64)).astype(np.int64)


def quotient(a, b):
    zero = b == 0
    result = np.abs(a) // np.where(zero, 1, np.abs(b)) * np.sign(a) * np.where(zero, 1, np.sign(b))
    return np.where(zero, -1, result)


def fused(a, b, c):
    if a.dtype.kind != "f":
        return wrapped_product(a, b) + c
    return (a.astype(np.float64) * b.astype(np.float64) + c.astype(np.float64)).astype(np.float32)


def pair_sums(a, b):
    """The second of each pair is undefined (vISA, SAD2): anything here."""
    distances = np.abs(a - b)
    return np.stack([distances[0::2] + distances[1::2], np.full(len(a) // 2, 0xBAD)], axis=1).reshape(-1)


def dot_product(a, b, terms, last=None):
    """Of groups of four, in all four."""
    groups = (a.astype(np.float64) * b).reshape(-1, 4)[:, :terms].sum(axis=1)
    if last is not None:
        groups = groups + last.reshape(-1, 4)[:, 3]
    return np.repeat(groups, 4).astype(np.float32)


def interpolated(a, b, c):
    wide = a.astype(np.float64)
    return (wide * b + (1 - wide) * c).astype(np.float32)


def first_bit(a, signed):
    """From the highest on, one that differs from the sign, or is set; all ones: none."""
    bits = [(~int(v) if signed and int(v) & 1 << 31 else int(v)) & 0xFFFFFFFF for v in a]
    return np.array([32 - n.bit_length() if n else -1 for n in bits])


def sum_of_byte_products(total, a, b):
    """Of dwords; bytes have a sign where a's dwords have one."""
    signed = a.dtype == np.int32
    for k in range(0, 32, 8):
        x, y = (v.astype(np.int64) >> k & 255 for v in (a, b))
        if signed:
            x, y = ((v ^ 128) - 128 for v in (x, y))
        total = total + x * y
    return total


ARITHMETIC = {
    "mov": lambda a: a,
    "not": lambda a: ~a,
    "add": lambda a, b: a + b,
    "mul": wrapped_product,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "avg": lambda a, b: (a + b + 1) >> 1,
    "mad": lambda a, b, c: fused(b, c, a),
    "cbit": lambda a: np.array([bin(int(v) & 0xFFFFFFFF).count("1") for v in a]),
    "lzd": lambda a: np.array([32 - (int(v) & 0xFFFFFFFF).bit_length() for v in a]),
    "fbl": lambda a: np.array([(int(v) & -int(v)).bit_length() - 1 if int(v) & 0xFFFFFFFF else -1 for v in a]),
    "bfrev": lambda a: np.array([int(f"{int(v) & 0xFFFFFFFF:032b}"[::-1], 2) for v in a]),
    "sad2": pair_sums,
    "dp2": lambda a, b: dot_product(a, b, 2),
    "dp3": lambda a, b: dot_product(a, b, 3),
    "dp4": lambda a, b: dot_product(a, b, 4),
    "dph": lambda a, b: dot_product(a, b, 3, b),
    "lrp": interpolated,
    "frc": lambda a: a - np.floor(a),
    "rndd": np.floor,
    "rndu": np.ceil,
    "rnde": np.rint,
    "rndz": np.trunc,
    "math.inv": lambda a: np.float32(1) / a,
    "math.sqt": np.sqrt,
    "math.rsqt": lambda a: np.float32(1) / np.sqrt(a),
    "math.log": np.log2,
    "math.exp": np.exp2,
    "math.sin": np.sin,
    "math.cos": np.cos,
    "math.pow": lambda a, b: np.power(np.abs(a), b),
    "math.fdiv": lambda a, b: a / b,
    "math.iqot": quotient,
    "math.irem": lambda a, b: a - quotient(a, b) * b,
}
UNITS = {"gtwy": 3, "ts": 7, "dc0": 10, "dc1": 12}  # those that messages go to
COMPARISONS = {"eq": np.equal, "ne": np.not_equal, "gt": np.greater, "ge": np.greater_equal, "lt": np.less,
               "le": np.less_equal}


class Instruction:
    FORM = re.compile(r"(?:\((?P<control>[^)]*)\))?\s*(?P<name>[a-z][a-z0-9_.]*)\s*(?:\((?P<lanes>\d+)\|M(?P<first>\d+)\))?\s*"
                      r"(?:\((?P<saturate>sat)\))?\s*(?:\((?P<condition>[a-z]+)\)(?P<flag>f\d\.\d))?\s*(?P<operands>.*)")

    def __init__(self, line):
        self.line = line
        code, _, comment = line.partition("//")
        code = re.sub(r"\{[^}]*\}", "", code).strip()
        code = re.sub(r"(-?)qnan\(0x(\w+)\):hf", lambda at: f"{(0xFE00 if at[1] else 0x7E00) | int(at[2], 16):#x}:hf", code)
        bits = re.search(r"\((0x[0-9a-f]+):(h?f|df)\)", comment)
        if bits:  # of a float that the code has in decimal digits
            code = re.sub(rf"\S+:{bits[2]}$", f"{bits[1]}:{bits[2]}", code)
        at = self.FORM.fullmatch(code)
        if not at:
            raise ValueError("not an instruction: " + line)
        self.name, self.lanes, self.first = at["name"], int(at["lanes"] or 1), int(at["first"] or 0)
        self.saturate, self.condition, self.flag = at["saturate"], at["condition"], at["flag"]
        predicates = [p for p in (at["control"] or "").split("&") if p not in ("", "W")]
        self.predicate = predicates[0] if predicates else None
        self.operands = at["operands"].split()
        self.ends, self.upper_half = "EOT" in line, "AccWrEn" in line
        if self.name.startswith("send"):
            self.parse_message()
        elif self.name not in ("jmpi", "goto", "goto.b", "join", "wait", "nop") and not self.name.startswith("sync."):
            self.operands = [Operand(text, self.lanes) for text in self.operands]

    def parse_message(self):
        *registers, extended, descriptor = self.operands
        self.registers = [int(re.match(r"r(\d+)", text)[1]) if text[0] == "r" else None for text in registers]
        if "a0" in extended + descriptor:
            raise ValueError("a message whose descriptor is in a register: " + self.line)
        unit = self.name.partition(".")[2]  # which Gen12 has in the name
        self.unit = UNITS[unit] if unit else int(extended, 16) & 15
        self.message = int(descriptor, 16)

    def on(self, thread):
        lanes = np.ones(self.lanes, bool)
        if self.predicate:
            at = re.fullmatch(r"(~)?f(\d)\.(\d)(?:\.(any|all)(\d+)h)?", self.predicate)
            if not at:
                raise ValueError("unknown predicate: " + self.line)
            bits = int(thread.files["f"][int(at[2]) * 4:][:4].view(np.uint32)[0]) >> int(at[3]) * 16
            lanes = np.array([bits >> (self.first + k) & 1 for k in range(self.lanes)], bool)
            if at[4]:
                together = [bits >> k & 1 for k in range(int(at[5]))]
                lanes[:] = any(together) if at[4] == "any" else all(together)
            if at[1]:
                lanes = ~lanes
        return lanes

    def set_flags(self, thread, holds, on):
        number, half = int(self.flag[1]), int(self.flag[3])
        word = thread.files["f"][number * 4:][:4].view(np.uint32)
        for k in np.flatnonzero(on):
            bit = np.uint32(1 << self.first + int(k) + half * 16)
            word[0] = word[0] | bit if holds[k] else word[0] & ~bit

    def run(self, thread):
        target, *sources = self.operands
        values = [source.read(thread) for source in sources]
        if any(v.dtype.kind == "f" for v in values):
            wide = np.float64 if any(v.dtype == np.float64 for v in values) else np.float32
            values = [v.astype(wide) for v in values]
        on = self.on(thread)
        if self.name == "mov" and sources[0].kind in ("v", "uv") and target.kind in ("d", "ud"):
            values = [sources[0].as_dwords()]
        if self.name == "mov" and sources[0].kind == target.kind and not (
                self.saturate or self.condition or sources[0].modifier or sources[0].absolute):
            return target.write(thread, sources[0].copied(thread).astype(target.type), on)
        if self.name == "mach":  # what is left to multiply, and what has been
            total = values[0] * (values[1] >> 16 << 16) + thread.products[:self.lanes]
            return target.write(thread, target.converted(total >> (32 if self.upper_half else 0), False), on)
        if self.name in ("addc", "subb"):  # the carry is left in the accumulator
            low, high = (values[0] & 0xFFFFFFFF), (values[1] & 0xFFFFFFFF)
            result = low + high if self.name == "addc" else low - high
            carry = Operand("acc0.0<1>:ud", self.lanes)
            carry.write(thread, (np.abs(result >> 32)).astype(np.uint32), on)
            return target.write(thread, target.converted(result, False), on)
        kinds = {source.kind for source in sources}
        if self.name in ("cmp", "sel") and "uq" in kinds and kinds <= {"uq", "ud", "uw", "ub"}:  # the highest bit is no sign
            values = [v.astype(np.uint64) for v in values]
        if self.name == "cmp":
            holds = COMPARISONS[self.condition](*values)
            self.set_flags(thread, holds, on)
            return target.write(thread, np.where(holds, -1, 0).astype(target.type), on)
        if self.name == "sel":
            choose = COMPARISONS[self.condition](*values) if self.condition else on
            result, on = np.where(choose, *values), np.ones(self.lanes, bool)
        elif self.name in ("shl", "shr", "asr"):
            result = self.shifted(values, sources[0])
        elif self.name == "mac":
            accumulator = Operand("acc0.0<1>:" + target.kind, self.lanes).read(thread)
            result = fused(*values, accumulator.astype(values[0].dtype))
        elif self.name == "sada2":
            result = pair_sums(*values) + Operand("acc0.0<1>:" + target.kind, self.lanes).read(thread)
        elif self.name == "fbh":
            result = first_bit(values[0], sources[0].kind == "d")
        elif self.name == "dp4a":
            kind = np.int32 if sources[1].kind == "d" else np.uint32
            result = sum_of_byte_products(values[0], *(v.astype(kind) for v in values[1:]))
        elif self.name in ARITHMETIC:
            result = ARITHMETIC[self.name](*values)
        else:
            raise ValueError("unknown instruction: " + self.line)
        if target.file == "acc" and result.dtype.kind == "i":
            thread.products[:self.lanes][on] = result[on]
        result = target.converted(np.asarray(result), self.saturate)
        if self.condition and self.name != "sel":
            self.set_flags(thread, COMPARISONS[self.condition](result, 0), on)
        target.write(thread, result, on)

    def shifted(self, values, source):
        bits = 64 if source.kind in ("q", "uq") else 32
        value, count = values[0].astype(np.int64), values[1].astype(np.int64) & (bits - 1)
        if self.name == "shl":
            return value << count
        if self.name == "shr":
            return (value.astype(np.uint64) >> count.astype(np.uint64)).astype(np.int64) if bits == 64 else (value & 0xFFFFFFFF) >> count
        return value >> count
