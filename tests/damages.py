# SPDX-License-Identifier: MIT
"""What happens to files: bits flipped, bytes written over, parts missing, twice or exchanged."""


def flip_bits(data, rng):
    for _ in range(rng.choice([1, 3, 20])):
        at = rng.randrange(len(data))
        data[at] ^= 1 << rng.randrange(8)


def random_bytes(data, rng):
    for _ in range(rng.choice([1, 8, 60])):
        data[rng.randrange(len(data))] = rng.randrange(256)


def span(data, rng):
    length = min(rng.choice([16, 200, 1500]), len(data) - 1)
    start = rng.randrange(len(data) - length)
    return start, start + length


def zero_span(data, rng):
    start, end = span(data, rng)
    data[start:end] = bytes(end - start)


def remove_span(data, rng):
    start, end = span(data, rng)
    del data[start:end]


def repeat_span(data, rng):
    start, end = span(data, rng)
    data[start:start] = data[start:end]


def cut(data, rng):
    del data[rng.randrange(1, len(data)):]


def swap_spans(data, rng):
    length = min(rng.choice([16, 188, 512]), len(data) // 3)
    a, b = sorted(rng.randrange(len(data) - length + 1) for _ in range(2))
    if a + length <= b:
        data[a:a + length], data[b:b + length] = data[b:b + length], data[a:a + length]


DAMAGES = [flip_bits, random_bytes, zero_span, remove_span, repeat_span, cut, swap_spans]
