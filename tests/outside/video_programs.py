# SPDX-License-Identifier: MIT
"""FFmpeg's OpenCL filters and x264's look-ahead on a GPU, as Debian has them, on the clips of a folder (`x264`,
`ffmpeg-filters`). What they make through genmedia is compared byte by byte with what they make on PoCL alone."""
import glob
import math
import os
import re

from suite import ALONE, FAIL, PASS, NotRun, Outcome

# FFmpeg's filters: what follows the clip (hw: frames on the device), and the filter for processors that does the same.
HARDWARE = "format=yuv420p,hwupload,{filter},hwdownload,format=yuv420p"
KERNELS = ":".join(["-1 -2 -1 0 5 0 1 2 -3"] * 3)  # one a plane
FILTERS = {
    "avgblur": ("avgblur_opencl=sizeX=3:sizeY=2", "avgblur=sizeX=3:sizeY=2"),
    "boxblur": ("boxblur_opencl=lr=4:lp=2", "boxblur=lr=4:lp=2"),
    "convolution": (f"convolution_opencl={KERNELS}", f"convolution={KERNELS}"),
    "deshake": ("deshake_opencl", None),
    "dilation": ("dilation_opencl=coordinates=231", "dilation=coordinates=231"),
    "erosion": ("erosion_opencl=threshold0=30:threshold1=40:threshold2=50", None),
    "nlmeans": ("nlmeans_opencl=s=4:p=3:r=5", "nlmeans=s=4:p=3:r=5"),
    "pad": ("pad_opencl=iw+33:ih+18:16:8:color=red", "pad=iw+33:ih+18:16:8:color=red"),
    "prewitt": ("prewitt_opencl=scale=2", "prewitt=scale=2"),
    "roberts": ("roberts_opencl=delta=10", "roberts=delta=10"),
    "sobel": ("sobel_opencl", "sobel"),
    "transpose": ("transpose_opencl=clock", "transpose=clock"),
    "transpose_flip": ("transpose_opencl=cclock_flip", "transpose=cclock_flip"),
    "unsharp": ("unsharp_opencl=lx=7:ly=5:la=1.5", "unsharp=lx=7:ly=5:la=1.5"),
}
SMALLEST_PSNR = 30  # of a filter beside the one for processors, which treats edges otherwise


def clips(suite):
    found = sorted(file for kind in ("avi", "mp4", "mkv", "y4m", "mov")
                   for file in glob.glob(os.path.join(suite.folder, "**", f"*.{kind}"), recursive=True))
    if not found:
        raise NotRun(f"no clip in {suite.folder}")
    return found


def contents(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def psnr(a, b):
    if len(a) != len(b) or not a:
        return 0.0
    import numpy
    difference = numpy.frombuffer(a, numpy.uint8).astype(int) - numpy.frombuffer(b, numpy.uint8)
    error = float((difference * difference).mean())
    return math.inf if error == 0 else 10 * math.log10(255 * 255 / error)


def same(suite, test, command, output, **how):
    """An outcome, and the bytes that the command wrote through genmedia, where PoCL alone wrote the same."""
    made = []
    for run in (suite.with_genmedia, suite.alone):
        if os.path.exists(output):
            os.remove(output)
        done = run(*command, **how)
        made.append((done, contents(output)))
    (done, ours), (alone, theirs) = made
    if done.status != 0 or not ours:
        return suite.failed(test, done, alone.status == 0 and theirs), b""
    if ours != theirs:
        return Outcome(test, FAIL, f"not the bytes of PoCL alone ({len(ours)} and {len(theirs)})"), b""
    os.remove(output)
    return Outcome(test, PASS), ours


def ffmpeg_filters(suite):
    ffmpeg = suite.program("ffmpeg", "ffmpeg")
    """What a filter makes through genmedia has the bytes of what it makes on PoCL alone, and is about what FFmpeg's filter
    for processors makes."""
    files = clips(suite)

    def judge_clip(name, clip):
        filtered, for_processors = FILTERS[name]
        output = os.path.join(suite.work, f"{name}_{os.path.basename(clip)}.yuv")
        begin = [ffmpeg, "-v", "error", "-y"]
        end = ["-frames:v", "6", "-an", "-f", "rawvideo", output]
        outcome, ours = same(suite, name, [*begin, "-init_hw_device", "opencl=unit:0.0", "-filter_hw_device", "unit", "-i",
                                           clip, "-vf", HARDWARE.format(filter=filtered), *end], output)
        if outcome.outcome == PASS and for_processors:
            done = suite.run(*begin, "-i", clip, "-vf", f"format=yuv420p,{for_processors},format=yuv420p", *end)
            quality = psnr(ours, contents(output))
            if done.status != 0 or quality < SMALLEST_PSNR:
                # PoCL alone made the same bytes.
                return Outcome(name, ALONE, f"{quality:.1f} dB beside FFmpeg's {for_processors.partition('=')[0]}")
        return outcome
    yield from suite.judge_all(lambda name: worst(judge_clip(name, clip) for clip in files), suite.wanted(FILTERS))


def worst(outcomes):
    """Of one test on many clips: the first that does not pass, or one that does."""
    for outcome in outcomes:
        if outcome.outcome != PASS:
            break
    return outcome


def x264(suite):
    """x264's look-ahead on a GPU chooses otherwise than that on the processor. So its bits are compared by what they are
    worth: the stream decodes, and its size and PSNR are about those of x264 without OpenCL."""
    program, ffmpeg = suite.program("x264", "x264"), suite.program("ffmpeg", "ffmpeg")
    choices = {"default": [], "fast": ["--preset", "fast"], "slow": ["--preset", "slow", "--rc-lookahead", "20"],
               "no_b": ["--bframes", "0"], "adaptive_b": ["--b-adapt", "2", "--bframes", "5"],
               "interlaced": ["--tff"], "no_scenecut": ["--scenecut", "0"]}
    files = clips(suite)

    def judge_clip(name, clip):
        output = os.path.join(suite.work, f"{name}_{os.path.basename(clip)}.264")
        cache = output + ".clbin"  # else in the folder of the program
        encode = [program, "--threads", "1", "--frames", "24", "--tune", "psnr", "--psnr", *choices[name], "-o", output, clip]
        quality, rate = quality_and_rate(suite.run(*encode).output)

        def fault(run):
            """What is wrong with an encoding by OpenCL, or None."""
            done = run(*encode, "--opencl", "--opencl-clbin", cache)
            if os.path.exists(cache):
                os.remove(cache)
            if done.status != 0 or "acceleration enabled" not in done.output:
                return done.reason()
            decoded = suite.run(ffmpeg, "-v", "error", "-xerror", "-i", output, "-f", "null", "-")
            if decoded.status != 0 or decoded.output:
                return f"the stream does not decode: {decoded.reason()}"
            made = quality_and_rate(done.output)
            if abs(made[0] - quality) > 0.5 or abs(made[1] - rate) > 0.1 * rate:
                return f"{made[0]} dB, {made[1]} kb/s; without OpenCL {quality}, {rate}"
            return None

        wrong = fault(suite.with_genmedia)
        if not wrong:
            return Outcome(name, PASS)
        return Outcome(name, ALONE if fault(suite.alone) else FAIL, f"{os.path.basename(clip)}: {wrong}")
    yield from suite.judge_all(lambda name: worst(judge_clip(name, clip) for clip in files), suite.wanted(choices))


def quality_and_rate(output):
    """dB and kb/s of x264's last line."""
    found = re.findall(r"Global:([0-9.]+) kb/s:([0-9.]+)", output)
    return tuple(map(float, found[-1])) if found else (0.0, math.inf)
