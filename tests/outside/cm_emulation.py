# SPDX-License-Identifier: MIT
"""Intel's emulator of C for Metal as a second opinion: the same kernels on the same random bytes. A test is a kernel of
emulated_kernels.py."""
import os
import random

from emulated_kernels import kernels, text
from suite import FAIL, PASS, SKIP, NotRun, Outcome

THREADS, BYTES_OF_A_THREAD = 64, 128
AT_ONCE = 16  # kernels in a file
HEADER = '#include <cm/cm.h>\n'


def run(suite):
    build = os.path.join(suite.work, "build")
    suite.built(["cmake", "-S", suite.folder, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 "-D__SYCL_EXPLICIT_SIMD_PLUGIN__=true", *suite.compiler_cache()], ["ninja", "-C", build])
    headers = os.path.join(suite.work, "include")
    os.makedirs(headers, exist_ok=True)
    if not os.path.lexists(os.path.join(headers, "cm")):
        os.symlink(suite.path("libcm"), os.path.join(headers, "cm"))
    include = [f"-I{folder}" for folder in (headers, *(suite.path(*name.split("/")) for name in (
        "common", "common/linux", "libcm", "libcmrt")))]
    libraries = [word for name, library in (("libcm", "cm"), ("libcmrt", "igfxcmrt_emu")) for word in (
        f"-L{build}/{name}", f"-l{library}", f"-Wl,-rpath,{build}/{name}")]
    host = os.path.join(os.path.dirname(os.path.abspath(__file__)), "emulated_host.cpp")
    emulated, ours = os.path.join(suite.work, "emulated_host"), os.path.join(suite.work, "host")
    suite.built(["c++", "-std=c++17", "-w", "-DCMRT_EMU", *include, host, "-o", emulated, *libraries],
                ["c++", "-std=c++17", "-w", "-I/usr/include/igfxcmrt", host, "-o", ours, "-ligfxcmrt"])
    bytes_in = os.path.join(suite.work, "in")
    with open(bytes_in, "wb") as file:
        file.write(random.Random(1).randbytes(THREADS * BYTES_OF_A_THREAD))

    def result(name, *command):
        out = os.path.join(suite.work, name)
        done = suite.run(*command, str(THREADS), bytes_in, out)
        if done.status != 0 or not os.path.exists(out):
            return done, None
        with open(out, "rb") as file:
            return done, file.read()

    def compare(kernel, module, isa):
        name = kernel[0]
        done, theirs = result(f"{name}.theirs", emulated, module, name)
        if theirs is None:
            return Outcome(name, SKIP, f"the emulator does not run it: {done.reason()}")
        done, made = result(f"{name}.ours", os.path.join(suite.bin, "genmedia"), "cm", "--", ours, isa, name)
        if made is None:
            return Outcome(name, FAIL, done.reason())
        if made != theirs:
            at = next(i for i, (a, b) in enumerate(zip(made, theirs, strict=False)) if a != b)
            return Outcome(name, FAIL, f"byte {at}: {made[at]:#x}, the emulator's {theirs[at]:#x}")
        return Outcome(name, PASS)

    def judge(together):
        """Outcomes of kernels in one file, as the headers take most of the time. What does not compile is halved."""
        path = os.path.join(suite.work, together[0][0])
        with open(f"{path}_genx.cpp", "w") as source:
            source.write(HEADER + "".join(text(*kernel) for kernel in together))
        built = suite.run("c++", "-std=c++17", "-w", "-fPIC", "-shared", "-DCMRT_EMU", *include, f"{path}_genx.cpp", "-o",
                          f"{path}.so", *libraries[:3])
        compiled = suite.run(os.path.join(suite.bin, "cmc"), f"{path}_genx.cpp", "-o", f"{path}.isa")
        if built.status == 0 and compiled.status == 0:
            return [compare(kernel, f"{path}.so", f"{path}.isa") for kernel in together]
        if len(together) > 1:
            half = len(together) // 2
            return [*judge(together[:half]), *judge(together[half:])]
        if built.status != 0:
            return [Outcome(together[0][0], SKIP, f"the emulator does not compile it: {built.reason()}")]
        return [Outcome(together[0][0], FAIL, compiled.reason())]
    chosen = [kernel for kernel in kernels() if suite.only in kernel[0]]
    if not chosen:
        raise NotRun(f"no kernel has {suite.only} in its name")
    for outcomes in suite.judge_all(judge, [chosen[i:i + AT_ONCE] for i in range(0, len(chosen), AT_ONCE)]):
        yield from outcomes
