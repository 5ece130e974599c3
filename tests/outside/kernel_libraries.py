# SPDX-License-Identifier: MIT
"""Libraries of OpenCL kernels, by their own tests: CLBlast (against a BLAS on the processor), ViennaCL, and Intel's clGPU,
whose kernels are written for sub-groups of its GPUs."""
import os
import sys

from suite import NotRun

# CLBlast's tests that are built: one or more of each level, as each program takes minutes to compile.
CLBLAST = ["xaxpy", "xdot", "xgemv", "xger", "xtrsv", "xgemm", "xsyrk", "xtrsm", "xomatcopy", "xim2col", "xgemmbatched"]
VIENNACL = ["bisect", "matrix_product_float", "blas3_solve", "fft_1d", "fft_2d", "iterators", "global_variables",
            "matrix_convert", "matrix_vector", "matrix_vector_int", "matrix_row_float", "matrix_col_int", "nmf", "qr_method",
            "scan", "scalar", "self_assign", "sparse", "sparse_prod", "structured-matrices", "svd", "tql",
            "vector_convert", "vector_float_double", "vector_int", "vector_uint", "vector_multi_inner_prod", "spmdm"]


def clblast(suite):
    build = os.path.join(suite.work, "build")
    tests = suite.wanted(CLBLAST)
    suite.built(["cmake", "-S", suite.folder, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DTESTS=ON",
                 "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DTUNERS=OFF", *suite.compiler_cache()],
                ["ninja", "-C", build, *(f"clblast_test_{test}" for test in tests)])

    def judge(test):
        program = os.path.join(build, f"clblast_test_{test}")
        return suite.judged(test, [program, "-warm_up", "0"],
                            passed=lambda run: run.status == 0 and " 0 test(s) failed" in clean(run.output), seconds=900)
    yield from suite.judge_all(judge, tests)


def clean(text):
    """Without the colours of a terminal."""
    return "".join(part.partition("m")[2] if number else part for number, part in enumerate(text.split("\x1b[")))


def viennacl(suite):
    source = suite.path("tests", "src")

    def judge(test):
        program = os.path.join(suite.work, test)
        built = suite.run("c++", "-O1", "-w", "-DVIENNACL_WITH_OPENCL", "-I", suite.folder, os.path.join(source, f"{test}.cpp"),
                          "-o", program, "-lOpenCL")
        if built.status != 0:
            return suite.failed(test, built, False)
        # They read ../examples/testdata.
        return suite.judged(test, [program], seconds=900, cwd=suite.path("tests"))
    yield from suite.judge_all(judge, suite.wanted(VIENNACL))


def clgpu(suite):
    build, out = os.path.join(suite.work, "build"), os.path.join(suite.work, "out")
    # The code is of 2018: what compilers of today warn of, and headers that they no longer include by themselves.
    flags = "-O1 -w -Wno-error -include cstdint -include limits -include string -include stdexcept"
    suite.built(["cmake", "-G", "Unix Makefiles", "-S", suite.folder, "-B", build, "-DCMAKE_BUILD_TYPE=Debug",
                 f"-DCMAKE_CXX_FLAGS_DEBUG={flags}", f"-DPYTHON_EXECUTABLE={sys.executable}",
                 f"-DICLGPU__OUTPUT_DIR={out}", *suite.compiler_cache()],
                ["make", "-C", build, "-j2", "test_blas_funcs", "test_iclBLAS"])
    tests = []
    # Their loader of OpenCL is their own; it would find Intel's drivers alone.
    libraries = {"LD_LIBRARY_PATH": os.path.dirname(system_library("libOpenCL.so.1"))}
    for program in (os.path.join(out, name) for name in ("test_blas_funcs", "test_iclBLAS")):
        listed = suite.run(program, "--gtest_list_tests", env=libraries).output.splitlines()
        tests += [(f"{os.path.basename(program)}/{line.strip('.')}", program, line) for line in listed
                  if line.endswith(".") and not line.startswith(" ")]

    def judge(test):
        name, program, of = test
        return suite.judged(name, [program, f"--gtest_filter={of}*"], added=True, env=libraries, seconds=900)
    yield from suite.judge_all(judge, [test for test in tests if suite.only in test[0]])


def system_library(name):
    """The file of a library that the loader knows."""
    with os.popen("/sbin/ldconfig -p") as known:
        for line in known:
            if line.split()[:1] == [name]:
                return line.split()[-1]
    raise NotRun(f"no {name}")
