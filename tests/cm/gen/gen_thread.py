# SPDX-License-Identifier: MIT
"""Runs the Gen assembly that the back end dumps, one instruction after the other: threads with their registers, messages
and barriers. For tests: what a kernel compiled for Gen does, against what it does on this machine's CPU. Messages are
decoded from their descriptors (Intel's programmer's reference manual, volume 7)."""
import re

import numpy as np

from gen_instructions import Instruction
from gen_operands import TYPES, Operand
from gen_surfaces import Buffer

SHARED_MEMORY = 254  # its place among the surfaces
SCATTERED = ((10, 4), (10, 12))  # unit and kind of messages in which each lane has its place
ATOMIC = 2
UNTYPED = {(12, 1), (12, ATOMIC), (12, 9)}  # read, atomic, write
TYPED_ATOMIC = (12, 6)
ATOMICS = {  # (old, first source, second source), signed; by the number in the message
    1: lambda old, a, b: old & a, 2: lambda old, a, b: old | a, 3: lambda old, a, b: old ^ a, 4: lambda old, a, b: a,
    5: lambda old, a, b: old + 1, 6: lambda old, a, b: old - 1, 7: lambda old, a, b: old + a, 8: lambda old, a, b: old - a,
    10: lambda old, a, b: max(old, a), 11: lambda old, a, b: min(old, a),
    12: lambda old, a, b: max(old & 0xFFFFFFFF, a & 0xFFFFFFFF), 13: lambda old, a, b: min(old & 0xFFFFFFFF, a & 0xFFFFFFFF),
    14: lambda old, a, b: b if old == a else old,  # the comparand comes first
}


class Kernel:
    """What the dump FILE.asm holds."""

    def __init__(self, text):
        self.labels, self.code = {}, []
        for line in text.splitlines():
            if not line.strip() or line.startswith("//"):
                continue
            if re.fullmatch(r"\S+:", line.strip()):
                self.labels[line.strip()[:-1]] = len(self.code)
            else:
                self.code.append(Instruction(line))
        inputs = re.findall(r"^// \| \S+ +\| :(\w+)(?: x (\d+))? +\| +(\d+) \| r(\d+)(?:\+(\d+))? +\| (\w+)", text, re.M)
        places = [(kind, int(count or 1), int(register) * 32 + int(offset or 0)) for
                  kind, count, _, register, offset, use in inputs if use == "general"]
        # What the runtime adds: a pointer, the thread's place in its group, and the group's size and number.
        self.values = [p for p in places if p[:2] not in (("q", 1), ("w", 3), ("d", 3))]
        self.local_id = [p[2] for p in places if p[:2] == ("w", 3)]
        self.counts = [p[2] for p in places if p[:2] == ("d", 3)]


