#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""batch_test.py GENMEDIA: `genmedia motion` of several videos and of folders."""
import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

from motion_test import HEIGHT, WIDTH, clip, setUpModule  # noqa: F401

GENMEDIA = os.path.abspath(sys.argv.pop(1))
RAW = ["--size", f"{WIDTH}x{HEIGHT}"]
CLIP = clip(4)
PICTURE = len(CLIP) // 4


def y4m(pictures):
    frames = [CLIP[i * PICTURE:(i + 1) * PICTURE] for i in range(pictures)]
    return b"".join([f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F25:1 C420jpeg\n".encode(), *(b"FRAME\n" + frame for frame in frames)])


def wait_for_reader(fifo):
    """Opens a named pipe to write to, once it is read."""
    for _ in range(600):
        with contextlib.suppress(OSError):
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        time.sleep(0.1)
    raise TimeoutError(f"{fifo} is not read after a minute")


class Batch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="genmedia-batch-")
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        for name in "a.y4m", "b.y4m", "clips/c.y4m", "clips/day 2/c.y4m":
            self.write(name, y4m(4))

    def write(self, name, data):
        (self.dir / name).parent.mkdir(parents=True, exist_ok=True)
        (self.dir / name).write_bytes(data)

    def motion(self, *arguments):
        return subprocess.run([GENMEDIA, "motion", *map(str, arguments)], capture_output=True, text=True, cwd=self.dir)

    def results(self):
        """The folders that have results, by name."""
        return sorted(str(path.parent.relative_to(self.dir)) for path in self.dir.rglob("motion.npz"))

    def arrays(self, folder):
        with zipfile.ZipFile(self.dir / folder / "motion.npz") as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def refused(self, status, words, *arguments):
        before = sorted(self.dir.rglob("*"))
        done = self.motion(*arguments)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Agenmedia: [^\n]+\n\Z")
        self.assertIn(words, done.stderr)
        self.assertEqual(sorted(self.dir.rglob("*")), before)

    def test_each_has_the_results_of_a_run_of_its_own(self):
        done = self.motion("a.y4m", "-o", "out", "b.y4m", "--intra", "--csv")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([line.split(" in ")[0] for line in done.stdout.splitlines()], ["a.y4m: 4 frames", "b.y4m: 4 frames"])
        self.assertEqual(self.results(), ["out/a.y4m", "out/b.y4m"])
        self.motion("b.y4m", "-o", "alone", "--intra", "--csv")
        self.assertEqual(self.arrays("out/b.y4m"), self.arrays("alone"))
        self.assertEqual((self.dir / "out/b.y4m/motion.csv").read_text(), (self.dir / "alone/motion.csv").read_text())

    def test_a_folder_and_those_below(self):
        for name in "clips/notes.txt", "clips/.d.y4m", "clips/.hidden/d.y4m", "clips/out/d.y4m":
            self.write(name, y4m(2))
        os.symlink("..", self.dir / "clips/day 2/up")
        os.symlink("../a.y4m", self.dir / "clips/linked.Y4M")
        done = self.motion("clips", "-o", "clips/out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "genmedia: note: 'clips': files left out, as their names do not end as a video's: 1\n")
        self.assertEqual(self.results(), ["clips/out/c.y4m", "clips/out/day 2/c.y4m", "clips/out/linked.Y4M"])
        self.assertEqual([line.split(":")[0] for line in done.stdout.splitlines()],
                         ["clips/c.y4m", "clips/day 2/c.y4m", "clips/linked.Y4M"])

    def test_a_folder_of_raw_video(self):
        self.write("clips/raw.yuv", CLIP)
        done = self.motion("clips", "-o", "out", *RAW)
        self.assertEqual((done.returncode, self.results()), (0, ["out/raw.yuv"]), done.stderr)

    def test_a_failure_does_not_keep_the_others(self):
        self.write("text.mp4", b"no film\n" * 100)
        self.write("single.y4m", y4m(1))
        done = self.motion("gone.mp4", "a.y4m", "text.mp4", "single.y4m", "b.y4m", "-o", "out")
        self.assertEqual(done.returncode, 1)
        errors = done.stderr.splitlines()
        self.assertEqual(len(errors), 4, errors)
        for line, name in zip(errors, ("gone.mp4", "text.mp4", "single.y4m"), strict=False):
            self.assertIn(f"'{name}'", line)
        self.assertEqual(errors[3], "genmedia: 3 of 5 clips failed, the first of them 'gone.mp4'")
        self.assertEqual(self.results(), ["out/a.y4m", "out/b.y4m"])
        self.assertEqual(len(done.stdout.splitlines()), 2)

    def test_a_result_that_cannot_be_written_is_named(self):
        self.write("out/a.y4m/motion.npz", b"somebody's")
        done = self.motion("a.y4m", "b.y4m", "-o", "out")
        self.assertEqual(done.returncode, 1)
        self.assertIn("out/a.y4m/motion.npz' exists already", done.stderr)
        self.assertEqual((self.dir / "out/a.y4m/motion.npz").read_bytes(), b"somebody's")
        self.assertEqual(self.motion("a.y4m", "b.y4m", "-o", "out", "--force").returncode, 0)
        self.assertEqual(self.motion("a.y4m", "b.y4m", "-o", "out").returncode, 0)  # its own results it replaces

    def test_damage_of_one(self):
        self.write("cut.y4m", y4m(4)[:-100])
        done = self.motion("a.y4m", "cut.y4m", "-o", "out")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, r"\Agenmedia: warning: 'cut.y4m' is damaged[^\n]*\n\Z")
        self.assertEqual(self.results(), ["out/a.y4m", "out/cut.y4m"])

    def test_an_overlay_of_each(self):
        self.assertEqual(self.motion("clips", "b.y4m", "-o", "out", "--overlay", "look.png").returncode, 0)
        self.assertEqual(len(list((self.dir / "out").rglob("look.png"))), 3)
        self.refused(2, "--overlay: 'out/look.png', expected a name without a folder", "clips", "-o", "out", "--overlay",
                     "out/look.png")

    def test_what_would_be_mixed_up(self):
        (self.dir / "empty").mkdir()
        self.refused(2, "the results of 'a.y4m' and './a.y4m' would both go to 'more/a.y4m'", "a.y4m", "./a.y4m", "-o",
                     "more")
        self.refused(2, "the results of 'clips/c.y4m' and 'clips/day 2/c.y4m'", "clips/c.y4m", "clips/day 2/c.y4m", "-o", "more")
        self.refused(2, "'./a.y4m' is a file, expected a folder", ".", "-o", ".")
        self.refused(2, "'-' beside other inputs", "a.y4m", "-", "-o", "more")
        self.refused(2, "'f%03d.png' beside other inputs", "a.y4m", "f%03d.png", "-o", "more")
        self.refused(1, "'empty' has no videos", "empty", "-o", "more")
        self.refused(1, "'clips' has no videos, expected files that end in .yuv", "clips", "-o", "more", *RAW)
        self.refused(2, "--refs: '2'", "a.y4m", "b.y4m", "-o", "more", "--field", "true", "--refs", "2")
        self.write("out/a.y4m/look.y4m", y4m(4))
        self.refused(2, "a folder of this run's results", "a.y4m", "out/a.y4m/look.y4m", "-o", "out")

    def test_a_folder_that_cannot_be_read(self):
        if os.geteuid() == 0:
            self.skipTest("root reads every folder")
        os.chmod(self.dir / "clips/day 2", 0)
        self.addCleanup(os.chmod, self.dir / "clips/day 2", 0o700)
        self.refused(1, "cannot read the folder 'clips'", "clips", "-o", "more")

    def test_an_interruption_ends_all(self):
        os.mkfifo(self.dir / "endless.y4m")
        process = subprocess.Popen([GENMEDIA, "motion", "a.y4m", "endless.y4m", "b.y4m", "-o", "out"], cwd=self.dir,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertTrue(process.stdout.readline().startswith("a.y4m: 3 frames"))
        writer = wait_for_reader(self.dir / "endless.y4m")
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=120)
        self.assertEqual((process.returncode, out), (130, ""))
        self.assertEqual(errors, "genmedia: 'endless.y4m': interrupted; nothing is written\n"
                                 "genmedia: interrupted; 1 of 3 clips are done\n")
        self.assertEqual(self.results(), ["out/a.y4m"])
        os.close(writer)


if __name__ == "__main__":
    unittest.main(verbosity=2)
