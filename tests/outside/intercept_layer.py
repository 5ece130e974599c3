# SPDX-License-Identifier: MIT
"""Intel's OpenCL intercept layer between a program and genmedia: what the program draws stays the same, and the layer
reports the program's calls."""
import os
import re

import ocl_vme
from suite import FAIL, PASS, Outcome

# What cliloader is asked for, and what it must then report.
REPORTS = {
    "call_logging": (["--call-logging"], r">>>> clEnqueueNDRangeKernel"),
    "host_timing": (["--host-timing"], r"clBuildProgram,\s+\d+"),
    "device_timing": (["--device-timing"], r"block_motion_estimate_intel"),
    "kernel_names": (["--device-timing-verbose", "--demangle"], r"block_motion_estimate_intel"),
    "leak_checking": (["--leak-checking"], r"Leak Checking"),
    "error_logging": (["--error-logging"], None),
}


def run(suite):
    build = os.path.join(suite.work, "build")
    suite.built(["cmake", "-S", suite.folder, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 *suite.compiler_cache()], ["ninja", "-C", build])
    loader = next((os.path.join(folder, "cliloader") for folder, _, files in os.walk(build) if "cliloader" in files), None)
    program, arguments, overlay = ocl_vme.basic_program(suite, suite.beside("ocl-vme", "vuiseng9/ocl-vme"))

    def draw(*before):
        if os.path.exists(overlay):
            os.remove(overlay)
        done = suite.with_genmedia(*before, program, *arguments, cwd=os.path.dirname(program))
        if not os.path.exists(overlay):
            return done, b""
        with open(overlay, "rb") as file:
            return done, file.read()

    done, right = draw()
    if done.status != 0 or not right:
        yield Outcome("without", FAIL, done.reason())
        return
    for name in suite.wanted(REPORTS):
        options, report = REPORTS[name]
        done, drawn = draw(loader, *options)
        if done.status != 0 or drawn != right:
            yield Outcome(name, FAIL, done.reason() if done.status != 0 else "it draws another picture")
        elif report and not re.search(report, done.output):
            yield Outcome(name, FAIL, f"does not report {report}")
        else:
            yield Outcome(name, PASS)
