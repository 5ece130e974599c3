# SPDX-License-Identifier: MIT
"""unmodified_programs_test.py GENMEDIA FFMPEG: programs of VA-API, unmodified, under `genmedia va`.

FFmpeg decodes each clip twice: through the driver, and by its own software decoders. The frames must be equal. It encodes on the
driver, and what it decodes of that must be near the source.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

GENMEDIA, FFMPEG = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)

# Names of clips, with a picture's size, and how FFmpeg makes them.
CLIPS = {
    "b_pictures.mp4": ("176x144", "libx264", "-bf", "3", "-refs", "4"),
    "slices.mp4": ("176x144", "libx264", "-profile:v", "baseline", "-slices", "3"),
    "weights.mkv": ("176x144", "libx264", "-x264-params", "bframes=3:weightp=2:b-pyramid=strict:slices=4"),
    "cropped.mkv": ("178x146", "libx264", "-preset", "veryslow"),
    "fields.mp4": ("180x152", "libx264", "-x264-params", "interlaced=1:bframes=2:cqm=jvt"),
    "mpeg2.ts": ("176x144", "mpeg2video", "-bf", "2"),
    "mpeg2_fields.mpg": ("180x152", "mpeg2video", "-flags", "+ildct+ilme", "-top", "1", "-bf", "2"),
    "mpeg2_matrix.mkv": ("176x144", "mpeg2video", "-intra_matrix", ",".join(["8"] + ["17"] * 63), "-inter_matrix",
                         ",".join(str(16 + n // 8) for n in range(64))),
    "vp8.webm": ("178x146", "libvpx", "-b:v", "300k", "-auto-alt-ref", "1", "-lag-in-frames", "10"),
    "vp9.webm": ("178x146", "libvpx-vp9", "-b:v", "300k", "-row-mt", "0"),
    "hevc.mp4": ("176x144", "libx265", "-x265-params", "log-level=none:bframes=4:b-pyramid=1:ref=4"),
    "hevc_matrices.mkv": ("178x146", "libx265", "-x265-params", "log-level=none:scaling-list=default:weightb=1"),
    "hevc_slices.mkv": ("416x240", "libx265", "-x265-params", "log-level=none:slices=3:wpp=1:ctu=32:tskip=1:amp=1:rect=1"),
    "hevc_10.mkv": ("176x144", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=none"),
    "jpeg_422.avi": ("176x144", "mjpeg", "-pix_fmt", "yuvj422p", "-q:v", "3"),
    "jpeg_444.avi": ("178x146", "mjpeg", "-pix_fmt", "yuvj444p", "-q:v", "3"),
    "av1.mkv": ("176x144", "libaom-av1", "-cpu-used", "8", "-b:v", "200k"),
    "av1_tiles.mkv": ("416x240", "libsvtav1", "-preset", "9", "-svtav1-params", "tile-columns=1:tile-rows=1"),
    "av1_screen.mkv": ("178x146", "libaom-av1", "-cpu-used", "8", "-aom-params", "tune-content=screen:error-resilient=1"),
    "av1_grain_10.mkv": ("176x144", "libaom-av1", "-cpu-used", "8", "-pix_fmt", "yuv420p10le", "-aom-params", "film-grain-test=7"),
    "vp9_10.webm": ("176x144", "libvpx-vp9", "-b:v", "300k", "-pix_fmt", "yuv420p10le", "-profile:v", "2"),
}
PIXELS = {"_10": ("yuv420p10le", "p010"), "422": ("yuv422p", "yuv422p"), "444": ("yuv444p", "yuv444p")}  # of clips so named


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def va(*command, **more):
    return run(GENMEDIA, "va", "--", *command, **more)


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="genmedia-va-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir)

    def clip(self, name):
        size, codec, *flags = CLIPS[name]
        if not (self.dir / name).exists():
            made = run(FFMPEG, "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s={size}:r=25:d=1", "-c:v", codec, *flags, self.dir / name)
            self.assertEqual(made.returncode, 0, made.stderr)
        return self.dir / name

    def frames(self, program, *flags):
        """The MD5 of each frame. program: run, or va."""
        done = program(FFMPEG, "-nostdin", "-v", "error", *flags, "-f", "framemd5", "-")
        self.assertEqual((done.returncode, done.stderr), (0, ""), flags)
        return [line.split(",")[-1].strip() for line in done.stdout.splitlines() if not line.startswith("#")]

    def test_frames_are_those_of_software(self):
        for name in CLIPS:
            with self.subTest(name):
                plain, packed = PIXELS.get(name.split(".")[0][-3:], ("yuv420p", "nv12"))
                # FFmpeg prefers another decoder of AV1, which knows nothing of VA-API.
                decoder = ["-c:v", "av1"] if name.startswith("av1") else []
                there = self.frames(va, *decoder, "-hwaccel", "vaapi", "-hwaccel_output_format", "vaapi", "-i", self.clip(name), "-vf",
                                    f"hwdownload,format={packed},format={plain}")
                self.assertEqual(there, self.frames(run, "-i", self.clip(name)))
                self.assertGreaterEqual(len(there), 24)

    def test_it_was_the_driver(self):
        """So that nothing above compares software with itself."""
        done = va(FFMPEG, "-nostdin", "-v", "debug", "-hwaccel", "vaapi", "-hwaccel_output_format", "vaapi", "-i",
                  self.clip("b_pictures.mp4"), "-f", "null", "-")
        self.assertIn("genmedia", done.stderr)
        self.assertEqual(done.stderr.count("Decode to surface"), 25)

    def test_pictures_go_up_and_come_back(self):
        for pixels in "nv12", "yuv420p", "p010le", "yuyv422", "uyvy422", "yuv422p", "yuv444p", "gray", "bgra", "rgba", "bgr0", "rgb0":
            with self.subTest(pixels):
                given = ["-f", "lavfi", "-i", "testsrc2=s=180x102:d=0.2", "-vf"]
                there = self.frames(va, "-init_hw_device", "vaapi=a", "-filter_hw_device", "a", *given,
                                    f"format={pixels},hwupload,hwdownload,format={pixels}")
                self.assertEqual(there, self.frames(run, *given, f"format={pixels}"))

    def encoded(self, name, *flags, size="176x144", codec="h264_vaapi", pixels="nv12"):
        """What FFmpeg encodes on the driver. Returns the file, and a PSNR of luma beside the source."""
        source = ["-f", "lavfi", "-i", f"testsrc2=s={size}:r=25:d=0.8"]
        made = va(FFMPEG, "-nostdin", "-v", "error", "-y", "-init_hw_device", "vaapi=a", "-filter_hw_device", "a", *source, "-vf",
                  f"format={pixels},hwupload", "-c:v", codec, *flags, self.dir / name)
        self.assertEqual((made.returncode, made.stderr), (0, ""), flags)
        plain = "yuv420p" if pixels == "nv12" else pixels
        beside = run(FFMPEG, "-nostdin", "-i", self.dir / name, *source, "-lavfi",
                     f"[0]format={plain},settb=1/25,setpts=N[a];[1]format={plain},settb=1/25,setpts=N[b];[a][b]psnr", "-f", "null", "-")
        self.assertEqual(beside.returncode, 0, beside.stderr)
        return self.dir / name, float(re.search(r"PSNR y:([0-9.]+|inf)", beside.stderr)[1])

    def test_h264_is_encoded(self):
        """The flags, what the profile is, key frames, and the least PSNR: below it the stream would be another's picture."""
        every = [0]
        for flags, profile, keys, least in (
                (["-qp", "24"], "High", every, 38), (["-coder", "cavlc", "-qp", "24", "-slices", "3"], "High", every, 38),
                (["-profile:v", "main", "-qp", "24", "-g", "8"], "Main", [0, 8, 16], 38),
                (["-profile:v", "constrained_baseline", "-qp", "24", "-bf", "2"], "Constrained Baseline", every, 38),
                (["-rc_mode", "CBR", "-b:v", "300k", "-maxrate", "300k"], "High", every, 28),
                (["-rc_mode", "VBR", "-b:v", "300k", "-maxrate", "500k"], "High", every, 28),
                (["-qp", "24", "-compression_level", "1"], "High", every, 38), (["-qp", "24", "-compression_level", "5"], "High", every, 38),
                (["-qp", "24", "-g", "4", "-idr_interval", "2", "-aud", "1", "-sei", "0"], "High", None, 38),
                (["-qp", "24", "-force_key_frames", "0.2"], "High", [0, 5], 38)):
            with self.subTest(" ".join(flags)):
                file, psnr = self.encoded("encoded.mp4", *flags)
                self.assertGreater(psnr, least)
                shown = self.frames(run, "-i", file)
                self.assertEqual(len(shown), 20)
                probed = run("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=profile,has_b_frames:packet=flags", "-of", "csv=p=0", file).stdout.split()
                flags_of_packets = [line for line in probed if line.startswith(("K", "_"))]
                self.assertIn(f"{profile},0", " ".join(probed))
                if keys is not None:
                    self.assertEqual([i for i, line in enumerate(flags_of_packets) if line.startswith("K")], keys)

    def test_pictures_are_those_of_encode(self):
        """With the quantisers of `genmedia encode`, whose key pictures have 3 less."""
        file, _ = self.encoded("as_encode.mp4", "-qp", "30", "-g", "250", "-i_qfactor", "1", "-i_qoffset", "-3", size="176x144")
        source = self.dir / "source.mkv"
        made = run(FFMPEG, "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=176x144:r=25:d=0.8", "-pix_fmt", "yuv420p", "-c:v", "ffv1", source)
        self.assertEqual(made.returncode, 0, made.stderr)
        done = run(GENMEDIA, "encode", source, "-o", self.dir / "encode.mp4", "--qp", "30", "--no-scene-cuts")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.frames(run, "-i", file), self.frames(run, "-i", self.dir / "encode.mp4"))

    def test_sizes_of_h264(self):
        for size in "178x146", "34x18", "640x66":
            with self.subTest(size):
                file, psnr = self.encoded("sized.mkv", "-qp", "20", size=size)
                self.assertGreater(psnr, 36)
                probed = run("ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0:s=x", file)
                self.assertEqual(probed.stdout.strip(), size)

    def test_jpeg_is_encoded(self):
        for pixels in "nv12", "gray", "yuv444p":
            with self.subTest(pixels):
                self.assertGreater(self.encoded("encoded.avi", "-global_quality", "95", codec="mjpeg_vaapi", pixels=pixels)[1], 20)

    def test_damage_is_no_end(self):
        clip = bytearray(self.clip("b_pictures.mp4").read_bytes())
        for at in range(2000, len(clip) - 2000, 997):
            clip[at] ^= 0x55
        (self.dir / "damaged.mp4").write_bytes(clip)
        done = va(FFMPEG, "-nostdin", "-v", "error", "-hwaccel", "vaapi", "-hwaccel_output_format", "vaapi", "-i", self.dir / "damaged.mp4", "-f", "null", "-")
        self.assertGreaterEqual(done.returncode, 0, done.stderr)

    def test_vainfo(self):
        if not shutil.which("vainfo"):
            self.skipTest("no vainfo (package vainfo)")
        done = va("vainfo", "--display", "drm")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Driver version: genmedia", done.stdout)
        self.assertRegex(done.stdout, r"VAProfileH264High\s+:\s+VAEntrypointVLD")
        self.assertRegex(done.stdout, r"VAProfileH264High\s+:\s+VAEntrypointEncSlice")

    def test_media_sdk_sees_a_gpu(self):
        """What Intel's Media SDK asks before it uses VA-API: files below /sys, and the node's driver and chip."""
        if pathlib.Path("/dev/dri/renderD128").exists():
            self.skipTest("this machine has a render node")
        done = va(sys.executable, "-c", """
import ctypes, fcntl, os, struct
libc = ctypes.CDLL(None)
libc.fopen.restype = libc.fdopen.restype = ctypes.c_void_p
for name in b"vendor", b"device":
    line = ctypes.create_string_buffer(16)
    libc.fgets(line, 16, ctypes.c_void_p(libc.fopen(b"/sys/class/drm/renderD128/device/" + name, b"r")))
    print(line.value.decode().strip())
libc.open.restype = libc.ioctl.restype = ctypes.c_int
node, other = libc.open(b"/dev/dri/renderD128", os.O_RDWR), libc.open(b"/dev/null", os.O_RDWR)
name, chip = ctypes.create_string_buffer(8), ctypes.c_int()
version = (ctypes.c_long * 8)(0, 0, 4, ctypes.addressof(name))
asked = (ctypes.c_long * 2)(4, ctypes.addressof(chip))
for file in node, other:
    print(libc.ioctl(file, ctypes.c_ulong(0xc0406400), version), libc.ioctl(file, ctypes.c_ulong(0xc0106446), asked))
print(name.value.decode(), hex(chip.value))
""")
        self.assertEqual(done.stdout.split("\n"), ["0x8086", "0x1912", "0 0", "-1 -1", "i915 0x1912", ""], done.stderr)

    def test_what_is_started(self):
        done = va("env")
        names = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
        self.assertEqual(names["LIBVA_DRIVER_NAME"], "genmedia")
        self.assertEqual(names["GST_VA_ALL_DRIVERS"], "1")
        self.assertIn("GST_VAAPI_DRM_DEVICE=/dev/own\n", va("env", env={**os.environ, "GST_VAAPI_DRM_DEVICE": "/dev/own"}).stdout)
        self.assertTrue((pathlib.Path(names["LIBVA_DRIVERS_PATH"]) / "genmedia_drv_video.so").exists())
        for arguments, status, words in ((["/no/such"], 127, "va: /no/such: No such file"), ([], 2, "va: no program given"),
                                         (["--log", "debug", "env"], 2, "--log")):
            done = run(GENMEDIA, "va", *arguments)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (status, 1), done.stderr)
            self.assertIn(words, done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
