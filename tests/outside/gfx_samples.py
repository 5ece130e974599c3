# SPDX-License-Identifier: MIT
"""Intel's samples of offload to graphics (2016): each against its own serial code, offloaded, with `if (0)`, in its version
for the processor, and with its loops as kernels of C for Metal under genmedia cm. The harness that they share is not public; gfx_samples has one. The folder holds the sources:
Convolution.cpp, CrossFade.cpp, HistogramLocals.cpp, Matmult.cpp, NBody.cpp, TestGFXVector.cpp, shared_local_memory.cpp,
and the headers GFXVector.hpp and Workload.hpp."""
import os
import re

from suite import FAIL, PASS, SKIP, Outcome

HARNESS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gfx_samples")
# Settings of a run: sizes that take less than a second on two processors.
SAMPLES = {"Convolution": [], "CrossFade": ["width=1024"], "HistogramLocals": [], "Matmult": ["common=128"],
           "NBody": ["n=2048"], "TestGFXVector": ["size=1048576"]}
ALONE = "shared_local_memory"  # has a main of its own: offloaded, beside its host version


def run(suite):
    for name, settings in SAMPLES.items():
        if suite.only not in name:
            continue
        program = build(suite, name, os.path.join(HARNESS, "harness.cpp"))
        for mode in ("offload", "if0", "cpu"):
            yield from workloads(name, mode, suite.run(program, mode, *settings, seconds=120))
        kernels = build(suite, name, os.path.join(HARNESS, "harness.cpp"), kernels=True)
        yield from workloads(name, "kernels", suite.run(os.path.join(suite.bin, "genmedia"), "cm", "--", kernels, "offload",
                                                        *settings, seconds=120))
    if suite.only in ALONE:
        done = suite.run(build(suite, ALONE), seconds=120)
        yield Outcome(ALONE, PASS if done.status == 0 and "passed" in done.output else FAIL, done.reason())
        done = suite.run(build(suite, ALONE, "--check-barriers"), seconds=120)
        yield Outcome(ALONE + " with its barriers checked", PASS if done.status == 0 and "passed" in done.output else FAIL,
                      done.reason())


def build(suite, name, *more, kernels=False):
    program = os.path.join(suite.work, name + ("_kernels" if kernels else ""))
    called = ["--kernels", program + ".isa"] if kernels else []  # loops that are no C for Metal run as they are
    suite.built([os.path.join(suite.bin, "gfxcc"), *called, "-O2", "-w", "-I", HARNESS, "-I", suite.folder, suite.path(name + ".cpp"),
                 *more, "-o", program])
    return program


def workloads(name, mode, done):
    results = re.findall(r"^RESULT (\S+) (\w+)", done.output, re.MULTILINE)
    if not results:
        yield Outcome(f"{name} {mode}", FAIL, done.reason())
    for workload, result in results:
        kind = {"right": PASS, "absent": SKIP}.get(result, FAIL)
        yield Outcome(f"{name} {mode} {workload}", kind, "" if kind == PASS else f"{result}: {done.reason()}")
