#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""colour_test.py GENMEDIA [--all | --few]: light, dark and colours stay what they are, in every format of pixels. Needs FFmpeg's programs
(exit status 77 without them). --all takes each range with each matrix, depth, layout and container, in the place of a
fixed choice; --few a third of that choice, which crosses each kind of format."""
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import colour_bars
from colour_bars import HEIGHT, ROWS, WIDTH, WEIGHTS

GENMEDIA = sys.argv.pop(1)
if "--all" in sys.argv:
    sys.argv.remove("--all")
    ROWS[:] = colour_bars.every_row()
if "--few" in sys.argv:
    sys.argv.remove("--few")
    ROWS[:] = ROWS[::3]


def run(*command, **more):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, **more)


def shown(path, last=False):
    """The bars of a video's first or last picture in Y, Cb and Cr, and how its tags say they are meant: matrix and whether full."""
    done = run("ffmpeg", "-hide_banner", "-i", path, *([] if last else ["-frames:v", "1"]), "-f", "rawvideo", "-")
    tags = re.search(rb"Video: .*? (yuvj?420p)\(([^)]*)\)", done.stderr)[2].decode()
    raw = numpy.frombuffer(done.stdout[-WIDTH * HEIGHT * 3 // 2:], numpy.uint8)
    luma, rest = raw[:WIDTH * HEIGHT].reshape(HEIGHT, WIDTH), raw[WIDTH * HEIGHT:].reshape(2, HEIGHT // 2, WIDTH // 2)
    planes = [luma, *(c.repeat(2, 0).repeat(2, 1) for c in rest)]
    matrix = next((word.split("/")[0] for word in tags.split(", ") if word.split("/")[0] in WEIGHTS), "unknown")
    return colour_bars.bars(numpy.stack(planes, 2)), matrix, tags.startswith("pc")


def overlay_bars(path):
    """The colours that most pixels of a drawn bar have: the others are marks. (6, 3)"""
    raw = run("ffmpeg", "-v", "error", "-i", path, "-c:v", "ppm", "-f", "image2pipe", "-").stdout
    _, width, height, *_ = raw.split(maxsplit=4)
    image = numpy.frombuffer(raw[-3 * int(width) * int(height):], numpy.uint8).reshape(int(height), int(width), 3)
    scale = int(width) // WIDTH
    most = []
    for x in colour_bars.MIDDLES:
        part = image[8 * scale:24 * scale, (x - 4) * scale:(x + 4) * scale].reshape(-1, 3)
        values, counts = numpy.unique(part, axis=0, return_counts=True)
        most.append(values[counts.argmax()])
    return numpy.array(most, float)


class Colour(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def tool(self, *arguments):
        done = subprocess.run([GENMEDIA, *map(str, arguments)], capture_output=True, text=True, cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def check_row(self, row):
        name = colour_bars.name_of(row)
        source = f"{name}.{row[-1]}"
        if not colour_bars.make(row, self.dir / source):
            return f"{name}: this FFmpeg has no such encoder"
        rgb = colour_bars.colours_of(row)
        matrix = row[2] or ("smpte170m" if colour_bars.is_rgb(row[0]) else "unknown")
        # Within a step of what the input's own numbers mean, as they are rounded there, too.
        commands = ("encode", "--qp", "0"), ("interpolate", "--rate", "x2", "--quality", "0")
        for command, *flags in commands if ROWS.index(row) % 3 == 0 else commands[:1]:  # both have the same conversion
            output = f"{name}.{command}.mkv"
            said = self.tool(command, source, "-o", output, *flags)
            bars, as_matrix, full = shown(self.dir / output)
            if not colour_bars.is_gray(row[0]) and row[2] in WEIGHTS and not colour_bars.is_rgb(row[0]):
                self.assertEqual(as_matrix, matrix, (row, command))
            numpy.testing.assert_allclose(bars, colour_bars.yuv_of(rgb, as_matrix if as_matrix in WEIGHTS else "unknown", full), rtol=0,
                                          atol=1.6, err_msg=f"{row} {command} {as_matrix} {full}")
            poorer = row[0] not in ("yuv420p", "yuvj420p", "yuv410p", "nv12", "nv21", "gray")
            self.assertEqual("; the output has 8 bits and 4:2:0" in said, poorer, (row, said))
        # Not moved, and drawn as the input has it, in colours or as dim gray.
        for colour in [["--color"], []] if ROWS.index(row) % 4 == 0 else [["--color"]]:
            self.tool("motion", source, "-o", f"{name}.m", "--preset", "fast", "--intra", "--frames", "0:1", "--overlay", f"{name}.m/o.png", *colour)
            drawn = overlay_bars(self.dir / f"{name}.m/o.png")
            if colour:
                expected = rgb * 255
            else:
                weights = WEIGHTS[(row[2] or "unknown") if not colour_bars.is_rgb(row[0]) else "unknown"]
                expected = (20 + 150 * rgb @ [weights[0], 1 - sum(weights), weights[1]])[:, None].repeat(3, 1)
            # A step of Cb is nearly two of blue.
            numpy.testing.assert_allclose(drawn, expected, rtol=0, atol=2.5 if colour else 1.1, err_msg=f"{row} overlay {colour}")
        return None

    def test_bars(self):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = [pool.submit(self.check_row, row) for row in ROWS]
        for row, result in zip(ROWS, results):
            with self.subTest(colour_bars.name_of(row)):
                if result.result():
                    print("skipped:", result.result())

    def test_where_chroma_lies(self):
        """It is said as the input says it, but for pictures that are turned."""
        clip = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x48:d=0.2"]
        places = {place: ["-c:v", "libx264", "-chroma_sample_location", place] for place in ("left", "center", "topleft", "top", "bottomleft", "bottom")}
        places["left 10 bits"] = ["-c:v", "libx264", "-pix_fmt", "yuv420p10le"]
        places["center JPEG"], places["center MPEG-1"] = ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"], ["-c:v", "mpeg1video"]

        def place_of(name):
            return run("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=chroma_location", "-of", "csv=p=0",
                       self.dir / name).stdout.decode().strip()
        for place, flags in places.items():
            run(*clip, *(["-pix_fmt", "yuv420p"] if "-pix_fmt" not in flags else []), *flags, self.dir / "in.mkv")
            for output in ("interpolate -o out.mkv", "interpolate -o out.mp4", "encode -o out.mkv", "encode -o out.264"):
                with self.subTest(place=place, output=output):
                    command, *rest = output.split()
                    self.tool(command, "in.mkv", *rest, *(["--rate", "x2"] if command == "interpolate" else []))
                    self.assertEqual(place_of(rest[-1]), place.split()[0])
            piped = run(GENMEDIA, "interpolate", self.dir / "in.mkv", "-o", "-", "--y4m", "--rate", "x2").stdout.split(b"\n")[0]
            said = {"left": b" C420mpeg2 ", "topleft": b" C420paldv "}.get(place.split()[0], b" C420jpeg ")
            self.assertIn(said, piped)
        for place, turned in ("topleft", "left"), ("center", "center"):  # what says nothing is taken for left
            run(*clip, "-pix_fmt", "yuv420p", *places[place], self.dir / "upright.mp4")
            run("ffmpeg", "-v", "error", "-y", "-i", self.dir / "upright.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", self.dir / "in.mp4")
            self.tool("encode", "in.mp4", "-o", "out.mp4")
            self.assertEqual(place_of("out.mp4"), turned)

    def test_one_picture_in_many_formats(self):
        """What is the same to the eye does not move, whatever format comes first."""
        run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "mandelbrot=s=160x96,format=gray", "-frames:v", "1", "-f", "rawvideo", self.dir / "g")
        gray = numpy.fromfile(self.dir / "g", numpy.uint8).reshape(96, 160).astype(int)
        opaque = 0 * gray + 255
        kinds = {"gray": [gray], "rgb24": 3 * [gray], "bgr24": 3 * [gray], "rgba": [*3 * [gray], opaque], "bgra": [*3 * [gray], opaque],
                 "ya8": [gray, opaque], "gray16be": [257 * gray], "rgb48be": 3 * [257 * gray], "gray16le": [257 * gray], "rgb48le": 3 * [257 * gray]}
        sequences = {"png": ["gray", "rgb24", "rgba", "gray16be", "rgb48be", "ya8"], "tiff": ["gray", "rgb24", "gray16le", "rgb48le"],
                     "bmp": ["gray", "bgr24", "bgra"]}
        for ending, formats in sequences.items():
            for name in formats:
                element = ">u2" if name.endswith("be") else "<u2" if name.endswith("le") else "u1"
                run("ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", name, "-s", "160x96", "-i", "-", "-pix_fmt", name,
                    self.dir / f"{name}.{ending}", input=numpy.stack(kinds[name], 2).astype(element).tobytes())
            for first in formats[0], formats[1]:
                for i, name in enumerate([first] + [name for name in formats if name != first]):
                    shutil.copy(self.dir / f"{name}.{ending}", self.dir / f"s{i}.{ending}")
                self.tool("motion", f"s%d.{ending}", "-o", "m", "--cost", "none")
                arrays = numpy.load(self.dir / "m" / "motion.npz")
                self.assertEqual(len(arrays["frame"]), len(formats) - 1)
                self.assertFalse(arrays["motion_vectors"].any(), (ending, first))
                self.assertEqual(arrays["best_distortion"].max(), 0, (ending, first))

    def test_a_range_that_changes(self):
        """The first picture's tags are the output's; what comes after is fitted to them."""
        for first, second in ("tv", "pc"), ("pc", "tv"):
            for i, said in enumerate((first, second)):
                row = ("yuv420p", said, "bt709", "libx264 -qp 0 -bsf:v h264_mp4toannexb -f h264", "264")
                self.assertTrue(colour_bars.make(row, self.dir / f"{i}.264"))
            (self.dir / "in.264").write_bytes((self.dir / "0.264").read_bytes() + (self.dir / "1.264").read_bytes())
            self.tool("encode", "in.264", "-o", "out.mkv", "--qp", "0")
            bars, _, full = shown(self.dir / "out.mkv")
            self.assertEqual(full, first == "pc")
            numpy.testing.assert_allclose(shown(self.dir / "out.mkv", last=True)[0], bars, atol=2)
            self.tool("motion", "in.264", "-o", "m", "--cost", "none")
            self.assertLessEqual(numpy.load(self.dir / "m" / "motion.npz")["best_distortion"].max(), 2 * 256)  # steps a pixel


if __name__ == "__main__":
    if not (shutil.which("ffmpeg") and shutil.which("ffprobe")):
        print("no ffmpeg or ffprobe: colour_test.py is skipped")
        sys.exit(77)
    unittest.main()