class Thread:
    def __init__(self, kernel, group, surfaces, values=(), local_id=(0, 0, 0), local_size=(1, 1, 1), groups=(1, 1, 1),
                 shared=None):
        self.kernel, self.surfaces, self.shared = kernel, surfaces, shared
        self.files = {"r": np.full(128 * 32, 0xCD, np.uint8),  # nobody knows what is in registers
                      "f": np.zeros(8, np.uint8), "a": np.zeros(32, np.uint8), "acc": np.zeros(128, np.uint8),
                      "n": np.zeros(32, np.uint8)}
        self.products = np.zeros(32, np.int64)  # what acc0 has room for, and registers have not
        header = self.files["r"].view(np.uint32)
        header[1], header[6], header[7] = group
        for place, triple, kind in [(p, local_id, np.uint16) for p in kernel.local_id] + \
                list(zip(kernel.counts, (groups, local_size), (np.uint32, np.uint32))):
            self.store(place, np.array(triple, kind))
        if len(values) != len(kernel.values):
            raise ValueError(f"{len(values)} values for {len(kernel.values)} parameters")
        for (kind, count, place), value in zip(kernel.values, values):
            self.store(place, np.resize(np.array(value, TYPES[kind]), count))

    def store(self, place, data):
        raw = np.ascontiguousarray(data).view(np.uint8).reshape(-1)
        self.files["r"][place:place + raw.size] = raw

    def registers(self, number, count):
        return self.files["r"][number * 32:(number + count) * 32]

    def run(self):
        """Yields at each barrier."""
        at = 0
        while True:
            instruction = self.kernel.code[at]
            at += 1
            if instruction.name == "jmpi":
                if instruction.on(self)[0]:
                    at = self.target(at, instruction.operands[0])
            elif instruction.name in ("goto", "goto.b"):  # .b: backwards
                on = instruction.on(self)
                if on.any() != on.all():
                    raise ValueError("a branch that some channels take: " + instruction.line)
                if on.all():  # to the second label; the first is where others would join
                    at = self.kernel.labels[instruction.operands[1]]
            elif instruction.name.startswith("send"):
                if instruction.ends:
                    return
                self.send(instruction)
            elif instruction.name in ("wait", "sync.bar"):
                yield
            elif instruction.name not in ("nop", "join", "sync.nop", "sync.allrd", "sync.allwr"):
                instruction.run(self)

    def target(self, at, operand):
        """A label; or a register that holds how many bytes further, among jumps of 16 bytes each."""
        if operand in self.kernel.labels:
            return self.kernel.labels[operand]
        jumps = int(Operand(operand, 1).read(self)[0]) // 16
        if any(instruction.name != "jmpi" for instruction in self.kernel.code[at:at + jumps + 1]):
            raise ValueError(f"a jump {jumps} instructions further, not all of which are jumps")
        return at + jumps

    def send(self, instruction):
        unit, message = instruction.unit, instruction.message
        kind, control = message >> 14 & 15, message >> 8 & 63
        target, header, *data = instruction.registers
        reply, has_header = message >> 20 & 31, message >> 19 & 1
        if unit == 3 or (unit == 10 and kind == 7):  # gateway: a barrier is where it is waited for; fence
            return
        surface = self.shared if message & 255 == SHARED_MEMORY else self.surfaces[message & 255]
        words = self.registers(header, 1).view(np.int32)
        lanes = 16 if control & 1 else 8  # of messages without a header
        addresses = header + has_header  # of lanes
        behind = addresses + (lanes // 8 if (unit, kind) in SCATTERED else 0)
        data = data[0] if data and data[0] is not None else behind
        if (unit, kind) in ((10, 0), (10, 1), (10, 8)):  # oword blocks
            size = {0: 16, 1: 16, 2: 32, 3: 64, 4: 128}[control & 7]
            places = int(words[2].view(np.uint32)) * (1 if kind == 1 else 16) + np.arange(size)
            if kind == 8:
                surface.write(places, self.registers(data, 4)[:size])
            else:
                self.registers(target, reply)[:size] = surface.read(places)
        elif (unit, kind) in ((12, 4), (12, 10)):  # media blocks; rows in registers take a power of two
            width, height = (int(words[2]) & 63) + 1, (int(words[2]) >> 16 & 63) + 1
            pitch = max(4, 1 << (width - 1).bit_length())
            x, y = int(words[0]), int(words[1])
            if control & 4:  # lines twice as far apart: a field, the bottom one from the second line on
                surface = surface.field(control & 1)
            if kind == 4:
                block = self.registers(target, reply)[:pitch * height].reshape(height, pitch)
                block[:, :width] = surface.read_block(x, y, width, height)
            else:
                block = self.registers(data, 8)[:pitch * height].reshape(height, pitch)
                surface.write_block(x, y, block[:, :width])
        elif (unit, kind) in SCATTERED:  # bytes, words or dwords, each lane its place
            size = 1 << (control >> 2 & 3)
            on = instruction.on(self)
            lanes_on = np.flatnonzero(on[:lanes])
            places = self.registers(addresses, lanes // 8).view(np.uint32).astype(np.int64)[lanes_on]
            places = places[:, None] + (int(words[2]) if has_header else 0) + np.arange(size)
            if kind == 12:
                values = self.registers(data, lanes // 8).reshape(lanes, 4)[lanes_on, :size]
                for place, value in zip(places, values):  # the last lane wins
                    surface.write(place, value)
            else:
                values = self.registers(target, lanes // 8).reshape(lanes, 4)
                values[lanes_on] = 0
                values[lanes_on, :size] = surface.read(places)
        elif (unit, kind) in UNTYPED:
            self.send_untyped(instruction, kind, control, surface, addresses)
        elif (unit, kind) == TYPED_ATOMIC:  # registers of columns, rows and sources, behind each other or in two parts
            first_part = self.registers(header, 4 if data == behind else message >> 25 & 15)
            sent = np.concatenate((first_part, self.registers(data, 4)))[:128].view(np.int32).reshape(4, 8)
            places = sent[1].astype(np.int64) * surface.rows.shape[1] + sent[0] * 4
            self.send_atomic(instruction, control, Buffer(surface.rows), places, target, sent[2], sent[3])
        else:
            raise ValueError("unknown message: " + instruction.line)

    def send_untyped(self, instruction, kind, control, surface, addresses):
        """Dwords of each lane, channel after channel, or an atomic operation on one."""
        lanes = (16 if control >> 4 == 1 else 8) if kind != ATOMIC else (8 if control >> 4 & 1 else 16)
        target, _, *data = instruction.registers
        size = lanes // 8
        data = data[0] if data and data[0] is not None else addresses + size
        on = np.flatnonzero(instruction.on(self)[:lanes])
        places = self.registers(addresses, size).view(np.uint32).astype(np.int64)
        if kind == ATOMIC:
            sources = (self.registers(data + k * size, size).view(np.int32) for k in (0, 1))
            return self.send_atomic(instruction, control, surface, places, target, *sources)
        enabled = [channel for channel in range(4) if not control >> channel & 1]
        for row, channel in enumerate(enabled):
            for lane in on:
                place = places[lane] + 4 * channel + np.arange(4)
                if kind == 1:
                    self.registers(target + row * size, size).reshape(lanes, 4)[lane] = surface.read(place)
                else:
                    surface.write(place, self.registers(data + row * size, size).reshape(lanes, 4)[lane])

    def send_atomic(self, instruction, control, surface, places, target, first, second):
        for lane in np.flatnonzero(instruction.on(self)[:places.size]):
            place = places[lane] + np.arange(4)
            old = surface.read(place).view(np.int32)[0]
            new = ATOMICS[control & 15](int(old), int(first[lane]), int(second[lane])) & 0xFFFFFFFF
            surface.write(place, np.array([new], np.uint32).view(np.uint8))
            if control >> 5:
                self.registers(target, places.size // 8).view(np.int32)[lane] = old


def run_threads(kernel, width, height, surfaces, values=()):
    """A thread for each place, row by row. surfaces: in the order of the kernel's parameters."""
    table = dict(enumerate(surfaces, 1))
    for y in range(height):
        for x in range(width):
            for _ in Thread(kernel, (x, y, 0), table, values).run():
                pass


def run_groups(kernel, threads, groups, surfaces, values=()):
    """threads and groups: widths; a group's threads meet at its barriers."""
    table = dict(enumerate(surfaces, 1))
    for group in range(groups):
        shared = Buffer(np.zeros(65536, np.uint8))
        waiting = [Thread(kernel, (group, 0, 0), table, values, (k, 0, 0), (threads, 1, 1), (groups, 1, 1), shared).run()
                   for k in range(threads)]
        while waiting:
            waiting = [thread for thread in waiting if next(thread, "ended") != "ended"]
