#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_request_seeds.py FOLDER: one small file for each operation and each of its larger choices, in the order in which
fuzz_requests.cpp takes its bytes. Zeros follow a file's end."""
import os
import sys

SEARCH, REFINE, CHECK = 0, 1, 2
WINDOWS = 0, 1, 2, 3, 4, 5, 9, 10  # SearchWindow
HALF, QUARTER = 1, 2
SIDE_64 = 63  # a picture's side is one more


def picture(pattern):
    return bytes([SIDE_64, SIDE_64, pattern])


def head(operation, chroma):
    """The three pictures; a progressive source block at (16, 16), with or without chroma."""
    return bytes([operation]) + picture(3) + picture(5) + picture(9) + bytes([0, 16, 16, chroma])


REFERENCE = bytes([0, 0, 0])  # its picture, progressive, id 0
NO_COSTS = bytes(8)
ABSENT, PRESENT = b"\0", b"\1"


def search(window, backward=ABSENT, disabled=0, distortion=0):
    offsets = bytes(8)
    return head(SEARCH, 0) + REFERENCE + backward + bytes([window]) + offsets + bytes([disabled, distortion]) + NO_COSTS + bytes([32])


def refine(shape, subpixel):
    minor_shapes, directions, vectors = bytes(4), bytes(4), bytes(16 * 8)
    return head(REFINE, 0) + REFERENCE * 2 + bytes([shape]) + minor_shapes + directions + vectors + PRESENT + bytes([subpixel])


def skip():
    return head(CHECK, 0) + PRESENT + REFERENCE * 2 + bytes([0]) + PRESENT + bytes([0])  # 16x16, forward


def intra(disabled, chroma):
    return head(CHECK, chroma) + ABSENT + PRESENT + bytes([disabled, 15, 0])


SEEDS = {f"search_window_{window}": search(window) for window in WINDOWS}
SEEDS |= {f"search_distortion_{distortion}": search(0, distortion=distortion) for distortion in range(3)}
SEEDS |= {"search_two_references": search(0, PRESENT + REFERENCE), "search_16x16_alone": search(0, disabled=0x7e)}
SEEDS |= {f"refine_shape_{shape}_subpixel_{subpixel}": refine(shape, subpixel) for shape in range(4) for subpixel in (HALF, QUARTER)}
SEEDS |= {"skip": skip(), "intra": intra(0, 0), "intra_16x16": intra(6, 0), "intra_chroma": intra(0, 1)}

os.makedirs(sys.argv[1], exist_ok=True)
for name, content in SEEDS.items():
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(content)
