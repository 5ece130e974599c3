# SPDX-License-Identifier: MIT
"""vuiseng9/ocl-vme: Intel's tutorials of the unit in OpenCL, built by their own Makefiles and run on a drawn clip. Most
check their kernels by a second kernel or on the host, and print "ERROR" where they differ."""
import glob
import os
import re
import shutil

from suite import FAIL, PASS, SKIP, NotRun, Outcome

WIDTH, HEIGHT, FRAMES = 640, 480, 6
FRAME = WIDTH * HEIGHT * 3 // 2
ONE_FRAME = ["host-callable-vme"]  # programs without an option for the number of frames

# The programs include CL/cl.hpp, which Debian's headers no longer have.
BINDINGS = """#define CL_TARGET_OPENCL_VERSION 300
#include "{}"
"""


def prepared(suite, folder):
    """A copy of the clone, as the programs are built where they lie; and what to build and run them with."""
    source = os.path.join(suite.work, "source")
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(folder, source, ignore=shutil.ignore_patterns(".git"))
    clip = os.path.join(suite.work, "clip.yuv")
    # Interlaced lines and moving shapes; a size that the programs' pyramids divide.
    suite.built([suite.program("ffmpeg", "ffmpeg"), "-v", "error", "-y", "-f", "lavfi", "-i",
                 f"testsrc2=s={WIDTH}x{HEIGHT}:r=50,noise=alls=12:allf=t", "-frames:v", str(FRAMES), "-pix_fmt", "yuv420p",
                 "-f", "rawvideo", clip])
    os.makedirs(os.path.join(suite.work, "CL"), exist_ok=True)
    with open(os.path.join(suite.work, "CL", "cl.hpp"), "w") as header:
        bindings = suite.beside("viennacl-dev", "viennacl/viennacl-dev, for its CL/cl.hpp,")
        header.write(BINDINGS.format(os.path.join(bindings, "CL", "cl.hpp")))
    return source, clip, {"CPATH": suite.work}


def arguments(folder, clip):
    """Of a program, whose folder gets the clip: one of them takes relative names alone."""
    shutil.copy(clip, os.path.join(folder, "clip.yuv"))
    frames = [] if any(name in folder for name in ONE_FRAME) else ["--frames", str(FRAMES)]
    return ["--nobmp", "--input", "clip.yuv", "--output", "overlay.yuv", "--width", str(WIDTH), "--height", str(HEIGHT),
            *frames]


def basic_program(suite, folder):
    """The simplest of them, built: the program, its arguments, and what it draws."""
    source, clip, env = prepared(suite, folder)
    place = os.path.join(source, "MotionEstimation_ds_basic")
    done = suite.run("make", "-B", cwd=place, env=env)
    if done.status != 0:
        raise NotRun(f"MotionEstimation_ds_basic does not build: {done.reason()}")
    return os.path.join(place, "MotionEstimation"), arguments(place, clip), os.path.join(place, "overlay.yuv")


def run(suite):
    source, clip, env = prepared(suite, suite.folder)
    makefiles = sorted(glob.glob(os.path.join(source, "**", "Makefile"), recursive=True))
    folders = [os.path.relpath(os.path.dirname(file), source) for file in makefiles]

    def judge(folder):
        name = folder.removesuffix("/MotionEstimation")
        place = os.path.join(source, folder)
        built = suite.run("make", "-B", cwd=place, env=env)
        if built.status != 0:
            return Outcome(name, FAIL, built.reason())
        done = suite.with_genmedia("./MotionEstimation", *arguments(place, clip), cwd=place)
        complaint = re.search(r"\b(ERROR|FAILED|[Ee]rror)\b.*", done.output)
        drawn = sum(os.path.getsize(file) for file in glob.glob(os.path.join(place, "*overlay.yuv")))
        if done.status != 0 or complaint:
            return Outcome(name, FAIL, complaint.group()[:160] if complaint else done.reason())
        if drawn < FRAMES * FRAME:
            return Outcome(name, FAIL, f"drew {drawn} bytes of {FRAMES * FRAME}")
        return Outcome(name, PASS)
    yield from suite.judge_all(judge, suite.wanted(folders))
    if suite.only in "ime_mv_extract":
        yield Outcome("ime_mv_extract", SKIP, "needs OpenCV's C++ headers; its kernel is MotionEstimation_ds_basic's")
