# SPDX-License-Identifier: MIT
"""What a program of simd_programs.py does, channel by channel: each runs by itself, with scalars, ifs and loops. They meet at
each statement that they have in common, which is how a reduction sees the others: those that run it in the same rounds."""
from simd_programs import LENGTH, TYPES


def wrapped(value, kind):
    bits, signed = TYPES[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> bits - 1 else value


OPERATORS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "&": lambda a, b: a & b, "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b, ">>": lambda a, b: a >> b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
REDUCTIONS = {"cm_sum": sum, "cm_reduced_min": min, "cm_reduced_max": max, "any": lambda seen: int(any(seen)),
              "all": lambda seen: int(all(seen))}


class Channel:
    """Its variables, and what it does as a generator: of (place in the program, what others may want to see)."""

    def __init__(self, program, values, shared):
        self.program, self.values, self.shared = program, values, shared

    def run(self):
        yield from self.block(self.program.body, ())

    def value(self, value):
        if isinstance(value, int):
            return value
        if isinstance(value, str):
            return (self.shared if value == "s" else self.values)[value]
        operator, *operands = value
        return wrapped(int(OPERATORS[operator](*map(self.value, operands))), "int")  # all is promoted to int

    def assign(self, name, value):
        variables = self.shared if name == "s" else self.values
        variables[name] = wrapped(value, self.program.types[name])

    def hash(self):
        number = self.shared["s"]
        for name in self.program.vectors():
            number = wrapped(number * 31 + self.values[name], "int")
        return number

    def reduced(self, place, value):
        """What a function of all channels gives, or the value itself."""
        if isinstance(value, tuple) and value[0] in REDUCTIONS:
            seen = yield place, self.value(value[1])
            return wrapped(REDUCTIONS[value[0]](seen), "int")
        yield place, None
        return self.value(value)

    def block(self, body, path):
        for number, statement in enumerate(body):
            left = yield from self.statement(statement, path + (number,))
            if left:
                return left

    def statement(self, statement, path):
        kind, *rest = statement
        if kind == "if":
            for branch, (condition, body) in enumerate(rest[0]):
                if condition is None or (yield from self.reduced(path + (branch,), condition)):
                    return (yield from self.block(body, path + (branch,)))
        elif kind == "loop":
            return (yield from self.loop(*rest, path))
        elif kind == "leave":
            return "break" if rest[0] else "continue"
        elif kind == "set":
            yield path, None
            target, operator, value = rest
            self.assign(target, self.value((operator, target, value) if operator else value))
        elif kind == "merge":
            yield path, None
            if self.value(rest[2]):
                self.assign(rest[0], self.value(rest[1]))
        elif kind == "reduce":
            result = yield from self.reduced(path, tuple(rest[1:]))
            self.assign(rest[0], self.values[rest[0]] + result)
        else:  # a scalar statement, which the first channel does for all
            result = yield from self.reduced(path, rest[0])
            if (yield path + (0,), self)[0] is self:
                self.assign("s", self.shared["s"] * 3 + result)

    def loop(self, counter, body, condition, path):
        self.assign(counter, 0)
        round = 0
        while True:
            self.assign(counter, self.values[counter] + 1)
            if (yield from self.block(body, path + (round, 0))) == "break":
                return
            yield path + (round, 1), None
            if not self.value(condition):
                return
            round += 1


def results(program, numbers):
    """What the kernel's second buffer holds; numbers: what the first does."""
    shared, names = {"s": 0}, program.vectors()
    channels = []
    for number in map(int, numbers[:program.width]):
        first = {name: wrapped(number * (2 * k + 1), program.types[name]) if name[0] == "v" else 0 for k, name in enumerate(names)}
        channels.append(Channel(program, first, shared))
    running = [(channel.run(), lane) for lane, channel in enumerate(channels)]
    waiting = {}  # lane: its generator, its place, what it shows
    for generator, lane in running:
        advance(waiting, lane, generator, None)
    while waiting:
        first = min(place for _, place, _ in waiting.values())
        together = [lane for lane in sorted(waiting) if waiting[lane][1] == first]
        seen = [waiting[lane][2] for lane in together]
        for lane in together:
            advance(waiting, lane, waiting.pop(lane)[0], seen)
    return [channel.hash() for channel in channels] + [0] * (LENGTH - program.width)


def advance(waiting, lane, generator, seen):
    try:
        waiting[lane] = (generator, *generator.send(seen))
    except StopIteration:
        pass
