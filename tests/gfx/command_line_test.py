# SPDX-License-Identifier: MIT
"""gfxcc's options, and what it says: command_line_test.py GFXCC FOLDER"""
import os
import subprocess
import sys
import unittest

GFXCC, FOLDER = sys.argv[1:3]
PROGRAM = """#include <stdio.h>
int main(void) {
    int a[2] = {1, 1}, *p = a;
#ifdef __INTEL_OFFLOAD
    puts("offload");
#endif
#pragma offload target(gfx) in(p : length(2))
    _Cilk_for (int i = 0; i < 2; i++) p[i] += VALUE;
#pragma omp parallel for
    for (int i = 0; i < 2; i++) p[i] += 0;
    printf("%d\\n", a[0]);
    return 0;
}
"""


def run(*command, **environment):
    return subprocess.run(command, capture_output=True, text=True, cwd=FOLDER, env={**os.environ, **environment})


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write(text)


class Options(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.makedirs(FOLDER, exist_ok=True)
        write("p.c", PROGRAM)

    def built(self, *options):
        done = run(GFXCC, *options, "-DVALUE=4", "p.c", "-o", "p")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_offload_and_not(self):
        self.built()
        self.assertEqual(run("./p").stdout, "offload\n1\n")
        for option in ("-qno-offload", "-qoffload=none"):
            self.built(option)
            self.assertEqual(run("./p").stdout, "5\n")

    def test_intels_options(self):
        self.assertEqual(self.built("-O3", "-qopt-report=5", "-ipo", "-fp-model", "-qopenmp").stderr, "")
        self.assertIn("unknown option --colour ignored", self.built("--colour").stderr)
        self.assertIn("no Gen code: p.c is C", self.built("-mgpu-arch=broadwell").stderr)

    def test_objects(self):
        self.assertEqual(run(GFXCC, "-c", "-DVALUE=1", "p.c", "-MMD", "-MF", "p.d").returncode, 0)
        with open(os.path.join(FOLDER, "p.d"), encoding="utf-8") as file:
            self.assertIn("p.c", file.read())
        self.assertEqual(run(GFXCC, "p.o", "-o", "q").returncode, 0)
        self.assertEqual(run("./q").stdout, "offload\n1\n")

    def test_log(self):
        self.built()
        self.assertIn("gfx: p.c:7: offloaded; bytes in 8, out 0, pinned 0", run("./p", GFX_LOG_OFFLOAD="1").stderr)
        self.assertIn("gfx: p.c:7: 1 runs, 1 offloaded, ", run("./p", GFX_SHOW_TIME="1").stderr)
        self.assertEqual(run("./p").stderr, "")
        wrong = run("./p", GFX_MAX_THREAD_COUNT="many")
        self.assertIn('GFX_MAX_THREAD_COUNT is "many"; expected a number', wrong.stderr)
        self.assertNotEqual(wrong.returncode, 0)

    def test_mistakes(self):
        for options, words, status in ((["none.c"], "none.c: no such file", 1), ([], "no file to compile", 2),
                                       (["-o"], "option -o without its value", 2), (["-x", "java", "p.c"], "-x java; expected", 2),
                                       (["-c", "p.c", "p.c", "-o", "x"], "-o x with 2 files", 2)):
            done = run(GFXCC, *options)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.returncode, status)

    def test_files_that_stay(self):
        """No output is written over an input, whatever the option and the name."""
        write("s.c", PROGRAM)
        self.assertEqual(run(GFXCC, "-c", "-DVALUE=1", "s.c").returncode, 0)
        os.makedirs(os.path.join(FOLDER, "folder"), exist_ok=True)
        kept = {name: open(os.path.join(FOLDER, name), "rb").read() for name in ("s.c", "s.o")}
        for options, words in ((["s.c", "-o", "s.c"], "output s.c is the source file itself"),
                               (["s.c", "-o", "folder/../s.c"], "output folder/../s.c is the source file itself"),
                               (["-E", "s.c", "-o", "s.c"], "output s.c is the source file itself"),
                               (["--rewritten", "s.c", "-o", "s.c"], "output s.c is the source file itself"),
                               (["-c", "s.c", "-MD", "-MF", "s.c"], "output s.c is the source file itself"),
                               (["--kernels", "s.c", "s.c", "-o", "s"], "output s.c is the source file itself"),
                               (["s.o", "-o", "s.o"], "output s.o is the input file itself"),
                               (["-x", "c", "-c", "s.o"], "s.o is no text"),
                               (["-x", "c", "folder"], "folder is a folder; expected a source file")):
            done = run(GFXCC, "-DVALUE=1", *options)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.returncode, 1)
            for name, content in kept.items():
                self.assertEqual(open(os.path.join(FOLDER, name), "rb").read(), content, options)

    def test_messages_have_the_users_places(self):
        write("wrong.c", "int f(int* a) {\n    a[0:2] = 1;\n    return unknown;\n}\n")
        done = run(GFXCC, "-c", "wrong.c")
        self.assertIn("wrong.c:3:12: error: use of undeclared identifier 'unknown'", done.stderr)
        self.assertEqual(done.returncode, 1)

    def test_target_function_of_another_file(self):
        """A file calls the target's version, whether the function differs in its own file or not."""
        mark = "__attribute__((target(gfx)))"
        write("there.c", f"{mark} int same(int i) {{ return i + 1; }}\n"
              f"{mark} int differs(int i) {{\n#ifdef __GFX__\n    return i + 10;\n"
              f"#else\n    return i;\n#endif\n}}\n{mark} int calls(int i) {{ return differs(i); }}\n")
        write("here.c", f"{mark} int same(int i);\n{mark} int differs(int i);\n{mark} int calls(int);\n"
              f"{mark} int unused(int i);\n"
              f"{mark} int two(int i) {{ return differs(i); }}\n"
              "int main(void) {\n    int a[4] = {0}, *p = a;\n#pragma offload target(gfx) if (ON) inout(p : length(4))\n"
              "    _Cilk_for (int i = 0; i < 4; i++) p[i] = same(i) + differs(i) * 100 + two(i) * 10000 + calls(i) * 1000000;\n"
              "    return a[3] != RESULT || differs(1) != 1;\n}\n")
        for language in ("c", "c++"):
            for on, result in ((1, 13131304), (0, 3030304)):
                done = run(GFXCC, "-Wall", "-x", language, f"-DON={on}", f"-DRESULT={result}", "here.c", "there.c",
                           "-o", "both")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(run("./both").returncode, 0, (language, on))

    def test_target_member_of_another_file(self):
        write("member.cpp", "struct __declspec(target(gfx)) S { int f(int i); };\n"
              "int main() {\n    int a[4], *p = a;\n    S s;\n"
              "#pragma offload target(gfx) inout(p : length(4)) in(s)\n"
              "    _Cilk_for (int i = 0; i < 4; i++) p[i] = s.f(i);\n}\n")
        said = run(GFXCC, "-c", "member.cpp").stderr
        self.assertRegex(said, r"^member\.cpp:1:\d+: warning: 'f' is defined in another file;.*\n$")

    def test_no_compiler(self):
        done = run(GFXCC, "p.c", GENMEDIA_CLANG="/none/clang++")
        self.assertIn("/none/clang++ could not be started", done.stderr)
        self.assertEqual(done.returncode, 1)
        done = run(GFXCC, "p.c", GENMEDIA_CLANG="false")
        self.assertEqual(done.stderr, "gfxcc: error: the C++ compiler false is no clang; "
                         "expected one of version 14 or newer in GENMEDIA_CLANG\n")
        self.assertEqual(done.returncode, 1)

    def test_rewritten(self):
        done = run(GFXCC, "--rewritten", "-DVALUE=1", "p.c")
        self.assertIn("omp parallel for", done.stdout)
        self.assertNotIn("_Cilk_for", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
