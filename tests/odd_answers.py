# SPDX-License-Identifier: MIT
"""What FFmpeg and PyAV say of a video, and what `genmedia motion`, `interpolate` and `encode` make of it."""
import csv
import json
import os
import re
import shutil
import subprocess

import numpy

import colour_bars

try:
    import av
except ImportError:
    av = None

LIMIT = 120  # seconds a command
# What genmedia may say no to, of videos that are in order.
REFUSED = ["cannot hold; expected an output", "pictures pause for", "sound pauses for", "its pictures pause", "expected at most 1000 of the output",
           "expected a frame of the output in that time"]


def run(*words, **more):
    return subprocess.run([*map(str, words)], capture_output=True, timeout=LIMIT, **more)


def ffmpeg(*words):
    return run("ffmpeg", "-nostdin", "-v", "error", *words).stdout


def url(odd):
    """For FFmpeg, which takes a name for more than a name."""
    return ["-start_number", odd.facts["start"], "-f", "image2", "-i", odd.path] if "sequence" in odd.facts else ["-i", f"file:{odd.path}"]


def probe(place, *entries):
    try:
        return json.loads(run("ffprobe", "-v", "error", *place, *entries, "-of", "json").stdout or "{}")
    except json.JSONDecodeError:  # it does not escape every name in a file
        return {}


class Reference:
    """The first video track of an odd video, by FFmpeg's programs."""

    def __init__(self, odd):
        place = url(odd)
        found = probe(place, "-select_streams", "v:0", "-show_frames", "-show_streams", "-show_format")
        self.frames = found.get("frames", [])
        self.stream = (found.get("streams") or [{}])[0]
        self.format = self.stream.get("pix_fmt", "")
        times = [frame.get("best_effort_timestamp_time") for frame in self.frames]
        self.times = None if None in times else [float(time) for time in times]
        self.rgb = colour_bars.is_rgb(self.format) or self.format.startswith(("argb", "abgr", "0", "pal", "x2"))
        self.gray = colour_bars.is_gray(self.format) or self.format.startswith("mono")
        said = self.frames[0].get("color_range") if self.frames else None
        self.full = self.rgb or self.format.startswith("yuvj") or said == "pc" or (self.gray and said is None)
        self.matrix = (self.frames[0].get("color_space") or "unknown") if self.frames else "unknown"
        aspect = (self.frames[0].get("sample_aspect_ratio") if self.frames else None) or self.stream.get("sample_aspect_ratio") or "1:1"
        self.aspect = [int(n) for n in aspect.split(":")] if aspect not in ("0:1", "N/A") else [1, 1]
        turn = next((data["rotation"] for data in self.stream.get("side_data_list", []) if "rotation" in data), 0)
        self.turned = abs(int(turn)) % 180 == 90
        self.size = (self.stream.get("width"), self.stream.get("height"))
        if self.turned:
            self.size, self.aspect = self.size[::-1], self.aspect[::-1]

    def pictures(self, odd):
        """Upright, as YUV or gray or RGB in 0..65535: (frames, planes, rows, columns)."""
        to = "gray16le" if self.gray else "gbrp16le" if self.rgb else "yuv444p16le"
        side = "full" if self.full else "limited"
        raw = ffmpeg(*url(odd), "-map", "0:v:0", "-fps_mode", "passthrough", "-vf", f"scale=in_range={side}:out_range={side}:flags=accurate_rnd+bicubic,format={to}",
                     "-f", "rawvideo", "-")
        return numpy.frombuffer(raw, "<u2").reshape(-1, 1 if self.gray else 3, self.size[1], self.size[0]).astype(float)

    def units(self, pictures):
        """Luma in 0..1, and both chroma in -0.5..0.5 or None."""
        if self.rgb:
            g, b, r = numpy.moveaxis(pictures / 65535, 1, 0)
            luma = 0.299 * r + 0.587 * g + 0.114 * b
            return luma, (b - luma) / 1.772, (r - luma) / 1.402
        if self.full:
            planes = [(pictures[:, 0]) / 65535] + [(pictures[:, c] - 32768) / 65535 for c in range(1, pictures.shape[1])]
        else:
            planes = [(pictures[:, 0] / 256 - 16) / 219] + [(pictures[:, c] / 256 - 128) / 224 for c in range(1, pictures.shape[1])]
        return (*planes, *[None] * (3 - len(planes)))


