#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What programs write destroys nobody's files: every subcommand that writes, and every way to name a file.

usage: files_test.py GENMEDIA CMC|"" [TEST...]
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

GENMEDIA = CMC = ""
SIZE = ["--size", "48x32"]
CLIP = random.Random(1).randbytes(4 * 48 * 32 * 3 // 2)
KERNEL = """#include <cm/cm.h>
_GENX_MAIN_ void one(SurfaceIndex out) { vector<int, 8> v = 1; write(out, 0, v); }
"""


def writers():
    """A file, and the command that writes it as {}."""
    yield "overlay.mp4", ["motion", "in.yuv", *SIZE, "-o", "out", "--force", "--overlay", "{}"]
    yield "overlay.png", ["motion", "in.yuv", *SIZE, "-o", "out", "--force", "--overlay", "{}"]
    yield "slow.mp4", ["interpolate", "in.yuv", *SIZE, "--rate", "x2", "-o", "{}"]
    yield "coded.mp4", ["encode", "in.yuv", *SIZE, "-o", "{}"]
    yield "coded.264", ["encode", "in.yuv", *SIZE, "-o", "{}"]
    yield "coded.yuv", ["encode", "in.yuv", *SIZE, "-o", "beside.mp4", "--reconstruction", "{}"]
    yield "coded.csv", ["encode", "in.yuv", *SIZE, "-o", "beside.mp4", "--stats", "{}"]
    yield "cost.mp4", ["encode", "in.yuv", *SIZE, "-o", "beside.mp4", "--overlay", "{}"]
    if CMC:
        yield "kernel.isa", [CMC, "in_genx.cpp", "-o", "{}"]


class FilesTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="genmedia-files-")
        self.addCleanup(temporary.cleanup)
        self.dir = pathlib.Path(temporary.name)
        (self.dir / "in.yuv").write_bytes(CLIP)
        (self.dir / "in_genx.cpp").write_text(KERNEL)
        self.addCleanup(self.stop_runs)
        self.runs = []

    def start(self, command):
        self.runs.append(subprocess.Popen([GENMEDIA, *command], cwd=self.dir, stdout=subprocess.DEVNULL))
        return self.runs[-1]

    def stop_runs(self):
        for run in self.runs:
            run.kill()
            run.wait()

    def run_tool(self, command, name="", **options):
        words = [str(word).replace("{}", name) for word in command]
        words = words if words[0] == CMC else [GENMEDIA, *words]
        return subprocess.run(words, capture_output=True, text=True, cwd=self.dir, stdin=subprocess.DEVNULL, **options)

    def works(self, command, name="", **options):
        result = self.run_tool(command, name, **options)
        self.assertEqual(result.returncode, 0, (command, result.stderr))
        return result

    def refused(self, command, words, status=2):
        result = self.run_tool(command)
        self.assertEqual(result.returncode, status, (command, result.stderr))
        self.assertRegex(result.stderr, r"\Agenmedia: [^\n]+\n\Z")
        self.assertIn(words, result.stderr)

    def motion(self, *flags, out="out"):
        return ["motion", "in.yuv", *SIZE, "-o", out, *flags]

    # --- the folder of results

    ALL = ("--csv", "--stats", "--flo", "--overlay", "out/look-%02d.png")
    RESULTS = ("motion.npz", "frames.csv", "motion.csv", "stats.json", "flow/000003.flo", "look-02.png",
               "motion.motion_vectors.npy.gz", ".genmedia-results")

    def test_a_file_of_somebodys_in_the_place_of_a_result(self):
        for name in self.RESULTS:
            shutil.rmtree(self.dir / "out", ignore_errors=True)
            (self.dir / "out" / name).parent.mkdir(parents=True)
            (self.dir / "out" / name).write_text("precious")
            self.refused(self.motion(*self.ALL), "--force")
            self.assertEqual((self.dir / "out" / name).read_text(), "precious")
            self.works(self.motion(*self.ALL, "--force"))
            if not name.endswith(".gz"):  # which is written only where motion.npz cannot be
                self.assertNotEqual((self.dir / "out" / name).read_bytes(), b"precious", name)

    def test_a_file_of_somebodys_that_this_run_does_not_write(self):
        for name in ("motion.csv", "stats.json", "flow/000003.flo", "flow/notes.flo", "look-02.png"):
            shutil.rmtree(self.dir / "out", ignore_errors=True)
            (self.dir / "out" / name).parent.mkdir(parents=True)
            (self.dir / "out" / name).write_text("precious")
            for flags in ((), ("--force",)):
                result = self.works(self.motion(*flags))
                self.assertEqual((self.dir / "out" / name).read_text(), "precious")
                if name not in ("flow/notes.flo", "look-02.png"):  # which no run would write
                    self.assertRegex(result.stderr, rf"\Agenmedia: warning: 'out/{name}' stays[^\n]*\n\Z")

    def test_a_result_that_was_changed(self):
        for name in self.RESULTS[:6]:
            shutil.rmtree(self.dir / "out", ignore_errors=True)
            self.works(self.motion(*self.ALL))
            file = self.dir / "out" / name
            was, times = file.read_bytes(), file.stat()
            changed = was[:-2] + bytes([was[-2] ^ 1]) + was[-1:]
            file.write_bytes(changed)  # one bit, and then the old time
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
            self.refused(self.motion(*self.ALL), f"'out/{name}' exists already")
            self.assertEqual(file.read_bytes(), changed)
            file.write_bytes(was)
            file.touch()
            self.works(self.motion(*self.ALL))

    def test_results_that_were_moved_or_copied(self):
        self.works(self.motion(*self.ALL))
        shutil.copytree(self.dir / "out", self.dir / "copy")
        self.works(self.motion("--csv", out="copy"))
        self.assertEqual(sorted(p.name for p in (self.dir / "copy").iterdir() if p.suffix != ".png"),
                         [".genmedia-results", "frames.csv", "motion.csv", "motion.npz"])

    def test_a_linked_folder_of_flow(self):
        (self.dir / "out").mkdir()
        (self.dir / "theirs").mkdir()
        (self.dir / "theirs/000002.flo").write_text("precious")
        (self.dir / "out/flow").symlink_to(self.dir / "theirs")
        for flags in ((), ("--force",)):
            self.refused(self.motion("--flo", *flags), "'out/flow' is a link")
        self.works(self.motion())
        self.works(self.motion())
        self.assertTrue((self.dir / "out/flow").is_symlink())
        self.assertEqual((self.dir / "theirs/000002.flo").read_text(), "precious")

    def test_an_empty_folder_of_flow_stays(self):
        (self.dir / "out/flow").mkdir(parents=True)
        self.works(self.motion())
        self.assertTrue((self.dir / "out/flow").is_dir())

    def test_a_list_that_names_what_lies_elsewhere(self):
        """As in an archive that a stranger made."""
        import zlib
        (self.dir / "theirs").mkdir()
        victims = [self.dir / "victim", self.dir / "theirs/000002.flo"]
        for victim in victims:
            victim.write_text("precious")
        self.works(self.motion())
        (self.dir / "out/flow").symlink_to(self.dir / "theirs")
        with open(self.dir / "out/.genmedia-results", "a") as listed:
            for name in ("../victim", str(self.dir / "victim"), "flow/000002.flo", "flow/../../victim"):
                listed.write(f"8 {zlib.crc32(b'precious'):08x} {name}\n")
        self.works(self.motion())
        self.assertEqual([victim.read_text() for victim in victims], ["precious"] * 2)

    def test_an_input_in_the_folder(self):
        (self.dir / "out").mkdir()
        for name in ("in.yuv", "motion.csv", "stats.json", "motion.npz"):
            (self.dir / "out" / name).write_bytes(CLIP)
            command = ["motion", f"out/{name}", *SIZE, "-o", "out"]
            if name == "motion.npz":
                self.refused(command, "is the input")
            else:
                self.works(command)
            self.assertEqual((self.dir / "out" / name).read_bytes(), CLIP)
            (self.dir / "out" / name).unlink()
        shutil.rmtree(self.dir / "out")
        self.works(self.motion("--overlay", "out/look-%02d.png"))
        pictures = {p.name: p.read_bytes() for p in (self.dir / "out").glob("*.png")}
        self.assertEqual(len(pictures), 3)
        self.works(["motion", "out/look-%02d.png", "-o", "out"])
        self.refused(["motion", "out/look-%02d.png", "-o", "out", "--overlay", "out/look-%02d.png"], "is the input")
        self.assertEqual({p.name: p.read_bytes() for p in (self.dir / "out").glob("*.png")}, pictures)
        self.works(self.motion("--overlay", "out/look.mp4"))
        video = (self.dir / "out/look.mp4").read_bytes()
        self.works(["motion", "out/look.mp4", "-o", "out"])  # which the list has as this folder's
        self.assertEqual((self.dir / "out/look.mp4").read_bytes(), video)

    # --- two names of one file

    def test_one_file_by_several_names(self):
        (self.dir / "folder").mkdir()
        (self.dir / "linked").symlink_to("folder")
        pairs = [("{}", "./{}"), ("{}", str(self.dir / "{}")), ("folder/{}", "linked/{}"), ("folder/{}", "folder/../folder/{}"),
                 ("hard-a-{}", "hard-b-{}"), ("{}", "soft-{}"), ("{}", "dangling-{}")]
        for name in ("same.mp4", "in.yuv"):
            (self.dir / f"hard-a-{name}").write_bytes(CLIP)
            (self.dir / f"hard-b-{name}").hardlink_to(self.dir / f"hard-a-{name}")
            (self.dir / f"soft-{name}").symlink_to(name)
            (self.dir / f"dangling-{name}").symlink_to(self.dir / name)
            shutil.copy(self.dir / "in.yuv", self.dir / "folder/in.yuv")
        for one, other in pairs:
            one, other = one.replace("{}", "same.mp4"), other.replace("{}", "same.mp4")
            self.refused(["encode", "in.yuv", *SIZE, "-o", one, "--overlay", other], "are one file")
        for one, other in pairs:
            one, other = one.replace("{}", "in.yuv"), other.replace("{}", "in.yuv")
            self.refused(["encode", one, *SIZE, "-o", "x.mp4", "--reconstruction", other], "is the input")
            self.assertEqual((self.dir / other).read_bytes(), CLIP)
        (self.dir / "clip.mp4").write_bytes(CLIP)
        (self.dir / "folder/clip.mp4").hardlink_to(self.dir / "clip.mp4")
        for command in (["interpolate", "clip.mp4", *SIZE, "--rate", "x2", "-o", "linked/clip.mp4"],
                        ["encode", "clip.mp4", *SIZE, "-o", "linked/clip.mp4"],
                        ["motion", "clip.mp4", *SIZE, "-o", "o", "--force", "--overlay", "linked/clip.mp4"]):
            self.refused(command, "is the input")
            with open(self.dir / "clip.mp4") as clip:
                result = subprocess.run([GENMEDIA, command[0], "-", *command[2:]], stdin=clip, cwd=self.dir,
                                        capture_output=True, text=True)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("is the input", result.stderr)
        self.assertEqual((self.dir / "clip.mp4").read_bytes(), CLIP)
        self.works(self.motion())
        (self.dir / "out/look.mp4").hardlink_to(self.dir / "out/motion.npz")
        self.refused(self.motion("--overlay", "out/look.mp4"), "are one file")
        (self.dir / "out/see.png").symlink_to("motion.npz")
        self.refused(self.motion("--overlay", "out/see.png"), "are one file")

    # --- links, FIFOs and devices

    def test_links_are_written_through(self):
        (self.dir / "there").mkdir()
        for name, command in writers():
            self.works(command, name)
            expected = (self.dir / name).read_bytes()
            (self.dir / name).unlink()
            (self.dir / "there" / name).write_text("old")
            (self.dir / "there" / name).chmod(0o600)
            (self.dir / f"to-{name}").symlink_to(f"there/{name}")
            (self.dir / f"new-{name}").symlink_to(f"there/new-{name}")
            for link in (f"to-{name}", f"new-{name}"):
                self.works(command, link)
                self.assertTrue((self.dir / link).is_symlink(), link)
                self.assertEqual((self.dir / link).read_bytes(), expected, link)
            self.assertEqual((self.dir / "there" / name).stat().st_mode & 0o777, 0o600)  # private stays private
            (self.dir / f"loop-{name}").symlink_to(f"loop-{name}")
            self.assertEqual(self.run_tool(command, f"loop-{name}").returncode, 1)

    def test_fifos_and_devices_are_written_to(self):
        for name, command in writers():
            self.works(command, name)
            expected = (self.dir / name).read_bytes()
            fifo = self.dir / f"fifo-{name}"
            os.mkfifo(fifo)
            read = []
            reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
            reader.start()
            result = self.run_tool(command, fifo.name)
            if result.returncode != 0:  # the reader waits
                os.close(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))
            reader.join()
            self.assertEqual((result.returncode, read[0] == expected), (0, True), (name, result.stderr))
            self.assertTrue(fifo.is_fifo(), name)
            for device, status in (("/dev/null", 0), ("/dev/full", 1)):
                link = self.dir / f"{os.path.basename(device)}-{name}"
                link.symlink_to(device)
                result = self.run_tool(command, link.name)
                self.assertEqual(result.returncode, status, (name, result.stderr))
                self.assertEqual(f"wrote {link.name}" in result.stdout, status == 0 and command[0] != CMC)
                self.assertTrue(link.is_symlink() and os.path.exists(device))

    # --- runs that are killed, and others that are not

    def test_what_a_killed_run_left_is_cleared(self):
        for name, command in writers():
            (self.dir / f".{name}.part-a1b2c3").write_text("left")
            kept = [f".{name}.part-", f".{name}.part-toolong", f"{name}.part-a1b2c3", f".other-{name}.part-a1b2c3"]
            for somebodys in kept:
                (self.dir / somebodys).write_text("theirs")
            self.works(command, name)
            left = [p.name for p in self.dir.iterdir() if "part" in p.name]
            self.assertEqual(sorted(left), sorted(kept))
            for somebodys in kept:
                (self.dir / somebodys).unlink()
        self.works(self.motion("--flo"))
        for name in (".motion.npz.part-a1b2c3", ".stats.json.part-a1b2c3", "flow/.000099.flo.part-a1b2c3",
                     ".motion.frame.npy.gz.part-a1b2c3"):
            (self.dir / "out" / name).write_text("left")
        self.works(self.motion("--flo"))
        self.assertEqual([p.name for p in (self.dir / "out").rglob("*") if "part" in p.name], [])

    def test_a_run_that_is_killed_and_run_again(self):
        """Results that had taken their names are this tool's, too."""
        flags = ("--flo", "--csv", "--overlay", "out/look-%03d.png")
        (self.dir / "in.yuv").write_bytes(CLIP * 300)
        run = self.start(self.motion(*flags))
        while not (self.dir / "out/flow/000010.flo").exists():
            time.sleep(0.01)
        run.kill()
        run.wait()
        (self.dir / "in.yuv").write_bytes(CLIP)
        (self.dir / "out/.look-123.png.part-a1b2c3").write_text("a picture that was begun")
        self.works(self.motion(*flags))
        self.assertEqual(len(list((self.dir / "out/flow").iterdir())), 3)
        self.assertEqual([p for p in (self.dir / "out").rglob(".*.part-*")], [])

    def test_a_run_that_lives_keeps_what_it_writes(self):
        os.mkfifo(self.dir / "pipe")
        for name, command in (("slow.mkv", ["interpolate", "pipe", *SIZE, "--rate", "x2", "-o", "slow.mkv"]),
                              ("coded.mp4", ["encode", "pipe", *SIZE, "-o", "coded.mp4"])):
            first = self.start(command)
            with open(self.dir / "pipe", "wb") as pipe:
                pipe.write(CLIP)
                pipe.flush()
                while not list(self.dir.glob(f".{name}.part-*")):
                    time.sleep(0.01)
                self.works([word.replace("pipe", "in.yuv") for word in command])
                self.assertEqual(len(list(self.dir.glob(f".{name}.part-*"))), 1)
            self.assertEqual(first.wait(), 0)
            self.assertEqual(list(self.dir.glob(f".{name}.part-*")), [])

    # --- no room

    def test_what_did_not_fit_is_not_called_written(self):
        (self.dir / "in.yuv").write_bytes(CLIP * 300)
        flags = ["-o", "x.mp4", "--reconstruction", "r.yuv", "--stats", "s.csv", "--qp", "51"]
        words = " ".join(f"'{word}'" for word in [GENMEDIA, "encode", "in.yuv", *SIZE, *flags])
        result = subprocess.run(["sh", "-c", f"ulimit -f 1000; exec {words}"], capture_output=True, text=True, cwd=self.dir)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertRegex(result.stderr, r"\Agenmedia: cannot write 'r.yuv': File too large\n\Z")
        self.assertNotIn("wrote r.yuv", result.stdout)
        self.assertFalse((self.dir / "r.yuv").exists())
        self.assertEqual([p for p in os.listdir(self.dir) if "part" in p], [])

    def test_long_names(self):
        name = "n" * 251 + ".mp4"
        self.works(["encode", "in.yuv", *SIZE, "-o", name])
        self.assertTrue((self.dir / name).exists())


if __name__ == "__main__":
    GENMEDIA, CMC = (os.path.abspath(word) if word else "" for word in (sys.argv.pop(1), sys.argv.pop(1)))
    unittest.main(verbosity=2)
