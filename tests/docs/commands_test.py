# SPDX-License-Identifier: MIT
"""commands_test.py SOURCE BUILD PAGE... [--programs FOLDER] [--installed]: runs every command on the pages.

Each page has a folder of its own, which looks like the sources with this build in build/release and build/dev. What the
page shows (Python's answers, what a command prints) is compared. A command that is not run is in NOT_RUN with a reason,
one that is too long as it stands in INSTEAD; an entry there that is on no page fails, too. --installed: the programs of a
fresh installation, which the page finds below CMAKE_PREFIX_PATH. Exit status 77: what needs a missing program was skipped.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import page as pages

# Page: {command: why it is not run}
NOT_RUN = {
    "README.md": {
        "git clone --depth 1 https://github.com/intel/compute-samples ../compute-samples": "network",
        "scripts/silicon ../compute-samples/mediadata/internal/yuv": "needs these frames; fidelity.* run it where they are",
        "scripts/install-deps python && python3 -m venv env && env/bin/pip install '.[video]'": "root rights and network",
        "make vapoursynth && pip install build/vapoursynth-wheel/dist/*.whl": "network; scripts/vapoursynth-wheel does it",
    },
    "CONTRIBUTING.md": {
        "make demo": "it installs packages; the README's commands are typed elsewhere",
        "make check": "this runs in it",
        "scripts/check-format --fix": "it changes sources",
    },
    "HACKING.md": {
        "scripts/outside NAME FOLDER": "needs a clone; outside.* run it where it is",
        "scripts/silicon FOLDER...": "needs frames of hardware; fidelity.* run it where they are",
        "scripts/register-table": "a minute",
        "scripts/wheel-newcomer /tmp/bare": "root rights and network",
        "scripts/damage-inputs": "minutes: 3000 videos",
        "scripts/odd-inputs": "many minutes; tool.odd runs a sample",
        "scripts/fuzz 60": "a minute, and a build with clang; `make check` runs half a minute of it",
        "scripts/check-format --fix": "it changes sources",
        "run-clang-tidy -quiet -p build/dev '/(src|tools)/'": "many minutes",
        "scripts/arm walker": "many minutes: it unpacks a Debian for Arm and builds for it",
        "genmedia motion CLIP --csv ...": "a pattern; docs/motion.md has such commands",
        "genmedia cl -- build/release/tests/fidelity/fidelity_pipelines ...": "a pattern; fidelity.* run it",
    },
    "docs/dev/sanitizers.md": {
        "make asan": "many minutes; `make check` does it",
    },
    "docs/cm.md": {
        "sudo dpkg --add-architecture amd64 && sudo apt-get update": "root rights and network",
        "apt-get download libigfxcmrt-dev:amd64 && dpkg -x libigfxcmrt-dev_*_amd64.deb cm_rt": "network",
        "sudo apt-get install clang libva-dev": "root rights and network",
        "g++ -std=c++17 twice.cpp -I cm_rt/usr/include/igfxcmrt -I /usr/local/include/cm/host/not_x86 -ligfxcmrt -o twice":
            "for an Arm machine",
        "cmake --preset release -DGENMEDIA_CM=ON -DGENMEDIA_CM_RT_INCLUDE=$PWD/cm_rt/usr/include/igfxcmrt":
            "for an Arm machine, and a build takes many minutes",
    },
    "docs/cluster.md": {
        "bench/cluster.py --workers 1,2,4,8,16": "for a larger machine, and it writes the page",
        "pip install '.[cluster]'": "network",
    },
    "docs/fidelity.md": {
        "git clone --depth 1 https://github.com/intel/compute-samples ../compute-samples": "network",
        "git clone https://github.com/Integraali10/MovementEstimationCL ../MovementEstimationCL": "network",
        "git clone --depth 1 https://github.com/vuiseng9/ocl-vme ../ocl-vme": "network",
        "scripts/silicon --questions questions": "it writes a folder; fidelity.questions has the same done",
        "scripts/silicon --answers answers.txt": "needs answers of a GPU; fidelity.questions gives it some",
        "scripts/silicon ../compute-samples/mediadata/internal/yuv ../MovementEstimationCL ../ocl-vme":
            "needs these frames; fidelity.* run it where they are",
    },
    "docs/outside.md": {"scripts/outside ocl-vme ../ocl-vme": "needs this clone; outside.* run it where it is"},
    "docs/va.md": {"scripts/outside libva-utils ../libva-utils": "needs this clone; outside.* run it where it is",
                   "genmedia va -- sample_fei -encpak -i in.yuv -o out.h264 -w 352 -h 288 -r 1 -qp 26 -mvout vectors -mbcode codes":
                   "needs a clone that is built; outside.sample-fei runs it where it is",
                   "genmedia va -- genmedia cl -- ./vme_interop -i foreman.yuv -o out.yuv -w 176 --height 144":
                       "a sample of compute-samples; outside.* run it where that is"},
    "docs/motion.md": {"pip install numpy": "network"},
    "docs/opencl.md": {
        "sudo apt-get install pocl-opencl-icd ocl-icd-libopencl1 clinfo": "root rights and network",
        "genmedia cl --device gpu -- ./your_program its arguments": "needs a GPU; opencl.device.* run the portable path",
    },
    "docs/performance.md": {
        "bench/gpu build/release CLIP": "for a machine with a GPU",
        "perf record genmedia motion": "perf needs rights to count events",
    },
    "docs/python.md": {
        "sudo apt-get install build-essential libtbb-dev libboost-context-dev libhwy-dev python3-dev python3-venv":
            "root rights and network",
        "python3 -m venv env && env/bin/pip install '.[video]'": "network",
        "pip install genmedia-vme": "network; it is not there yet",
    },
    "docs/encode.md": {
        "bench/encode/bd_rate.py build/release/bin/genmedia --clips DIR --frames 60": "ten minutes, and clips from PyPI",
    },
    "docs/quality.md": {
        "bench/quality/cuts.py GENMEDIA DIR": "a minute, and clips from PyPI",
        "bench/quality/known_fields.py build/release/bin/genmedia": "a minute, and packages from PyPI",
        "bench/quality/speed.py BENCH CLIP.yuv WxH PAIRS": "a minute, and a clip and packages from PyPI",
        "bench/quality/quality.py build/release/bin/genmedia --clips DIR": "a minute, and clips and packages from PyPI",
        "bench/vapoursynth/compare.py --clips DIR --tables rebuild,follow": "minutes, and clips and packages from PyPI",
    },
    "docs/vapoursynth.md": {
        "pip install build/vapoursynth-wheel/dist/vapoursynth_genmedia-*.whl": "network; scripts/vapoursynth-wheel does it",
        "bench/vapoursynth/compare.py --clips DIR --groups 4": "many minutes, and clips and packages from PyPI",
    },
    "docs/registers.md": {"sudo apt-get install clang-14 intel-opencl-icd libigc1": "root rights and network"},
}

# Page: {first line of a block that is no command: what it is}
NO_COMMANDS = {
    "HACKING.md": {"#define GM_LOCALS 32                            // a macro: only where the language has nothing else": "names, not a program"},
    "CONTRIBUTING.md": {"opencl: functions keep the local memory that the kernel gave them": "words for a commit"},
    "docs/cm.md": {
        "SIMD_IF_BEGIN(v > 8) {                                   // in a loop": "a piece of a kernel",
        "template <uint R, uint C> _GENX_ void halve(matrix_ref<uchar, R, C> m) { m = m.select<R, 1, C, 1>(0, 0) >> 1; }":
            "a piece of a kernel",
        "SurfaceIndex* pictures = nullptr;": "a piece of a host, and a kernel",
        "CM_AVS_NONPIPLINED_STATE tables{};  // in 32 phases: luma across and down, chroma across and down": "a piece of a host",
        "matrix<uint, 9, 8> message;          // a header, and 8 rows of 32 bytes": "a piece of a kernel",
    },
    "docs/python.md": {"#include <genmedia/opencv.h>": "needs OpenCV's headers; motion.opencv has the same"},
    "docs/opencl.md": {
        "cl_motion_estimation_desc_intel descriptor = {CL_ME_MB_TYPE_16x16_INTEL, CL_ME_SUBPIXEL_MODE_QPEL_INTEL,":
            "a piece of a host",
        "do {                                                   // more turns for some work-items than for others":
            "a piece of a kernel",
    },
    "docs/registers.md": {
        "for (int i = 0; i < n; i++) sum = sum * w + in;      // in: bytes, sum: floats": "a piece of a kernel",
        "peak of 71 registers at line 6: in as floats (line 6) 1024 bytes, sum 1024 bytes, and 7 registers of scalars and "
        "values on the way": "of a kernel that the page leaves out; gen.registers.temporaries has it",
        "k.cpp:7: kernel k: window has 6144 bytes and an index that only the run knows; expected at most 3840, since "
        "registers": "of a kernel that the page leaves out; gen.cmc.too_large_to_address has it",
    },
}

# Page: what stands before a program in a fence, which the page leaves to its reader.
BEFORE = {
    "README.md": {
        "python": "import genmedia, itertools, numpy\nclip = genmedia.motion\n"
                  "genmedia.motion = lambda path: itertools.islice(clip(path), 3)  # of many\n"
                  "current = previous = numpy.zeros((96, 128), numpy.uint8)\n",
        "cpp": "const genmedia::PlaneView now, before;",
    },
    "docs/interpolate.md": {"cpp": "const genmedia::Yuv420View first, second; const genmedia::YuvTarget target;"},
    "docs/encode.md": {"cpp": "const genmedia::Yuv420View picture;"},
}

# Page ("" for all): [(command as a regular expression, what is run in its place, why)]
INSTEAD = {
    "": [
        (r"(?:GENMEDIA_(?:SILICON|OUTSIDE)=FOLDER )?make (\w+)", r"make -n \1", "minutes, and root rights"),
        (r"genmedia (motion|view|cl|cm|va|registers)", r"genmedia \1 --help", "names the subcommand"),
        (r"genmedia registers --html", r"genmedia registers --help | grep -e --html", "names the option"),
        (r"cmc --gen", r"cmc --help | grep -e --gen", "names the option"),
        (r"genmedia-check --bench", r"genmedia-check --help | grep -e --bench", "many seconds"),
        (r"man (.*)", r"man -l docs/\1.1 | grep NAME", "it is installed nowhere here"),
    ],
    "docs/performance.md": [
        (r"genmedia-check --backend opencl0 --rounds 50000", r"genmedia-check --backend opencl0 --rounds 100", "five minutes"),
    ],
    "README.md": [
        (r"pkg-config genmedia", r"pkg-config --exists genmedia", "names the package"),
        (r"(cmake -S examples/opencl -B build/examples && cmake --build build/examples)",
         r"\1 --target example_opencl_basic_search", "the build of all examples takes a minute"),
    ],
    "HACKING.md": [
        (r"cmake --preset dev && cmake --build --preset dev", r"""cmake --list-presets=all | grep -c '"dev"' | grep 3""",
         "the build takes many minutes"),
        (r"cmake --preset release -DGENMEDIA_CM=OFF", r"grep -e GENMEDIA_CM cmake/parts.cmake",
         "a configuration of its own; tool.parts has what a build without it says"),
        (r"scripts/mutants (src/vme|ROOM)", r"scripts/mutants --help", "many builds"),
        (r"scripts/check-includes build/release", r"scripts/check-includes --help", "four minutes; the test includes runs a part"),
        (r"scripts/newcomer /tmp/bare", r"scripts/newcomer --print", "root rights and network"),
        (r"(ctest --preset release) -j5 --schedule-random", r"\1 -N | grep 'Total Tests: [1-9]'", "it runs this test, too"),
        (r"(build/release/tests/check/genmedia-check --rounds) 5000", r"\1 50", "a minute; check.* run more rounds"),
    ],
    "CONTRIBUTING.md": [
        (r"cmake --preset dev && cmake --build --preset dev", r"""cmake --list-presets=all | grep -c '"dev"' | grep 3""",
         "the build takes many minutes"),
    ],
    "docs/dev/how_kernels_run.md": [(r"objdump -d", r"objdump --version", "names the program")],
    "docs/dev/mutants.md": [(r"scripts/mutants (src/vme|ROOM)", r"scripts/mutants --help", "many builds")],
    "docs/cm.md": [
        (r"cmc --cpu=NAME", r"cmc --help | grep -e --cpu", "a pattern"),
    ],
    "docs/fidelity.md": [
        (r"(ctest --preset release -R fidelity)", r"\1 -N | grep 'Total Tests: [1-9]'", "these tests run by themselves"),
    ],
    "docs/outside.md": [
        (r"(ctest --preset release -R \^outside)", r"\1 -N | grep 'Total Tests: [1-9]'", "these tests run by themselves"),
    ],
    "docs/motion.md": [
        (r"ffmpeg \.\.\. (-f matroska -) \\\| (genmedia .*)", r"ffmpeg -v error -i clip.mp4 \1 | \2", "a pattern"),
    ],
    "docs/registers.md": [
        (r"cmc --gen .* -mCM_printregusage .*", r"cmc --help | grep -e -mCM_printregusage", "gen.cmc.printregusage runs it"),
    ],
    "examples/opencl/README.md": [
        (r"cmake -B build && cmake --build build", r"cmake -B build", "README.md builds one of the examples"),
    ],
    "docs/opencl.md": [
        (r"(genmedia cl --log) LEVEL", r"\1 debug -- true", "a pattern"),
        (r"(genmedia cl --as) VIEW", r"\1 pocl -- true", "a pattern"),
        (r"(genmedia cl --device) DEVICE", r"\1 portable -- true", "a pattern"),
    ],
}

# What is never run: it would change the machine, or the build tree that is tested.
CHANGES = r"sudo |apt-get |dpkg |cmake --(preset|build)|cmake -B build/(release|dev|asan|tsan)|ninja|make (?!-n)"

# What a path on the page stands for.
FILLED = {"PATH/libgenmedia-opencl.so": "build/release/src/opencl/libgenmedia-opencl.so",
          "/usr/lib/x86_64-linux-gnu/libgenmedia-opencl.so": "build/release/src/opencl/libgenmedia-opencl.so"}

# Commands whose comment begins with what they print, up to a comma.
COMMENT_IS_PRINTED = {"./mix", "genmedia cm -- ./twice", "genmedia cl -- clinfo -l", "genmedia cl --as pocl -- clinfo -l"}

# What commands print besides, as a regular expression.
PRINTED = {
    "genmedia cm -- ./linear": "^PASSED$",
    "genmedia cl -- clinfo | grep -i avc": "cl_intel_device_side_avc_motion_estimation",
    "genmedia cl --log debug -- clinfo -l": "layer loaded",
    "ctest --preset dev -R walker": "100% tests passed",
    "build/dev/tests/walker/test_walker --gtest_filter='Patterns.*'": r"PASSED  . [1-9]",
    "genmedia cm -- gdb -ex 'set breakpoint pending on' -ex 'break twice_genx.cpp:6' -ex run ./twice":
        r"Breakpoint 1, twice .*\n.*twice_genx\.cpp:6",
}
# Without a GPU, or with one that cannot read a file of genmedia's.
FAILS = {"./twice": "CreateCmDevice|LoadProgram"}
# A block that quotes what a command before it printed.
QUOTED = {"peak of 32 registers at line 10: rows 384 bytes, in 256 bytes, and 12 registers of scalars and values on the way":
          "genmedia registers linear_genx.cpp"}
MADE = {"cmc --gen -march=skl -mdump_asm linear_genx.cpp -o linear_genx.gen": "linear_genx_linearslide.asm"}

# Where the reader is, if not in the sources' folder.
STARTS = {"examples/opencl/README.md": "examples/opencl"}

# What a program on a page imports, or the regular expression of what it does, the module for it, and where that comes from.
MODULES = [(r"^import numpy$", "numpy", "package python3-numpy"), (r"^(import|from) genmedia\b", "genmedia", "GENMEDIA_PYTHON_PACKAGE=ON"),
           (r"genmedia\.motion(_dataset)?\([\[\"]|VideoCap", "av", "pip install av"),
           (r"^import vapoursynth", "vapoursynth", "scripts/vapoursynth-env"), (r"^from vsdenoise", "vsdenoise", "pip install vsjetpack"),
           (r"dask\.distributed", "distributed", "pip install distributed"), (r"\.zarr\"", "zarr", "pip install zarr")]

POCL = "/etc/OpenCL/vendors/pocl.icd"
# A word of a command: what must be there to run it, and the package that has it.
NEEDS = {"clinfo": ("clinfo", "clinfo"), "vainfo": ("vainfo", "vainfo"), "gdb": ("gdb", "gdb"), "--gen": ("ocloc", "intel-opencl-icd"), "man": ("man", "man-db"),
         "registers": ("ocloc", "intel-opencl-icd"), "ffmpeg": ("ffmpeg", "ffmpeg"), "objdump": ("objdump", "binutils"),
         "clip.mp4": ("ffmpeg", "ffmpeg"), "a.mp4": ("ffmpeg", "ffmpeg"), "clip.yuv": ("ffmpeg", "ffmpeg"), "demo/clip.mp4": ("ffmpeg", "ffmpeg"),
         "video.yuv": ("ffmpeg", "ffmpeg")}


def clip(folder, name, size, seconds, *options, source="testsrc2"):
    if not shutil.which("ffmpeg"):
        return
    os.makedirs((folder / name).parent, exist_ok=True)
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", f"{source}=s={size}:d={seconds}", *options, name],
                   cwd=folder, check=True)


def given_files(page, folder):
    """What the page takes for granted."""
    if page == "README.md":  # as long and as large as the clip of `make demo`; a still, which is quickly encoded
        clip(folder, "demo/clip.mp4", "720x416", 7.6, "-pix_fmt", "yuv420p", "-c:v", "mpeg4", source="smptebars")
    elif page == "docs/motion.md":
        clip(folder, "clip.mp4", "176x144", 0.4, "-pix_fmt", "yuv420p")
        clip(folder, "clip.yuv", "1920x1080", 0.24, "-f", "rawvideo", "-pix_fmt", "nv12")
        for name in "a.mp4", "b.mkv", "clips/day/c.mp4":
            clip(folder, name, "176x144", 0.12, "-pix_fmt", "yuv420p")
    elif page in ("docs/cluster.md", "docs/encode.md", "docs/interpolate.md", "docs/json.md", "docs/python.md", "docs/va.md",
                  "docs/vapoursynth.md", "docs/view.md"):
        clip(folder, "clip.mp4", "176x144", 0.4, "-pix_fmt", "yuv420p")
    elif page == "docs/opencl.md":
        os.symlink(folder / "build/release/examples/opencl/example_opencl_intel_platform", folder / "your_program")
    elif page == "docs/registers.md":
        shutil.copy(folder / "examples/cm/linear/linear_genx.cpp", folder)
        shutil.copy(folder / "examples/opencl/context_from_type.cl", folder / "kernels.cl")
    if page == "docs/view.md":
        shutil.copy(folder / "examples/cm/linear/linear_genx.cpp", folder)
    elif page == "examples/opencl/README.md":
        clip(folder, "examples/opencl/video.yuv", "352x288", 0.12, "-f", "rawvideo", "-pix_fmt", "yuv420p")


def look_alike(source, build, folder):
    """A folder like that of the sources, in which commands may write."""
    for entry in source.iterdir():
        if entry.name not in ("build", "demo", "out", "examples"):
            os.symlink(entry, folder / entry.name)
    shutil.copytree(source / "examples", folder / "examples")
    for preset in ("release", "dev"):
        (folder / "build" / preset).mkdir(parents=True)
        for entry in build.iterdir():
            if entry.name != "Testing":  # ctest writes there
                os.symlink(entry, folder / "build" / preset / entry.name)


class Page:
    def __init__(self, name, folder, environment):
        self.name, self.here, self.environment = name, folder / STARTS.get(name, "."), environment
        self.start, self.where = self.here, folder / "where"
        self.used, self.printed, self.skipped, self.faults, self.ran = set(), {}, [], [], 0

    def fault(self, item, what):
        self.faults.append(f"{self.name}:{item.line}: {item.key}: {what}")

    def listed(self, item, exceptions):
        reason = exceptions.get(self.name, {}).get(item.key)
        if reason:
            self.used.add(item.key)
            print(f"not run: {item.key}: {reason}")
            first = pages.words_of(item.text)[0]
            if item.kind == "command" and re.match(pages.FOLDERS, first) and not os.access(self.folder(first), os.X_OK):
                self.fault(item, "no such program")
        return bool(reason)

    def folder(self, path):
        return self.where.parent / path

    def lacks(self, command):
        if re.search(r"genmedia cl --|OPENCL_LAYERS=", command) and not os.path.exists(POCL):
            self.skipped.append(f"{self.name}: {command}: no driver of PoCL (package pocl-opencl-icd)")
            return True
        for word in command.split():
            program, package = NEEDS.get(word, (None, None))
            if program and not shutil.which(program):
                self.skipped.append(f"{self.name}: {command}: no {program} (package {package})")
                return True
        return False

    def as_run(self, item):
        for name in self.name, "":
            for pattern, replacement, why in INSTEAD.get(name, []):
                found = re.fullmatch(pattern, item.text)
                if found:
                    self.used.add(pattern)
                    print(f"instead of {item.text}: {why}")
                    return found.expand(replacement)
        command = item.text
        for given, filled in FILLED.items():
            command = command.replace(given, str(self.folder(filled)))
        return command

    def run(self, item, command):
        """Its status, and what it printed; the next one starts in the folder where this one ended."""
        shell = f"set -euo pipefail; {command}\npwd >'{self.where}'"
        begin = time.monotonic()
        done = subprocess.run(["bash", "-c", shell], cwd=self.here, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(f"$ {command}\n{done.stdout}({time.monotonic() - begin:.1f} s)", flush=True)
        self.ran += 1
        if done.returncode == 0:
            self.here = pathlib.Path(self.where.read_text().rstrip("\n"))
        self.printed[item.key] = done.stdout
        return done.returncode, done.stdout

    def command(self, item):
        if self.listed(item, NOT_RUN) or self.lacks(item.text):
            return
        command = self.as_run(item)
        if re.match(CHANGES, command):
            return self.fault(item, "would change the machine or the build that is tested; expected it in NOT_RUN or INSTEAD")
        status, output = self.run(item, command)
        fails = FAILS.get(item.text)
        if (status != 0) != bool(fails):
            self.fault(item, f"status {status}, and printed\n{output}")
        expected = [PRINTED.get(item.text), fails]
        if item.text in COMMENT_IS_PRINTED:
            expected.append(re.escape(item.told.split(",")[0]))
        if item.text in MADE and not (self.here / MADE[item.text]).exists():
            self.fault(item, f"did not write {MADE[item.text]}")
        for wanted in filter(None, expected):
            if not re.search(wanted, output, re.MULTILINE):
                self.fault(item, f"printed\n{output}expected {wanted}")

    def block(self, item):
        if item.key in QUOTED:
            self.output(item, QUOTED[item.key])
        elif not self.listed(item, NO_COMMANDS):
            for command in pages.commands_of(item):
                self.command(command)

    def output(self, item, command):
        if any(f" {command}: " in skipped for skipped in self.skipped):
            return
        wanted = re.escape(item.text.rstrip()).replace("\\.\\.\\.\\\n", "(?:.*\n)*?")
        if not re.search(f"^{wanted}$", self.printed.get(command, ""), re.MULTILINE):
            self.fault(item, f"{command} printed\n{self.printed.get(command)}expected\n{item.text}")

    def python(self, item):
        program = self.here / ("page.txt" if item.kind == "doctest" else "page.py")
        program.write_text(item.text)
        lacking = [f"no {module} ({source})" for pattern, module, source in MODULES
                   if re.search(pattern, item.text.replace(">>> ", ""), re.MULTILINE)
                   and subprocess.run([sys.executable, "-c", f"import {module}"], env=self.environment, capture_output=True).returncode]
        if lacking:
            self.skipped.append(f"{self.name}: {item.key}: {', '.join(lacking)}")
        else:
            status, output = self.run(item, f"{sys.executable} {'-m doctest ' * (item.kind == 'doctest')}{program.name}")
            if status != 0:
                self.fault(item, output)

    doctest = python

    def fence(self, item):
        before = BEFORE.get(self.name, {}).get(item.told)
        if self.listed(item, NO_COMMANDS):
            return
        if before is None:
            self.fault(item, f"a fence of '{item.told}'; expected an entry in BEFORE or NO_COMMANDS")
        elif item.told == "python":
            self.python(pages.Item("python", before + item.text, item.line))
        else:
            includes, _, program = item.text.partition("\n\n")
            (self.here / "page.cpp").write_text(f"{includes}\nvoid page() {{\n{before}\n{program}}}\n")
            status, output = self.run(item, f"g++ -std=c++20 -fsyntax-only -I'{self.folder('include')}' page.cpp")
            if status != 0:
                self.fault(item, output)

    def file(self, item):
        (self.here / item.told).write_text(item.text)

    def path(self, item):
        if not self.folder(item.text).exists():
            self.fault(item, "no such file")

    def all(self, text):
        blocks = {"output": lambda item: self.output(item, item.told)}
        for item in pages.items(text):
            here = self.here
            if item.kind == "command":  # in a sentence
                self.here = self.start
            blocks.get(item.kind, getattr(self, item.kind, None))(item)
            if item.kind == "command":
                self.here = here
        lists = [*NOT_RUN.get(self.name, {}), *NO_COMMANDS.get(self.name, {}), *(pattern for pattern, *_ in INSTEAD.get(self.name, []))]
        for key in lists:
            if key not in self.used:
                self.faults.append(f"{self.name}: has no line for the list's {key}")


def environment_for(folder, programs, prefix):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LD_", "MAKE", "GENMEDIA_"))}
    on_path = [programs, folder / "build/release/tests/check", folder / "build/release/examples/opencl"]
    environment.update(PATH=":".join([*map(str, on_path), os.environ["PATH"]]), PAGER="cat", MANPAGER="cat",
                       PYTHONPATH=str(folder / "build/release/python/tree"))
    if prefix:
        environment["CMAKE_PREFIX_PATH"] = str(prefix)
        environment["PKG_CONFIG_PATH"] = ":".join(str(found.parent) for found in prefix.rglob("genmedia.pc"))
    return environment


def type_page(arguments, name):
    with tempfile.TemporaryDirectory() as top:
        folder, prefix, programs = pathlib.Path(top) / "genmedia", None, arguments.programs or arguments.build / "bin"
        folder.mkdir()
        look_alike(arguments.source, arguments.build, folder)
        if arguments.installed:
            prefix = pathlib.Path(top) / "prefix"
            subprocess.run(["cmake", "--install", arguments.build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
            programs = prefix / "bin"
        given_files(name, folder)
        page = Page(name, folder, environment_for(folder, programs, prefix))
        page.all((arguments.source / name).read_text())
        return page


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("page", nargs="+")
    parser.add_argument("--programs", type=pathlib.Path)
    parser.add_argument("--installed", action="store_true")
    arguments = parser.parse_args()
    typed = [type_page(arguments, name) for name in arguments.page]
    for page in typed:
        print(f"{page.name}: {page.ran} commands ran")
    print(*(f"SKIPPED: {skipped}" for page in typed for skipped in page.skipped), sep="\n")
    faults = [fault for page in typed for fault in page.faults]
    print(*(f"FAILED: {fault}" for fault in faults), sep="\n")
    if faults:
        return 1
    return 77 if any(page.skipped for page in typed) else 0


if __name__ == "__main__":
    sys.exit(main())
