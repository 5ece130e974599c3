#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""standard_output_test.py GENMEDIA: `genmedia encode -o -`, and overlays on standard output. Needs FFmpeg's programs (exit
status 77 without them)."""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

GENMEDIA = os.path.abspath(sys.argv.pop(1))
WIDTH, HEIGHT = 160, 96
PERIOD = 5


def y4m(pictures):
    header = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F25:1 C420jpeg\n".encode()
    return header + b"".join(b"FRAME\n" + picture for picture in pictures)


def quiet_then_loud():
    """Gray pictures, and then noise, which needs another level."""
    noise = random.Random(45)
    size = WIDTH * HEIGHT * 3 // 2
    return [bytes([120 + i]) * size for i in range(2 * PERIOD)] + [noise.randbytes(size) for _ in range(2 * PERIOD)]


def units_of(stream):
    """NAL units behind start codes: types and bytes."""
    units = re.split(b"\0\0\0?\1", stream)[1:]
    return [(unit[0] & 31, unit) for unit in units]


def levels_of(stream):
    """That each key picture's sequence parameters name."""
    return [unit[3] for kind, unit in units_of(stream) if kind == 7]


def without_levels(stream):
    return [(kind, unit[:3] + unit[4:] if kind == 7 else unit) for kind, unit in units_of(stream)]


def ffprobe(data):
    done = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_format", "-show_streams", "-of", "json", "-"], input=data,
                          check=True, capture_output=True)
    found = json.loads(done.stdout)
    return found["format"]["format_name"], found["streams"]


def pictures(data):
    done = subprocess.run(["ffmpeg", "-v", "error", "-i", "-", "-f", "rawvideo", "-fps_mode", "passthrough", "-pix_fmt", "yuv420p", "-"],
                          input=data, check=True, capture_output=True)
    return done.stdout


