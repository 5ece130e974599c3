# SPDX-License-Identifier: MIT
"""Libraries of OpenCL kernels, by their own tests: CLBlast (against a BLAS on the processor) and ViennaCL."""
import os

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
