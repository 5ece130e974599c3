# SPDX-License-Identifier: MIT
"""Pictures that an Intel GPU's vectors moved, of github.com/Integraali10/MovementEstimationCL: one picture of a pair,
each pixel taken from where its macroblock's vector leads. Vectors are those of block_motion_estimate_intel."""
import io
import os
import subprocess
import tempfile
from typing import NamedTuple

from pipeline_rows import NotMade, OtherFolder, run_pipeline

EXPERIMENTS = "MovEstCL/exp"
# The commit before the last one has the .jpg files of two pairs.
COMMITS = ("HEAD", "6c29311")


class Pair(NamedTuple):
    """Files: the source, its reference, and the picture that was made."""
    source: str
    reference: str
    made: str
    moves_source: bool  # the source against its vectors, where not the reference along them
    offset: int         # of what was made, in pixels to the right and down


PAIRS = {
    "hercule0": Pair("hercule0.pgm", "hercule1.pgm", "hercule0I.pgm", False, 8),
    "chat0": Pair("chat00.pgm", "chat10.pgm", "chat0a.pgm", True, 0),
    "002179": Pair("002179.jpg", "002180.jpg", "002179a.pgm", True, 0),
    "002184": Pair("002184.jpg", "002185.jpg", "002184a.pgm", True, 0),
}


class Plane(NamedTuple):
    width: int
    height: int
    luma: bytes


def content(folder, name):
    """Of a file of the work tree, or of a clone's history."""
    path = os.path.join(folder, EXPERIMENTS, name)
    if os.path.exists(path):
        with open(path, "rb") as file:
            return file.read()
    for commit in COMMITS:
        found = subprocess.run(["git", "-C", folder, "cat-file", "blob", f"{commit}:{EXPERIMENTS}/{name}"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if found.returncode == 0:
            return found.stdout
    raise OtherFolder(f"no file {EXPERIMENTS}/{name}" +
                      (f", which a clone with its history has at {COMMITS[1]}" if name.endswith(".jpg") else ""))


def plane_of_pgm(name, data):
    magic, size, most, samples = (data.split(b"\n", 3) + [b""] * 3)[:4]
    numbers = size.split()
    if magic != b"P5" or most != b"255" or len(numbers) != 2 or not all(n.isdigit() for n in numbers):
        raise NotMade(f"{name} is no PGM file of 8 bits")
    width, height = map(int, numbers)
    if len(samples) < width * height:
        raise NotMade(f"{name} has {len(samples)} of {width * height} pixels")
    return Plane(width, height, samples[:width * height])


def with_padding(name, jpeg):
    """The same file, with its size rounded up to whole blocks: what the GPU's host let libjpeg decode."""
    jpeg, marker = bytearray(jpeg), 2
    while jpeg[marker:marker + 1] == b"\xFF" and jpeg[marker + 1] != 0xC0:  # to the baseline frame header
        marker += 2 + int.from_bytes(jpeg[marker + 2:marker + 4], "big")
    if jpeg[marker:marker + 2] != b"\xFF\xC0":
        raise NotMade(f"{name} is no baseline JPEG file")
    for at in (marker + 5, marker + 7):
        size = int.from_bytes(jpeg[at:at + 2], "big")
        jpeg[at:at + 2] = ((size + 7) // 8 * 8).to_bytes(2, "big")
    return bytes(jpeg)


def plane_of_jpeg(name, data):
    try:
        from PIL import Image
    except ImportError:
        raise NotMade("no Pillow (python3-pil, or `pip install pillow`), which decodes its .jpg files") from None
    image = Image.open(io.BytesIO(with_padding(name, data))).convert("L")
    return Plane(*image.size, image.tobytes())


def plane(folder, name):
    return (plane_of_jpeg if name.endswith(".jpg") else plane_of_pgm)(name, content(folder, name))


def vectors(programs, source, reference):
    """Of each macroblock by (column, row), in whole pixels."""
    gray = bytes([128]) * (2 * ((source.width + 1) // 2) * ((source.height + 1) // 2))
    with tempfile.TemporaryDirectory() as folder:
        clip = os.path.join(folder, "pair.yuv")
        with open(clip, "wb") as file:
            file.write(reference.luma + gray + source.luma + gray)
        rows = run_pipeline(programs, "block_motion_estimate", clip, 1, 2, os.path.join(folder, "motion.csv"),
                            (source.width, source.height))[1]
    return {(int(row["mb_x"]), int(row["mb_y"])): (int(row["mv0_x"]) // 4, int(row["mv0_y"]) // 4) for row in rows}


def moved(pair, source, reference, motion):
    """Yields (macroblock, pixel's index, its value) as the GPU's host wrote them; 0 from outside the picture."""
    width, height = source.width, source.height
    luma, sign = (source.luma, -1) if pair.moves_source else (reference.luma, 1)
    for y in range(pair.offset, height):
        for x in range(pair.offset, width):
            macroblock = (x - pair.offset) // 16, (y - pair.offset) // 16
            dx, dy = motion[macroblock]
            from_x, from_y = x + sign * dx, y + sign * dy
            inside = 0 <= from_x < width and 0 <= from_y < height
            yield macroblock, y * width + x, luma[from_y * width + from_x] if inside else 0


def compare(programs, folder, name):
    """How many pictures were compared (1), and (0, column, row) of the macroblock of each pixel that differs."""
    pair = PAIRS[name]
    source, reference, made = (plane(folder, file) for file in (pair.source, pair.reference, pair.made))
    if not source[:2] == reference[:2] == made[:2]:
        raise NotMade(f"{pair.source}, {pair.reference} and {pair.made} are not of one size")
    motion = vectors(programs, source, reference)
    return 1, [(0, *macroblock) for macroblock, at, value in moved(pair, source, reference, motion)
               if made.luma[at] != value]
