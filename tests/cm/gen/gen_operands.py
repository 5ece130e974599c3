# SPDX-License-Identifier: MIT
"""Operands of Gen instructions: regions of the register files, and immediates. Regions are <vertical stride; width,
horizontal stride>, in elements (Intel's programmer's reference manual, volume 7)."""
import re

import numpy as np

TYPES = {"b": np.int8, "ub": np.uint8, "w": np.int16, "uw": np.uint16, "d": np.int32, "ud": np.uint32, "q": np.int64,
         "uq": np.uint64, "hf": np.float16, "f": np.float32, "df": np.float64}
IMMEDIATE_VECTORS = ("v", "uv", "vf")  # eight numbers of 4 bits, or four floats of 8



class Operand:
    """A region of a register file, or an immediate."""

    def __init__(self, text, lanes):
        at = re.fullmatch(r"(-|~)?(\(abs\))?([^<:]+)(<[^>]*>)?(?::(\w+))?", text)
        self.modifier, self.absolute, place, region, kind = at.groups()
        self.lanes, self.kind = lanes, kind or "ud"
        self.type = None if self.kind in IMMEDIATE_VECTORS else TYPES[self.kind]
        self.file = self.immediate = self.address = None
        if place == "inf" or re.fullmatch(r"(0x)?[0-9A-Fa-f.+e-]+", place) and not place.startswith(("a", "f")):
            return self.parse_immediate(place)
        self.size = np.dtype(self.type).itemsize
        if place == "null":
            self.file = "null"
            return
        strides = [int(n) for n in re.findall(r"\d+", region or "<1>")]
        if region and region.count(";") == 1 and len(strides) == 2:  # of instructions with three sources
            vertical, horizontal = strides
            strides = [vertical, max(vertical // horizontal, 1) if horizontal else 1, horizontal]
        if len(strides) == 1:
            strides = [0, lanes, strides[0]]
        rows_of_addresses = len(strides) == 2  # <width, horizontal stride>: each row begins at an address of its own
        if rows_of_addresses:
            strides = [0] + strides
        vertical, width, horizontal = strides
        lane = np.arange(lanes)
        self.steps = (lane // width * vertical + lane % width * horizontal) * self.size
        indirect = re.fullmatch(r"r\[a0\.(\d+)(?:,\s*(-?\d+))?\]", place)
        if indirect:
            self.file, self.base = "r", int(indirect[2] or 0)
            self.address = int(indirect[1]) + (lane // width if rows_of_addresses else 0 * lane)
            return
        direct = re.fullmatch(r"([a-z]+)(\d+)(?:\.(\d+))?", place)
        if not direct:
            raise ValueError("unknown operand: " + text)
        self.file, number, sub = direct[1], int(direct[2]), int(direct[3] or 0)
        unit = {"f": 2}.get(self.file, self.size)  # flags are numbered by 16 bits
        self.base = number * {"r": 32, "f": 4, "a": 0, "acc": 32, "n": 0}[self.file] + sub * unit

    def parse_immediate(self, text):
        if self.kind == "vf":  # a sign, three bits of exponent with a bias of 3, four of fraction
            octets = [int(text, 16) >> 8 * k & 255 for k in range(4)]
            values = [0.0 if o & 127 == 0 else (1 + (o & 15) / 16) * 2.0 ** ((o >> 4 & 7) - 3) * (-1) ** (o >> 7)
                      for o in octets]
            self.immediate = np.resize(np.array(values, np.float32), self.lanes)
            return
        if self.kind in IMMEDIATE_VECTORS:
            values = np.array([int(text, 16) >> 4 * k & 15 for k in range(8)])
            if self.kind == "v":
                values = np.where(values > 7, values - 16, values)
            self.words = values.astype(np.int16)  # what there is of them, whatever the instruction's width
            self.immediate = np.resize(values, self.lanes).astype(np.int64)
            return
        if self.kind in ("f", "df", "hf"):
            bits = {"hf": np.uint16, "f": np.uint32, "df": np.uint64}[self.kind]
            value = bits(int(text, 16)).view(self.type) if text.startswith("0x") else self.type(text)
        else:
            bits = 8 * np.dtype(self.type).itemsize
            value = int(text, 0) * (-1 if self.modifier == "-" else 1) & (1 << bits) - 1  # the least number has no positive one
            if self.kind in ("b", "w", "d", "q", "uq") and value >> bits - 1:
                value -= 1 << bits
            self.immediate = np.full(self.lanes, np.int64(value))
            return
        if self.modifier == "-":
            value = -value
        self.immediate = np.full(self.lanes, value)

    def as_dwords(self):
        """Of an immediate vector: its eight words fill 128 bits, and the back end makes use of it: each dword takes two."""
        return self.words.view(np.int32)[:self.lanes].astype(np.int64)

    def places(self, thread):
        steps = self.base + self.steps
        if self.address is not None:
            steps = steps + thread.files["a"].view(np.uint16)[self.address].astype(np.int64)
        return steps[:, None] + np.arange(self.size)

    def read(self, thread):
        """As the instruction computes with it: floats of 32 or 64 bits, or integers of 64."""
        if self.immediate is not None:
            return self.immediate.astype(np.float32) if self.kind == "hf" else self.immediate
        values = self.copied(thread)
        if self.kind == "df":
            pass
        elif self.kind in ("f", "hf"):
            values = values.astype(np.float32)
        else:
            values = values.astype(np.int64)
        if self.absolute:
            values = np.abs(values)
        if self.modifier:
            values = -values if self.modifier == "-" else ~values
        return values

    def copied(self, thread):
        """As it is: floats may be any bits."""
        if self.immediate is not None:
            return self.immediate
        return np.ascontiguousarray(thread.files[self.file][self.places(thread)]).view(self.type).reshape(-1)

    def converted(self, values, saturate):
        if values.dtype.kind == "f" and np.dtype(self.type).kind == "f":
            return (np.clip(values, 0, 1) if saturate else values).astype(self.type)
        if np.dtype(self.type).kind == "f":
            return values.astype(self.type)
        if values.dtype.kind == "f":  # towards zero, and never out of range
            limits = np.iinfo(self.type)
            wide = np.nan_to_num(np.trunc(values.astype(np.float64)), nan=0.0)
            inside = (wide > limits.min) & (wide < limits.max)
            whole = np.where(inside, wide, 0).astype(np.int64)
            return np.where(inside, whole, np.where(wide <= limits.min, limits.min, limits.max)).astype(self.type)
        if saturate:
            limits = np.iinfo(self.type)
            values = np.clip(values, limits.min, limits.max)
        return values.astype(self.type)

    def write(self, thread, values, on):
        if self.file == "null":
            return
        data = np.ascontiguousarray(values).view(np.uint8).reshape(len(values), self.size)
        thread.files[self.file][self.places(thread)[on]] = data[on]
