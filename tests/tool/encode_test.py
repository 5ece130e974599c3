#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""encode_test.py GENMEDIA: runs `genmedia encode` and has FFmpeg look at what it writes. Needs FFmpeg's programs (exit
status 77 without them)."""
import csv
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

import numpy
from without_sanitizers import values

GENMEDIA = sys.argv.pop(1)


def ffmpeg(*arguments):
    return subprocess.run(["ffmpeg", "-v", "warning", "-y", *map(str, arguments)], check=True, capture_output=True)


def moving(path, *more, size="160x96", rate="25", seconds="0.4", sound=False):
    """A picture that drifts, and a tone."""
    video = ["-f", "lavfi", "-i", f"mandelbrot=size={size}:rate={rate}:start_scale=1:end_scale=0.9:end_pts=200,scroll=h=0.02"]
    audio = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"] if sound else []
    ffmpeg(*video, *audio, "-t", seconds, "-pix_fmt", "yuv420p", *more, path)


def probe(path):
    result = subprocess.run(["ffprobe", "-v", "warning", "-count_frames", "-show_streams", "-of", "json", str(path)], check=True,
                            capture_output=True, text=True)
    assert not result.stderr, result.stderr
    streams = json.loads(result.stdout)["streams"]
    return {kind: [s for s in streams if s["codec_type"] == kind] for kind in ("video", "audio")}


def decoded(path):
    """Its pictures; FFmpeg has nothing to say of it."""
    result = ffmpeg("-i", path, "-f", "rawvideo", "-fps_mode", "passthrough", "-")
    assert not result.stderr, result.stderr
    return result.stdout


class Encode(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def run_tool(self, *arguments, **more):
        return subprocess.run([GENMEDIA, *map(str, arguments)], capture_output=True, text=True, cwd=self.dir, **more)

    def encode(self, *arguments, status=0, **more):
        result = self.run_tool("encode", *arguments, **more)
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def refused(self, status, text, *arguments):
        result = self.run_tool("encode", *arguments)
        self.assertEqual((result.returncode, result.stdout), (status, ""), result.stderr)
        self.assertIn(text, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertFalse([f for f in self.dir.iterdir() if f.name.startswith((".out", "out"))])

    def test_every_container(self):
        moving(self.dir / "in.mp4", "-c:a", "aac", sound=True)
        for name in "out.mp4", "out.mkv", "out.mov", "out.264", "out.h264":
            with self.subTest(name):
                result = self.encode("in.mp4", "-o", name, "--reconstruction", "r.yuv")
                self.assertRegex(result.stdout, rf"^in.mp4: 10 frames, [\d.]+ kbit/s, [\d.]+ frames/s\nwrote {name}\nwrote r.yuv\n$")
                streams = probe(self.dir / name)
                video = streams["video"][0]
                self.assertEqual((video["codec_name"], video["profile"], video["nb_read_frames"]), ("h264", "Constrained Baseline", "10"))
                self.assertEqual(decoded(self.dir / name), (self.dir / "r.yuv").read_bytes())
                bare = name.endswith("264")
                self.assertEqual(len(streams["audio"]), 0 if bare else 1)
                if not bare:
                    self.assertEqual(video["avg_frame_rate"], "25/1")
                    self.assertAlmostEqual(float(probe(self.dir / "in.mp4")["audio"][0]["duration"] or 0), 0.4, delta=0.05)
        self.encode("in.mp4", "-o", "out.mp4", "--silent")
        self.assertEqual(probe(self.dir / "out.mp4")["audio"], [])

    def test_pauses_that_mp4_cannot_hold(self):
        """Of pictures above 2^31 ticks of 90 kHz, of sound above 2^31 samples."""
        moving(self.dir / "a.ts", "-c:a", "aac", "-ar", "96000", sound=True)
        for seconds, what in ("24000", "its pictures pause for 2399"), ("23000", "its sound pauses for 2299"):
            with self.subTest(what):
                ffmpeg("-i", self.dir / "a.ts", "-c", "copy", "-output_ts_offset", seconds, self.dir / "b.ts")
                (self.dir / "in.ts").write_bytes((self.dir / "a.ts").read_bytes() + (self.dir / "b.ts").read_bytes())
                result = self.encode("in.ts", "-o", "out.mp4", status=1)
                self.assertRegex(result.stderr, rf"^genmedia: video 'out.mp4': {what}\d s; expected at most \d+ s in mp4, or an output in "
                                 r".mkv\n$")
                self.assertIn(probe(self.dir / "out.mp4")["video"][0]["nb_read_frames"], ("10", "11"))
                self.encode("in.ts", "-o", "out.mkv", "--overlay", "o.mkv")
                for name in "out.mkv", "o.mkv":
                    packets = json.loads(subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v", "-show_packets", "-of", "json",
                                                         self.dir / name], check=True, capture_output=True).stdout)["packets"]
                    self.assertEqual(len(packets), 20)
                    self.assertAlmostEqual(float(packets[-1]["pts_time"]), float(seconds), delta=2)

    def test_the_rate_is_that_of_its_times(self):
        """Also where pictures do not last equally long, and where the container says another rate."""
        for kind, pictures in itertools.product(("mkv", "mp4"), ("N", "if(lt(N\\,5)\\,N\\,N+200)", "N*N", "10*N+mod(N\\,3)")):
            with self.subTest(kind, pictures=pictures):
                moving(self.dir / f"in.{kind}", "-vf", f"settb=1/25,setpts={pictures}", "-vsync", "passthrough", "-enc_time_base", "1/12800")
                for name in "out.mkv", "out.mp4", "out.264":
                    told = json.loads(self.encode(f"in.{kind}", "-o", name, "--json").stdout)
                    shown = json.loads(subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v", "-show_packets", "-of", "json",
                                                       self.dir / ("out.mp4" if name == "out.mp4" else "out.mkv")], check=True,
                                                      capture_output=True).stdout)["packets"]
                    seconds = float(shown[-1]["pts_time"]) + float(shown[-1]["duration_time"]) - float(shown[0]["pts_time"])
                    self.assertAlmostEqual(told["kilobits_per_second"] / (8e-3 * told["bytes"] / seconds), 1, delta=0.02)

    def test_a_rate_that_is_not_the_pictures(self):
        """Matroska whose pictures are eight times, or a tenth of, as many a second as it says."""
        for every, pictures in (0.125, 40), (10, 40), (1, 40), (1.05, 40), (1, 2):
            for name in "in.mkv", "in.mp4":
                moving(self.dir / name, "-vf", f"settb=1/12800,setpts=N*512*{every}", "-vsync", "passthrough", "-enc_time_base", "1/12800",
                       "-frames:v", str(pictures), seconds="20")
            for name in "in.mkv", "in.mp4":
                for flags in ["--bit-rate", "100k"], ["--max-rate", "1M"], []:
                    with self.subTest(every, name=name, flags=flags):
                        said = self.encode(name, "-o", "out.mkv", *flags).stderr
                        if name == "in.mkv" and flags and every in (0.125, 10):
                            told = re.fullmatch(r"genmedia: warning: 'in.mkv' says 25 pictures a second, and has ([0-9.]+): bits a second are "
                                                r"([0-9.]+) times those asked for\n", said)
                            self.assertIsNotNone(told, said)
                            # The last one lasts as long as the file says: 40 ms.
                            mean = pictures / ((pictures - 1) * 0.04 * every + 0.04)
                            self.assertAlmostEqual(float(told[1]) / mean, 1, delta=0.01)
                            self.assertAlmostEqual(float(told[2]) / (mean / 25), 1, delta=0.01)
                        else:
                            self.assertEqual(said, "")

    def test_odd_sides_aspect_and_colours(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1", "-aspect", "16:9", "-color_range", "pc", "-colorspace", "bt709", "-color_primaries",
               "bt709", "-color_trc", "bt709", size="101x75")
        self.encode("in.mkv", "-o", "out.mkv", "--reconstruction", "r.yuv")
        video = probe(self.dir / "out.mkv")["video"][0]
        self.assertEqual((video["width"], video["height"]), (102, 76))
        self.assertEqual((video["color_range"], video["color_space"]), ("pc", "bt709"))
        self.assertNotEqual(video["sample_aspect_ratio"], "1:1")
        self.assertEqual(decoded(self.dir / "out.mkv"), (self.dir / "r.yuv").read_bytes())

    @values
    def test_pixel_aspects_are_exact(self):
        """In the file and in the stream that it holds."""
        def aspects(path):
            ffmpeg("-i", path, "-map", "0:v", "-c", "copy", self.dir / "bare.264")
            return tuple(probe(name)["video"][0].get("sample_aspect_ratio", "1:1") for name in (path, self.dir / "bare.264"))

        for aspect in "12:11", "40:33", "853:854", "1:1":
            moving(self.dir / "in.mp4", "-vf", f"setsar={aspect.replace(':', '/')}:max=10000", size="720x48", seconds="0.1")
            for kind in ("mp4", "mov", "mkv") if aspect == "853:854" else ("mp4", "mkv"):
                with self.subTest(aspect, kind=kind):
                    self.encode("in.mp4", "-o", f"out.{kind}")
                    self.assertEqual(aspects(self.dir / f"out.{kind}"), (aspect, aspect))
                    self.assertEqual(self.run_tool("interpolate", "in.mp4", "-o", f"out.{kind}", "--rate", "x2").returncode, 0)
                    self.assertEqual(aspects(self.dir / f"out.{kind}"), (aspect, aspect))
        # Turned pictures have it the other way round.
        moving(self.dir / "flat.mp4", "-vf", "setsar=12/11", seconds="0.1")
        ffmpeg("-i", self.dir / "flat.mp4", "-c", "copy", "-metadata:s:v", "rotate=90", self.dir / "in.mp4")
        self.encode("in.mp4", "-o", "out.mp4")
        self.assertEqual(aspects(self.dir / "out.mp4"), ("11:12", "11:12"))
        # Matroska has whole numbers of pixels, which FFmpeg's muxer leaves out where they are the picture's own.
        moving(self.dir / "in.mp4", "-vf", "setsar=853/854:max=10000", seconds="0.1")
        for command in ["encode", "in.mp4"], ["interpolate", "in.mp4", "--rate", "x2"]:
            result = self.run_tool(*command, "-o", "out.mkv")
            self.assertEqual(result.stderr, "genmedia: note: 'out.mkv' has square pixels: it cannot hold 853:854 of pictures 160 wide\n")
            self.assertEqual(aspects(self.dir / "out.mkv"), ("1:1", "1:1"))

    @values
    def test_levels(self):
        """In the file's header and in the stream, which a quantiser leaves open until the end."""
        def levels(path):
            # FFmpeg's filter puts parameter sets behind the messages of a key picture, dump_extra before them.
            ffmpeg("-i", path, "-map", "0:v", "-c", "copy", "-bsf:v", "h264_mp4toannexb,dump_extra=freq=k", self.dir / "bare.264")
            return {probe(path)["video"][0]["level"], probe(self.dir / "bare.264")["video"][0]["level"]}

        ffmpeg("-f", "lavfi", "-i", "nullsrc=s=320x240:r=20,geq=random(1)*255:128:128", "-t", "0.5", "-c:v", "ffv1", self.dir / "noise.mkv")
        moving(self.dir / "in.mkv", "-c:v", "ffv1", size="320x240", rate="20")
        for flags, level in (["in.mkv", "--qp", "40"], 12), (["in.mkv", "--bit-rate", "384k"], 12), (["in.mkv", "--bit-rate", "500k"], 13), (
                ["in.mkv", "--bit-rate", "1.2M"], 20), (["in.mkv", "--bit-rate", "200k", "--max-rate", "3M"], 21), (
                ["in.mkv", "--max-rate", "3M", "--buffer", "5M"], 30), (["noise.mkv", "--qp", "0", "--key-interval", "3"], None):
            for kind in ("mp4", "mkv", "mov", "264") if level is None else ("mp4",):
                with self.subTest(flags, kind=kind):
                    self.encode(*flags, "-o", f"l.{kind}", "--stats", "s.csv")
                    found = levels(self.dir / f"l.{kind}")
                    # Ten pictures of half a second: the rate and the buffer of table A-1 hold them, those of the level below do not.
                    if level is None:
                        bits = sum(int(row["bits"]) for row in csv.DictReader((self.dir / "s.csv").read_text().splitlines()))
                        limits = {10: 175, 11: 500, 12: 1000, 13: 2000, 20: 2000, 21: 4000, 22: 4000, 30: 10000, 31: 14000, 32: 20000, 40: 25000,
                                  41: 62500, 42: 62500}
                        rates = {10: 64, 11: 192, 12: 384, 13: 768, 20: 2000, 21: 4000, 22: 4000, 30: 10000, 31: 14000, 32: 20000, 40: 20000, 41: 50000,
                                 42: 50000}
                        holds = [name for name in limits if bits / 1000 <= limits[name] + 0.45 * rates[name]]
                        self.assertGreaterEqual(min(found), holds[0])
                    else:
                        self.assertEqual(found, {level})
                    self.assertEqual(len(found), 1)
                    self.assertEqual(probe(self.dir / f"l.{kind}")["video"][0]["nb_read_frames"], "8" if "in.mkv" in flags else "10")
        self.refused(2, "--buffer: '5x', expected bits, as 800k", "in.mkv", "-o", "out.mp4", "--buffer", "5x")
        self.refused(2, "--max-rate is 100000; expected at least --bit-rate, 200000", "in.mkv", "-o", "out.mp4", "--bit-rate", "200k",
                     "--max-rate", "100k")

    def test_a_buffer_holds(self):
        """A bucket with a hole, which each picture fills."""
        moving(self.dir / "in.mkv", "-c:v", "ffv1", size="320x240", seconds="2")
        for flags in ["--bit-rate", "300k"], ["--qp", "15"]:
            self.encode("in.mkv", "-o", "out.264", "--max-rate", "400k", "--buffer", "100k", "--stats", "s.csv", *flags)
            filled = 0
            for row in csv.DictReader((self.dir / "s.csv").read_text().splitlines()):
                filled += int(row["bits"])
                self.assertLessEqual(filled, 100_000)
                filled = max(0, filled - 400_000 / 25)

    def test_the_stream_names_its_buffer(self):
        """FFmpeg reads what tests/encode/hrd_test.cpp computes with, in each container."""
        moving(self.dir / "in.mkv", "-c:v", "ffv1", size="320x240", seconds="1")
        for name in "out.264", "out.mp4", "out.mkv":
            with self.subTest(name):
                self.encode("in.mkv", "-o", name, "--max-rate", "400k", "--buffer", "100k", "--key-interval", "10", "--reconstruction", "r.yuv")
                self.assertEqual(decoded(self.dir / name), (self.dir / "r.yuv").read_bytes())
                said = subprocess.run(["ffmpeg", "-nostdin", "-i", str(self.dir / name), "-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"],
                                      check=True, capture_output=True, text=True).stderr
                values = {}
                for field, value in re.findall(r"\] \d+ +(\w+)\S* .*= (\d+)$", said, re.MULTILINE):
                    values.setdefault(field, []).append(int(value))
                self.assertEqual({64 * (value + 1) for value in values["bit_rate_value_minus1"]}, {400_000})
                self.assertEqual({16 * (value + 1) for value in values["cpb_size_value_minus1"]}, {100_000})
                # A buffer of a quarter of a second, in ticks of 90 kHz; pictures are two fields apart.
                delays = [sum(pair) for pair in zip(values["initial_cpb_removal_delay"], values["initial_cpb_removal_delay_offset"])]
                self.assertEqual(delays, [22_500] * 3)
                self.assertEqual(values["initial_cpb_removal_delay"][0], 22_500)
                self.assertEqual(values["cpb_removal_delay"], [0, *range(2, 22, 2), *range(2, 22, 2), *range(2, 10, 2)])
                self.assertNotRegex(said, "(?i)error|invalid|corrupt")

    def test_narrow_pictures_that_are_converted(self):
        """FFmpeg's scaler writes eight pixels at a time, which has to be room for."""
        for size in "1x16", "1x65", "2x64":
            moving(self.dir / "in.mkv", "-c:v", "ffv1", "-pix_fmt", "yuv444p", "-vf", f"scale={size.replace('x', ':')},setsar=1", seconds="0.2")
            self.encode("in.mkv", "-o", "out.mkv", "--reconstruction", "r.yuv")
            self.assertEqual(decoded(self.dir / "out.mkv"), (self.dir / "r.yuv").read_bytes())

    def test_stats_are_what_they_say(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1")
        self.encode("in.mkv", "-o", "out.264", "--stats", "s.csv", "--qp", "30", "--key-interval", "4")
        rows = list(csv.DictReader((self.dir / "s.csv").read_text().splitlines()))
        self.assertEqual([r["type"] for r in rows], list("IPPPIPPPIP"))
        self.assertEqual([r["qp"] for r in rows], ["27", "30", "30", "30"] * 2 + ["27", "30"])
        self.assertEqual(sum(int(r["bits"]) for r in rows), 8 * (self.dir / "out.264").stat().st_size)
        size = 160 * 96 * 3 // 2
        original, coded = (numpy.frombuffer(data, numpy.uint8).reshape(-1, size)[:, :160 * 96].astype(float)
                           for data in (decoded(self.dir / "in.mkv"), decoded(self.dir / "out.264")))
        for row, a, b in zip(rows, original, coded):
            self.assertAlmostEqual(float(row["psnr_y"]), 10 * numpy.log10(255**2 / numpy.mean((a - b) ** 2)), delta=0.001)
            self.assertEqual(sum(int(row[k]) for k in ("skip", "inter", "intra_16x16", "intra_4x4")), 10 * 6)
            self.assertEqual(sum(int(row[k]) for k in ("16x16", "16x8", "8x16", "8x8")), int(row["inter"]))
            self.assertTrue(0.5 < float(row["ssim_y"]) <= 1)
        # FFmpeg's filter averages over the same windows.
        log = subprocess.run(["ffmpeg", "-i", str(self.dir / "out.264"), "-i", str(self.dir / "in.mkv"), "-lavfi", "ssim", "-f", "null", "-"],
                             capture_output=True, text=True).stderr
        ssim = float(log.split("SSIM Y:")[1].split()[0])
        self.assertAlmostEqual(numpy.mean([float(r["ssim_y"]) for r in rows]), ssim, delta=0.003)

    def test_quality_and_size_follow_the_quantiser(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1")
        sizes = []
        for qp in "10", "25", "40":
            self.encode("in.mkv", "-o", "out.264", "--qp", qp)
            sizes.append((self.dir / "out.264").stat().st_size)
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        self.assertGreater(sizes[0], 4 * sizes[2])

    @values
    def test_a_step_less_takes_more_bits_or_none(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1")
        streams = {}
        for flags in [], ["--without", "hierarchy"], ["--without", "skip-check"], ["--without", "costs"], ["--without", "intra"], [
                "--distortion", "sad"], ["--window", "tiny"], ["--exact-refinement"], ["--refs", "2"], ["--slices", "3"], ["--no-deblocking"]:
            self.encode("in.mkv", "-o", "out.264", "--reconstruction", "r.yuv", *flags)
            self.assertEqual(decoded(self.dir / "out.264"), (self.dir / "r.yuv").read_bytes())
            streams[" ".join(flags)] = (self.dir / "out.264").read_bytes()
        self.assertGreater(len(streams["--without costs"]), len(streams[""]))
        self.assertEqual(len(set(streams.values())), len(streams), "a flag changes nothing")

    def test_backends_and_threads_change_nothing(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1", size="80x64", seconds="0.2")
        self.encode("in.mkv", "-o", "out.264", "--threads", "1")
        expected = (self.dir / "out.264").read_bytes()
        self.encode("in.mkv", "-o", "out.264", "--threads", "3", env={**os.environ, "GENMEDIA_BACKEND": "reference"})
        self.assertEqual((self.dir / "out.264").read_bytes(), expected)

    def test_decisions_of_motion(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1")
        for flags in [], ["--intra"]:
            self.assertEqual(self.run_tool("motion", "in.mkv", "-o", "m", *flags).returncode, 0)
            result = self.encode("in.mkv", "--decisions", "m/motion.npz", "-o", "out.264", "--reconstruction", "r.yuv")
            self.assertIn("frames decided by m/motion.npz", result.stdout)
            self.assertEqual(decoded(self.dir / "out.264"), (self.dir / "r.yuv").read_bytes())

    def test_decisions_that_cannot_be(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1")
        self.run_tool("motion", "in.mkv", "-o", "m")
        arrays = dict(numpy.load(self.dir / "m" / "motion.npz"))

        def refused(text, status=2, **change):
            numpy.savez_compressed(self.dir / "wrong.npz", **{k: v for k, v in {**arrays, **change}.items() if v is not None})
            self.refused(status, text, "in.mkv", "--decisions", "wrong.npz", "-o", "out.264")

        refused("array 'major_shape' is of shape", major_shape=arrays["major_shape"][:, :, :5])
        refused("array 'motion_vectors' is of type '<i4'; expected '<i2'", motion_vectors=arrays["motion_vectors"].astype("<i4"))
        refused("wrong.npz': array 'motion_vectors' is in Fortran order; expected C order",
                motion_vectors=numpy.asfortranarray(arrays["motion_vectors"]))
        refused("has no array 'directions'", directions=None)
        refused("frame[1] is 1; expected rising numbers", frame=numpy.ones_like(arrays["frame"]))
        moving(self.dir / "small.mkv", "-c:v", "ffv1", size="96x96")
        self.refused(2, "expected (9, 6, 6, 16, 2)", "small.mkv", "--decisions", "m/motion.npz", "-o", "out.264")
        # Where that is the first picture there is no video.
        self.run_tool("motion", "in.mkv", "-o", "all", "--intra")
        whole = dict(numpy.load(self.dir / "all" / "motion.npz"))
        for text, name, value in (
                ("macroblock (0, 0): intra_modes[0] is 99; expected ", "intra_modes", 99),
                ("macroblock (0, 0): intra_shape is 255; expected 0..2", "intra_shape", 255),
                ("best_distortion is 0 in the first frame; expected 65535 everywhere", "best_distortion", 0)):
            numpy.savez_compressed(self.dir / "wrong.npz", **{**whole, name: numpy.full_like(whole[name], value)})
            self.refused(2, f"frame 0: 'wrong.npz': {text}", "in.mkv", "--decisions", "wrong.npz", "-o", "out.mkv")
        # What was coded before the first wrong picture is kept.
        for text, change in (
                ("direction is 1; expected 0", {"directions": numpy.ones_like(arrays["directions"])}),
                ("major_shape is 7", {"major_shape": numpy.full_like(arrays["major_shape"], 7)}),
                ("a vector's y is ", {"motion_vectors": arrays["motion_vectors"] + numpy.array([0, 9000], "<i2")}),
                ("has frames after the last", {"frame": arrays["frame"] + 1})):
            numpy.savez_compressed(self.dir / "wrong.npz", **{**arrays, **change})
            result = self.run_tool("encode", "in.mkv", "--decisions", "wrong.npz", "-o", "out.264")
            self.assertEqual(result.returncode, 2)
            self.assertIn(text, result.stderr)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertGreaterEqual(int(probe(self.dir / "out.264")["video"][0]["nb_read_frames"]), 1)
            (self.dir / "out.264").unlink()
        whole = (self.dir / "m" / "motion.npz").read_bytes()
        (self.dir / "cut.npz").write_bytes(whole[:len(whole) // 2])
        self.refused(1, "cannot read 'cut.npz' as an .npz archive", "in.mkv", "--decisions", "cut.npz", "-o", "out.264")
        self.refused(1, "none.npz", "in.mkv", "--decisions", "none.npz", "-o", "out.264")
        # A bit that only the checksum tells of, at the end of an array that is stored and not deflated.
        for name in "frame", "motion_vectors", "best_distortion":
            numpy.savez(self.dir / "bit.npz", **arrays)
            data = bytearray((self.dir / "bit.npz").read_bytes())
            data[data.index(arrays[name].tobytes()) + arrays[name].nbytes - 1] ^= 1
            (self.dir / "bit.npz").write_bytes(data)
            result = self.encode("in.mkv", "--decisions", "bit.npz", "-o", "out.mkv", status=1)
            self.assertIn(f"'bit.npz': array '{name}' is damaged or ends too early", result.stderr)
            (self.dir / "out.mkv").unlink(missing_ok=True)
        with zipfile.ZipFile(self.dir / "text.npz", "w") as archive:
            archive.writestr("frame.npy", b"\x93NUMPY\x01\x00\xff\xffnothing")
        self.refused(1, "array 'frame' is damaged or ends too early", "in.mkv", "--decisions", "text.npz", "-o", "out.264")

    def test_damage_is_told_each_time(self):
        """FFmpeg's threads find it at any time, also while the sound is looked for."""
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=176x144:r=25", "-t", "0.4", "-c:v", "libx264", "-g", "100", self.dir / "in.mkv")
        data = bytearray((self.dir / "in.mkv").read_bytes())
        at = len(data) * 3 // 10
        data[at:at + 40] = range(40)
        (self.dir / "in.mkv").write_bytes(data)
        for _ in range(8):
            self.assertIn("damaged", self.encode("in.mkv", "-o", "out.mkv", status=3).stderr)

    def test_overlay(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1")
        self.encode("in.mkv", "-o", "out.264", "--overlay", "o.mp4")
        self.assertEqual(probe(self.dir / "o.mp4")["video"][0]["nb_read_frames"], "10")

    def test_raw_video_and_pipes(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1")
        ffmpeg("-i", self.dir / "in.mkv", "-f", "rawvideo", self.dir / "in.yuv")
        self.encode("in.yuv", "--size", "160x96", "-o", "a.264")
        with open(self.dir / "in.yuv", "rb") as pipe:
            self.encode("-", "--size", "160x96", "-o", "b.264", stdin=pipe)
        self.assertEqual((self.dir / "a.264").read_bytes(), (self.dir / "b.264").read_bytes())

    def test_wrong_inputs(self):
        moving(self.dir / "in.mp4")
        self.refused(2, "--qp: '52', expected a number in 0..51", "in.mp4", "-o", "out.mp4", "--qp", "52")
        self.refused(2, "'out.avi', expected a name ending in .mp4, .mkv, .mov, .264, .h264", "in.mp4", "-o", "out.avi")
        self.refused(2, "'in.mp4' is the input", "in.mp4", "-o", "in.mp4")
        self.refused(2, "'out.mp4' and 'out.mp4' are one file", "in.mp4", "-o", "out.mp4", "--overlay", "out.mp4")
        for text in "5x", "1M x", "1 M", " 1M", "1Mk", "M", "0", "-1", "nan", "1e99":
            for flag, what in ("--bit-rate", "bits a second"), ("--max-rate", "bits a second"), ("--buffer", "bits"):
                self.refused(2, f"{flag}: '{text}', expected {what}, as 800k, 2.5M or 1500000", "in.mp4", "-o", "out.mp4", f"{flag}={text}")
        # What is written in thousandths is not rounded down.
        self.refused(2, "--max-rate is 1001000; expected at least --bit-rate, 1001001", "in.mp4", "-o", "out.mp4", "--max-rate", "1.001M",
                     "--bit-rate", "1001001")
        self.refused(2, "--without: '', expected a comma list of hierarchy, skip-check, costs, intra", "in.mp4", "-o", "out.mp4", "--without", "")
        self.refused(2, "--without: 'all', expected one of hierarchy, skip-check, costs, intra", "in.mp4", "-o", "out.mp4", "--without", "all")
        self.refused(2, "--slices: '99', expected a number in 1..6", "in.mp4", "-o", "out.mp4", "--slices", "99")
        self.refused(1, "missing.mp4", "missing.mp4", "-o", "out.mp4")
        self.refused(1, "no/such/out.mp4", "in.mp4", "-o", "no/such/out.mp4")
        self.refused(2, "-o", "in.mp4")

    def test_interrupted(self):
        moving(self.dir / "in.mkv", "-c:v", "ffv1", seconds="8", size="640x480")
        tool = subprocess.Popen([GENMEDIA, "encode", self.dir / "in.mkv", "-o", self.dir / "out.mkv", "--exact-refinement"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for _ in range(600):  # until it writes
            if any(f.name.startswith(".") for f in self.dir.iterdir()):
                break
            time.sleep(0.1)
        tool.send_signal(signal.SIGTERM)
        message = tool.communicate(timeout=60)[1]
        self.assertEqual(tool.returncode, 130, message)
        self.assertIn("interrupted", message)
        self.assertGreater(int(probe(self.dir / "out.mkv")["video"][0]["nb_read_frames"]), 0)


if __name__ == "__main__":
    if not (shutil.which("ffmpeg") and shutil.which("ffprobe")):
        print("no ffmpeg or ffprobe: encode_test.py is skipped")
        sys.exit(77)
    unittest.main()
