#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tracks_test.py GENMEDIA: how long pictures last, what is in step with them, and what comes along with a video. Needs FFmpeg's
programs (exit status 77 without them)."""
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy
from without_sanitizers import values

GENMEDIA = sys.argv.pop(1)
RATE = 48000


def run(*command, **more):
    return subprocess.run([*map(str, command)], check=True, capture_output=True, **more)


def ffmpeg(*arguments, **more):
    return run("ffmpeg", "-v", "error", "-y", *arguments, **more).stdout


def probe(path, *entries):
    return json.loads(run("ffprobe", "-v", "error", *entries, "-of", "json", path).stdout)


def seconds(path):
    return float(probe(path, "-show_entries", "format=duration")["format"]["duration"])


def flash(path):
    """When the first white picture is shown."""
    times = [float(frame.get("best_effort_timestamp_time", "nan"))
             for frame in probe(path, "-select_streams", "v:0", "-show_entries", "frame=best_effort_timestamp_time")["frames"]]
    raw = ffmpeg("-i", path, "-map", "0:v:0", "-vf", "scale=8:8,format=gray", "-fps_mode", "passthrough", "-f", "rawvideo", "-")
    light = numpy.frombuffer(raw, numpy.uint8).reshape(-1, 64).mean(1)
    return times[int((light > 200).argmax())]


def beep(path):
    """When the first loud sample is heard, and how many seconds of sound there are after it."""
    raw = ffmpeg("-copyts", "-i", path, "-map", "0:a:0", "-af", f"aresample={RATE}:async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-")
    samples = abs(numpy.frombuffer(raw, "<i2").astype(int))
    first = int((samples > 1500).argmax())
    return first / RATE, (len(samples) - first) / RATE


def hide(path, source, seconds, rate):
    """A copy of an MP4 file, whose sound begins so much later by its edit list."""
    data = bytearray(source.read_bytes())
    at = data.index(b"elst", data.index(b"soun") - 300)  # the edit list is before the handler
    began, = struct.unpack_from(">i", data, at + 16)
    struct.pack_into(">i", data, at + 16, began + int(seconds * rate))
    path.write_bytes(data)


def texts(path):
    return ffmpeg("-i", path, "-map", "0:s", "-c:s", "srt", "-f", "srt", "-").decode().replace("\r", "")


class Tracks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def tool(self, *arguments, status=0):
        done = subprocess.run([GENMEDIA, *map(str, arguments)], capture_output=True, text=True, cwd=self.dir)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def make(self, name, *arguments):
        ffmpeg(*arguments, self.dir / name)
        return self.dir / name

    @values
    def test_the_last_picture_lasts(self):
        moving = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1"]
        lasts = ["-c", "copy", "-bsf:v", "setts=duration=if(eq(N\\,9)\\,3/TB\\,DURATION)"]
        self.make("plain.mp4", *moving, "-c:v", "libx264", "-bf", "0")
        self.make("webm.webm", *moving, "-c:v", "libvpx")
        self.make("held.mp4", "-i", self.dir / "plain.mp4", *lasts)
        for name in "held.mov", "held.mkv":
            self.make(name, "-i", self.dir / "held.mp4", "-c", "copy")
        self.make("held.webm", "-i", self.dir / "webm.webm", *lasts)
        for i in range(10):
            self.make(f"p{i}.png", *moving[:3], f"testsrc2=s=64x48:r=10:d=1,select=eq(n\\,{i})", "-frames:v", "1")
        self.make("held.gif", *moving, "-final_delay", "300")
        self.make("held.apng", *moving, "-f", "apng", "-final_delay", "3/1")
        for name in "held.mp4", "held.mov", "held.mkv", "held.webm", "held.gif", "held.apng":
            for output in ("out.mp4", "out.mkv", "out.mov") if name == "held.mp4" else ("out.mp4", "out.mkv"):
                with self.subTest(name, output=output):
                    self.tool("encode", name, "-o", output)
                    self.assertAlmostEqual(seconds(self.dir / output), 3.9, delta=0.02)
            with self.subTest(name, output="others"):
                self.tool("interpolate", name, "-o", "out.mp4", "--rate", "20")
                self.assertEqual(len(probe(self.dir / "out.mp4", "-show_packets")["packets"]), 78)
                self.tool("motion", name, "-o", "m", "--intra", "--overlay", "m/o.mp4")
                self.assertAlmostEqual(seconds(self.dir / "m/o.mp4"), 3.9, delta=0.02)
                self.tool("encode", name, "-o", "out.264", "--overlay", "o.mkv")
                self.assertAlmostEqual(seconds(self.dir / "o.mkv"), 3.9, delta=0.02)
        # A file that promises hours is not filled with pictures.
        self.make("hours.mp4", "-i", self.dir / "plain.mp4", "-c", "copy", "-bsf:v", "setts=duration=if(eq(N\\,9)\\,7200/TB\\,DURATION)")
        self.assertIn("is shown for more than 600 s", self.tool("interpolate", "hours.mp4", "-o", "out.mp4", "--rate", "x2", status=1))

    def test_sound_that_pauses_for_longer_than_mp4_can_say(self):
        """In the file that Ogg makes of it, one packet lasts for a day: more than 31 bits of its ticks."""
        self.make("day.ogg", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", "-f", "lavfi", "-i", "sine=d=0.4", "-c:v", "libtheora", "-c:a", "libvorbis",
                  "-output_ts_offset", "95443.5")
        for command in ["encode"], ["interpolate", "--rate", "x2"]:
            self.assertRegex(self.tool(*command, "day.ogg", "-o", "out.mp4", status=1), r"\Agenmedia: video 'out.mp4': its sound pauses for \d+ s; [^\n]*\n\Z")
            self.tool(*command, "day.ogg", "-o", "out.mkv")

    def make_flash(self):
        self.make("flash.mp4", "-f", "lavfi", "-i", "color=black:s=64x48:r=25:d=2,drawbox=t=fill:c=white:enable='between(t,1,1.19)'", "-c:v",
                  "libx264", "-bf", "2", "-crf", "10")
        self.make("beep.wav", "-f", "lavfi", "-i", f"sine=f=1000:d=2:sample_rate={RATE}", "-af", "volume='if(between(t,1,1.2),1,0)':eval=frame")

    @values
    def test_in_step(self):
        """In step within a frame of sound, and no sound is lost that begins before the picture or ends after it."""
        self.make_flash()
        late = ["-itsoffset", "1.5", "-i", self.dir / "flash.mp4"], ["-i", self.dir / "beep.wav"]
        early = ["-i", self.dir / "flash.mp4"], ["-itsoffset", "1.5", "-i", self.dir / "beep.wav"]
        both = ["-i", self.dir / "flash.mp4"], ["-i", self.dir / "beep.wav"]
        cases = [("late.mp4", late, "aac"), ("late.mkv", late, "aac"), ("late.ts", late, "aac"), ("early.mp4", early, "aac"),
                 ("early.mkv", early, "libopus"), ("aac.mp4", both, "aac"), ("opus.mkv", both, "libopus"), ("opus.mp4", both, "libopus"),
                 ("mp3.mkv", both, "libmp3lame"), ("mp3.mov", both, "libmp3lame"), ("pcm.mov", both, "pcm_s16le"), ("vorbis.webm", both, "libvorbis"),
                 ("mp3.flv", both, "libmp3lame")]
        for name, (video, sound), codec in cases:
            coding = {"flv": ["-c:v", "flv"], "webm": ["-c:v", "libvpx"]}.get(name.split(".")[1], ["-c:v", "copy"])
            self.make(name, *video, *sound, "-map", "0:v", "-map", "1:a", *coding, "-c:a", codec)
            shown, (heard, rest) = flash(self.dir / name), beep(self.dir / name)
            # Each kind of input, and each kind of output, not each with each.
            for kind in ("mp4", "mkv", "mov") if name in ("late.mp4", "aac.mp4") else ("mkv",) if name in ("pcm.mov", "mp3.mkv") else ("mp4",):
                with self.subTest(name, kind=kind):
                    self.tool("encode", name, "-o", f"out.{kind}", "--qp", "10")
                    now, (now_heard, now_rest) = flash(self.dir / f"out.{kind}"), beep(self.dir / f"out.{kind}")
                    self.assertAlmostEqual(now - now_heard, shown - heard, delta=0.022)
                    self.assertAlmostEqual(now_rest, rest, delta=0.03)
                    self.assertAlmostEqual(min(now, now_heard), 1, delta=0.05)  # nothing but silence is before it
            if not name.startswith(("late", "opus")):
                continue
            with self.subTest(name, kind="interpolate"):
                self.tool("interpolate", name, "-o", "out.mkv", "--rate", "x2", "--quality", "10")
                now, (now_heard, now_rest) = flash(self.dir / "out.mkv"), beep(self.dir / "out.mkv")
                self.assertAlmostEqual(now - now_heard, shown - heard, delta=0.042)  # a picture between may be white enough
                self.assertAlmostEqual(now_rest, rest, delta=0.03)

    def test_sound_that_an_edit_hides(self):
        """It is not heard in the output, whose container may have no edits; what is heard stays in step."""
        self.make_flash()
        self.make("beeps.wav", "-f", "lavfi", "-i", f"sine=f=1000:d=2:sample_rate={RATE}", "-af",
                  "volume='if(between(t,1,1.2)+between(t,0.1,0.5),1,0)':eval=frame")
        for codec, kind in ("aac", "mp4"), ("libmp3lame", "mp4"), ("libopus", "mp4"), ("pcm_s16le", "mov"):
            self.make(f"all.{kind}", "-i", self.dir / "flash.mp4", "-i", self.dir / "beeps.wav", "-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", codec)
            hide(self.dir / f"in.{kind}", self.dir / f"all.{kind}", 0.7, RATE)
            shown, (heard, rest) = flash(self.dir / f"in.{kind}"), beep(self.dir / f"in.{kind}")
            self.assertAlmostEqual(heard, 0.3, delta=0.02)
            for output in kind, "mkv":
                with self.subTest(codec, output=output):
                    self.tool("encode", f"in.{kind}", "-o", f"out.{output}", "--qp", "10")
                    now, (now_heard, now_rest) = flash(self.dir / f"out.{output}"), beep(self.dir / f"out.{output}")
                    self.assertAlmostEqual(now - now_heard, shown - heard, delta=0.022)
                    self.assertAlmostEqual(now_rest, rest, delta=0.03)
                    self.assertAlmostEqual(now, shown, delta=0.05)  # a packet or two are before the picture; Opus has more, unheard

    def test_sound_of_one_packet(self):
        """It may not say how long it is; after the last picture, nothing else does."""
        self.make("one.mov", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=0.1", "-itsoffset", "0.25", "-f", "lavfi", "-i", "sine=d=0.08", "-c:v", "mpeg4",
                  "-c:a", "alac")
        for kind in "mp4", "mov", "mkv":
            self.tool("encode", "one.mov", "-o", f"out.{kind}")
            heard = [len(ffmpeg("-i", self.dir / name, "-map", "0:a", "-f", "s16le", "-")) for name in ("one.mov", f"out.{kind}")]
            self.assertEqual(heard[0], heard[1], kind)
            self.assertGreater(heard[0], 2 * 0.07 * 44100)

    def test_packets_shorter_than_a_tick(self):
        """1200 a second of TrueHD, in milliseconds."""
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.8", "-f", "lavfi", "-i", "sine=d=0.8:r=48000", "-c:v", "ffv1", "-c:a", "truehd",
               "-strict", "-2", self.dir / "in.mkv")
        for command in ["encode"], ["interpolate", "--rate", "x2"]:
            self.assertEqual(self.tool(*command, "in.mkv", "-o", "out.mkv"), "")
            sound = [ffmpeg("-i", self.dir / name, "-map", "0:a", "-f", "s32le", "-") for name in ("in.mkv", "out.mkv")]
            self.assertEqual(sound[0], sound[1])
            times = [[packet["pts_time"] for packet in probe(self.dir / name, "-select_streams", "a", "-show_packets")["packets"]]
                     for name in ("in.mkv", "out.mkv")]
            self.assertEqual(times[0], times[1])

    def test_subtitles_change_with_the_container(self):
        """Texts and times stay, there and back; of styles, what the other form has."""
        self.make_flash()
        (self.dir / "s.srt").write_text("1\n00:00:00,500 --> 00:00:01,250\n<i>h\u00e9llo</i>\ntwo lines\n\n2\n00:00:01,500 --> 00:00:01,900\n{a} \u65e5\u672c\n\n")
        for codec, first in ("srt", "mkv"), ("ass", "mkv"), ("webvtt", "mkv"), ("mov_text", "mp4"), ("mov_text", "mov"):
            self.make(f"0.{first}", "-i", self.dir / "flash.mp4", "-i", self.dir / "s.srt", "-map", "0", "-map", "1", "-c:v", "copy", "-c:s", codec,
                      "-metadata:s:s:0", "language=jpn", "-disposition:s:0", "forced")
            before = texts(self.dir / f"0.{first}")
            self.assertRegex(before, "(?s)00:00:00,500 --> 00:00:01,250\n.*h\u00e9llo.*two lines.*00:00:01,500 --> 00:00:01,900\n.*\u65e5\u672c")
            name = f"0.{first}"
            for i, kind in enumerate(("mp4", "mkv", "mov", "mkv") if codec == "srt" else ("mkv",) if codec == "mov_text" else ("mp4",), 1):
                with self.subTest(codec, kind=kind, i=i):
                    said = self.tool("encode", name, "-o", f"{i}.{kind}")
                    self.assertNotIn("subtitles 1 (", said.replace("of subtitles", ""))
                    self.assertEqual([(t[1], t[5]) for t in self.everything(self.dir / f"{i}.{kind}")[0][1:]],
                                     [("subrip" if kind == "mkv" else "mov_text", "jpn")])
                    plain = [re.sub(r"<[^>]*>|\{\\[^}]*\}", "", words) for words in (before, texts(self.dir / f"{i}.{kind}"))]
                    self.assertEqual(*plain)
                name = f"{i}.{kind}"

    def test_sound_before_the_picture_to_the_tick(self):
        """An empty edit of the picture, as the input has."""
        self.make_flash()
        self.make("late.mp4", "-itsoffset", "1.5", "-i", self.dir / "flash.mp4", "-i", self.dir / "beep.wav", "-c:v", "copy", "-c:a", "aac")
        self.tool("encode", "late.mp4", "-o", "out.mp4")
        for name in "late.mp4", "out.mp4":
            streams = probe(self.dir / name, "-show_entries", "stream=start_time,duration")["streams"]
            self.assertEqual([(s["start_time"], s["duration"]) for s in streams], [("1.500000", "2.000000"), ("0.000000", "2.000000")])

    def test_once_more_and_once_more(self):
        """What is copied from a copy does not drift."""
        self.make_flash()
        for codec, kinds in ("libopus", ("mkv", "mp4")), ("aac", ("mp4", "mkv", "mov")):
            self.make("0.mkv", "-i", self.dir / "flash.mp4", "-i", self.dir / "beep.wav", "-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", codec)
            name, before = "0.mkv", flash(self.dir / "0.mkv") - beep(self.dir / "0.mkv")[0]
            for i, kind in enumerate(3 * kinds, 1):
                self.tool("encode", name, "-o", f"{i}.{kind}", "--qp", "10")
                name = f"{i}.{kind}"
            self.assertAlmostEqual(flash(self.dir / name) - beep(self.dir / name)[0], before, delta=0.022)

    @values
    def test_containers_change_nothing(self):
        for rate in "25", "24000/1001", "60000/1001":
            for sound in [], ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "libopus"]:
                with self.subTest(rate, sound=bool(sound)):
                    self.make("a.mp4", "-f", "lavfi", "-i", f"testsrc2=s=64x48:r={rate}:d=1", *sound, "-c:v", "libx264", "-bf", "2")
                    counts, sums = set(), set()
                    for kind in "mp4", "mkv", "mov" if not sound else "mkv":
                        self.make(f"in.{kind}", "-i", self.dir / "a.mp4", "-c", "copy")
                        self.tool("interpolate", f"in.{kind}", "-o", "out.mkv", "--rate", "x2", "--quality", "0")
                        sums.add(ffmpeg("-i", self.dir / "out.mkv", "-map", "0:v", "-f", "md5", "-"))
                        counts.add(len(probe(self.dir / "out.mkv", "-select_streams", "v", "-show_packets")["packets"]))
                    self.assertEqual((len(sums), len(counts)), (1, 1))
                    self.assertEqual(counts.pop(), 2 * len(probe(self.dir / "a.mp4", "-select_streams", "v", "-show_packets")["packets"]))

    def make_rich(self):
        self.make_flash()
        (self.dir / "s.srt").write_text("1\n00:00:00,500 --> 00:00:01,500\nhello\n")
        (self.dir / "m.txt").write_text(";FFMETADATA1\ntitle=My film\nartist=Me\ncustom=thing\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1500\ntitle=One\n"
                                        "[CHAPTER]\nTIMEBASE=1/1000\nSTART=1500\nEND=2000\ntitle=Two\n")
        self.make("cover.png", "-f", "lavfi", "-i", "testsrc=s=32x32", "-frames:v", "1")
        inputs = ["-i", self.dir / "flash.mp4", "-i", self.dir / "beep.wav", "-i", self.dir / "s.srt", "-i", self.dir / "m.txt", "-map", "0:v", "-map", "1:a",
                  "-map", "1:a", "-map", "2:s", "-map_metadata", "3", "-c:v", "copy", "-c:a", "aac", "-metadata:s:a:0", "language=jpn", "-metadata:s:a:1",
                  "language=eng", "-metadata:s:a:1", "title=Commentary", "-metadata:s:v:0", "language=ger", "-disposition:a:0", "0", "-disposition:a:1",
                  "default", "-disposition:s:0", "forced"]
        self.make("rich.mkv", *inputs, "-c:s", "srt", "-attach", self.dir / "m.txt", "-metadata:s:t:0", "mimetype=text/plain", "-attach",
                  self.dir / "cover.png", "-metadata:s:t:1", "mimetype=image/png", "-metadata:s:t:1", "filename=cover.png")
        self.make("rich.mp4", *inputs, "-c:s", "mov_text", "-movflags", "use_metadata_tags")
        self.make("cover.mp4", "-i", self.dir / "flash.mp4", "-i", self.dir / "cover.png", "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:1",
                  "attached_pic", "-metadata", "title=My film")

    def everything(self, path):
        found = probe(path, "-show_streams", "-show_chapters", "-show_format")
        tracks = [(s["codec_type"], s.get("codec_name"), s["disposition"]["default"], s["disposition"]["forced"],
                   s["disposition"]["attached_pic"], s.get("tags", {}).get("language", "und"), s.get("tags", {}).get("title"),
                   s.get("tags", {}).get("filename")) for s in found["streams"] if s.get("codec_name") != "bin_data"]
        chapters = [(c["tags"]["title"], round(float(c["start_time"]), 1), round(float(c["end_time"]), 1)) for c in found["chapters"]]
        tags = {k.lower(): v for k, v in found["format"]["tags"].items() if k.lower() in ("title", "artist", "custom")}
        return tracks, chapters, tags

    def test_all_comes_along(self):
        self.make_rich()
        for command in ["encode"], ["interpolate", "--rate", "x2"]:
            said = self.tool(*command, "rich.mkv", "-o", "out.mkv")
            self.assertEqual(said, "")
            self.assertEqual(self.everything(self.dir / "out.mkv"), self.everything(self.dir / "rich.mkv"))
            attached = ffmpeg("-i", self.dir / "out.mkv", "-map", "0:v:1", "-c", "copy", "-f", "image2pipe", "-")
            self.assertEqual(attached, (self.dir / "cover.png").read_bytes())
        tracks, chapters, tags = self.everything(self.dir / "out.mkv")
        self.assertEqual([t[0] for t in tracks], ["video", "audio", "audio", "subtitle", "attachment", "video"])
        self.assertEqual([t[2] for t in tracks][:4], [1, 0, 1, 0])
        self.assertEqual((chapters, tags), ([("One", 0, 1.5), ("Two", 1.5, 2)], {"title": "My film", "artist": "Me", "custom": "thing"}))

    def test_what_cannot_come_is_named(self):
        self.make_rich()
        for kind in "mp4", "mov":
            said = self.tool("encode", "rich.mkv", "-o", f"out.{kind}")
            self.assertEqual(said.count("\n"), 1)
            self.assertRegex(said, rf"^genmedia: warning: 'out.{kind}' is without ")
            for what in "title 'Commentary' of sound 2 (aac, eng)", "attachment 'm.txt'", "CUSTOM 'thing'":
                self.assertIn(what, said)
            tracks, chapters, tags = self.everything(self.dir / f"out.{kind}")
            self.assertEqual([(t[0], t[2], t[5]) for t in tracks[:3]], [("video", 1, "ger"), ("audio", 0, "jpn"), ("audio", 1, "eng")])
            self.assertEqual(chapters, [("One", 0, 1.5), ("Two", 1.5, 2)])
            self.assertEqual(tags, {"title": "My film", "artist": "Me"})
            self.assertEqual("cover" in said, not any(t[4] for t in tracks), said)
        # Subtitles of MP4, and a cover.
        said = self.tool("encode", "rich.mp4", "-o", "out.mp4")
        self.assertEqual([t[:2] for t in self.everything(self.dir / "out.mp4")[0]],
                         [("video", "h264"), ("audio", "aac"), ("audio", "aac"), ("subtitle", "mov_text")])
        for kind in "mp4", "mkv":
            self.assertEqual(self.tool("encode", "cover.mp4", "-o", f"out.{kind}"), "")
            tracks, _, tags = self.everything(self.dir / f"out.{kind}")
            self.assertEqual(([t[4] for t in tracks], tags), ([0, 1], {"title": "My film"}))
        # What can hold nothing, and what cannot be read twice.
        for flags in ["rich.mkv", "-o", "out.264"], ["-", "-o", "out.mkv"]:
            said = self.encode_beside_a_pipe(*flags)
            for what in "sound 1 (aac, jpn), sound 2 (aac, eng), subtitles 3 (subrip), attachment 'm.txt', cover", "chapters", "title 'My film'":
                self.assertIn(what, said)
        # Sound that was not wanted is not missed.
        self.assertNotIn("sound", self.tool("encode", "rich.mkv", "-o", "out.mp4", "--silent"))
        for flags in ["rich.mkv", "-o", "out.264"], ["-", "-o", "out.mkv"]:
            said = self.encode_beside_a_pipe(*flags, "--silent")
            self.assertIn("subtitles 3 (subrip)", said)
            self.assertNotIn("sound", said)

    def test_a_track_without_packets_is_named(self):
        """MP4 leaves it out; then other tracks stand in its place: the second sound, the text of chapters."""
        (self.dir / "chapters").write_text(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=200\ntitle=One\n")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", "-f", "lavfi", "-i", "sine=d=0.4", "-f", "lavfi", "-i", "sine=d=0.4", "-i",
               self.dir / "chapters", "-filter_complex", "[1:a]aselect=0[none]", "-map", "0", "-map", "[none]", "-map", "2", "-map_chapters", "3",
               "-c:v", "ffv1", "-c:a", "aac", "-metadata:s:a:0", "language=ger", "-disposition:a:0", "0", "-disposition:a:1", "0", self.dir / "in.mkv")
        ffmpeg("-i", self.dir / "in.mkv", "-map", "0:0", "-map", "0:1", "-c", "copy", self.dir / "one.mkv")
        for command in ["encode"], ["interpolate", "--rate", "x2"]:
            for source in "in", "one":
                for kind in "mp4", "mov":
                    self.assertEqual(self.tool(*command, f"{source}.mkv", "-o", f"out.{kind}"),
                                     f"genmedia: warning: 'out.{kind}' is without sound 1 (aac, ger)\n")
                self.assertEqual(self.tool(*command, f"{source}.mkv", "-o", "out.mkv"), "")
        # One that a transport stream announces, of no sampling rate.
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-f", "lavfi", "-i", "sine=d=0.3", "-frames:v", "1", "-c:v", "mpeg2video", "-c:a", "ac3",
               self.dir / "in.ts")
        for kind in "mp4", "mkv":
            self.assertEqual(self.tool("encode", "in.ts", "-o", f"out.{kind}"),
                             f"genmedia: warning: 'out.{kind}' is without sound 1 (ac3)\n")

    def encode_beside_a_pipe(self, *flags):
        """What it says; rich.mkv comes from a pipe, which "-" stands for."""
        with open(self.dir / "rich.mkv", "rb") as file:
            source = subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE)
            done = subprocess.run([GENMEDIA, "encode", *flags], stdin=source.stdout, capture_output=True, text=True, cwd=self.dir)
            source.stdout.close()
            source.wait()
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr


if __name__ == "__main__":
    if not (shutil.which("ffmpeg") and shutil.which("ffprobe")):
        print("no ffmpeg or ffprobe: tracks_test.py is skipped")
        sys.exit(77)
    unittest.main()
