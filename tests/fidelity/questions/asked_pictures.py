# SPDX-License-Identifier: MIT
"""The pictures that questions are asked about, and what definitions say of them. Places count from the macroblock's
upper left pixel, which is at (32, 32)."""

WIDTH, HEIGHT, AT = 96, 80, 32


class Picture:
    """Of the values that a function of (x, y) gives, or of a single value."""

    def __init__(self, value):
        self.samples = bytes((value(x - AT, y - AT) if callable(value) else value) & 255
                             for y in range(HEIGHT) for x in range(WIDTH))

    def at(self, x, y):
        """The nearest pixel of the picture."""
        column, row = min(max(x + AT, 0), WIDTH - 1), min(max(y + AT, 0), HEIGHT - 1)
        return self.samples[row * WIDTH + column]


def inside(x, y, left=0, top=0, width=16, height=16):
    return left <= x < left + width and top <= y < top + height


def noise(x, y, most=127):
    """No two places of it are alike."""
    n = (x + 100) * 2654435761 + (y + 100) * 2246822519 & 0xFFFFFFFF
    n = (n ^ n >> 15) * 2654435761 & 0xFFFFFFFF
    return ((n ^ n >> 13) & 255) * most // 255


def two_matches(first, second, eighths=2):
    """A source of `noise`: so many eighths of its pixels as at the first vector, the others as at the second."""
    def value(x, y):
        dx, dy = first if 5 * (x + 2 * y) % 8 < eighths else second
        return noise(x + dx, y + dy)
    return Picture(value)


def dots(base, values):
    """A flat picture with single pixels: {(x, y): value}."""
    return Picture(lambda x, y: values.get((x, y), base))


def differences(source, prediction):
    """Of the macroblock's 4x4 blocks, row by row of pixels; the prediction is a function of (x, y)."""
    return [[source.at(x, y) - prediction(x, y) for y in range(top, top + 4) for x in range(left, left + 4)]
            for top in range(0, 16, 4) for left in range(0, 16, 4)]


def sad(blocks):
    return sum(abs(value) for block in blocks for value in block)


def haar(blocks, ac_only=False):
    """Rows, then all columns, in two levels each; halved."""
    total = 0
    for block in blocks:
        rows = [_haar_line(block[4 * y:4 * y + 4]) for y in range(4)]
        coefficients = [value for column in zip(*rows) for value in _haar_line(column)]
        total += sum(map(abs, coefficients[1 if ac_only else 0:])) // 2
    return total


def _haar_line(line):
    a, b, c, d = line
    return [a + b + c + d, a + b - c - d, a - b, c - d]


def haar_of_pairs(blocks, ac_only=False):
    """Differences are not transformed again: of pairs in rows, then in columns, then both once more; halved."""
    total = 0
    for block in blocks:
        pairs = [(block[i], block[i + 1]) for i in range(0, 16, 2)]
        found = [a - b for a, b in pairs]
        sums = [a + b for a, b in pairs]  # two in a row
        columns = [(sums[i], sums[i + 2]) for i in (0, 1, 4, 5)]
        found += [a - b for a, b in columns]
        a, b, c, d = [a + b for a, b in columns]
        found += [a - b, c - d, a + b - c - d] + ([] if ac_only else [a + b + c + d])
        total += sum(map(abs, found)) // 2
    return total


def transform_sum(blocks):
    """Of AVC's 4x4 transform, the magnitudes of the upper left quadrant's coefficients."""
    def line(a, b, c, d):
        return a + b + c + d, 2 * a + b - c - 2 * d, a - b - c + d, a - 2 * b + 2 * c - d
    total = 0
    for block in (blocks[i] for i in (0, 1, 4, 5)):
        rows = [line(*block[4 * y:4 * y + 4]) for y in range(4)]
        total += sum(abs(value) for column in zip(*rows) for value in line(*column))
    return total


def half_pixel(a, b, c, d, clipped=True):
    value = (-a + 5 * b + 5 * c - d) >> 3
    return min(max(value, 0), 255) if clipped else value


def half_pixels_both_ways(picture, clipped_between):
    """The sample half a pixel right and down of (x, y), as a function; the vertical filter comes first."""
    def value(x, y):
        between = [half_pixel(*(picture.at(i, y + k) for k in range(-1, 3)), clipped_between)
                   for i in range(x - 1, x + 3)]
        return half_pixel(*between)
    return value
