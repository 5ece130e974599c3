# SPDX-License-Identifier: MIT
"""Intel's emulator of C for Metal as a second opinion: the same kernels on the same random bytes. A test is a kernel of
emulated_kernels.py."""
import os
import random

from emulated_kernels import kernels, text
from suite import FAIL, PASS, SKIP, NotRun, Outcome

THREADS, BYTES_OF_A_THREAD = 64, 128
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

    def judge(kernel):
        name = kernel[0]
        file = os.path.join(suite.work, f"{name}_genx.cpp")
        with open(file, "w") as source:
            source.write(HEADER + text(*kernel))
        module, isa = os.path.join(suite.work, f"{name}.so"), os.path.join(suite.work, f"{name}.isa")
        built = suite.run("c++", "-std=c++17", "-w", "-fPIC", "-shared", "-DCMRT_EMU", *include, file, "-o", module,
                          *libraries[:3])
        if built.status != 0:
            return Outcome(name, SKIP, f"the emulator does not compile it: {built.reason()}")
        done, theirs = result(f"{name}.theirs", emulated, module, name)
        if theirs is None:
            return Outcome(name, SKIP, f"the emulator does not run it: {done.reason()}")
        compiled = suite.run(os.path.join(suite.bin, "cmc"), file, "-o", isa)
        if compiled.status != 0:
            return Outcome(name, FAIL, compiled.reason())
        done, made = result(f"{name}.ours", os.path.join(suite.bin, "genmedia"), "cm", "--", ours, isa, name)
        if made is None:
            return Outcome(name, FAIL, done.reason())
        for path in (module, isa, file):
            os.remove(path)
        if made != theirs:
            at = next(i for i, (a, b) in enumerate(zip(made, theirs, strict=False)) if a != b)
            return Outcome(name, FAIL, f"byte {at}: {made[at]:#x}, the emulator's {theirs[at]:#x}")
        return Outcome(name, PASS)
    chosen = [kernel for kernel in kernels() if suite.only in kernel[0]]
    if not chosen:
        raise NotRun(f"no kernel has {suite.only} in its name")
    yield from suite.judge_all(judge, chosen)
