# SPDX-License-Identifier: MIT
"""Draws results into luma planes as the programs that ran on the hardware did."""

WIDTH, HEIGHT = 176, 144
LUMA = 180
INTRA_STEPS = (16, 8, 4)  # of the grid, by shape


class Overlay:
    def __init__(self, luma, width=WIDTH, height=HEIGHT, ink=LUMA):
        self.luma, self.width, self.height, self.ink = bytearray(luma), width, height, ink

    def pixel(self, x, y):
        if 0 <= x < self.width and 0 <= y < self.height:
            self.luma[y * self.width + x] = self.ink

    def line(self, x, y, dx, dy):
        """Bresenham's, in whole numbers, towards growing coordinates of the longer axis."""
        steep = abs(dy) > abs(dx)
        ends = sorted([(y, x), (y + dy, x + dx)] if steep else [(x, y), (x + dx, y + dy)], key=lambda end: end[0])
        (begin, across), (end, last_across) = ends
        run, rise, step = end - begin, abs(last_across - across), 1 if across < last_across else -1
        error = run // 2
        for along in range(begin, end + 1):
            self.pixel(*((across, along) if steep else (along, across)))
            error -= rise
            if error < 0:
                across, error = across + step, error + run

    def vector(self, x, y, vector):
        self.line(x, y, (vector[0] + 2) >> 2, (vector[1] + 2) >> 2)

    def quadrant(self, left, top, quadrant, shape, vectors, whole):
        """`whole`: draw 8x8 blocks too."""
        x, y = left + quadrant % 2 * 8, top + quadrant // 2 * 8
        if shape == 0 and whole:
            self.vector(x + 4, y + 4, vectors[0])
        elif shape == 1:
            for half in range(2):
                self.vector(x + 4, y + 4 * half + 2, vectors[2 * half])
        elif shape == 2:
            for half in range(2):
                self.vector(x + 4 * half + 2, y + 4, vectors[2 * half])
        elif shape == 3:
            for block in range(4):  # in a row of their own, not where they are
                self.vector(left + 4 * block + 2, top + 4 * quadrant + 2, vectors[block])

    def inter(self, left, top, major, minor, vectors, whole_quadrants=True):
        if major == 0:
            self.vector(left + 8, top + 8, vectors[0])
        elif major == 1:
            for half in range(2):
                self.vector(left + 8, top + 8 * half + 4, vectors[8 * half])
        elif major == 2:
            for half in range(2):
                self.vector(left + 8 * half + 4, top + 8, vectors[8 * half])
        else:
            for quadrant in range(4):
                self.quadrant(left, top, quadrant, minor >> 2 * quadrant & 3,
                              vectors[4 * quadrant:4 * quadrant + 4], whole_quadrants)

    def intra(self, left, top, shape):
        for offset in range(0, 17, INTRA_STEPS[shape]):
            self.line(left + offset, top, 0, 16)
            self.line(left, top + offset, 16, 0)


def draw(luma, macroblocks):
    """The plane with the rows of a CSV file drawn into it: inter_dist and the columns behind it need not be there."""
    overlay = Overlay(luma)
    for row in macroblocks:
        number = {name: int(value) for name, value in row.items()}
        left, top, with_intra = number["mb_x"] * 16, number["mb_y"] * 16, "intra_dist" in number
        if with_intra and number["inter_dist"] >= number["intra_dist"]:
            overlay.intra(left, top, number["intra_shape"])
        else:
            vectors = [(number[f"mv{n}_x"], number[f"mv{n}_y"]) for n in range(16)]
            overlay.inter(left, top, number["major"], number["minor"], vectors, whole_quadrants=not with_intra)
    return overlay.luma
