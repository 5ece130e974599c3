# SPDX-License-Identifier: MIT
"""Intel's compute-samples with their own tests, built for debugging (with assertions) and as a release.

The tests of vme_search, vme_intra, vme_hme, vme_wpp and vme_interop compare with frames that a GPU wrote. Clips that the clone lacks
are replaced by drawn ones of their size: such tests then show only that a sample runs to its end."""
import os
import re
import shutil

DRAWN = {  # clips of another repository, and a picture that some copies of this one lack
    "external/yuv/goal_1280x720.yuv": ["testsrc2=s=1280x720:r=30:d=1", "-pix_fmt", "yuv420p", "-f", "rawvideo"],
    "external/yuv/football_interlaced_720x480.yuv": ["testsrc2=s=720x480:r=60:d=1,interlace", "-pix_fmt", "yuv420p", "-f",
                                                     "rawvideo"],
    "internal/bmp/input.bmp": ["testsrc2=s=256x256", "-frames:v", "1", "-pix_fmt", "bgra"],
}

# The build looks for all libraries in folders of its own, which its installation scripts fill. Debian has them as well.
DEBIANS = ["-DGTEST_ROOT=/usr/src/googletest", "-DBOOST_ROOT=/usr", "-DZLIB_ROOT=/usr", "-DPNG_ROOT=/usr",
           "-DOPENCL_ROOT=/usr"]

USM = "wants cl_intel_unified_shared_memory, which PoCL 3.1 lacks"


def run(suite):
    source = os.path.join(suite.work, "source")  # its build writes into its sources
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(suite.folder, source, ignore=shutil.ignore_patterns(".git"))
    ffmpeg = suite.program("ffmpeg", "ffmpeg")
    for name, how in DRAWN.items():
        path = os.path.join(source, "mediadata", name)
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            suite.built([ffmpeg, "-v", "error", "-f", "lavfi", "-i", *how, path])
    for kind in ("Debug", "Release"):
        build = os.path.join(suite.work, kind)
        suite.built(["cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_BUILD_TYPE={kind}", "-DWITH_L0=OFF",
                     "-DCMAKE_CXX_FLAGS=-Wno-error", *DEBIANS, *suite.compiler_cache()],
                    ["ninja", "-C", build], ["cmake", "--install", build])  # into the folder of the build
        yield from suite.judge_all(lambda test, kind=kind: judge(suite, kind, *test), tests_of(suite, kind, build))


def tests_of(suite, kind, build):
    found = []
    for name in sorted(os.listdir(build)):
        program = os.path.join(build, name)
        if not name.endswith("_tests") or not os.access(program, os.X_OK):
            continue
        group = ""
        for line in suite.run(program, "--gtest_list_tests", cwd=build).output.splitlines():
            if re.match(r"\S+\.( |$)", line):
                group = line.split("#")[0].strip()
            elif line.startswith("  "):
                test = group + line.split("#")[0].strip()
                if suite.only in f"{kind}/{name}/{test}":
                    found.append((name, program, test))
    return found


def judge(suite, kind, name, program, test):
    title = f"{kind}/{name}/{test}"
    # Tests of one sample write files of one name: each has a folder of its own.
    folder = os.path.join(suite.work, "runs", title.replace("/", "_"))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for entry in os.scandir(os.path.dirname(program)):
        if entry.is_file():
            os.symlink(entry.path, os.path.join(folder, entry.name))
    # The one sample that shares surfaces with VA-API.
    driver = [os.path.join(suite.bin, "genmedia"), "va", "--"] if name.startswith("vme_interop") else []
    outcome = suite.judged(title, [*driver, program, f"--gtest_filter={test}"], skipped=skipped, cwd=folder,
                           added=name.startswith(("vme_", "subgroups_")),
                           passed=lambda run: run.status == 0 and "[  PASSED  ] 1 test" in run.output)
    shutil.rmtree(folder)
    return outcome


def skipped(run):
    """Why a test does not apply, or None."""
    reasons = {"[  SKIPPED ]": "skips itself",
               "MemAllocINTEL) returned NULL": USM, "cl_intel_unified_shared_memory extension is required": USM}
    if "[  PASSED  ] 1 test" in run.output:
        return None
    return next((reason for text, reason in reasons.items() if text in run.output), None)
