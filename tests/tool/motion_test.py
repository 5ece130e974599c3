#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run `genmedia motion` and look at everything that it says and writes.

usage: motion_test.py GENMEDIA [TEST...]
"""
import concurrent.futures
import contextlib
import csv
import ctypes
import gzip
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

from without_sanitizers import values

try:
    import numpy as np
except ImportError:
    np = None

GENMEDIA = ""
FFPROBE = os.environ.get("FFPROBE", "")
WIDTH, HEIGHT = 96, 80  # 6x5 macroblocks


def noise(x, y):
    """0..127, without repetition."""
    h = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return (h ^ (h >> 16)) & 127


def texture(x, y):
    """Luma that is smooth enough to be found in smaller pictures, and rough enough to have one best match."""
    cell = 12
    cx, fx, cy, fy = x // cell, x % cell, y // cell, y % cell
    upper = noise(cx, cy) * (cell - fx) + noise(cx + 1, cy) * fx
    lower = noise(cx, cy + 1) * (cell - fx) + noise(cx + 1, cy + 1) * fx
    return 40 + (upper * (cell - fy) + lower * fy) // (cell * cell) + noise(x, y) // 8


def clip(frames, dx=3, dy=-2):
    """I420 frames whose content moves by (dx, dy) pixels a frame."""
    chroma = bytes([128]) * (WIDTH * HEIGHT // 2)
    planes = []
    for f in range(frames):
        planes.append(bytes(texture(x - f * dx, y - f * dy) for y in range(HEIGHT) for x in range(WIDTH)))
    return b"".join(plane + chroma for plane in planes)


def setUpModule():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)  # what runs in the background, or by nohup, ignores some


def wait_until_caught(process, number):
    """Until a signal would not end the process as such."""
    for _ in range(600):
        with open(f"/proc/{process.pid}/status") as status:
            caught = next(int(line.split()[1], 16) for line in status if line.startswith("SigCgt"))
        if caught >> (number - 1) & 1:
            return
        time.sleep(0.1)
    raise TimeoutError(f"signal {number} is not caught after a minute")


def results_in(folder):
    """Names, without that of the list of them."""
    return sorted(name for name in os.listdir(folder) if name != ".genmedia-results")


def csv_rows(directory):
    with open(directory / "motion.csv", newline="") as table:
        return list(csv.DictReader(table))


class MotionTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="genmedia-tool-")
        self.addCleanup(self.temporary.cleanup)
        self.dir = pathlib.Path(self.temporary.name)
        self.input = self.dir / "clip.yuv"
        self.input.write_bytes(CLIP)
        self.raw = ["--size", f"{WIDTH}x{HEIGHT}"]

    def run_tool(self, *arguments):
        return subprocess.run([GENMEDIA, *map(str, arguments)], capture_output=True, text=True, cwd=self.dir)

    def motion(self, *arguments, out="out"):
        """A run that must succeed; gives what it printed."""
        result = self.run_tool("motion", self.input, "-o", out, *self.raw, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr, "")
        return result.stdout

    def refused(self, status, words, *arguments):
        """A run that must fail with one line."""
        result = self.run_tool(*arguments)
        self.assertEqual(result.returncode, status, (arguments, result.stderr))
        self.assertRegex(result.stderr, r"\Agenmedia: [^\n]+\n\Z")
        self.assertIn(words, result.stderr)
        self.assertEqual(list(self.dir.glob("out/*")), [])

    def arrays(self, out="out"):
        if np is None:
            self.skipTest("this Python has no NumPy to read .npz with")
        with np.load(self.dir / out / "motion.npz") as archive:
            return dict(archive)

    # --- command line

    def test_help_and_version(self):
        for flags in (["--help"], ["motion", "--help"], ["--version"]):
            result = self.run_tool(*flags)
            self.assertEqual(result.returncode, 0)
            self.assertIn("genmedia", result.stdout)
            self.assertEqual(result.stderr, "")

    def test_usage_errors(self):
        (self.dir / "-lead.mp4").write_bytes(CLIP)
        motion = ["motion", self.input, "-o", "out"]
        cases = [
            ([], "expected genmedia SUBCOMMAND"),
            (["motoin", "x"], "did you mean 'motion'?"),
            (["wander"], "one of motion, "),
            ([self.input, "-o", "out"], f"genmedia motion {self.input}"),
            (["motion", "-o", "out"], "INPUT"),
            (["motion", self.input, *self.raw], "--output"),
            ([*motion, *self.raw, "--wobble"], "--wobble"),
            ([*motion, "--format", "nv12"], "--size"),
            (motion, "--size WxH and --format i420|nv12"),
            ([*motion, *self.raw, "--flow"], "'--flow' is no flag of motion; did you mean --flo?"),
            ([*motion, *self.raw, "--stat"], "did you mean --stats?"), (["motion", "--helpp"], "did you mean --help?"),
            (["--helpp"], "'--helpp' is no flag; did you mean --help?"), ([*motion, "--partition", "8x8"], "did you mean --partitions?"),
            ([*motion, "-lead.mp4"], "'-lead.mp4' is no flag of motion; for the file of that name: ./-lead.mp4"),
            (["encode", "-lead.mp4", "-o", "x.mp4"], "./-lead.mp4"), ([*motion, "-x"], "'-x' is no flag of motion; genmedia motion --help"),
            (["registers", "x.cpp", "--cl-options", "-g", "--jsn"], "did you mean --json?"),
            ([*motion, *self.raw, "--partitions", ""], "16x8"),
        ]
        for arguments, words in cases:
            with self.subTest(arguments=arguments):
                self.refused(2, words, *arguments)

    def test_bad_values_name_flag_value_and_range(self):
        cases = [
            ("--size", "96", "WIDTHxHEIGHT"), ("--size", "96x16385", "1..16384"), ("--size", "0x0", "1..16384"),
            ("--format", "yuyv", "i420, nv12"), ("--window", "huge", "exhaustive"), ("--partitions", "7x7", "16x8"),
            ("--partitions", "16x16,,8x8", "4x8"), ("--distortion", "ssd", "ac-haar"), ("--subpel", "eighth", "quarter"),
            ("--cost", "low", "default, none"), ("--qp", "52", "0..51"), ("--qp", "-1", "0..51"), ("--qp", "x", "0..51"),
            ("--slice", "i", "p, b"), ("--refs", "3", "1..2"), ("--predictor", "median", "spatial"),
            ("--threads", "-1", "0..1024"), ("--frames", "3", "A:B"), ("--frames", "4:4", "A:B"),
            ("--frames", "-1:2", "A:B"), ("--overlay", "out.gif", ".mp4"), ("--overlay", "a%s.png", "%d"),
            ("--arrows", "up", "motion, match"), ("--preset", "good", "fast, default, best"),
            ("--max-pixels", "0", "1..268435456"),
        ]
        for flag, value, expected in cases:
            with self.subTest(flag=flag, value=value):
                size = [] if flag == "--size" else self.raw
                arguments = ["motion", self.input, "-o", "out", *size, f"{flag}={value}"]
                self.refused(2, expected, *arguments)
                if flag != "--size":
                    self.assertIn(flag, self.run_tool(*arguments).stderr)

    def test_inputs_that_cannot_be_read(self):
        (self.dir / "text.mp4").write_text("not a film\n" * 100)
        (self.dir / "empty.mp4").write_bytes(b"")
        (self.dir / "folder").mkdir()
        (self.dir / "absurd.y4m").write_bytes(b"YUV4MPEG2 W999999 H999999 F25:1 C420jpeg\nFRAME\n" + b"x" * 5000)
        (self.dir / "large.y4m").write_bytes(b"YUV4MPEG2 W16000 H16000 F25:1 C420jpeg\nFRAME\n" + b"x" * 5000)
        (self.dir / "one.y4m").write_bytes(b"YUV4MPEG2 W16 H16 F25:1 C420jpeg\nFRAME\n" + b"x" * 384)
        for name, words in (("none.mp4", "no such file"), ("text.mp4", "not a video"), ("empty.mp4", "is empty"),
                            ("folder", "has no videos"), ("absurd.y4m", "999999x999999"),
                            ("large.y4m", "--max-pixels"), ("f%02d.png", "no numbered files")):
            self.refused(1, words, "motion", name, "-o", "out")
        self.refused(1, "no frame to report", "motion", "one.y4m", "-o", "out")

    def test_a_size_beside_a_container(self):
        """Its bytes are no pictures."""
        self.motion("--overlay", "a.mp4", out="other")
        self.motion("--overlay", "a.mkv", out="other", *["--force"])
        self.motion("--overlay", "a.png", out="other", *["--force"])
        (self.dir / "b.yuv").write_bytes(b"YUV4MPEG2 W16 H16 F25:1 C420jpeg\nFRAME\n" + b"x" * 384)
        (self.dir / "c.yuv").write_bytes((self.dir / "a.mp4").read_bytes())
        for name in ("a.mp4", "a.mkv", "a.png", "b.yuv", "c.yuv"):
            self.refused(2, f"'{name}' is no raw video, but a file of FFmpeg's format", "motion", name, "-o", "out", *self.raw)
        for flat in (0, 0x47, 0x80, 0xFF):  # which are no container's, whatever they look like
            self.input.write_bytes(bytes([flat]) * len(CLIP))
            self.motion(out=f"flat{flat}")

    def test_names_in_capitals_and_with_control_characters(self):
        for name, start in (("A.MP4", b"ftyp"), ("B.MKV", b"\x1a\x45\xdf\xa3"), ("C.PNG", b"\x89PNG")):
            self.motion("--overlay", name, "--force")
            self.assertIn(start, (self.dir / name).read_bytes()[:8])
        for name in ("no\x1b[31m\x07.mp4", "no\x9b31m.mp4"):
            result = self.run_tool("motion", name, "-o", "out")
            self.assertEqual(result.returncode, 1)
            self.assertRegex(result.stderr, r"\Agenmedia: 'no\?\[?31m\??\.mp4': no such file\n\Z")

    def test_outputs_that_cannot_be_made(self):
        (self.dir / "file").write_text("in the way")
        motion = ["motion", self.input, *self.raw]
        self.refused(1, "'file'", *motion, "-o", "file")
        self.refused(1, "missing/a.mp4", *motion, "-o", "out", "--overlay", "missing/a.mp4")
        self.refused(1, "/proc/genmedia", *motion, "-o", "/proc/genmedia")
        for name in ("motion.npz", "motion.csv", "frames.csv", "stats.json", "look.mp4"):
            (self.dir / "taken" / name).mkdir(parents=True)
            self.refused(1, f"taken/{name}': Is a directory", *motion, "-o", "taken", "--overlay", "taken/look.mp4", "--csv", "--stats")
            (self.dir / "taken" / name).rmdir()

    def test_a_folder_without_write_permission(self):
        (self.dir / "mine").mkdir(mode=0o500)

        def without_roots_rights():
            """What lets root write everywhere; another user could not enter the folders of the program, perhaps."""
            set_limit, overrides = 24, (1, 2)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            for right in overrides if os.geteuid() == 0 else ():
                ctypes.CDLL(None).prctl(set_limit, right, 0, 0, 0)

        result = subprocess.run([GENMEDIA, "motion", self.input, "-o", "mine", *self.raw], capture_output=True, text=True,
                                cwd=self.dir, preexec_fn=without_roots_rights)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"\Agenmedia: cannot write to directory 'mine': Permission denied\n\Z")

    def test_a_folder_in_the_place_of_a_result(self):
        """Said before anything is searched, and what an earlier run left stays."""
        self.motion("--csv")
        before = (self.dir / "out/motion.csv").read_bytes()
        (self.dir / "out/flow/000003.flo").mkdir(parents=True)
        result = self.run_tool("motion", self.input, "-o", "out", *self.raw, "--flo", "--csv")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\Agenmedia: cannot write 'out/flow/000003.flo': Is a directory\n\Z")
        self.assertEqual((self.dir / "out/motion.csv").read_bytes(), before)

    def test_a_result_that_fails_on_the_way(self):
        """The folder of the flow vanishes under a run that waits for more input: what came before is whole."""
        os.mkfifo(self.dir / "pipe")
        process = subprocess.Popen([GENMEDIA, "motion", "pipe", "-o", "out", *self.raw, "--flo", "--csv"], cwd=self.dir,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with open(self.dir / "pipe", "wb") as pipe:
            pipe.write(CLIP * 4)
            pipe.flush()
            while not list(self.dir.glob("out/flow/00001*.flo")):
                time.sleep(0.01)
            flow = self.dir / "out/flow"
            flow.rename(self.dir / "flow")
            flow.write_text("")  # no folder
            with contextlib.suppress(BrokenPipeError):  # it may have met it already
                pipe.write(CLIP)
                pipe.flush()
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, errors)
        self.assertRegex(errors, r"\Agenmedia: cannot (create|write) 'out/flow/[^\n]*\n\Z")
        frames = len((self.dir / "out/frames.csv").read_text().splitlines()) - 1
        self.assertGreaterEqual(frames, 10)
        self.check_finished_frames(frames)

    def limited(self, limit, *arguments):
        """A run under a limit of the shell's ulimit."""
        words = " ".join(f"'{a}'" for a in (GENMEDIA, "motion", self.input, "-o", "out", *self.raw, *arguments))
        return subprocess.run(["sh", "-c", f"ulimit {limit}; exec {words}"], capture_output=True, text=True,
                              cwd=self.dir)

    def check_finished_frames(self, frames):
        """frames.csv and motion.csv have that many whole frames."""
        self.assertEqual(len((self.dir / "out/frames.csv").read_text().splitlines()), frames + 1)
        rows = csv_rows(self.dir / "out")
        self.assertEqual([int(row["frame"]) for row in rows], [f for f in range(1, frames + 1) for _ in range(30)])
        self.assertNotIn(None, [row["mv15_y"] for row in rows])

    def test_files_that_may_not_grow(self):
        """One line, what was finished is there, and its arrays are files of their own."""
        self.input.write_bytes(CLIP * 20)
        result = self.limited("-f 200", "--csv")  # blocks of 512 bytes
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"\Agenmedia: [^\n]*: File too large[^\n]*\n\Z")
        frames = len((self.dir / "out/frames.csv").read_text().splitlines()) - 1
        self.assertGreater(frames, 10)
        self.check_finished_frames(frames)
        self.assertEqual([p for p in os.listdir(self.dir / "out") if "part" in p], [])

    def test_a_full_disk(self):
        self.input.write_bytes(CLIP * 20)
        mount = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
        script = f"mkdir -p out && mount -t tmpfs -o size=300k none out && "
        if subprocess.run([*mount, script + "true"], cwd=self.dir, capture_output=True).returncode != 0:
            self.skipTest("no file system of its own can be mounted here")
        run = f"'{GENMEDIA}' motion '{self.input}' -o out {' '.join(self.raw)} --csv; status=$?; cp -r out kept; exit $status"
        result = subprocess.run([*mount, script + run], cwd=self.dir, capture_output=True, text=True)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"\Agenmedia: [^\n]*: No space left on device[^\n]*\n\Z")
        (self.dir / "out").rmdir()
        (self.dir / "kept").rename(self.dir / "out")
        frames = len((self.dir / "out/frames.csv").read_text().splitlines()) - 1
        self.assertGreater(frames, 3)
        self.check_finished_frames(frames)
        if np is not None and not (self.dir / "out/motion.npz").exists():
            with gzip.open(self.dir / "out/motion.motion_vectors.npy.gz") as array:
                self.assertEqual(np.load(array).shape, (frames, 5, 6, 16, 2))

    def test_little_memory(self):
        """Whatever the limit: a result, or one line and a status; never an abort."""
        os.truncate(self.input, 8192 * 4320 * 3 // 2 * 3)
        self.raw = ["--size", "8192x4320"]
        flags = ["--window", "2x2", "--predictor", "none", "--partitions", "16x16", "--subpel", "integer"]
        failures = 0
        for megabytes in (60, 220, 260, 300, 340, 400, 450, 500, 550):
            result = self.limited(f"-v {megabytes * 1024}", *flags)
            if "ReserveShadowMemory" in result.stderr or "AddressSanitizer" in result.stderr:
                self.skipTest("the sanitizer needs more addresses than any limit leaves")
            self.assertIn(result.returncode, (0, 1, 127), (megabytes, result.stderr))  # 127: the loader's own
            if result.returncode == 1:
                failures += 1
                self.assertRegex(result.stderr, r"\Agenmedia: [^\n]+\n\Z", megabytes)
        self.assertGreater(failures, 0)

    def test_standard_output_that_is_full(self):
        for arguments in (["motion", self.input, "-o", "out", *self.raw], ["backends"], ["--help"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([GENMEDIA, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True,
                                        cwd=self.dir)
            self.assertEqual(result.returncode, 1, arguments)
            self.assertEqual(result.stderr, "genmedia: cannot write to standard output\n")

    # --- several runs, and what earlier ones left

    def test_two_runs_into_one_folder(self):
        os.mkfifo(self.dir / "pipe")
        first = subprocess.Popen([GENMEDIA, "motion", "pipe", "-o", "out", *self.raw, "--csv"], cwd=self.dir,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        with open(self.dir / "pipe", "wb") as pipe:
            pipe.write(CLIP[: len(CLIP) // 2])
            pipe.flush()
            deadline = time.monotonic() + 60
            while not list(self.dir.glob("out/.frames.csv.part-*")) and time.monotonic() < deadline:
                time.sleep(0.01)
            second = self.run_tool("motion", self.input, "-o", "out", *self.raw, "--csv")
            self.assertEqual(second.returncode, 1)
            self.assertRegex(second.stderr, r"\Agenmedia: directory 'out' is in use[^\n]+\n\Z")
            pipe.write(CLIP[len(CLIP) // 2:])
        _, errors = first.communicate(timeout=60)
        self.assertEqual(first.returncode, 0, errors)
        self.check_finished_frames(FRAMES - 1)

    def test_a_killed_run_leaves_no_lock_and_no_litter(self):
        os.mkfifo(self.dir / "pipe")
        killed = subprocess.Popen([GENMEDIA, "motion", "pipe", "-o", "out", *self.raw], cwd=self.dir)
        with open(self.dir / "pipe", "wb") as pipe:
            pipe.write(CLIP)
            pipe.flush()
            while not list(self.dir.glob("out/.frames.csv.part-*")):
                time.sleep(0.01)
            killed.kill()
            killed.wait()
        self.motion("--csv")
        self.assertEqual(results_in(self.dir / "out"), ["frames.csv", "motion.csv", "motion.npz"])

    def test_results_of_earlier_runs_do_not_stay(self):
        self.motion("--csv", "--flo", "--stats", "--overlay", "out/a-%02d.png")
        (self.dir / "out/mine.txt").write_text("not a result")
        self.motion("--flo", "--frames", "2:4", "--overlay", "out/a-%02d.png")
        self.assertEqual(results_in(self.dir / "out"),
                         ["a-02.png", "a-03.png", "flow", "frames.csv", "mine.txt", "motion.npz"])
        self.assertEqual(sorted(os.listdir(self.dir / "out/flow")), ["000002.flo", "000003.flo"])
        self.motion()
        self.assertEqual(results_in(self.dir / "out"), ["a-02.png", "a-03.png", "frames.csv", "mine.txt", "motion.npz"])
        before = (self.dir / "out/motion.npz").read_bytes()
        self.assertEqual(self.run_tool("motion", "nothing.mp4", "-o", "out").returncode, 1)
        self.assertEqual((self.dir / "out/motion.npz").read_bytes(), before)

    def test_an_output_that_is_the_input(self):
        (self.dir / "out").mkdir()
        for name, flags in (("out/motion.npz", []), ("self.mp4", ["--overlay", "self.mp4", "--force"]),
                            ("out/stats.json", ["--stats"])):
            (self.dir / name).write_bytes(CLIP)
            result = self.run_tool("motion", name, "-o", "out", *self.raw, *flags)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(f"'{name}' is the input", result.stderr)
            self.assertEqual((self.dir / name).read_bytes(), CLIP)
            (self.dir / name).unlink()

    def test_an_overlay_elsewhere_is_replaced_only_with_force(self):
        (self.dir / "look.mp4").write_text("another's")
        (self.dir / "p-07.png").write_text("another's")
        for name in ("look.mp4", "p-%02d.png"):
            self.refused(2, "--force", "motion", self.input, "-o", "out", *self.raw, "--overlay", name)
            self.motion("--overlay", name, "--force", out="other")
        self.assertGreater((self.dir / "look.mp4").stat().st_size, 1000)
        self.assertEqual((self.dir / "p-07.png").read_text(), "another's")  # this run has no frame 7
        self.assertEqual(sorted(p.name for p in self.dir.glob("p-*")), [f"p-{n:02}.png" for n in [*range(1, FRAMES), 7]])

    # --- where videos come from

    def test_standard_input_and_pipes(self):
        self.motion("--csv", out="file")
        result = subprocess.run([GENMEDIA, "motion", "-", "-o", "piped", "--csv", *self.raw], input=CLIP,
                                capture_output=True, cwd=self.dir)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.input, "rb") as clip:
            result = subprocess.run([GENMEDIA, "motion", "-", "-o", "redirected", "--csv", *self.raw], stdin=clip,
                                    capture_output=True, cwd=self.dir)
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in ("motion.csv", "motion.npz", "frames.csv"):
            for out in ("piped", "redirected"):
                self.assertEqual((self.dir / out / name).read_bytes(), (self.dir / "file" / name).read_bytes())

    def test_an_mp4_with_its_index_at_the_end_through_a_pipe(self):
        self.motion("--overlay", "a.mp4")
        result = subprocess.run([GENMEDIA, "motion", "-", "-o", "piped"], input=(self.dir / "a.mp4").read_bytes(),
                                capture_output=True, cwd=self.dir)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, rb"\Agenmedia: standard input is an MP4 [^\n]*faststart\n\Z")

    def test_a_pipe_that_ends_inside_a_frame(self):
        result = subprocess.run([GENMEDIA, "motion", "-", "-o", "out", *self.raw], input=CLIP[:-100],
                                capture_output=True, cwd=self.dir)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn(b"ends inside a frame", result.stderr)

    def test_interrupt_while_a_pipe_is_silent(self):
        for number in (signal.SIGINT, signal.SIGHUP):
            for sent in (b"", CLIP):
                read_end, write_end = os.pipe()
                process = subprocess.Popen([GENMEDIA, "motion", "-", "-o", "out", *self.raw], stdin=read_end,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.dir)
                os.close(read_end)
                os.write(write_end, sent[:60000])
                wait_until_caught(process, number)
                time.sleep(0.5)  # it waits for more by now; if it does not, the test only asks less
                process.send_signal(number)
                _, errors = process.communicate(timeout=60)
                os.close(write_end)
                self.assertEqual(process.returncode, 130, errors)
                self.assertRegex(errors, r"\Agenmedia: interrupted; [^\n]+\n\Z")

    def test_a_signal_that_is_ignored_stays_so(self):
        process = subprocess.Popen([GENMEDIA, "motion", "-", "-o", "out", *self.raw], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, cwd=self.dir, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        wait_until_caught(process, signal.SIGINT)
        process.send_signal(signal.SIGHUP)
        _, errors = process.communicate(CLIP, timeout=60)
        self.assertEqual((process.returncode, errors), (0, b""))

    def test_frames_outside_the_clip(self):
        motion = ["motion", self.input, "-o", "out", *self.raw]
        self.refused(2, f"has {FRAMES}", *motion, "--frames", f"{FRAMES}:")
        self.refused(2, "--intra", *motion, "--frames", ":1")

    # --- results

    def test_summary_and_npz(self):
        text = self.motion()
        self.assertIn(f"{FRAMES - 1} of {WIDTH}x{HEIGHT}", text)
        self.assertIn("wrote out/motion.npz", text)
        arrays = self.arrays()
        n, shape = FRAMES - 1, (FRAMES - 1, 5, 6)
        self.assertEqual(arrays["frame"].tolist(), list(range(1, FRAMES)))
        self.assertEqual({name: (a.shape, a.dtype.name) for name, a in arrays.items()}, {
            "frame": ((n,), "int32"), "pts": ((n,), "int64"), "time": ((n,), "float64"), "time_base": ((2,), "int32"),
            "damaged": ((n,), "uint8"), "missing_before": ((n,), "int32"), "scene_cut": ((n,), "uint8"),
            "motion_vectors": (shape + (16, 2), "int16"),
            "distortions": (shape + (16,), "uint16"), "best_distortion": (shape, "uint16"),
            "major_shape": (shape, "uint8"), "minor_shapes": (shape + (4,), "uint8"),
            "directions": (shape + (4,), "uint8")})
        self.assertEqual(results_in(self.dir / "out"), ["frames.csv", "motion.npz"])
        self.assertEqual(arrays["time_base"].tolist(), [1, 25])
        self.assertEqual(arrays["pts"].tolist(), list(range(1, FRAMES)))
        np.testing.assert_allclose(arrays["time"], np.arange(1, FRAMES) / 25)
        self.assertEqual((self.dir / "out/frames.csv").read_text().splitlines()[:3],
                         ["frame,pts,time,damaged,missing_before,scene_cut", "1,1,0.040000,0,0,0", "2,2,0.080000,0,0,0"])

    def test_marks_where_a_scene_begins(self):
        """As C++ does; in motion.npz, and in the last column of frames.csv."""
        scenes = [np.random.default_rng(seed).integers(0, 256, 96 * 64 * 3 // 2, np.uint8).tobytes() for seed in (1, 2)]
        (self.dir / "two.yuv").write_bytes(3 * scenes[0] + 2 * scenes[1])
        result = self.run_tool("motion", "two.yuv", "--size", "96x64", "-o", "out")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        arrays = self.arrays()
        self.assertEqual(arrays["frame"][arrays["scene_cut"] == 1].tolist(), [3])
        lines = (self.dir / "out/frames.csv").read_text().splitlines()[1:]
        self.assertEqual([line.split(",")[5] for line in lines], ["0", "0", "1", "0"])

    def test_finds_the_motion(self):
        """Content that moved by (3, -2) came from (-3, 2): -12, 8 quarter pixels."""
        for predictor in ("none", "spatial", "hierarchical"):
            self.motion("--predictor", predictor)
            inside = self.arrays()["motion_vectors"][:, 1:-1, 1:-1]
            self.assertTrue((inside == (-12, 8)).all(), predictor)

    @values
    def test_devices(self):
        listed = self.run_tool("devices")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        numbers = [line.split()[0] for line in listed.stdout.splitlines()]
        self.assertEqual(numbers, [str(i) for i in range(len(numbers))])
        self.assertTrue(listed.stdout.startswith("0   cpu"), listed.stdout)
        for flags in ((), ("--intra",), ("--field", "true", "--dense")):
            self.motion("--csv", *flags, out="here")
            for name in numbers + ["auto"]:  # each writes the same files
                self.motion("--csv", "--device", name, *flags, out="device" + name)
                for file in ("motion.npz", "motion.csv"):
                    self.assertEqual((self.dir / "here" / file).read_bytes(),
                                     (self.dir / ("device" + name) / file).read_bytes(), (name, *flags))
        missing = self.run_tool("motion", self.input, "-o", "out", *self.raw, "--device", "99")
        self.assertEqual(missing.returncode, 1)
        self.assertIn("MotionOptions.device is 99, which is no device; expected one of 0 this processor", missing.stderr)
        wrong = self.run_tool("motion", self.input, "-o", "out", *self.raw, "--device", "-1")
        self.assertEqual(wrong.returncode, 2, wrong.stderr)
        self.assertIn("--device: '-1', expected cpu, gpu, auto or a number of `genmedia devices`", wrong.stderr)

    def test_a_device_that_fails(self):
        if len(self.run_tool("devices").stdout.splitlines()) < 2:
            self.skipTest("no OpenCL device (PoCL: package pocl-opencl-icd)")
        self.motion(out="here")
        os.environ["POCL_EXTRA_BUILD_FLAGS"] = "-no-such-flag"  # its compiler refuses the kernels
        self.addCleanup(os.environ.pop, "POCL_EXTRA_BUILD_FLAGS")
        result = self.run_tool("motion", self.input, "-o", "there", *self.raw, "--device", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"\Agenmedia: warning: [^\n]* cannot compile the unit's kernels[^\n]*; this processor searched instead\n\Z")
        self.assertEqual((self.dir / "here/motion.npz").read_bytes(), (self.dir / "there/motion.npz").read_bytes())

    def test_two_programs_share_a_device(self):
        if len(self.run_tool("devices").stdout.splitlines()) < 2:
            self.skipTest("no OpenCL device (PoCL: package pocl-opencl-icd)")
        self.motion(out="here")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for done in [pool.submit(self.motion, "--device", "1", out=out) for out in ("one", "other")]:
                done.result()
        for out in ("one", "other"):
            self.assertEqual((self.dir / "here/motion.npz").read_bytes(), (self.dir / out / "motion.npz").read_bytes())

    def test_csv_and_flow_agree_with_npz(self):
        self.motion("--csv", "--flo", "--frames", "2:4")
        arrays = self.arrays()
        self.assertEqual(arrays["frame"].tolist(), [2, 3])
        rows = csv_rows(self.dir / "out")
        self.assertEqual(len(rows), 2 * 5 * 6)
        for row in rows:
            f, y, x = int(row["frame"]) - 2, int(row["mb_y"]), int(row["mb_x"])
            vectors = [[int(row[f"mv{i}_{axis}"]) for axis in "xy"] for i in range(16)]
            self.assertEqual(vectors, arrays["motion_vectors"][f, y, x].tolist())
            self.assertEqual(int(row["major"]), arrays["major_shape"][f, y, x])
        self.assertEqual(sorted(os.listdir(self.dir / "out/flow")), ["000002.flo", "000003.flo"])
        data = (self.dir / "out/flow/000003.flo").read_bytes()
        self.assertEqual(struct.unpack("<fii", data[:12]), (202021.25, WIDTH, HEIGHT))
        flow = np.frombuffer(data[12:], "<f4").reshape(HEIGHT, WIDTH, 2)
        # 4x4 block 3 of quadrant 2 of macroblock (4, 1) is its block in row 3, column 1.
        self.assertEqual((flow[31, 71] * 4).tolist(), arrays["motion_vectors"][1, 1, 4, 11].tolist())
        self.assertEqual((flow[28, 68] * 4).tolist(), arrays["motion_vectors"][1, 1, 4, 11].tolist())

    def test_intra_reports_the_first_frame(self):
        self.motion("--intra", "--csv", "--frames", ":2")
        rows = csv_rows(self.dir / "out")
        self.assertEqual([row["frame"] for row in rows], ["0"] * 30 + ["1"] * 30)
        self.assertTrue(all(row["inter_dist"] == "65535" for row in rows[:30]))
        self.assertTrue(all(int(row["intra_dist"]) < 65535 for row in rows))
        arrays = self.arrays()
        self.assertEqual(arrays["intra_modes"].shape, (2, 5, 6, 16))
        self.assertTrue((arrays["distortions"][0] == 65535).all() and not arrays["motion_vectors"][0].any())

    def test_two_references(self):
        self.motion("--refs", "2")
        arrays = self.arrays()
        self.assertIn("backward_vectors", arrays)
        self.assertFalse(arrays["directions"][-1].any())  # the last frame has none after it
        forward = arrays["directions"] == 0
        self.assertFalse(forward[:-1].all())

    def test_true_field(self):
        self.motion("--field", "true", "--flo", out="a")
        self.motion("--field", "true", "--flo", "--threads", "1", "--window", "tiny", out="b")
        flow = sorted((self.dir / "a/flow").iterdir())
        self.assertGreater(len(flow), 2)
        for path in [self.dir / "a/motion.npz", *flow]:
            self.assertEqual(path.read_bytes(), (self.dir / "b" / path.relative_to(self.dir / "a")).read_bytes())
        vectors = struct.unpack("<fii", flow[0].read_bytes()[:12])
        self.assertEqual(vectors[1:], (WIDTH, HEIGHT))
        self.motion("--field", "true", "--dense", out="c")
        self.assertEqual(self.arrays("c")["flow"][-1].tobytes(), flow[-1].read_bytes()[12:])
        motion = ["motion", self.input, *self.raw, "-o", "out", "--field"]
        self.refused(2, "--refs", *motion, "true", "--refs", "2")
        self.refused(2, "--device gpu beside --preset best: expected --device cpu or auto", *motion, "true", "--preset", "best", "--device", "gpu")
        self.refused(2, "codec, true", *motion, "real")

    def test_partitions(self):
        self.motion("--partitions", "16x8")
        self.assertEqual(set(self.arrays()["major_shape"].ravel().tolist()), {1})

    def test_integer_vectors(self):
        self.motion("--subpel", "integer", "--predictor", "none", "--window", "small", "--distortion", "haar")
        self.assertFalse((self.arrays()["motion_vectors"] % 4).any())

    def test_nv12_has_the_same_luma(self):
        self.motion(out="a")
        self.motion("--format", "nv12", out="b")
        self.assertEqual((self.dir / "a/motion.npz").read_bytes(), (self.dir / "b/motion.npz").read_bytes())

    def test_more_threads_than_cores(self):
        threads = str(os.cpu_count() + 3)
        result = self.run_tool("motion", self.input, "-o", "out", *self.raw, "--threads", threads)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_threads_change_nothing(self):
        for predictor in ("none", "spatial", "hierarchical"):
            for threads in ("1", "2"):
                self.motion("--threads", threads, "--predictor", predictor, "--csv", "--intra", out=predictor + threads)
            for name in ("motion.npz", "motion.csv"):
                one, two = ((self.dir / (predictor + threads) / name).read_bytes() for threads in "12")
                self.assertEqual(one, two, (predictor, name))

    def test_stats(self):
        self.motion("--stats", "--intra")
        stats = json.loads((self.dir / "out/stats.json").read_text())
        self.assertEqual((stats["frames"], stats["frames_with_motion"]), (FRAMES, FRAMES - 1))
        self.assertEqual(stats["macroblocks"], FRAMES * 30)
        self.assertAlmostEqual(sum(stats["major_shape_shares"].values()), 1, places=4)
        self.assertGreater(stats["max_vector_length_pixels"], 3.6)

    # --- drawings

    def test_png_of_the_first_motion(self):
        self.motion("--overlay", "a.png", "--intra")
        data = (self.dir / "a.png").read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", data[16:24])
        self.assertEqual(width, 960)
        self.assertGreater(height, 800)

    def test_png_of_every_frame(self):
        self.motion("--overlay", "a-%03d.png", "--frames", "2:5")
        self.assertEqual(sorted(p.name for p in self.dir.glob("*.png")), ["a-002.png", "a-003.png", "a-004.png"])

    def test_video(self):
        if not FFPROBE:
            self.skipTest("no ffprobe to look at the video with")
        for name in "a.mp4", "a.mkv":
            self.motion("--overlay", name)
            self.assertEqual(self.probe(name), FRAMES - 1)

    def probe(self, name):
        """Frames of a video, counted by decoding them."""
        result = subprocess.run([FFPROBE, "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
                                 "csv=p=0", self.dir / name], capture_output=True, text=True, check=True)
        self.assertEqual(result.stderr, "")
        return int(result.stdout)

    # --- runs that end early

    def test_truncated_input_keeps_what_was_whole(self):
        self.input.write_bytes(CLIP[:-100])
        result = self.run_tool("motion", self.input, "-o", "out", *self.raw, "--csv")
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stderr, rf"\Agenmedia: warning: [^\n]*first at frame {FRAMES - 1} [^\n]*inside a frame\n\Z")
        self.assertEqual(self.arrays()["frame"].tolist(), list(range(1, FRAMES - 1)))
        result = self.run_tool("motion", self.input, "-o", "out", *self.raw, "--strict")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\Agenmedia: [^\n]*inside a frame\n\Z")
        self.assertEqual(self.arrays()["frame"].tolist(), list(range(1, FRAMES - 1)))

    def test_interrupt_leaves_valid_outputs(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                self.interrupt(number)

    def interrupt(self, number):
        repeats = 500
        self.input.write_bytes(CLIP * repeats)
        out = self.dir / f"out{int(number)}"
        process = subprocess.Popen(
            [GENMEDIA, "motion", self.input, "-o", out, *self.raw, "--csv", "--flo", "--stats", "--overlay",
             out / "a.mp4", "--intra"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 120
        while not (out / "flow/000004.flo").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(number)
        time.sleep(0.003)  # the first has arrived
        process.send_signal(number)  # timeout(1) sends it to the program, and to its group
        _, errors = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130, errors)
        self.assertRegex(errors, r"\Agenmedia: interrupted; \d+ frames are written\n\Z")

        stats = json.loads((out / "stats.json").read_text())
        frames = stats["frames"]
        self.assertTrue(5 <= frames < repeats * FRAMES, frames)
        self.assertIsNone(zipfile.ZipFile(out / "motion.npz").testzip())
        self.assertEqual(len(csv_rows(out)), frames * 30)
        flows = list((out / "flow").iterdir())
        self.assertEqual(len(flows), frames - 1)
        self.assertEqual({flow.stat().st_size for flow in flows}, {12 + WIDTH * HEIGHT * 8})
        if FFPROBE:
            self.assertEqual(self.probe(out / "a.mp4"), frames)
        self.assertEqual([p for p in os.listdir(out) if "part" in p], [])
        self.assertEqual(self.arrays(out)["frame"].tolist(), list(range(frames)))


FRAMES = 6
CLIP = clip(FRAMES)

if __name__ == "__main__":
    GENMEDIA = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
