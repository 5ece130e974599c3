# SPDX-License-Identifier: MIT
"""Khronos' conformance tests of OpenCL, each test by itself, in the short form that they call wimpy.

They need headers as new as they are: a clone of KhronosGroup/OpenCL-Headers beside theirs, and Debian's spirv-headers."""
import os

from suite import SKIP, Outcome

ROOMS = {  # the programs, and what they are told beside a test's name
    "subgroups/test_subgroups": [],
    "basic/test_basic": [],
    "events/test_events": [],
    "printf/test_printf": [],
    "atomics/test_atomics": [],
    "images/kernel_read_write/test_image_streams": ["small_images"],
    "images/clReadWriteImage/test_cl_read_write_images": ["small_images"],
    "images/clCopyImage/test_cl_copy_images": ["small_images"],
    "images/clFillImage/test_cl_fill_images": ["small_images"],
    "images/clGetInfo/test_cl_get_info": ["small_images"],
    "images/kernel_image_methods/test_kernel_image_methods": ["small_images"],
    "images/samplerlessReads/test_samplerless_reads": ["small_images"],
}

# PoCL compiles a kernel for each size of work-group, of which images have hundreds, and wakes all its threads for each of
# their many small launches. So it compiles once for all sizes, and has two threads, also where it runs alone.
OF_IMAGES = {"POCL_WORK_GROUP_SPECIALIZATION": "0", "POCL_MAX_PTHREAD_COUNT": "2"}

# Tests that are a row for each kind of access and type of channel, as the whole takes hours.
IN_ROWS = {"image_streams/2D", "image_streams/2Darray", "image_streams/3D"}
ACCESSES = ["read", "write", "read_write"]
CHANNELS = ["CL_SNORM_INT8", "CL_SNORM_INT16", "CL_UNORM_INT8", "CL_UNORM_INT16", "CL_SIGNED_INT8", "CL_SIGNED_INT16",
            "CL_SIGNED_INT32", "CL_UNSIGNED_INT8", "CL_UNSIGNED_INT16", "CL_UNSIGNED_INT32", "CL_HALF_FLOAT", "CL_FLOAT"]
# They build a program for each image, of which there are 96 and 672 for each of 70 formats.
LEFT_OUT = {"kernel_image_methods/2Darray", "kernel_image_methods/3D"}


def rows(test, program, arguments):
    """A test as it is, or as the rows of IN_ROWS."""
    if test not in IN_ROWS:
        return [(test, program, arguments)]
    return [(f"{test} {access} {channel}", program, [access, channel, *arguments]) for access in ACCESSES
            for channel in CHANNELS]


def failed_parts(run):
    """The sub-tests of images that failed, each below the heading that it stands under."""
    heading, parts = "", set()
    for line in run.output.splitlines():
        if line.startswith(("read_image", "write_image")):
            heading = line
        elif line.startswith("FAILED: "):
            parts.add((heading, line))
    return parts


def skipped(run):
    """Why a test did not apply, or None. Where one of a test's parts applies, the test has run."""
    if "PASSED sub-test" in run.output and "not supported" not in run.output:
        return None
    for line in reversed(run.output.splitlines()):
        if "skipped" in line.lower() or line.strip().endswith("test not supported"):
            return line.strip()[:120]
    return None


def run(suite):
    headers = suite.beside("OpenCL-Headers", "KhronosGroup/OpenCL-Headers")
    build = os.path.join(suite.work, "build")
    programs = [os.path.join("test_conformance", room) for room in ROOMS]
    suite.built(["cmake", "-S", suite.folder, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                 "-DCMAKE_C_FLAGS_RELEASE=-O1", "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF",
                 f"-DCL_INCLUDE_DIR={headers}", "-DCL_LIB_DIR=/usr/lib", "-DSPIRV_INCLUDE_DIR=/usr",
                 "-DOPENCL_LIBRARIES=OpenCL", *suite.compiler_cache()],
                ["ninja", "-C", build, *programs])
    tests = []
    for room, program in zip(ROOMS, programs, strict=True):
        listed = suite.run(os.path.join(build, program), "--list").output.splitlines()
        for name in (line.strip() for line in listed if line.startswith("\t")):
            test = f"{room.rpartition('/')[2].removeprefix('test_')}/{name}"
            tests += rows(test, os.path.join(build, program), [*ROOMS[room], name])

    def judge(test):
        name, program, arguments = test
        if name in LEFT_OUT:
            return Outcome(name, SKIP, "left out: it builds a program for each of many thousand images")
        of_images = "small_images" in arguments
        return suite.judged(name, [program, *arguments], passed=lambda run: run.status == 0, skipped=skipped,
                            parts=failed_parts, env={"CL_WIMPY_MODE": "1", **(OF_IMAGES if of_images else {})},
                            seconds=1800 if of_images else 240)
    yield from suite.judge_all(judge, [test for test in tests if suite.only in test[0]])
