#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""interpolate_test.py GENMEDIA: runs `genmedia interpolate` and looks at what it says and writes. Needs FFmpeg's programs
(exit status 77 without them)."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from without_sanitizers import values

GENMEDIA = sys.argv.pop(1)
WIDTH, HEIGHT = 160, 96


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments], check=True)


def moving(path, *more, size=f"{WIDTH}x{HEIGHT}", rate="25", seconds="0.6", sound=True):
    """A picture that drifts, and a tone."""
    video = ["-f", "lavfi", "-i", f"mandelbrot=size={size}:rate={rate}:start_scale=1:end_scale=0.9:end_pts=200,scroll=h=0.02"]
    audio = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"] if sound else []
    ffmpeg(*video, *audio, "-t", seconds, "-pix_fmt", "yuv420p", *more, str(path))


def probe(path):
    text = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", str(path)], check=True,
                          capture_output=True, text=True).stdout
    streams = json.loads(text)["streams"]
    return {kind: [s for s in streams if s["codec_type"] == kind] for kind in ("video", "audio")}


def streams_of(path):
    text = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", str(path)], check=True,
                          capture_output=True, text=True).stdout
    return text.split()


def md5_of(path, *arguments):
    return subprocess.run(["ffmpeg", "-v", "error", "-i", str(path), *arguments, "-f", "md5", "-"], check=True, capture_output=True,
                          text=True).stdout


def pictures(path):
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "gray", "-vsync", "0", "-"], check=True,
                         capture_output=True).stdout
    video = probe(path)["video"][0]
    size = video["width"] * video["height"]
    return [raw[i:i + size] for i in range(0, len(raw), size)]


def difference(a, b):
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


