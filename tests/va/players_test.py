# SPDX-License-Identifier: MIT
"""players_test.py GENMEDIA FFMPEG: mpv and GStreamer on the driver, their frames beside FFmpeg's software.

What is not installed is skipped: Xvfb (xvfb), mpv, GStreamer (gstreamer1.0-tools, -plugins-base, -plugins-good, -plugins-bad).
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

GENMEDIA, FFMPEG = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)

SCALE = "scale=flags=bicubic+accurate_rnd+full_chroma_int+bitexact"
SIZE = 176, 144
LACED = "tinterlace=interleave_top,setfield=tff"
# By a clip's name: how FFmpeg makes it, its demuxer and parser, and the decoder.
CLIPS = {
    "h264.mkv": (("libx264", "-bf", "3"), "matroskademux ! h264parse", "vah264dec"),
    "laced.mkv": (("libx264", "-x264-params", "interlaced=1:bframes=0", "-vf", LACED), "matroskademux ! h264parse", "vah264dec"),
    "hevc.mkv": (("libx265", "-x265-params", "log-level=none"), "matroskademux ! h265parse", "vah265dec"),
    "mpeg2.mkv": (("mpeg2video", "-bf", "2"), "matroskademux ! mpegvideoparse", "vampeg2dec"),
    "vp8.mkv": (("libvpx",), "matroskademux", "vavp8dec"),
    "vp9.mkv": (("libvpx-vp9",), "matroskademux ! vp9parse", "vavp9dec"),
    "jpeg.avi": (("mjpeg", "-pix_fmt", "yuvj420p"), "avidemux ! jpegparse", "vajpegdec"),
}


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, timeout=120, **more)


def needs(*programs):
    missing = [program for program in programs if not shutil.which(program)]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


class Players(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="genmedia-players-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir)
        # Nobody's settings and caches; a program that finds no folder of its own for running says so.
        cls.env = {**os.environ, "HOME": str(cls.dir), "XDG_RUNTIME_DIR": str(cls.dir)}
        for name in "DISPLAY", "WAYLAND_DISPLAY":
            cls.env.pop(name, None)

    def clip(self, name):
        if not (self.dir / name).exists():
            codec, *flags = CLIPS[name][0]
            done = run(FFMPEG, "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s={SIZE[0]}x{SIZE[1]}:r=25:d=1", "-pix_fmt", "yuv420p",
                       "-c:v", codec, *flags, self.dir / name)
            self.assertEqual(done.returncode, 0, done.stderr)
        return self.dir / name

    def software(self, name, *flags):
        done = run(FFMPEG, "-nostdin", "-v", "error", "-i", self.clip(name), *flags, "-fps_mode", "passthrough", "-f", "rawvideo", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    # mpv

    @needs("mpv")
    def test_mpv_copies(self):
        def frames(hwdec, *before):
            done = run(*before, "mpv", "--no-config", "--no-audio", "-v", f"--hwdec={hwdec}", "--of=framemd5", "--ovc=rawvideo",
                       f"--o={self.dir / hwdec}", self.clip("h264.mkv"), env=self.env)
            self.assertEqual(done.returncode, 0, done.stdout)
            return done.stdout.decode(), [line for line in (self.dir / hwdec).read_text().splitlines() if not line.startswith("#")]

        said, there = frames("vaapi-copy", GENMEDIA, "va", "--")
        self.assertIn("Using hardware decoding (vaapi-copy)", said)
        self.assertGreater(len(there), 20)
        self.assertEqual(there, frames("no")[1])

    @needs("mpv", "Xvfb")
    def test_mpv_puts_pictures_on_x11(self):
        reading, writing = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24", "-nolisten", "tcp"], pass_fds=[writing],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as display:
            number = display.readline().strip()
        try:
            self.assertTrue(number, "Xvfb did not start")
            self.show(f":{number}")
        finally:
            server.terminate()
            server.wait()

    def show(self, display):
        expected = self.software("h264.mkv", "-vf", f"select=gte(n\\,12),{SCALE},format=bgr0", "-frames:v", "1")
        player = subprocess.Popen([GENMEDIA, "va", "--", "mpv", "--no-config", "--vo=vaapi", "--no-border", f"--geometry={SIZE[0]}x{SIZE[1]}+0+0",
                                   "--osd-level=0", "--no-osc", "--no-audio", "--start=0.48", "--pause", self.clip("h264.mkv")],
                                  env={**self.env, "DISPLAY": display}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            shown = b""
            until = time.monotonic() + 60
            while not self.same_colours(shown, expected) and time.monotonic() < until and player.poll() is None:
                time.sleep(0.2)
                shown = run(FFMPEG, "-nostdin", "-v", "error", "-f", "x11grab", "-video_size", f"{SIZE[0]}x{SIZE[1]}", "-i", f"{display}+0,0",
                            "-frames:v", "1", "-pix_fmt", "bgr0", "-f", "rawvideo", "-").stdout
            self.assertTrue(self.same_colours(shown, expected), "the window's pixels are not the picture's")
        finally:
            player.terminate()
            player.communicate()

    @staticmethod
    def same_colours(one, other):
        """Of 32 bits a pixel, of which 24 say something."""
        return len(one) == len(other) and all(one[channel::4] == other[channel::4] for channel in range(3))

    # GStreamer

    def stream(self, name, *elements):
        """What elements behind the decoder make, as I420."""
        _, parser, decoder = CLIPS[name]
        made = self.dir / "made"
        made.unlink(missing_ok=True)
        pipeline = " ! ".join([f"filesrc location={self.clip(name)}", parser, decoder, *elements, f"filesink location={made}"])
        done = run(GENMEDIA, "va", "--", "gst-launch-1.0", "-q", *pipeline.split(), env=self.env)
        self.assertEqual(done.returncode, 0, done.stderr)
        return made.read_bytes()

    def need_elements(self, *elements):
        for element in elements:
            if run(GENMEDIA, "va", "--", "gst-inspect-1.0", "--exists", element, env=self.env).returncode != 0:
                # The plugin is there without a device, too.
                known = run("gst-inspect-1.0", "va", env=self.env).returncode == 0
                (self.fail if known else self.skipTest)(f"GStreamer has no {element} (package gstreamer1.0-plugins-bad)")

    @needs("gst-launch-1.0", "gst-inspect-1.0")
    def test_gstreamer_decodes(self):
        self.need_elements("vah264dec", "vapostproc")
        for name in CLIPS:
            with self.subTest(name):
                self.assertEqual(self.stream(name, "videoconvert", "video/x-raw,format=I420"), self.software(name, "-pix_fmt", "yuvj420p" if "jpeg" in name else "yuv420p"))

    @needs("gst-launch-1.0", "gst-inspect-1.0")
    def test_gstreamer_processes(self):
        self.need_elements("vapostproc", "vadeinterlace")
        for memory in "memory:VAMemory", "memory:DMABuf":
            scaled = self.stream("h264.mkv", f"video/x-raw({memory})", "vapostproc scale-method=hq", "video/x-raw,format=I420,width=320,height=240")
            self.assertEqual(scaled, self.software("h264.mkv", "-vf", f"{SCALE}:w=320:h=240,format=yuv420p"), memory)
        turned = self.stream("h264.mkv", "vapostproc video-direction=1", "video/x-raw,format=I420")
        self.assertEqual(turned, self.software("h264.mkv", "-vf", "transpose=clock"))
        # It makes nothing of the first picture and the last one, which lack a neighbour.
        frame = SIZE[0] * SIZE[1] * 3 // 2
        for method, name in ("adaptive", "yadif"), ("compensated", "bwdif"):
            there = self.stream("laced.mkv", f"vadeinterlace method={method}", "vapostproc", "video/x-raw,format=I420")
            self.assertGreater(len(there) // frame, 15)
            self.assertEqual(there, self.software("laced.mkv", "-vf", f"{name}=mode=send_field:parity=tff")[2 * frame:-2 * frame])


if __name__ == "__main__":
    unittest.main(verbosity=2)