class StandardOutput(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="genmedia-stdout-")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.frames = quiet_then_loud()
        (self.dir / "in.y4m").write_bytes(y4m(self.frames))

    def tool(self, *arguments, status=0, **options):
        done = subprocess.run([GENMEDIA, *arguments], capture_output=True, cwd=self.dir, **options)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout, done.stderr.decode()

    def encode(self, *arguments):
        return self.tool("encode", "in.y4m", "-o", "-", "--key-interval", str(PERIOD), *arguments)

    def encoded_file(self, *arguments, source="in.y4m"):
        self.tool("encode", source, "-o", "file.264", "--key-interval", str(PERIOD), *arguments)
        return (self.dir / "file.264").read_bytes()

    def test_encode(self):
        """The stream of a file, but for the levels: pictures up to a key picture have the one that they need by then."""
        stream, said = self.encode("--qp", "10", "--no-scene-cuts")
        file = self.encoded_file("--qp", "10", "--no-scene-cuts")
        self.assertRegex(said, r"\Ain\.y4m: 20 frames, [^\n]*\n\Z")
        self.assertEqual(without_levels(stream), without_levels(file))
        self.assertEqual(pictures(stream), pictures(file))
        expected = []
        for period in range(1, 5):
            (self.dir / "begin.y4m").write_bytes(y4m(self.frames[:period * PERIOD]))
            expected.append(levels_of(self.encoded_file("--qp", "10", "--no-scene-cuts", source="begin.y4m"))[0])
        self.assertLess(expected[0], expected[-1])  # the clip is one that needs two
        self.assertEqual(levels_of(stream), expected)

    def with_sound(self, *sound, name="in.mkv"):
        (self.dir / "long.y4m").write_bytes(y4m(self.frames * 3))
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", "long.y4m", "-f", "lavfi", "-i", "sine=330:d=2.4", "-c:v", "ffv1", *sound,
                        "-metadata:s:a", "language=eng", "-metadata", "title=Tone", name], check=True, cwd=self.dir)

    def heard_samples(self, source):
        data = source if isinstance(source, bytes) else (self.dir / source).read_bytes()
        return subprocess.run(["ffmpeg", "-v", "error", "-i", "-", "-map", "0:a:0", "-f", "s16le", "-"], input=data, check=True,
                              capture_output=True).stdout

    def test_a_transport_stream_has_sound(self):
        for sound in ["-c:a", "ac3"], ["-c:a", "mp2"], ["-c:a", "aac"]:
            for rate in ["--bit-rate", "300k"], ["--qp", "20"]:
                with self.subTest(sound=sound, rate=rate):
                    self.with_sound(*sound)
                    stream, said = self.tool("encode", "in.mkv", "-o", "-", "--ts", "--key-interval", "7", *rate)
                    self.assertIn("'-' is without title 'Tone'", said)
                    self.tool("encode", "in.mkv", "-o", "file.mkv", "--key-interval", "7", *rate)
                    kind, streams = ffprobe(stream)
                    self.assertEqual((kind, [one["codec_name"] for one in streams]), ("mpegts", ["h264", sound[1]]))
                    self.assertEqual(int(streams[0]["nb_read_frames"]), 60)
                    self.assertEqual(streams[1]["tags"]["language"], "eng")
                    self.assertEqual(pictures(stream), pictures((self.dir / "file.mkv").read_bytes()))
                    heard, expected = self.heard_samples(stream), self.heard_samples("file.mkv")
                    if sound[1] == "aac":  # whose first packet Matroska hides
                        heard = heard[len(heard) - len(expected):]
                    self.assertEqual(heard, expected)
                    # Pictures are as far from the sound as in the file, to a tick of Matroska's.
                    _, file = ffprobe((self.dir / "file.mkv").read_bytes())
                    apart, in_file = (float(v["start_time"]) - float(a["start_time"]) for v, a in (streams, file))
                    self.assertAlmostEqual(apart, in_file, delta=0.03 if sound[1] == "aac" else 0.0015)

    def test_a_transport_stream_without_sound(self):
        self.with_sound("-c:a", "ac3")
        for arguments in (["in.mkv", "--silent"], ["long.y4m"]):
            stream, _ = self.tool("encode", *arguments, "-o", "-", "--ts")
            self.assertEqual([one["codec_name"] for one in ffprobe(stream)[1]], ["h264"])
        with open(self.dir / "long.y4m", "rb") as pipe:
            stream, _ = self.tool("encode", "-", "-o", "-", "--ts", stdin=pipe)
        self.assertEqual(int(ffprobe(stream)[1][0]["nb_read_frames"]), 60)

    def test_sound_that_no_transport_stream_has(self):
        for codec in "flac", "pcm_s16le", "vorbis":
            self.with_sound("-c:a", codec, "-ac", "2", "-strict", "experimental")
            out, said = self.tool("encode", "in.mkv", "-o", "-", "--ts", status=1)
            self.assertEqual(out, b"")
            self.assertIn(f"'in.mkv' has sound of codec {codec}, which mpegts cannot hold; expected an output in .mkv", said)

    def test_encode_to_a_rate(self):
        """The level is known from the start."""
        stream, _ = self.encode("--bit-rate", "300k")
        self.assertEqual(stream, self.encoded_file("--bit-rate", "300k"))

    def test_encode_an_interrupted_input(self):
        """What was decoded before the damage is there."""
        (self.dir / "in.y4m").write_bytes(y4m(self.frames)[:-100])
        stream, said = self.tool("encode", "in.y4m", "-o", "-", "--key-interval", str(PERIOD), status=3)
        self.assertEqual(len([kind for kind, _ in units_of(stream) if kind in (1, 5)]), 19)
        self.assertIn("is damaged", said)

    def test_overlays(self):
        for flags, kind, codec in ([], "nut", "rawvideo"), (["--y4m"], "yuv4mpegpipe", "rawvideo"):
            for command in ["motion", "in.y4m", "-o", "out"], ["encode", "in.y4m", "-o", "out.mp4"]:
                with self.subTest(flags=flags, command=command):
                    overlay, said = self.tool(*command, "--overlay", "-", *flags)
                    found, streams = ffprobe(overlay)
                    self.assertEqual((found, [stream["codec_name"] for stream in streams]), (kind, [codec]))
                    self.assertEqual(int(streams[0]["nb_read_frames"]), 19 if command[0] == "motion" else 20)
                    self.assertEqual(streams[0]["r_frame_rate"], "25/1")
                    self.assertIn("wrote out", said)
                    self.tool(*command, "--overlay", "file.mkv", *(["--force"] if command[0] == "motion" else []))
                    file = json.loads(subprocess.run(["ffprobe", "-v", "error", "-show_streams", "-of", "json", self.dir / "file.mkv"],
                                                     check=True, capture_output=True).stdout)["streams"][0]
                    self.assertEqual((streams[0]["width"], streams[0]["height"]), (file["width"], file["height"]))

    def reader_that_leaves(self, *arguments):
        process = subprocess.Popen([GENMEDIA, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.dir)
        process.stdout.read(1000)
        process.stdout.close()
        said = process.communicate()[1].decode()
        self.assertEqual(process.returncode, 0, said)
        return said

    def test_a_reader_that_leaves(self):
        """The video is all that encode makes; beside an overlay there are results, which become complete."""
        (self.dir / "in.y4m").write_bytes(y4m(self.frames * 10))
        self.assertEqual(self.reader_that_leaves("encode", "in.y4m", "-o", "-", "--qp", "5", "--key-interval", "2"), "")
        self.assertEqual(self.reader_that_leaves("encode", "in.y4m", "-o", "-", "--ts", "--qp", "5", "--key-interval", "2"), "")
        self.assertIn("wrote out/motion.npz", self.reader_that_leaves("motion", "in.y4m", "-o", "out", "--overlay", "-"))
        self.assertEqual(len((self.dir / "out/frames.csv").read_text().splitlines()), 200)
        self.assertIn("wrote out.264", self.reader_that_leaves("encode", "in.y4m", "-o", "out.264", "--overlay", "-"))
        self.assertEqual(len([kind for kind, _ in units_of((self.dir / "out.264").read_bytes()) if kind in (1, 5)]), 200)

    def test_refused(self):
        encode, motion = ["encode", "in.y4m", "-o"], ["motion", "in.y4m", "-o", "out", "--overlay"]
        for words, *arguments in (("--overlay: standard output has the video", *encode, "-", "--overlay", "-"),
                                  ("--json: standard output has the video", *encode, "-", "--json"),
                                  ("--ts: expected -o - beside it", *encode, "o.mp4", "--ts"),
                                  ("--json: standard output has the video", *motion, "-", "--json"),
                                  ("--y4m: expected --overlay -", *motion, "o.mp4", "--y4m"),
                                  ("--y4m: expected --overlay -", *encode, "-", "--y4m"),
                                  ("--overlay: '-' of several inputs", *motion, "-", "in.y4m")):
            out, said = self.tool(*arguments, status=2)
            self.assertEqual(out, b"")
            self.assertIn(words, said)
        master, terminal = os.openpty()
        for arguments in ([*encode, "-"], [*encode, "-", "--ts"], [*encode, "o.mp4", "--overlay", "-"], [*motion, "-"]):
            done = subprocess.run([GENMEDIA, *arguments], stdout=terminal, stderr=subprocess.PIPE, text=True, cwd=self.dir)
            self.assertEqual(done.returncode, 2)
            self.assertIn("'-', expected a pipe or a file in the place of the terminal", done.stderr)
        os.close(terminal)
        os.close(master)


if __name__ == "__main__":
    if not shutil.which("ffmpeg") or not shutil.which("ffprobe"):
        print("SKIPPED: no ffmpeg and ffprobe (package ffmpeg)")
        sys.exit(77)
    unittest.main(verbosity=2)
