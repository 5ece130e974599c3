# SPDX-License-Identifier: MIT
# What is built beside the library: HACKING.md says what each part has and needs. What a part that is off needs is not
# looked for.
set(x86 ON)
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|i.86")
  set(x86 OFF)  # cm_rt.h and Intel's compilers are packages for x86 alone
endif()
option(GENMEDIA_OPENCL "Build the OpenCL layer" ON)
option(GENMEDIA_CM "Build C for Metal: cmc, its headers and its runtime" ${x86})
include(CMakeDependentOption)  # cmc makes Gen code: without C for Metal there is none, whatever was asked for
cmake_dependent_option(GENMEDIA_GEN "Build Gen code of C for Metal: cmc --gen, genmedia registers" ${x86} GENMEDIA_CM OFF)
option(GENMEDIA_GFX "Build gfxcc, the compiler of programs of Intel C++ for graphics, and its runtime" ON)
option(GENMEDIA_TOOL "Build the program genmedia" ON)
cmake_dependent_option(GENMEDIA_VA "Build the VA-API driver" ON GENMEDIA_TOOL OFF)
option(GENMEDIA_VAPOURSYNTH "Build the VapourSynth plugin (needs VapourSynth's header, which its wheel has)" OFF)
# Not GENMEDIA_PYTHON, which is the interpreter that runs the tests.
option(GENMEDIA_PYTHON_PACKAGE "Build the Python package (needs nanobind)" OFF)
