# SPDX-License-Identifier: MIT
"""Random programs of SIMD control flow: blocks in blocks, ways out of loops, statements and reductions between them. As text
of a kernel, and as what each channel does when it runs alone, in scalar_channels.py."""
import random

# A statement is a tuple, whose first element is its kind:
#   ("set", target, operator, value)      ("merge", target, value, condition)
#   ("scalar", value)                     ("reduce", target, function, value)    target += function of the active channels
#   ("if", [(condition, body), ...])      the last condition may be None: else
#   ("loop", counter, body, condition)    ("leave", for_good)
# A value: a name, a number, (operator, value, value), or a function of the active channels: ("any", value).
TYPES = {"char": (8, True), "ushort": (16, False), "int": (32, True)}  # more would take the compiler longer, as would more places
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
LENGTH = 32  # of the buffers, in ints


class Program:
    """depth: how deep blocks lie in each other, at most."""

    def __init__(self, seed, depth=2):
        self.random, self.depth = random.Random(seed), depth
        self.width = self.random.choice([2, 4, 8, 16, 32])
        self.body = ()
        while "leave" not in str(self.body):
            self.types = {"s": "int", **{f"v{k}": self.random.choice(list(TYPES)) for k in range(3)}}
            self.places = {name: self.random.choice(["vector", "row", "every second"]) for name in self.vectors()}
            self.body = self.block(depth=0, in_loop=False, scalars=True)

    def vectors(self):
        return [name for name in self.types if name != "s"]

    def value(self, depth=None):
        depth = self.depth - 1 if depth is None else depth
        kind = self.random.random()
        if depth == 0 or kind < 0.3:
            return self.random.choice([*self.vectors(), *self.vectors(), "s", self.random.randrange(-9, 10)])
        operator = self.random.choice(["+", "-", "*", "&", "|", "^", "<", "==", ">>"])
        second = self.random.randrange(8) if operator == ">>" else self.value(depth - 1)
        return (operator, self.value(depth - 1), second)

    def condition(self, scalar_too):
        kind = self.random.random()
        name = self.random.choice(self.vectors())
        if kind < 0.15 and scalar_too:
            return self.random.choice([(">", "s", 3), ("any", (">", name, 5)), ("all", ("<", name, 90))])
        if kind < 0.6:
            return ("==", ("&", name, self.random.choice([1, 2, 3, 5])), self.random.randrange(2))
        return (self.random.choice(COMPARISONS), name, self.value(1) if kind > 0.9 else self.random.randrange(-50, 50))

    def block(self, depth, in_loop, scalars, in_if=False):
        """scalars: whether the block has a channel whenever it runs. (An if that a break has emptied is the exception.)"""
        body = []
        for _ in range(self.random.randrange(1, self.depth + 1)):
            kind = self.random.random()
            if depth < self.depth and kind < 0.35:
                branches = [(self.condition(depth > 0), self.block(depth + 1, in_loop, True, True))
                            for _ in range(self.random.choice([1, 1, 1, 2]))]
                if self.random.random() < 0.4:
                    branches.append((None, self.block(depth + 1, in_loop, True, True)))
                body.append(("if", branches))
                scalars &= not (in_if and in_loop)
            elif depth < self.depth and kind < 0.6 - 0.1 * depth:
                counter = f"c{len(self.types)}"
                self.types[counter], self.places[counter] = "ushort", "vector"
                body.append(("loop", counter, self.block(depth + 1, True, scalars),
                             ("&", self.condition(False), ("<", counter, self.random.randrange(2, 6)))))
            elif in_loop and kind > (0.75 if in_if else 0.97):
                body.append(("leave", self.random.random() < 0.6))
                break
            else:
                body.append(self.statement(scalars))
        return body

    def statement(self, scalars):
        kind, target = self.random.random(), self.random.choice([name for name in self.types if name[0] == "v"])
        if kind < 0.15:
            return ("merge", target, self.value(1), self.condition(False))
        if kind < 0.3:
            return ("reduce", target, self.random.choice(["cm_sum", "cm_reduced_min", "cm_reduced_max", "any", "all"]),
                    self.random.choice(self.vectors()))
        if kind < 0.5 and scalars:
            return ("scalar", self.random.choice([1, ("cm_sum", target)]))
        return ("set", target, self.random.choice(["", "", "+", "-", "^"]), self.value())

    # The same as text.
    def place(self, name):
        return {"s": "s", "vector": name, "row": f"{name}.row(1)", "every second": f"{name}.select<{self.width}, 2>(1)"}[
            self.places.get(name, "s")]

    def text_of(self, value):
        if isinstance(value, int):
            return f"({value})"
        if isinstance(value, str):
            return self.place(value)
        operator, *operands = value
        if operator in ("any", "all"):
            return f"({self.text_of(operands[0])}).{operator}()"
        if len(operands) == 1:
            return f"{operator}<int>({self.text_of(operands[0])})"
        return f"({self.text_of(operands[0])} {operator} {self.text_of(operands[1])})"

    def statement_text(self, statement):
        kind, *rest = statement
        if kind == "set":
            return f"{self.place(rest[0])} {rest[1]}= {self.text_of(rest[2])};"
        if kind == "merge":
            return f"{self.place(rest[0])}.merge(vector<{self.types[rest[0]]}, {self.width}>({self.text_of(rest[1])}), {self.text_of(rest[2])});"
        if kind == "reduce":
            return f"{self.place(rest[0])} += {self.text_of((rest[1], rest[2]))};"
        if kind == "scalar":
            return f"s = s * 3 + {self.text_of(rest[0])};"
        if kind == "leave":
            return "SIMD_BREAK;" if rest[0] else "SIMD_CONTINUE;"
        if kind == "loop":
            counter, body, condition = rest
            return (f"{counter} = 0;\nSIMD_DO_WHILE_BEGIN {{\n{counter} += 1;\n{self.block_text(body)}}}\n"
                    f"SIMD_DO_WHILE_END({self.text_of(condition)});")
        words = ["SIMD_IF_BEGIN"] + ["SIMD_ELSEIF"] * len(rest[0])
        return "".join(self.branch_text(word, *branch) for word, branch in zip(words, rest[0])) + "SIMD_IF_END;"

    def branch_text(self, word, condition, body):
        head = f"{word}({self.text_of(condition)})" if condition else "SIMD_ELSE"
        return f"{head} {{\n{self.block_text(body)}}}\n"

    def block_text(self, body):
        return "".join(self.statement_text(statement) + "\n" for statement in body)

    def kernel(self, name):
        """Of (from, to): each channel has an int in both. What it reads gives all variables their first values, and what they become gives
        what it writes."""
        lines = [f"vector<int, {LENGTH}> raw;\nread(from, 0, raw);\nvector<int, {self.width}> number = raw.select<{self.width}, 1>(0);\nint s = 0;\n"]
        for k, vector in enumerate(self.vectors()):
            kind, width = self.types[vector], self.width
            lines.append({"vector": f"vector<{kind}, {width}>", "row": f"matrix<{kind}, 2, {width}>",
                          "every second": f"vector<{kind}, {2 * width}>"}[self.places[vector]] + f" {vector} = 0;\n")
            if vector[0] == "v":
                lines.append(f"{self.place(vector)} = number * {2 * k + 1};\n")
        lines += [self.block_text(self.body), "number = s;\n"] + [f"number = number * 31 + {self.place(v)};\n" for v in self.vectors()]
        lines.append(f"raw = 0;\nraw.select<{self.width}, 1>(0) = number;\nwrite(to, 0, raw);\n")
        return f'extern "C" _GENX_MAIN_ void {name}(SurfaceIndex from, SurfaceIndex to) {{\n{"".join(lines)}}}\n'
