#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""view_command_test.py GENMEDIA: what `genmedia view` writes and refuses. The pages in a browser have tests of their own."""
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

from page_clips import chunks, moving_clip, unpacked

GENMEDIA = sys.argv.pop(1) if len(sys.argv) > 1 else "genmedia"
SIZE = ["--size", "96x80"]


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.clip = moving_clip(self.dir / "clip.yuv", 96, 80, 6)
        self.page = self.dir / "look.html"

    def call(self, *arguments):
        done = subprocess.run([GENMEDIA, *map(str, arguments)], capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def view(self, *arguments):
        return self.call("view", *arguments, "-o", self.page)

    def search(self, name="out", *flags):
        status, _, said = self.call("motion", self.clip, *SIZE, "-o", self.dir / name, *flags)
        self.assertEqual((status, said), (0, ""))
        return self.dir / name

    def refused(self, arguments, *words, status=2):
        code, _, said = self.view(*arguments)
        self.assertEqual(code, status, said)
        self.assertEqual(len(said.splitlines()), 1, said)
        for word in words:
            self.assertIn(str(word), said)
        self.assertFalse(self.page.exists())
        self.assertEqual([name for name in os.listdir(self.dir) if ".part-" in name], [])

    def test_folder_gives_what_the_video_gives(self):
        for flags in [], ["--refs", "2", "--intra"], ["--field", "true"]:
            with self.subTest(flags):
                out = self.search("out", "--force", *flags)
                self.assertEqual(self.view(out, *SIZE)[0], 0)
                of_folder, about_folder = chunks(self.page)
                self.assertEqual(self.view(self.clip, *SIZE, *flags)[0], 0)
                of_video, about_video = chunks(self.page)
                self.assertEqual(of_folder, of_video)
                for about in about_folder, about_video:
                    del about["runs"][0]["settings"], about["runs"][0]["name"]
                self.assertEqual(about_folder, about_video)

    def test_page_lies_with_the_results_unless_told(self):
        out = self.search()
        status, _, said = self.call("view", out, *SIZE)
        self.assertEqual(status, 0, said)
        self.assertEqual(len(chunks(out / "view.html")), 2)
        for inputs in ([self.clip], [out, out]):
            status, _, said = self.call("view", *inputs, *SIZE)
            self.assertEqual((status, len(said.splitlines())), (2, 1), said)
            self.assertIn("--output", said)

    def test_page_has_what_the_format_says(self):
        self.assertEqual(self.view(self.clip, *SIZE, "--frames", "3:5"), (0, f"{self.clip}: 3 frames, 0.1 MB\nwrote {self.page}\n", ""))
        data, about = chunks(self.page)
        run = about["runs"][0]
        self.assertEqual((about["format"], run["columns"], run["rows"], run["kind"]), (1, 6, 5, "codec"))
        self.assertEqual(run["frames"]["number"], [2, 3, 4])
        self.assertEqual(run["frames"]["known"], [0, 1, 1])
        self.assertEqual(sorted(data), ["d0-1", "d0-2", "p0-0", "p0-1", "p0-2"])
        self.assertEqual(unpacked(data["d0-1"])[0], 1)  # inter results alone
        self.assertNotRegex(self.page.read_text(), r"(src|href)\s*=|https?://")  # it asks for nothing

    def test_another_video_is_refused(self):
        out = self.search()
        other = self.dir / "other.yuv"
        other.write_bytes(self.clip.read_bytes()[:-1] + b"\0")
        self.refused([out, *SIZE, "--video", other], other, out, "expected")
        self.clip.rename(self.dir / "moved.yuv")
        self.refused([out, *SIZE], self.clip.name, "--video", status=1)
        self.assertEqual(self.view(out, *SIZE, "--video", self.dir / "moved.yuv")[0], 0)

    def test_folders_move_with_their_videos(self):
        self.search()
        (self.dir / "elsewhere").mkdir()
        for name in "out", "clip.yuv":
            shutil.move(self.dir / name, self.dir / "elsewhere" / name)
        self.assertEqual(self.view(self.dir / "elsewhere" / "out", *SIZE)[0], 0)

    def test_folder_that_says_nothing_needs_the_video(self):
        out = self.search()
        (out / ".genmedia-results").unlink()
        self.refused([out, *SIZE], out, "--video FILE")
        self.assertEqual(self.view(out, *SIZE, "--video", self.clip)[0], 0)
        longer = moving_clip(self.dir / "longer.yuv", 112, 80, 6)
        self.page.unlink()
        self.refused([out, "--size", "112x80", "--video", longer], "motion_vectors", "(5, 5, 7, 16, 2)")

    def test_damaged_results(self):
        out = self.search()
        whole = (out / "motion.npz").read_bytes()
        for content, word in (whole[:len(whole) // 2], "motion.npz"), (b"", "motion.npz"):
            (out / "motion.npz").write_bytes(content)
            self.refused([out, *SIZE], word, status=1)
        (out / "motion.npz").unlink()
        self.refused([out, *SIZE], "no motion.npz", status=1)

    def test_flags(self):
        self.refused([self.clip, *SIZE, "--scale", "0"], "--scale", "'0'", "1..16")
        self.refused([self.clip, *SIZE, "--encode", "--refs", "2"], "--encode")
        self.refused([self.clip, *SIZE, "--records", "--field", "true"], "--records")
        self.refused([self.search(), *SIZE, "--records"], "--records", "directory")
        self.refused([self.clip, *SIZE, "--frames", "9:"], "--frames", "has 6")
        self.refused([self.clip, *SIZE, "--video", self.clip], "--video", "no directory")
        self.refused([self.dir / "none.mp4"], "none.mp4", status=1)
        code, _, said = self.call("view", self.clip, *SIZE, "-o", self.dir / "look.txt")
        self.assertEqual((code, "look.txt" in said, ".html" in said), (2, True, True))

    def test_page_is_not_the_input(self):
        clip = self.dir / "look.html"
        clip.write_bytes(self.clip.read_bytes())
        code, _, said = self.view(clip, *SIZE)
        self.assertEqual((code, "is the input" in said), (2, True))

    def test_too_large(self):
        noise = self.dir / "noise.yuv"
        noise.write_bytes(os.urandom(960 * 640 * 3 // 2 * 8))
        self.refused([noise, "--size", "960x640", "--quality", "0", "--max-size", "1"], "1 MB", "--frames", "--scale", "--max-size", status=1)
        self.assertEqual(self.view(noise, "--size", "960x640", "--scale", "16", "--frames", "0:2", "--max-size", "1")[0], 0)

    def test_json(self):
        code, said, _ = self.view(self.clip, *SIZE, "--json")
        record = json.loads(said)
        self.assertEqual((code, record["exit_status"], record["frames"]), (0, 0, 6))
        self.assertEqual(record["bytes"], self.page.stat().st_size)
        self.assertEqual(record["output"], str(self.page))

    def test_interruption_leaves_a_whole_page(self):
        run = subprocess.Popen([GENMEDIA, "view", "-", *SIZE, "-o", str(self.page)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=False)
        run.stdin.write(self.clip.read_bytes())
        run.stdin.flush()
        deadline = time.monotonic() + 60
        while not [name for name in os.listdir(self.dir) if ".part-" in name] and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(1)  # it waits for more
        run.send_signal(signal.SIGTERM)
        _, said = run.communicate()
        self.assertEqual((run.returncode, said.decode().splitlines()[-1]), (130, "genmedia: interrupted; the page has what was done until then"))
        data, about = chunks(self.page)
        count = len(about["runs"][0]["frames"]["number"])
        self.assertGreater(count, 0)
        self.assertEqual(len([name for name in data if name.startswith("p")]), count)

    def test_results_do_not_depend_on_threads(self):
        pages = []
        for threads in "1", "4":
            self.view(self.clip, *SIZE, "--threads", threads)
            pages.append(self.page.read_bytes())
        self.assertEqual(*pages)


if __name__ == "__main__":
    unittest.main()