class Interpolate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def path(self, name):
        return str(self.dir / name)

    def run_tool(self, *arguments):
        return subprocess.run([GENMEDIA, "interpolate", *map(str, arguments)], capture_output=True, text=True, cwd=self.dir)

    def interpolate(self, *arguments, status=0):
        result = self.run_tool(*arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def refused(self, status, text, *arguments):
        result = self.run_tool(*arguments)
        self.assertEqual((result.returncode, result.stdout), (status, ""), result.stderr)
        self.assertIn(text, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertFalse([f for f in self.dir.iterdir() if "out" in f.name])

    @values
    def test_slow_motion(self):
        """N times as long at the input's rate: the pictures of N times the rate. Other tracks are as long as the input, so
        they are left out and named."""
        moving(self.path("in.mp4"), "-g", "5", "-c:a", "aac")
        self.interpolate("in.mp4", "-o", "fast.mp4", "--rate", "x4", "--silent", "--quality", "0")
        result = self.interpolate("in.mp4", "-o", "slow.mp4", "--slow", "4", "--quality", "0")
        self.assertIn("60 frames at 25 a second, of 15 at 25, 4 times as long; 42 made, 0 cuts\n", result.stdout)
        self.assertRegex(result.stderr, r"\Agenmedia: warning: 'slow.mp4' is without sound [^\n]*\n\Z")
        streams = probe(self.path("slow.mp4"))
        self.assertEqual((streams["video"][0]["avg_frame_rate"], len(streams["audio"])), ("25/1", 0))
        self.assertAlmostEqual(float(streams["video"][0]["duration"]), 4 * 0.6, delta=0.05)
        self.assertTrue(pictures(self.path("slow.mp4")) == pictures(self.path("fast.mp4")))
        result = self.interpolate("in.mp4", "-o", "both.mkv", "--slow", "5/2", "--rate", "50")
        self.assertIn("75 frames at 50 a second, of 15 at 25, 5/2 times as long;", result.stdout)
        for wrong in ("0.5", "0", "-2", "x4", "101", "much", "1.33333"):
            self.refused(2, f"--slow: '{wrong}', expected a number from 1 to 100: 4, 2.5 or 5/2, of four decimals at most", "in.mp4", "-o", "out.mp4",
                         f"--slow={wrong}")
        self.refused(2, "--rate or --slow is required", "in.mp4", "-o", "out.mp4")

    def drawn(self, name, places):
        """Raw video: a square with texture on a ground, with its left side at each place; None: another scene."""
        square = [[120 + (x * x * 7 + y * 13 + x * y) % 120 for x in range(32)] for y in range(32)]
        with open(self.path(name), "wb") as file:
            for place in places:
                ground = bytearray([30 if place is not None else 200]) * (WIDTH * HEIGHT)
                for y in range(32 if place is not None else 0):
                    at = (32 + y) * WIDTH + place
                    ground[at:at + 32] = bytes(square[y])
                if place is None:
                    for y in range(HEIGHT):
                        ground[y * WIDTH:(y + 1) * WIDTH] = bytes((x * 5 + y * 11 + x * y) % 150 + 100 for x in range(WIDTH))
                file.write(bytes(ground) + bytes([128]) * (WIDTH * HEIGHT // 2))

    def places(self, name):
        """Where the square's middle is in each picture, by its brightness; None: another scene."""
        for picture in pictures(self.path(name)):
            weights = [sum(max(0, picture[y * WIDTH + x] - 60) for y in range(32, 64)) for x in range(WIDTH)]
            is_other = picture[0] > 80
            yield None if is_other else sum(x * w for x, w in enumerate(weights)) / sum(weights)

    def on_twos(self, places, *arguments):
        self.drawn("in.yuv", places)
        result = self.interpolate("in.yuv", "--size", f"{WIDTH}x{HEIGHT}", "-o", "made.mkv", "--rate", "x2", "--quality", "0", *arguments)
        return result.stdout, list(self.places("made.mkv"))

    @values
    def test_repeated_pictures(self):
        """Animation on twos, threes and fours moves in steps, and with --repeated even in between, too."""
        for held in (2, 3, 4):
            source = [10 + 6 * (i // held) for i in range(8 * held)]
            for even in (False, True):
                said, places = self.on_twos(source, *(["--repeated", "even"] if even else []))
                self.assertIn(f"{16 * held} frames at 50 a second, of {8 * held} at 25;", said)
                self.assertEqual(f", {7 * (held - 1)} repeated" in said, even, said)
                steps = [b - a for a, b in zip(places, places[1:2 * 7 * held + 1])]
                if even:
                    self.assertLess(max(abs(step - 3 / held) for step in steps), 0.5, (held, steps))
                else:
                    self.assertGreater(steps.count(0) + sum(step < 0.1 for step in steps), len(steps) // 4)
                    self.assertGreater(max(steps), 2)

    def test_what_speeds_up(self):
        """Half way in time it is a pixel before half of its way, where the pictures around the two say so: not between the first two."""
        def place(time):
            return 6 + 4 * time * time

        _, places = self.on_twos([place(n) for n in range(6)])
        for i, found in enumerate(places[:11]):
            wanted = place(i / 2) + (1 if i in (1, 9) else 0)
            self.assertLess(abs(found - places[0] - (wanted - place(0))), 0.3, (i, places))

    def test_best(self):
        """A turning pattern: refined motion is nearer to what was to be seen, on any number of threads."""
        ffmpeg("-f", "lavfi", "-i", f"mandelbrot=size={WIDTH}x{HEIGHT}:rate=50,rotate=3*t:bilinear=1", "-frames:v", "13", "-pix_fmt", "yuv420p",
               "-c:v", "ffv1", self.path("all.mkv"))
        ffmpeg("-i", self.path("all.mkv"), "-vf", "select=not(mod(n\\,2)),setpts=N/25/TB", "-r", "25", "-c:v", "ffv1", self.path("in.mkv"))
        real, errors, made = pictures(self.path("all.mkv")), {}, {}
        for preset, threads in (("default", 0), ("best", 0), ("best", 1)):
            self.interpolate("in.mkv", "-o", "made.mkv", "--rate", "x2", "--quality", "0", "--preset", preset, "--threads", threads)
            made[preset, threads] = pictures(self.path("made.mkv"))[1:12:2]
            errors[preset] = sum((x - y) ** 2 for a, b in zip(real[1:12:2], made[preset, threads]) for x, y in zip(a, b))
        self.assertLess(errors["best"], 0.95 * errors["default"])
        self.assertEqual(made["best", 0], made["best", 1])

    @values
    def test_what_stands_stays(self):
        """Five pictures of one place are no animation on fours; scenes change when they did, and a video ends as it did."""
        standing = [10] * 5 + [16, 22]
        keep, even = (self.on_twos(standing, "--repeated", how)[1] for how in ("keep", "even"))
        self.assertEqual(keep, even)
        scenes = [10, 10, 16, 16, None, None, 22, 22]
        keep, even = (self.on_twos(scenes, "--repeated", how)[1] for how in ("keep", "even"))
        self.assertEqual([place is None for place in keep], [place is None for place in even])
        self.assertEqual(keep.count(None), 4)
        # Repeats are no pause: each picture is 250 seconds after the one before.
        self.drawn("in.yuv", [10, 10, 10, 10, 16])
        ffmpeg("-f", "rawvideo", "-s", f"{WIDTH}x{HEIGHT}", "-r", "1/250", "-i", self.path("in.yuv"), "-c:v", "ffv1", self.path("slow.mkv"))
        result = self.interpolate("slow.mkv", "-o", "made.mkv", "--rate", "1/125", "--repeated", "even")
        self.assertIn("10 frames at 1/125 a second, of 5 at 1/250;", result.stdout)
        end = [10, 16, 16, 16]
        keep, even = (self.on_twos(end, "--repeated", how)[1] for how in ("keep", "even"))
        self.assertEqual(keep, even)
        self.refused(2, "--repeated: 'odd', expected one of keep, even", "in.yuv", "--size", f"{WIDTH}x{HEIGHT}", "-o", "out.mkv", "--rate", "x2",
                     "--repeated", "odd")

    def test_twice_the_rate(self):
        moving(self.path("in.mp4"), "-g", "5", "-c:a", "aac")
        result = self.interpolate("in.mp4", "-o", "out.mp4", "--rate", "x2", "--quality", "5")
        self.assertIn("30 frames at 50 a second, of 15 at 25; 14 made, 0 cuts\nwrote out.mp4\n", result.stdout)
        before, after = probe(self.path("in.mp4")), probe(self.path("out.mp4"))
        self.assertEqual(after["video"][0]["avg_frame_rate"], "50/1")
        self.assertEqual(after["video"][0]["nb_read_frames"], "30")
        self.assertAlmostEqual(float(after["video"][0]["duration"]), float(before["video"][0]["duration"]), delta=0.03)
        # The sound is the input's, packet by packet.
        self.assertEqual(md5_of(self.path("out.mp4"), "-map", "0:a", "-c", "copy"), md5_of(self.path("in.mp4"), "-map", "0:a", "-c", "copy"))
        # Every second picture is the input's, apart from losses of the encoder. Those between are new: nearer
        # to both of their neighbours than these are to each other.
        old, new = pictures(self.path("in.mp4")), pictures(self.path("out.mp4"))
        for i in range(14):
            self.assertLess(difference(new[2 * i], old[i]), 2)
            apart = difference(old[i], old[i + 1])
            self.assertGreater(apart, 1)
            self.assertLess(difference(new[2 * i + 1], old[i]), apart)
            self.assertLess(difference(new[2 * i + 1], old[i + 1]), apart)

    @values
    def test_other_rates(self):
        moving(self.path("in.mkv"), rate="24000/1001", seconds="1", sound=False)
        count = len(pictures(self.path("in.mkv")))
        for rate, wanted in ("60", "60/1"), ("59.94", "2997/50"), ("12", "12/1"), ("x1", "24000/1001"):
            with self.subTest(rate):
                self.interpolate("in.mkv", "-o", "out.mp4", "--rate", rate)
                video = probe(self.path("out.mp4"))["video"][0]
                self.assertEqual(video["avg_frame_rate"], wanted)
                numerator, denominator = map(int, wanted.split("/"))
                self.assertAlmostEqual(int(video["nb_read_frames"]), count * 1001 / 24000 * numerator / denominator, delta=1)

    def test_a_pair_may_last_a_millionth_of_the_next(self):
        """Two pictures a tick apart, and a pause of 25 seconds before or after them."""
        moving(self.path("all.mp4"), seconds="0.32", sound=False)  # eight pictures
        for name, times in ("after", (0, 3600, 7200, 7201, 2257201, 2260800)), ("before", (0, 3600, 2253600, 2253601, 2257200, 2260800)):
            expression = "+".join(f"eq(N\\,{i})*{time}" for i, time in enumerate(times))
            ffmpeg("-i", self.path("all.mp4"), "-vf", f"settb=1/90000,setpts={expression}", "-frames:v", str(len(times)), "-vsync", "passthrough",
                   "-enc_time_base", "1/90000", "-video_track_timescale", "90000", "-c:v", "libx264", "-bf", "0", self.path(f"{name}.mp4"))
            result = self.interpolate(f"{name}.mp4", "-o", f"{name}.mkv", "--rate", "10")
            video = probe(self.path(f"{name}.mkv"))["video"][0]
            self.assertEqual(int(video["nb_read_frames"]), 252, result.stdout)

    def test_uneven_times_become_even(self):
        moving(self.path("even.mp4"), sound=False)
        # Every third picture is dropped, and those left keep their times.
        ffmpeg("-i", self.path("even.mp4"), "-vf", "select=mod(n\\,3)", "-vsync", "vfr", "-enc_time_base", "1:1000", self.path("in.mkv"))
        self.interpolate("in.mkv", "-o", "out.mp4", "--rate", "25", "--quality", "5")
        old, new = pictures(self.path("even.mp4")), pictures(self.path("out.mp4"))
        # The first picture of in.mkv is the second of even.mp4.
        for i in range(12):
            # Nearer than a picture that is repeated.
            self.assertLess(difference(new[i], old[i + 1]), 0.7 * difference(old[i], old[i + 1]))

    @values
    def test_a_cut_stays_a_cut(self):
        moving(self.path("a.mp4"), sound=False, seconds="0.2")
        ffmpeg("-f", "lavfi", "-i", f"testsrc2=size={WIDTH}x{HEIGHT}:rate=25", "-t", "0.2", "-pix_fmt", "yuv420p", self.path("b.mp4"))
        ffmpeg("-i", self.path("a.mp4"), "-i", self.path("b.mp4"), "-filter_complex", "concat", self.path("in.mp4"))
        result = self.interpolate("in.mp4", "-o", "out.mp4", "--rate", "x4", "--quality", "5")
        self.assertIn(" 1 cuts", result.stdout)
        old, new = pictures(self.path("in.mp4")), pictures(self.path("out.mp4"))
        for i in range(16, 20):  # between the fifth and the sixth
            self.assertLess(difference(new[i], old[4 if i < 18 else 5]), 4)

    def test_odd_sides_turned_and_full_range(self):
        moving(self.path("flat.mp4"), "-color_range", "pc", "-pix_fmt", "yuvj420p", sound=False)
        ffmpeg("-i", self.path("flat.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", self.path("in.mp4"))
        self.interpolate("in.mp4", "-o", "out.mp4", "--rate", "x2")
        video = probe(self.path("out.mp4"))["video"][0]
        self.assertEqual((video["width"], video["height"], video.get("color_range")), (HEIGHT, WIDTH, "pc"))
        moving(self.path("odd.mkv"), "-c:v", "ffv1", size="101x75", sound=False)
        self.interpolate("odd.mkv", "-o", "odd.mp4", "--rate", "x2")
        video = probe(self.path("odd.mp4"))["video"][0]
        self.assertEqual((video["width"], video["height"]), (102, 76))

    def test_threads_change_nothing(self):
        moving(self.path("in.mp4"), sound=False)
        for threads in "1", "3":
            self.interpolate("in.mp4", "-o", f"out{threads}.mkv", "--rate", "x3", "--threads", threads, "--quality", "0")
        self.assertEqual(md5_of(self.path("out1.mkv")), md5_of(self.path("out3.mkv")))

    @values
    def test_devices(self):
        listed = subprocess.run([GENMEDIA, "devices"], capture_output=True, text=True, check=True).stdout.splitlines()
        moving(self.path("in.mkv"), sound=False)
        for device in ["cpu", "auto", *(line.split()[0] for line in listed)]:
            self.interpolate("in.mkv", "-o", f"{device}.mkv", "--rate", "x2", "--quality", "0", "--device", device)
            self.assertEqual(md5_of(self.path(f"{device}.mkv")), md5_of(self.path("cpu.mkv")), device)
        self.refused(1, "MotionOptions.device is 99, which is no device; expected one of 0 this processor", "in.mkv", "-o", "out.mkv",
                     "--rate", "x2", "--device", "99")
        self.refused(2, "--device 1 beside --preset best: expected --device cpu or auto", "in.mkv", "-o", "out.mkv", "--rate", "x2",
                     "--preset", "best", "--device", "1")

    def test_a_device_that_fails(self):
        if len(subprocess.run([GENMEDIA, "devices"], capture_output=True, text=True, check=True).stdout.splitlines()) < 2:
            self.skipTest("no OpenCL device (PoCL: package pocl-opencl-icd)")
        moving(self.path("in.mkv"), sound=False)
        self.interpolate("in.mkv", "-o", "here.mkv", "--rate", "x2", "--quality", "0")
        os.environ["POCL_EXTRA_BUILD_FLAGS"] = "-no-such-flag"  # its compiler refuses the kernels
        self.addCleanup(os.environ.pop, "POCL_EXTRA_BUILD_FLAGS")
        result = self.interpolate("in.mkv", "-o", "there.mkv", "--rate", "x2", "--quality", "0", "--device", "1")
        self.assertRegex(result.stderr, r"\Agenmedia: warning: [^\n]* cannot compile the unit's kernels[^\n]*; this processor searched instead\n\Z")
        self.assertEqual(md5_of(self.path("here.mkv")), md5_of(self.path("there.mkv")))

    def test_raw_video_and_pipes(self):
        moving(self.path("in.mp4"), sound=False)
        ffmpeg("-i", self.path("in.mp4"), "-f", "rawvideo", self.path("in.yuv"))
        # Without loss: libx264 codes equal pictures differently where threads take turns to call it, once in ten runs.
        self.interpolate("in.yuv", "--size", f"{WIDTH}x{HEIGHT}", "-o", "a.mkv", "--rate", "50", "--quality", "0")
        with open(self.path("in.yuv"), "rb") as pipe:
            subprocess.run([GENMEDIA, "interpolate", "-", "--size", f"{WIDTH}x{HEIGHT}", "-o", self.path("b.mkv"), "--rate", "50",
                            "--quality", "0"], stdin=pipe,
                           check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(md5_of(self.path("a.mkv")), md5_of(self.path("b.mkv")))

    def piped(self, *arguments):
        result = subprocess.run([GENMEDIA, "interpolate", *arguments, "-o", "-", "--rate", "x2"], capture_output=True, cwd=self.dir)
        self.assertEqual(result.returncode, 0, result.stderr)
        (self.dir / "piped").write_bytes(result.stdout)
        return result.stderr.decode()

    def test_standard_output(self):
        """The pictures of a file without loss, and its sound."""
        moving(self.path("in.mkv"), "-metadata", "title=T")
        self.interpolate("in.mkv", "-o", "a.mkv", "--rate", "x2", "--quality", "0")
        said = self.piped("in.mkv")
        self.assertRegex(said, r"\Ain\.mkv: \d+ frames at 50 a second, [^\n]*\n\Z")
        self.assertEqual(md5_of(self.path("piped"), "-map", "0:v"), md5_of(self.path("a.mkv"), "-map", "0:v"))
        self.assertEqual(md5_of(self.path("piped"), "-map", "0:a"), md5_of(self.path("a.mkv"), "-map", "0:a"))
        self.assertRegex(self.piped("in.mkv", "--y4m"), r"\Ain\.mkv: [^\n]*\n\Z")
        self.assertEqual(md5_of(self.path("piped")), md5_of(self.path("a.mkv"), "-map", "0:v"))
        self.assertTrue((self.dir / "piped").read_bytes().startswith(b"YUV4MPEG2 W"))

    def test_standard_output_of_full_range(self):
        moving(self.path("in.mkv"), "-color_range", "pc", "-pix_fmt", "yuvj420p", sound=False)
        self.assertIn("note: 'in.mkv' has full range, which NUT does not say; --y4m does\n", self.piped("in.mkv"))
        self.assertNotIn("note", self.piped("in.mkv", "--y4m"))
        self.assertIn(b" XCOLORRANGE=FULL\n", (self.dir / "piped").read_bytes()[:200])
        self.assertNotIn("note", self.interpolate("in.mkv", "-o", "out.mkv", "--rate", "x2").stderr)

    def test_other_tracks(self):
        """Each is in the output, where FFmpeg can read it, or is named, or the output is refused; the input is whole."""
        moving(self.path("clip.mkv"), "-c:a", "aac")
        (self.dir / "text.srt").write_text("1\n00:00:00,100 --> 00:00:00,400\nText\n")
        copied = ["-c:v:0", "copy", "-c:a", "copy"]
        second = ["-i", self.path("clip.mkv"), "-map", "0", "-map", "1:v", *copied, "-filter:v:1", "scale=64:48", "-frames:v:1", "5", "-c:v:1"]
        text = ["-i", self.path("text.srt"), "-map", "0", "-map", "1", *copied, "-c:s"]
        tracks = {"subrip": [*text, "srt"], "ass": [*text, "ass"], "webvtt": [*text, "webvtt"], "vp9": [*second, "libvpx-vp9"],
                  "mpeg4": [*second, "mpeg4"], "rawvideo": [*second, "rawvideo"], "wmav2": ["-c:v", "copy", "-c:a", "wmav2"], "vorbis": ["-c:v", "copy", "-c:a", "libvorbis"]}
        for name, flags in tracks.items():
            ffmpeg("-i", self.path("clip.mkv"), *flags, self.path("in.mkv"))
            count = len(streams_of(self.path("in.mkv")))
            for output in ("out.mp4", "out.mov", "out.mkv", "-"):
                with self.subTest(track=name, output=output):
                    result = subprocess.run([GENMEDIA, "interpolate", "in.mkv", "-o", output, "--rate", "x2"], capture_output=True, cwd=self.dir)
                    said = result.stderr.decode()
                    if result.returncode == 1:
                        self.assertRegex(said, rf"has sound of codec {name}, which \w+ cannot hold; expected an output in \.mkv")
                        continue
                    self.assertEqual(result.returncode, 0, said)
                    self.assertNotIn("damaged", said)
                    if output == "-":
                        (self.dir / "out.nut").write_bytes(result.stdout)
                    written = self.path("out.nut" if output == "-" else output)
                    self.assertEqual(len(streams_of(written)) + said.count(" is without "), count, said)
                    read = subprocess.run(["ffmpeg", "-v", "error", "-i", written, "-map", "0", "-c:s", "copy", "-f", "null", "-"], capture_output=True, text=True)
                    self.assertEqual((read.returncode, read.stderr), (0, ""))

    def test_standard_output_that_nobody_reads(self):
        moving(self.path("in.mp4"))
        process = subprocess.Popen([GENMEDIA, "interpolate", "in.mp4", "-o", "-", "--rate", "x9"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.dir)
        process.stdout.read(1000)
        process.stdout.close()
        self.assertEqual((process.communicate()[1], process.returncode), (b"", 0))

    def test_standard_output_refused(self):
        moving(self.path("in.mp4"))
        self.refused(2, "--quality: pictures are not coded with -o -", "in.mp4", "-o", "-", "--rate", "x2", "--quality", "9")
        self.refused(2, "--y4m: expected -o -", "in.mp4", "-o", "out.mp4", "--rate", "x2", "--y4m")
        master, terminal = os.openpty()
        result = subprocess.run([GENMEDIA, "interpolate", "in.mp4", "-o", "-", "--rate", "x2"], stdout=terminal, stderr=subprocess.PIPE,
                                text=True, cwd=self.dir)
        os.close(terminal)
        os.close(master)
        self.assertEqual((result.returncode, result.stderr),
                         (2, "genmedia: -o: '-', expected a pipe or a file in the place of the terminal\n"))

    def test_sound_that_the_output_cannot_hold(self):
        moving(self.path("in.mkv"), "-c:a", "pcm_u8")
        self.refused(1, "sound of codec pcm_u8, which mp4 cannot hold; expected an output in .mkv", "in.mkv", "-o", "out.mp4", "--rate", "x2")
        moving(self.path("flac.mkv"), "-c:a", "flac")
        for kind in "mp4", "mov":
            self.refused(1, f"sound of codec flac, which {kind} cannot hold; expected an output in .mkv", "flac.mkv", "-o", f"out.{kind}",
                         "--rate", "x2")
        self.interpolate("in.mkv", "-o", "out.mp4", "--rate", "x2", "--silent")
        self.assertEqual(probe(self.path("out.mp4"))["audio"], [])
        self.interpolate("in.mkv", "-o", "out.mkv", "--rate", "x2")
        self.assertEqual(len(probe(self.path("out.mkv"))["audio"]), 1)

    def test_sound_in_matroska(self):
        """WMA goes by its tag in AVI files; Nellymoser has none."""
        moving(self.path("wma-in.mkv"), "-c:a", "wmav2", "-strict", "unofficial")
        self.interpolate("wma-in.mkv", "-o", "wma.mkv", "--rate", "x1")
        self.assertEqual(probe(self.path("wma.mkv"))["audio"][0]["codec_name"], "wmav2")
        moving(self.path("in.flv"), "-c:a", "nellymoser", "-ar", "44100")
        self.refused(1, "sound of codec nellymoser, which matroska cannot hold; expected an output without sound", "in.flv", "-o", "out.mkv",
                     "--rate", "x1")

    def test_wrong_inputs(self):
        moving(self.path("in.mp4"), sound=False)
        for wrong in ("2x", "23.976023976"):
            self.refused(2, f"--rate: '{wrong}', expected x2 (times the input's), 60, 59.94 or 60000/1001, of four decimals at most", "in.mp4", "-o", "out.mp4",
                         "--rate", wrong)
        for rate in "x100", "1001", "1000.1":
            self.refused(2, f"--rate: '{rate}', where 'in.mp4' has 25 frames a second; expected at most 1000 of the output", "in.mp4", "-o",
                         "out.mp4", "--rate", rate)
        self.refused(2, "-o: 'out.avi', expected a name ending in .mp4, .mkv or .mov", "in.mp4", "-o", "out.avi", "--rate", "x2")
        self.refused(2, "'in.mp4' is the input", "in.mp4", "-o", "in.mp4", "--rate", "x2")
        self.refused(2, "expected a frame of the output in that time", "in.mp4", "-o", "out.mp4", "--rate", "1/1000")
        self.refused(2, "--quality: '52', expected a number in 0..51", "in.mp4", "-o", "out.mp4", "--rate", "x2", "--quality", "52")
        self.refused(1, "missing.mp4", "missing.mp4", "-o", "out.mp4", "--rate", "x2")
        self.refused(1, "no/such/out.mp4", "in.mp4", "-o", "no/such/out.mp4", "--rate", "x2")
        self.refused(2, "--rate", "in.mp4", "-o", "out.mp4")

    def test_damage_is_told(self):
        moving(self.path("in.mkv"), "-c:v", "mpeg4", "-g", "100", sound=False, seconds="1")
        data = bytearray((self.dir / "in.mkv").read_bytes())
        data[len(data) // 2:len(data) // 2 + 300] = bytes(300)
        (self.dir / "in.mkv").write_bytes(data)
        result = self.interpolate("in.mkv", "-o", "out.mp4", "--rate", "x2", status=3)
        self.assertIn("is damaged", result.stderr)
        self.assertGreater(len(pictures(self.path("out.mp4"))), 20)
        (self.dir / "out.mp4").unlink()
        self.assertEqual(self.run_tool("in.mkv", "-o", "out.mp4", "--rate", "x2", "--strict").returncode, 1)

    def test_a_pause_is_not_filled_for_ever(self):
        moving(self.path("a.ts"), seconds="0.4", sound=False)
        moving(self.path("b.ts"), "-output_ts_offset", "700", seconds="0.4", sound=False)
        (self.dir / "in.ts").write_bytes((self.dir / "a.ts").read_bytes() + (self.dir / "b.ts").read_bytes())
        result = self.interpolate("in.ts", "-o", "out.mkv", "--rate", "x2", status=1)
        self.assertRegex(result.stderr, r"\Agenmedia: 'in.ts': a picture is (699|700) s after the one before; expected at most 600, which are filled\n\Z")
        self.assertEqual(len(pictures(self.path("out.mkv"))), 20)

    def test_a_frame_of_days_is_not_filled(self):
        """Three pictures, 28 hours each; one alone lasts as long."""
        picture = b"FRAME\n" + bytes(32 * 32 * 3 // 2)
        for count, reason in (3, "a picture is 100000 s after the one before; expected at most 600"), (1, "its last picture is shown for more than 600 s"):
            (self.dir / "in.y4m").write_bytes(b"YUV4MPEG2 W32 H32 F1:100000\n" + count * picture)
            result = self.interpolate("in.y4m", "-o", "out.mkv", "--rate", "1", status=1)
            self.assertEqual(result.stderr, f"genmedia: 'in.y4m': {reason}, which are filled\n")
            self.assertEqual(len(pictures(self.path("out.mkv"))), 600)

    def test_an_error_leaves_the_last_good_frame(self):
        """Of a stream whose pictures change their size, which is read no further."""
        for name, size in ("a", f"{WIDTH}x{HEIGHT}"), ("b", "96x64"):
            moving(self.path(f"{name}.h264"), size=size, seconds="0.4", sound=False)
        (self.dir / "in.h264").write_bytes((self.dir / "a.h264").read_bytes() + (self.dir / "b.h264").read_bytes())
        for rate, count in ("x1", 10), ("x2", 20):
            result = self.interpolate("in.h264", "-o", "out.mkv", "--rate", rate, status=1)
            self.assertIn("96x64", result.stderr)
            self.assertEqual(len(pictures(self.path("out.mkv"))), count)

    def test_interrupted(self):
        moving(self.path("in.mkv"), sound=False, seconds="20", size="320x240")
        tool = subprocess.Popen([GENMEDIA, "interpolate", self.path("in.mkv"), "-o", self.path("out.mkv"), "--rate", "x20"],
                                stderr=subprocess.PIPE, text=True)
        out = self.dir / "out.mkv"
        for _ in range(600):  # until it writes
            if any(f.name.startswith(".") or f == out for f in self.dir.iterdir()):
                break
            time.sleep(0.1)
        tool.send_signal(signal.SIGTERM)
        message = tool.communicate(timeout=60)[1]
        self.assertEqual(tool.returncode, 130, message)
        self.assertIn("interrupted", message)
        if os.path.exists(self.path("out.mkv")):
            self.assertGreater(len(pictures(self.path("out.mkv"))), 0)


if __name__ == "__main__":
    if not (shutil.which("ffmpeg") and shutil.which("ffprobe")):
        print("no ffmpeg or ffprobe: interpolate_test.py is skipped")
        sys.exit(77)
    unittest.main()
