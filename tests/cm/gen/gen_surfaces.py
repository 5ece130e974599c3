# SPDX-License-Identifier: MIT
"""Surfaces for gen_thread.py."""
import numpy as np


class Buffer:
    """A surface of bytes, which are those of `data`; zeros are read outside of it."""

    def __init__(self, data):
        self.data = np.ascontiguousarray(data).view(np.uint8).reshape(-1)

    def read(self, places):
        inside = (places >= 0) & (places < self.data.size)
        return np.where(inside, self.data[np.where(inside, places, 0)], 0).astype(np.uint8)

    def write(self, places, values):
        inside = (places >= 0) & (places < self.data.size)
        self.data[places[inside]] = values[inside]


class Picture:
    """A surface of rows of pixels; places outside read as the nearest pixel."""

    def __init__(self, data, pixel_bytes):
        self.data = np.asarray(data)
        self.pixel_bytes = pixel_bytes

    @property
    def rows(self):
        return self.data.view(np.uint8)

    def field(self, parity):
        """Every second row, which remain this surface's."""
        return Picture(self.data[parity::2], self.pixel_bytes)

    def read_block(self, x, y, width, height):
        size = self.pixel_bytes
        columns = x + np.arange(width)
        pixels = np.clip(columns // size, 0, self.rows.shape[1] // size - 1)
        lines = np.clip(y + np.arange(height), 0, self.rows.shape[0] - 1)
        return self.rows[lines[:, None], pixels * size + columns % size]

    def write_block(self, x, y, block):
        for row, line in enumerate(block):
            if 0 <= y + row < self.rows.shape[0]:
                columns = x + np.arange(line.size)
                inside = (columns >= 0) & (columns < self.rows.shape[1])
                self.rows[y + row, columns[inside]] = line[inside]
