# SPDX-License-Identifier: MIT
"""Clips for tests of pages, as raw pictures, and what pages carry."""
import base64
import json
import re
import zlib

import numpy as np


def texture(seed, width, height):
    """Smooth enough to be found, rough enough to have one best match."""
    rng = np.random.default_rng(seed)
    coarse = np.kron(rng.integers(20, 200, (height // 8 + 2, width // 8 + 2)), np.ones((8, 8)))[:height, :width]
    return (coarse + rng.integers(0, 40, (height, width))).astype(np.uint8)


def moving_clip(path, width, height, frames, seed=1):
    """A background that moves by (2, -1) pixels a frame, and before it squares that go other ways."""
    back = texture(seed, width + 128, height + 128)
    squares = [(texture(seed + 1 + i, 48, 40), rx, ry) for i, (rx, ry) in enumerate([(3, 2), (-2, 3), (0, -3), (5, 0)])]
    with open(path, "wb") as file:
        for f in range(frames):
            luma = back[64 + f:64 + f + height, 64 - 2 * f:64 - 2 * f + width].copy()
            for i, (square, dx, dy) in enumerate(squares):
                x, y = (37 * i + 20 + dx * f) % max(1, width - 48), (23 * i + 11 + dy * f) % max(1, height - 40)
                if width >= 48 and height >= 40:
                    luma[y:y + 40, x:x + 48] = square
            file.write(luma.tobytes())
            file.write(bytes([128]) * (2 * ((width + 1) // 2) * ((height + 1) // 2)))
    return path


def chunks(page):
    """The page's data by their ids, and what it says of them."""
    text = page.read_text()
    data = dict(re.findall(r'<script type="text/plain" id="([\w-]+)">([^<]*)</script>', text))
    about = re.search(r'<script type="application/json" id="about">([^<]*)</script>', text)[1]
    return data, json.loads(about)


def unpacked(data):
    return zlib.decompress(base64.b64decode(data), wbits=-15)
