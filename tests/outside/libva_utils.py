# SPDX-License-Identifier: MIT
"""libva-utils' tests of a VA-API driver, on genmedia's. A row is one of its suites of GoogleTest's. Tests of what the
driver does not list skip themselves; a suite of which nothing else is left is skipped. Further rows are its programs that
encode: FFmpeg decodes what they write. h264encode also writes the driver's surfaces, which must be the same pictures. Rows of
its programs that decode and show, on Xvfb, say that they come to their end."""
import os
import re

from suite import FAIL, PASS, SKIP, Outcome

SIZE, WIDTH, HEIGHT, PICTURES = "352x288", "352", "288", 30
# It does not look whether there are B pictures.
H264 = ["-w", WIDTH, "-h", HEIGHT, "-n", str(PICTURES), "-f", "25", "--ip_period", "1", "--srcyuv", "nv12.raw",
        "--fourcc", "NV12", "-o", "NAME", "--recyuv", "NAME.made"]
# Rows: the program's arguments, in which NAME stands for what is written, and FORMAT.raw for pictures of that format.
PROGRAMS = {
    "h264encode cqp": ["h264encode", *H264, "--rcmode", "CQP"],
    "h264encode cbr": ["h264encode", *H264, "--rcmode", "CBR", "--bitrate", "500000"],
    "h264encode baseline": ["h264encode", *H264, "--rcmode", "VBR", "--bitrate", "500000", "--profile", "BP", "--entropy", "0"],
    "avcenc": ["avcenc", WIDTH, HEIGHT, "yuv420p.raw", "NAME", "qp=28", "--mode=1"],
    "jpegenc nv12": ["jpegenc", WIDTH, HEIGHT, "nv12.raw", "NAME", "1", "80"],
    "jpegenc yuyv422": ["jpegenc", WIDTH, HEIGHT, "yuyv422.raw", "NAME", "3", "80"],
    "jpegenc gray": ["jpegenc", WIDTH, HEIGHT, "gray.raw", "NAME", "4", "80"],
}
# Rows of programs that show what they decode: arguments, in which FORMAT.jpg is a picture.
SHOWN = {
    "mpeg2vldemo": ["mpeg2vldemo"],
    **{f"loadjpeg {pixels}": ["loadjpeg", f"{pixels}.jpg"] for pixels in ("yuvj420p", "yuvj422p", "yuvj444p", "gray")},
}


def judged(name, done):
    counted = re.search(r"\[  PASSED  \] (\d+) test", done.output)
    ran = re.search(r"\] (\d+) tests? from", done.output)
    if done.status != 0 or not counted or not ran or counted[1] != ran[1]:
        return Outcome(name, FAIL, done.reason())
    left_out = done.output.count("[ SKIPPED ]")
    return Outcome(name, PASS) if left_out < int(ran[1]) else Outcome(name, SKIP, "nothing of it is supported")


def encoded(suite, name, ffmpeg):
    """A row of PROGRAMS."""
    output = os.path.join(suite.work, name.replace(" ", "-"))
    for file in (output, f"{output}.made", f"{output}.yuv"):
        if os.path.exists(file):
            os.remove(file)
    program, *arguments = PROGRAMS[name]
    arguments = [argument.replace("NAME", output) for argument in arguments]
    program = os.path.join(suite.work, "build", "encode", program)
    done = suite.run(os.path.join(suite.bin, "genmedia"), "va", "--", program, *arguments)
    if done.status != 0:
        return Outcome(name, FAIL, done.reason())
    is_h264 = not name.startswith("jpegenc")
    form = ["-f", "h264", "-i", output, "-pix_fmt", "nv12"] if is_h264 else ["-f", "mjpeg", "-i", output]
    decoded = suite.run(ffmpeg, "-nostdin", "-v", "error", "-xerror", *form, "-f", "rawvideo", f"{output}.yuv")
    if decoded.status != 0 or decoded.output:
        return Outcome(name, FAIL, decoded.reason())
    pixels = int(WIDTH) * int(HEIGHT)
    expected = PICTURES * pixels * 3 // 2 if is_h264 else pixels
    with open(f"{output}.yuv", "rb") as file:
        pictures = file.read()
    if len(pictures) < expected:
        return Outcome(name, FAIL, f"{len(pictures)} bytes of pictures, expected {expected}")
    if name.startswith("h264encode"):
        with open(f"{output}.made", "rb") as file:
            if file.read() != pictures:
                return Outcome(name, FAIL, "the driver's surfaces are other pictures")
    return Outcome(name, PASS)


def programs(suite):
    wanted = suite.wanted(PROGRAMS)
    if not wanted:
        return
    ffmpeg = suite.program("ffmpeg", "ffmpeg")
    for pixels in "nv12", "yuv420p", "yuyv422", "gray":
        suite.built([ffmpeg, "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=s={SIZE}:r=25",
                     "-frames:v", str(PICTURES), "-pix_fmt", pixels, "-f", "rawvideo", f"{pixels}.raw"])
    if "drm" not in suite.run(os.path.join(suite.work, "build", "vainfo", "vainfo"), "--display", "help").output:
        yield from (Outcome(name, SKIP, "built without DRM: needs Debian's package libdrm-dev") for name in wanted)
        return
    yield from suite.judge_all(lambda name: encoded(suite, name, ffmpeg), wanted)


def shown(suite):
    wanted = suite.wanted(SHOWN)
    if not wanted:
        return
    ffmpeg, xvfb = suite.program("ffmpeg", "ffmpeg"), suite.program("xvfb-run", "xvfb")
    for name in wanted:
        program, *pictures = SHOWN[name]
        for picture in pictures:
            suite.built([ffmpeg, "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=322x246", "-frames:v", "1",
                         "-pix_fmt", picture.removesuffix(".jpg"), picture])
        done = suite.run(xvfb, "-a", os.path.join(suite.bin, "genmedia"), "va", "--",
                         os.path.join(suite.work, "build", "decode", program), *pictures)
        yield Outcome(name, PASS) if done.status == 0 else Outcome(name, FAIL, done.reason())


def run(suite):
    meson, build = suite.program("meson", "meson"), os.path.join(suite.work, "build")
    if not os.path.exists(os.path.join(build, "build.ninja")):
        suite.built([meson, "setup", build, suite.folder, "-Dtests=true"])
    suite.built(["ninja", "-C", build])
    tests = os.path.join(build, "test", "test_va_api")
    names = sorted(set(re.findall(r"^(\S+)\.$", suite.run(tests, "--gtest_list_tests").output, re.MULTILINE)))

    def judge(name):
        return judged(name, suite.run(os.path.join(suite.bin, "genmedia"), "va", "--", tests, "--gtest_brief=1", f"--gtest_filter={name}.*"))

    yield from suite.judge_all(judge, suite.wanted(names))
    yield from programs(suite)
    yield from shown(suite)