def output_units(path, full, size):
    """The same of a video of genmedia's: 8 bits, 4:2:0."""
    width, height = (side + side % 2 for side in size)
    raw = numpy.frombuffer(ffmpeg("-i", f"file:{path}", "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "rawvideo", "-"), numpy.uint8)
    raw = raw.reshape(-1, width * height * 3 // 2).astype(float)
    luma = raw[:, :width * height].reshape(-1, height, width)[:, :size[1], :size[0]]
    cb, cr = raw[:, width * height:].reshape(-1, 2, height // 2, width // 2).swapaxes(0, 1)
    if full:
        return luma / 255, (cb - 128) / 255, (cr - 128) / 255
    return (luma - 16) / 219, (cb - 128) / 224, (cr - 128) / 224


def halved(plane):
    """As 4:2:0 has it."""
    plane = numpy.pad(plane, [(0, plane.shape[0] % 2), (0, plane.shape[1] % 2)], "edge")
    return plane.reshape(plane.shape[0] // 2, 2, -1, 2).mean((1, 3))


def quarters(plane):
    """The means of the whole and, as places of chroma differ by parts of a pixel, of four parts with less weight."""
    rows, columns = plane.shape[0] // 2, plane.shape[1] // 2
    parts = [part.mean() for half in numpy.split(plane, [rows], 0) for part in numpy.split(half, [columns], 1)]
    return numpy.array([plane.mean(), *(part / 3 for part in parts)])


def sound_of(place):
    """Of each track of sound: when it begins, how many seconds there are."""
    streams = probe(place, "-select_streams", "a", "-show_streams").get("streams", [])
    found = []
    for n, stream in enumerate(streams):
        raw = ffmpeg(*place, "-map", f"0:a:{n}", "-ac", "1", "-ar", "8000", "-f", "s16le", "-")
        # A track may begin before what is heard of it.
        heard = probe(place, "-select_streams", f"a:{n}", "-show_entries", "frame=pts_time", "-read_intervals", "%+#9").get("frames", [])
        begin = next((float(frame["pts_time"]) for frame in heard if "pts_time" in frame), stream.get("start_time", 0))
        found.append((float(begin), len(raw) / 16000))
    return found


class Check:
    """What is wrong with genmedia's answers about one odd video; `refusals`: the commands that said no, and why."""

    def __init__(self, tool, odd, folder, rng):
        self.tool, self.odd, self.folder, self.rng = tool, odd, folder, rng
        self.problems, self.refusals = [], []
        self.reference = Reference(odd)
        if not self.reference.frames:
            return
        try:
            self.check_motion()
            self.check_encode()
            self.check_interpolate()
        except subprocess.TimeoutExpired as error:
            self.wrong(f"hangs: {error.cmd}")
        except (ValueError, KeyError, IndexError, ZeroDivisionError) as error:
            self.wrong(f"cannot be compared: {error!r} at line {error.__traceback__.tb_next.tb_lineno}")

    def wrong(self, words):
        self.problems.append(words)

    def expect(self, truth, words):
        if not truth:
            self.wrong(words)
        return truth

    def genmedia(self, *command):
        """What is said, or None: refused. Anything but a clean success or a refusal is a problem."""
        done = run(self.tool, command[0], self.odd.path, *command[1:], cwd=self.folder)
        said = done.stderr.decode(errors="replace")
        if not re.fullmatch(r"(genmedia: [^\n]+\n)*", said):
            self.wrong(f"{command[0]} says other than its own lines: {said[:500]!r}")
        if done.returncode in (1, 2) and said:
            self.expect(any(words in said for words in REFUSED), f"{command[0]} refuses: {said}")
            self.refusals.append((command[0], said.strip().splitlines()[-1]))
            return None
        if done.returncode == 3 and "jitter" in self.odd.facts and "missing before it" in said:
            self.refusals.append((command[0], "takes a variable rate for a constant one, with pictures missing"))
        elif done.returncode != 0:
            self.wrong(f"{command[0]} ends with {done.returncode}: {said[:400]}")
            if done.returncode != 3:
                return None
        return said

    def check_motion(self):
        if self.genmedia("motion", "-o", "m", "--preset", "fast", "--intra", "--force") is None:
            return
        with open(self.folder / "m" / "frames.csv") as file:
            rows = list(csv.reader(file))[1:]
        times = [float(row[2]) for row in rows]
        expected = self.reference.times
        if not self.expect(len(times) == len(self.reference.frames), f"motion has {len(times)} frames, FFmpeg {len(self.reference.frames)}"):
            return
        if expected:
            worst = max(abs(a - b) for a, b in zip(times, expected))
            self.expect(worst < 2e-5, f"motion's times differ by {worst}: {times[:4]} {expected[:4]}")
        if av and "sequence" not in self.odd.facts:
            with av.open(f"file:{self.odd.path}") as container:
                count = sum(1 for _ in container.decode(container.streams.video[0]))
            if count != len(times):
                self.refusals.append(("PyAV", f"{count} frames of {self.odd.facts['codec']} in {self.odd.facts['container']}, FFmpeg's program and genmedia {len(times)}"))
        shutil.rmtree(self.folder / "m")

    def convert(self, command, kind, *flags):
        """The output's name. What MP4 cannot hold goes into Matroska."""
        output = f"{command}.{kind}"
        said = self.genmedia(command, "-o", output, *flags)
        if said is None and kind != "mkv" and self.refusals and "an output in .mkv" in self.refusals[-1][1]:
            self.refusals[-1] = (f"{command} -o .{kind}", self.refusals[-1][1])
            output = f"{command}.mkv"
            said = self.genmedia(command, "-o", output, *flags)
        return (self.folder / output, said) if said is not None else (None, None)

    def check_values(self, command, output, numbers, found):
        """Pictures of the input against those of the output, each by its number."""
        full = found["streams"][0].get("color_range") == "pc"
        if not self.reference.rgb and not self.reference.gray:
            self.expect(full == self.reference.full, f"{command}: range {found['streams'][0].get('color_range')} of {'full' if self.reference.full else 'limited'}")
            matrix = found["streams"][0].get("color_space", "unknown")
            self.expect(matrix == self.reference.matrix or self.reference.matrix in ("gbr", "reserved"), f"{command}: matrix {matrix} of {self.reference.matrix}")
        mine, expected = output_units(output, full, self.reference.size), self.reference.units(self.reference.pictures(self.odd))
        for number, other in numbers:
            if number >= len(mine[0]) or other >= len(expected[0]):
                self.wrong(f"{command}: {len(mine[0])} decoded pictures, FFmpeg has {len(expected[0])}")
                return
            off = abs(mine[0][number] - numpy.clip(expected[0][other], -0.08, 1.09)) * 255
            self.expect(off.mean() < 1.2 and numpy.percentile(off, 99) < 4, f"{command}: luma {number} is off by {off.mean():.2f}, at most {off.max():.1f}")
            for name, c in ("Cb", 1), ("Cr", 2):
                aim = numpy.zeros(5) if expected[c] is None else quarters(halved(expected[c][other]))
                off = abs(quarters(mine[c][number]) - aim).max() * 255
                self.expect(off < 3.5, f"{command}: {name} {number} is off by {off:.1f}")

    def check_shape(self, command, found):
        stream, (width, height) = found["streams"][0], self.reference.size
        self.expect((stream["width"], stream["height"]) == (width, height) or (stream["width"], stream["height"]) == (width + width % 2, height + height % 2),
                    f"{command}: {stream['width']}x{stream['height']} of {width}x{height}")
        said = [int(n) for n in stream.get("sample_aspect_ratio", "1:1").split(":")]
        is_one = self.reference.aspect[0] * 0.995 < self.reference.aspect[1] < self.reference.aspect[0] * 1.005
        self.expect(said[0] * self.reference.aspect[1] == said[1] * self.reference.aspect[0] or (is_one and said == [1, 1]),
                    f"{command}: aspect {said} of {self.reference.aspect}")

    def check_sound(self, command, output, said):
        if "sequence" in self.odd.facts:
            return
        was, now = sound_of(url(self.odd)), sound_of(["-i", f"file:{output}"])
        if not self.expect(len(was) == len(now) or "sound" in said, f"{command}: {len(now)} of {len(was)} tracks of sound: {said}"):
            return
        first = self.reference.times[0] if self.reference.times else 0
        now_first = min(float(packet["pts_time"]) for packet in probe(["-i", f"file:{output}"], "-select_streams", "v:0", "-show_packets")["packets"])
        for n, ((begin, length), (now_begin, now_length)) in enumerate(zip(was, now)):
            self.expect(abs(length - now_length) < 0.06, f"{command}: sound {n} lasts {now_length:.3f} of {length:.3f} s")
            apart = (now_begin - now_first) - (begin - first) if length > 0 and self.reference.times else 0
            self.expect(abs(apart) < 0.03, f"{command}: sound {n} is late by {apart:.3f} s")

    def check_encode(self):
        output, said = self.convert("encode", self.rng.choice(["mkv", "mp4", "mov"]), "--qp", "0")
        if not output:
            return
        found = probe(["-i", f"file:{output}"], "-select_streams", "v:0", "-show_streams", "-show_packets")
        times = sorted(float(packet["pts_time"]) for packet in found.get("packets", []))
        self.check_shape("encode", found)
        if self.expect(len(times) == len(self.reference.frames), f"encode: {len(times)} of {len(self.reference.frames)} pictures") and self.reference.times:
            off = max(abs((a - times[0]) - (b - self.reference.times[0])) for a, b in zip(times, self.reference.times))
            self.expect(off < (0.0016 if output.suffix == ".mkv" else 2e-4), f"encode: times are off by {off}: {times[:4]} {self.reference.times[:4]}")
        self.check_values("encode", output, [(n, n) for n in range(len(times))], found)
        self.check_sound("encode", output, said)
        output.unlink()

    def check_interpolate(self):
        output, said = self.convert("interpolate", self.rng.choice(["mkv", "mp4", "mov"]), "--rate", "x2", "--quality", "0")
        if not output:
            return
        found = probe(["-i", f"file:{output}"], "-select_streams", "v:0", "-show_streams", "-show_packets")
        self.check_shape("interpolate", found)
        self.check_values("interpolate", output, [(0, 0)], found)
        self.check_sound("interpolate", output, said)
        times = self.reference.times
        rate = eval(found["streams"][0]["r_frame_rate"])
        if times and times == sorted(times):
            least = int((times[-1] - times[0]) * rate * 0.999)
            self.expect(least <= len(found["packets"]), f"interpolate: {len(found['packets'])} pictures at {rate}, expected at least {least}")
        output.unlink()
