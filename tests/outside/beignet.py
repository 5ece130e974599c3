# SPDX-License-Identifier: MIT
"""The unit tests of Beignet, Intel's open driver for Gen7 to Gen9, with answers of the hardware in some of them."""
import os
import shutil

ADDED = ("sub_group", "subgroup", "media_block", "motion_estimat", "short_scatter", "block_motion")  # by genmedia


def run(suite):
    source = os.path.join(suite.work, "source")  # the build writes into its sources
    if not os.path.exists(source):
        for part in ("utests", "kernels", "include"):
            shutil.copytree(suite.path(part), os.path.join(source, part))
    build = os.path.join(suite.work, "build")
    suite.built(["cmake", "-S", os.path.join(source, "utests"), "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                 # The compilers of its time included <limits> by others.
                 "-DCMAKE_CXX_FLAGS=-include limits -w", *suite.compiler_cache()], ["ninja", "-C", build, "utest_run"])
    program = os.path.join(build, "utest_run")
    places = {"OCL_KERNEL_PATH": os.path.join(source, "kernels")}
    listed = suite.with_genmedia(program, "-l", env=places).output.splitlines()
    names = [line.strip() for line in listed if line.strip().isidentifier()]

    def judge(name):
        return suite.judged(name, [program, "-c", name], passed=lambda run: "pass: 1" in run.output and run.status == 0,
                            skipped=skipped, env=places, seconds=240, cwd=build,
                            added=any(word in name for word in ADDED))
    yield from suite.judge_all(judge, suite.wanted(names))


def skipped(run):
    for line in run.output.splitlines():
        if "not support" in line.lower() or "skip!" in line.lower():
            return line.rpartition("()")[2].replace("[SUCCESS]", "").strip()[:120]
    return None
