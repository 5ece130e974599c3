#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A file in, and no other: what playlists, lists and references inside of videos may open.

usage: references_test.py GENMEDIA FFMPEG|""
"""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

from without_sanitizers import values

GENMEDIA = FFMPEG = ""
COMMANDS = [["motion", "{}", "-o", "out", "--force"], ["encode", "{}", "-o", "coded.mp4"],
            ["interpolate", "{}", "--rate", "x2", "-o", "slow.mp4"]]
LIVE = "#EXTM3U\n#EXT-X-TARGETDURATION:999999\n#EXTINF:1,\nl0.ts\n"


def boxes(data, begin, end):
    while begin + 8 <= end:
        size, kind = struct.unpack(">I4s", data[begin:begin + 8])
        yield kind, begin, size
        begin += size


def refer(data, name):
    """The MP4 with an alias to `name`, a whole path, in the place of its first track's own media. The index lies behind them."""
    data = bytearray(data)
    path, place, end = [], 0, len(data)
    for wanted in (b"moov", b"trak", b"mdia", b"minf", b"dinf", b"dref"):
        place, size = next((begin, size) for kind, begin, size in boxes(data, place, end) if kind == wanted)
        path.append(place)
        end, place = place + size, place + (16 if wanted == b"dref" else 8)
    folder, file = os.path.split(name.encode())
    volume = b"none"
    record = struct.pack(">10xB27s12xB63s16xHH16x", len(volume), volume, len(file), file, 1, 1)
    colons = volume + name.encode().replace(b"/", b":")
    record += struct.pack(">HH", 2, len(colons)) + colons + b"\0" * (len(colons) % 2) + b"\xff\xff\0\0" + b"\0" * 40
    entry = struct.pack(">I4sI", 12 + len(record), b"alis", 0) + record
    dref = struct.pack(">I4sII", 16 + len(entry), b"dref", 0, 1) + entry
    old = struct.unpack(">I", data[path[-1]:path[-1] + 4])[0]
    data[path[-1]:path[-1] + old] = dref
    for parent in path[:-1]:
        data[parent:parent + 4] = struct.pack(">I", struct.unpack(">I", data[parent:parent + 4])[0] + len(dref) - old)
    return bytes(data)


class ReferencesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not FFMPEG:
            raise unittest.SkipTest("no ffmpeg program to make the videos with")
        cls.made = tempfile.TemporaryDirectory(prefix="genmedia-references-")
        cls.addClassCleanup(cls.made.cleanup)
        box = pathlib.Path(cls.made.name) / "box"
        (box / "below").mkdir(parents=True)

        def ffmpeg(*arguments):
            subprocess.run([FFMPEG, "-nostdin", "-v", "error", "-y", *arguments], cwd=box, check=True)

        ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=0.8", "-pix_fmt", "yuv420p", "-g", "5", "-bf", "0", "a.mp4")
        for name, flags in (("l.m3u8", ["-hls_segment_filename", "l%d.ts"]), ("f.m3u8", ["-hls_segment_type", "fmp4"]),
                            ("below/v.m3u8", ["-hls_segment_filename", "below/v%d.ts"])):
            ffmpeg("-i", "a.mp4", "-c", "copy", "-f", "hls", "-hls_time", "0.2", "-hls_playlist_type", "vod", *flags, name)
        ffmpeg("-i", "a.mp4", "-c", "copy", "-f", "dash", "d.mpd")
        shutil.copy(box / "a.mp4", box.parent / "theirs.mp4")
        shutil.copy(box / "l0.ts", box.parent / "theirs.ts")
        (box / "link.mp4").symlink_to("../theirs.mp4")
        theirs, ended = box.parent / "theirs", "#EXT-X-ENDLIST\n"
        concat = "ffconcat version 1.0\n"
        segment = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n{}\n" + ended
        files = {
            "all.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nbelow/v.m3u8\n", "c.ffconcat": concat + "file a.mp4\nfile 'a.mp4'\n",
            "quoted.ffconcat": concat + "# a\nfile a\\.mp4\nduration 0.8\n\nfile 'a'.mp4\n",
            # what must never be opened
            "up.m3u8": segment.format("../theirs.ts"), "whole.m3u8": segment.format(f"{theirs}.ts"),
            "url.m3u8": segment.format(f"file://{theirs}.ts"), "data.m3u8": segment.format("data:text/plain,x"),
            "http.m3u8": segment.format("http://127.0.0.1:9/x.ts"), "crypto.m3u8": segment.format(f"crypto:{theirs}.ts"),
            "concat.m3u8": segment.format(f"concat:{theirs}.ts|l0.ts"), "subfile.m3u8": segment.format(f"subfile,,start,0,end,0,,:{theirs}.ts"),
            "map.m3u8": segment.format("l0.ts").replace("#EXTINF", f"#EXT-X-MAP:URI=\"{theirs}.mp4\"\n#EXTINF"),
            "key.m3u8": segment.format("l0.ts").replace("#EXTINF", f"#EXT-X-KEY:METHOD=AES-128,URI=\"{theirs}.mp4\"\n#EXTINF"),
            "master.m3u8": f"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n{theirs}.m3u8\n", "fifo.m3u8": segment.format("fifo.ts"),
            "script.m3u8": segment.format("script.ts"), "script.ts": concat + "file a.mp4\n",
            "up.ffconcat": concat + "file ../theirs.mp4\n", "whole.ffconcat": concat + f"file '{theirs}.mp4'\n",
            "url.ffconcat": concat + f"file 'file:{theirs}.mp4'\n", "link.ffconcat": concat + "file link.mp4\n",
            "data.ffconcat": concat + "file data:video/mp4;base64,AAAA\n", "hidden.ffconcat": concat + f"# \rfile {theirs}.mp4\n",
            "option.ffconcat": concat + "file a.mp4\noption protocol_whitelist file,http\n",
            "d.sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9999 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
            # no end
            "live.m3u8": LIVE, "live2.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlive.m3u8\n",
            "many.ffconcat": concat + "file a.mp4\n" * 10001,
            **{f"nest{n}.ffconcat": concat + f"file nest{n + 1}.ffconcat\n" * 10 for n in range(9)},
            "nest9.ffconcat": concat + "file a.mp4\n" * 10, "lists.m3u8": segment.format("l.m3u8"), "lists.ffconcat": concat + "file l.m3u8\n",
        }
        os.mkfifo(box / "fifo.ts")
        for name, text in files.items():
            (box / name).write_text(text)
        shutil.copy(box / "l.m3u8", box.parent / "theirs.m3u8")
        (box / "alias.mov").write_bytes(refer((box / "a.mp4").read_bytes(), f"{theirs}.mp4"))
        (box / "alias_here.mov").write_bytes(refer((box / "a.mp4").read_bytes(), str(box / "a.mp4")))
        shutil.copy(box / "up.ffconcat", box / "named.mp4")  # the name says nothing
        shutil.copy(box / "up.m3u8", box / "named.jpg")
        cls.lists = [name for name in [*files, "l.m3u8", "f.m3u8", "d.mpd", "alias.mov", "alias_here.mov", "named.mp4", "named.jpg"]
                     if not name.endswith(".ts")]

    GOOD = {"l.m3u8": 20, "f.m3u8": 20, "all.m3u8": 20, "c.ffconcat": 40, "quoted.ffconcat": 40, "alias_here.mov": 20}

    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="genmedia-out-")
        self.addCleanup(temporary.cleanup)
        self.dir = pathlib.Path(temporary.name)
        self.box = pathlib.Path(self.made.name) / "box"

    def run_tool(self, command, name, *flags, **options):
        words = [word.replace("{}", str(name)) for word in command]
        return subprocess.run([GENMEDIA, *words, *flags], cwd=self.dir, capture_output=True, text=True, timeout=600, **options)

    def refused(self, result, what):
        self.assertEqual(result.returncode, 1, (what, result.stdout, result.stderr))
        self.assertRegex(result.stderr, r"\Agenmedia: [^\n]+\n\Z", what)
        self.assertEqual(list(self.dir.glob("out/*.npz")), [], what)
        self.assertEqual(list(self.dir.glob("*.mp4")), [], what)

    def test_nothing_else_is_opened(self):
        """By default. strace is not everywhere; a FIFO that nobody writes to would hang."""
        for name in self.lists:
            for command in COMMANDS if name in ("l.m3u8", "c.ffconcat", "alias.mov") else COMMANDS[:1]:
                self.refused(self.run_tool(command, self.box / name), name)
            result = self.run_tool(COMMANDS[0], self.box / name)
            words = "is no video, but refers to others" if not name.startswith("alias") else "refers to another file"
            self.assertIn(words, result.stderr, name)
            with open(self.box / name) as file:
                self.refused(self.run_tool(COMMANDS[0], "-", stdin=file), ("-", name))
            with open(self.box / name, "rb") as file:
                self.refused(self.run_tool(COMMANDS[0], "-", input=file.read().decode("latin1"), encoding="latin1"), ("|", name))

    def test_files_of_the_same_folder(self):
        for name, frames in self.GOOD.items():
            for place in (self.box / name, os.path.relpath(self.box / name, self.dir)):
                result = self.run_tool(COMMANDS[0], place, "--references")
                self.assertEqual((result.returncode, result.stderr), (0, ""), name)
                self.assertIn(f"{frames - 1} of 64x48", result.stdout, name)
        for command in COMMANDS[1:]:
            for name in ("l.m3u8", "c.ffconcat"):
                result = self.run_tool(command, self.box / name, "--references")
                self.assertEqual((result.returncode, result.stderr), (0, ""), (command, name))

    @values
    def test_no_others_even_if_asked_for(self):
        for name in self.lists:
            if name not in self.GOOD and name != "nest9.ffconcat":
                shutil.rmtree(self.dir / "out", ignore_errors=True)
                self.refused(self.run_tool(COMMANDS[0], self.box / name, "--references"), name)

    def test_what_is_referred_to_is_an_input(self):
        here = self.dir / "here"
        shutil.copytree(self.box, here, ignore=shutil.ignore_patterns("fifo.ts"))
        before = (here / "a.mp4").read_bytes()
        for command in (["encode", "here/c.ffconcat", "-o", "here/a.mp4"],
                        ["interpolate", "here/c.ffconcat", "--rate", "x2", "-o", "here/a.mp4"],
                        ["motion", "here/c.ffconcat", "-o", "out", "--force", "--overlay", "here/a.mp4"]):
            result = self.run_tool(command, "", "--references")
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn("is the input", result.stderr)
            self.assertEqual((here / "a.mp4").read_bytes(), before)

    def times_of(self, *lines):
        """Of the pictures of such a list, of which nothing is said."""
        (self.dir / "list.ffconcat").write_text("\n".join(["ffconcat version 1.0", *lines]) + "\n")
        result = self.run_tool([*COMMANDS[0], "--intra"], "list.ffconcat", "--references")
        self.assertEqual(result.returncode, 0, (lines, result.stderr))
        return [float(line.split(",")[2]) for line in (self.dir / "out" / "frames.csv").read_text().splitlines()[1:]]

    def concatenate(self, *lines, kind="mkv"):
        """The times, and the seconds of the tracks that are made of it."""
        times, lengths = self.times_of(*lines), []
        for command in (["encode", "{}", "-o", f"coded.{kind}"], ["interpolate", "{}", "-o", f"slow.{kind}", "--rate", "25"]):
            result = self.run_tool(command, "list.ffconcat", "--references")
            self.assertEqual(result.returncode, 0, (lines, result.stderr))
            packets = subprocess.run([FFMPEG, "-v", "error", "-i", self.dir / command[3], "-map", "0", "-c", "copy", "-f", "framecrc", "-"],
                                     capture_output=True, text=True, check=True).stdout
            ends = {}
            for line in packets.splitlines():
                if not line.startswith("#"):
                    track, _, pts, duration = (int(word) for word in line.replace(",", " ").split()[:4])
                    ends[track] = max(ends.get(track, 0), pts + duration)
            bases = dict(line[4:].split(": ") for line in packets.splitlines() if line.startswith("#tb "))
            lengths.append([round(end * eval(bases[str(track)]), 1) for track, end in sorted(ends.items())])
        for one, other in zip(*lengths, strict=True):
            self.assertAlmostEqual(one, other, delta=0.11, msg=str(lines))
        return times, lengths[0]

    @values
    def test_files_one_after_another(self):
        """Each begins when the one before ends, whatever it says of its length."""
        sound = ["-f", "lavfi", "-i", "sine=d=2", "-c:a"]

        def make(name, *flags, seconds=1.2):
            subprocess.run([FFMPEG, "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=size=64x48:rate=25:duration={seconds}", *flags,
                            name], cwd=self.dir, check=True)

        for name, flags in {"a.264": ["-c:v", "libx264"], "a.mp4": ["-c:v", "libx264"], "a.mkv": ["-c:v", "libx264", "-bf", "3"], "a.gif": [], "a.y4m": [],
                            "a.apng": [], "a.mjpeg": ["-f", "mjpeg"], "a.m2v": [], "piped.mkv": ["-c:v", "libx264", "-live", "1"]}.items():
            make(name, *flags)
            times = self.times_of(f"file {name}", f"file {name}")
            self.assertEqual(len(times), 60, name)
            for n, time in enumerate(times):
                self.assertAlmostEqual(time - times[0], n / 25, delta=0.002, msg=f"{name} {n}")
        for name in "p.png", "p.jpg":
            make(name, "-frames:v", "1")
            self.assertEqual(self.concatenate(*3 * [f"file {name}"], kind="mp4"), ([0, 0.04, 0.08], [0.1]))
            self.assertEqual(self.concatenate(f"file {name}", "duration 2", f"file {name}", "duration 3", kind="mp4"), ([0, 2], [5]))
        # Sound that lasts longer than the pictures before it: they wait, and nothing is missing.
        for name, flags in {"s.mp4": ["aac"], "s.mkv": ["libopus"], "s.mov": ["pcm_s16le"], "s.ts": ["aac"]}.items():
            make(name, *sound, *flags)
            times, lengths = self.concatenate(f"file {name}", f"file {name}")
            self.assertEqual(len(times), 60, name)
            self.assertAlmostEqual(times[30] - times[0], 2, delta=0.1, msg=name)
            self.assertAlmostEqual(lengths[-1], 4, delta=0.15, msg=name)

    def test_files_that_are_not_alike(self):
        """FFmpeg would misplace their pictures, or leave tracks out."""
        for name, flags in {"a.mp4": [], "a.mkv": [], "s.mp4": ["-f", "lavfi", "-i", "sine=d=1"], "low.mp4": ["-f", "lavfi", "-i", "sine=d=1", "-ar", "8000"],
                            "hevc.mp4": ["-c:v", "libx265", "-x265-params", "log-level=none"],
                            "hevc2.mp4": ["-c:v", "libx265", "-x265-params", "log-level=none:ref=1"]}.items():
            subprocess.run([FFMPEG, "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", *flags, name], cwd=self.dir,
                           check=True)
        for first, second, words in (("a.mp4", "a.mkv", "ticks a second"), ("a.mp4", "s.mp4", "2 tracks, not 1"), ("s.mp4", "low.mp4", "track 1 has"),
                                     ("a.mp4", "hevc.mp4", "is hevc, not h264"), ("hevc.mp4", "hevc2.mp4", "other settings")):
            (self.dir / "list.ffconcat").write_text(f"ffconcat version 1.0\nfile {first}\nfile {second}\n")
            result = self.run_tool(COMMANDS[0], "list.ffconcat", "--references")
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertRegex(result.stderr, r"\Agenmedia: [^\n]*expected files that are made alike\n\Z")
            self.assertIn(words, result.stderr)
        # What lacks the last tracks loses nothing.
        self.assertEqual(self.concatenate("file s.mp4", "file a.mp4")[1], [2, 1])

    def test_limits_are_said(self):
        for name, words in (("live.m3u8", "live playlist, which never ends"), ("live2.m3u8", "live playlist"),
                            ("many.ffconcat", "more than 10000 files"), ("nest0.ffconcat", "a list in a list is not supported"),
                            ("lists.ffconcat", "a list in a list is not supported"), ("up.m3u8", "expected files of its own folder"),
                            ("d.mpd", "not supported"), ("d.sdp", "not supported")):
            self.assertIn(words, self.run_tool(COMMANDS[0], self.box / name, "--references").stderr, name)

    def test_a_segment_that_is_missing(self):
        self.addCleanup(os.rename, self.box / "l2", self.box / "l2.ts")
        os.rename(self.box / "l2.ts", self.box / "l2")
        result = self.run_tool(COMMANDS[0], self.box / "l.m3u8", "--references")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertRegex(result.stderr, r"\Agenmedia: warning: [^\n]*is damaged: 0 frames damaged, 5 missing[^\n]*\n\Z")

    def test_names_that_look_like_something_else(self):
        subprocess.run([FFMPEG, "-nostdin", "-v", "error", "-i", self.box / "a.mp4", "-frames:v", "2", "p%d.png"], cwd=self.dir, check=True)
        for name in ("a:b.mp4", "http:b.mp4", "concat:b.mp4", "100%.mp4", "a%d.mp4", "a*.mp4", "b[1].mp4", "-b.mp4"):
            shutil.copy(self.box / "a.mp4", self.dir / name)
            result = self.run_tool(COMMANDS[0], f"./{name}" if name[0] == "-" else name)
            self.assertEqual((result.returncode, result.stderr), (0, ""), name)
        for name in ("a%d.png", "a*.png", "a[1].png", "100%.png", "x:y.png"):
            shutil.copy(self.dir / "p1.png", self.dir / name)
            result = self.run_tool([*COMMANDS[0], "--intra"], name)
            self.assertEqual((result.returncode, result.stderr), (0, ""), name)
            self.assertIn("1 of 64x48", result.stdout)
        self.assertIn("2 of 64x48", self.run_tool([*COMMANDS[0], "--intra"], "p%d.png").stdout)


if __name__ == "__main__":
    GENMEDIA, FFMPEG = (os.path.abspath(word) if word else "" for word in (sys.argv.pop(1), sys.argv.pop(1)))
    unittest.main(verbosity=2)
