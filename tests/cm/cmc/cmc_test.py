"""cmc_test.py CMC RUN_ONE CASE: checks of the driver, each in an empty folder."""
import os
import re
import shutil
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir))
from checks import call, check, write

cmc, run_one, case = sys.argv[1:4]
KERNEL = """extern "C" _GENX_MAIN_ void k(SurfaceIndex out) {
    vector<int, 4> v = 0;
    v(0) = VALUE;
    write(out, 0, v);
}
"""


def build(name, *options):
    status, out, err = call(cmc, *options, name)
    check(status == 0, "cmc", options, out, err)
    return err


def first_dword(file, kernel="k"):
    status, out, err = call(run_one, file, kernel)
    check(status == 0, file, out, err)
    return int(out.split()[0])


def compiles():
    """The output's name, several kernels and files, macros of the generation."""
    write("a_genx.cpp", KERNEL.replace("VALUE", "42") + "_GENX_MAIN_ void second(SurfaceIndex out) {\n"
          "    vector<int, 4> v = 7;\n    write(out, 0, v);\n}\n")
    build("a_genx.cpp")
    check(first_dword("a_genx.isa") == 42 and first_dword("a_genx.isa", "second") == 7)
    write("b.cpp", KERNEL.replace("VALUE", "CM_GENX + X"))
    for march, genx in (("skl", 900), ("BDW", 800), ("gen11", 1150), ("TGLLP", 1200)):
        build("b.cpp", "-march=" + march, "-o", "out.isa", "-DX=1")
        check(first_dword("out.isa") == genx + 1, march)
    build("b.cpp", "-Qxcm_jit_target=bdw", "-D", "X=2", "-o", "out.isa")
    check(first_dword("out.isa") == 802)
    write("u.cpp", "#define N 4\n" + KERNEL.replace("v(0) = VALUE;", "#pragma unroll(N)\n"
          "    for (int i = 0; i < N; i++) v(0) += 5;"))
    build("u.cpp", "-o", "out.isa")
    check(first_dword("out.isa") == 20, "a macro in a pragma")
    write("old.cpp", "#include <cm.h>\n#include <genx_vme.h>\n#include <math.h>\n"
          + KERNEL.replace("VALUE", "sizeof(int2)").replace("out)", "out [[type(\"buffer_t\")]])"))
    err = build("old.cpp", "-o", "out.isa")
    check(err == "" and first_dword("out.isa") == 2, "the older includes, and what an argument is", err)
    write("c.cpp", KERNEL.replace("VALUE", "3") + "#if !defined(__CM) || !defined(__CMC) || !defined(CM_GEN9)\n#error\n#endif\n")
    status, _, err = call(cmc, "a_genx.cpp", "c.cpp")
    check(status == 0 and os.path.exists("c.isa"), err)
    check(not [name for name in os.listdir(".") if name.endswith(".part")])


def names():
    """Kernels are found wherever they stand, and nothing else is taken for one."""
    write("n.cpp", """#include <cm/cm.h>
// _GENX_MAIN_ void commented(SurfaceIndex out) {}
const char* text = "_GENX_MAIN_ void quoted() {";
struct pair { int a, b; };
_GENX_ inline int helper(int x) { return x + 1; }
extern "C" _GENX_MAIN_ void declared(SurfaceIndex out);
extern "C" {
_GENX_MAIN_ void
    first(SurfaceIndex out) { vector<int, 4> v = helper(1'000); write(out, 0, v); }
}
namespace inner { _GENX_MAIN_ void unnamed() {} }
using inner::unnamed;
extern "C" _GENX_MAIN_ void declared(SurfaceIndex out) { pair p = {1, 2}; vector<int, 4> v = p.a + p.b; write(out, 0, v); }
""")
    build("n.cpp", "-o", "n.isa")
    check(first_dword("n.isa", "first") == 1001 and first_dword("n.isa", "declared") == 3)
    for missing in ("commented", "quoted", "helper"):
        status, _, err = call(run_one, "n.isa", missing)
        check(status != 0 and "CM_" in err, missing, err)


def options():
    write("o.cpp", KERNEL.replace("VALUE", "1"))
    err = build("o.cpp", "-Qxcm_release", "-mCM_old_asm_name", "-binary-format=cm", "-o", "o.isa")
    check(err == "", err)
    err = build("o.cpp", "/Qxcm_release", "-o", "o.isa")
    check(err == "", err)
    status, _, err = call(cmc, "/mCM_folder/missing.cpp")
    check(status != 0 and "/mCM_folder/missing.cpp: no such file" in err, err)
    err = build("o.cpp", "--strange", "--strange", "-o", "o.isa")
    check(err.count("--strange") == 1, err)
    status, out, _ = call(cmc, "-E", "o.cpp")
    check(status == 0 and "annotate" in out)
    status, _, err = call(cmc, "-###", "o.cpp", "-o", "never.isa")
    check(status == 0 and "-march=native" in err and not os.path.exists("never.isa"), err)
    status, out, _ = call(cmc, "--help")
    check(status == 0 and out.startswith("usage: cmc"))
    status, out, _ = call(cmc, "--version")
    check(status == 0 and "genmedia" in out)


def errors():
    """One message that names the thing, a status, and nothing left."""
    write("user.cpp", '#include <cm/cm.h>\n\n_GENX_MAIN_ void k() {\n    vector<int, 4> a;\n    vector<int, 5> b;\n    a = b;\n}\n')
    status, _, err = call(cmc, "user.cpp", "-o", "user.isa")
    check(status != 0 and re.search(r"user\.cpp:6:", err), err)
    write("none.cpp", "#include <cm/cm.h>\nint x;\n")
    write("good.cpp", KERNEL.replace("VALUE", "1"))
    for arguments, expected in (
            (["missing.cpp"], "missing.cpp: no such file"),
            (["none.cpp"], "none.cpp has no kernel; expected a function marked _GENX_MAIN_"),
            ([], "no kernel file"),
            (["-march=z80", "good.cpp"], "unknown generation z80; expected one of"),
            (["good.cpp", "none.cpp", "-o", "x.isa"], "-o x.isa with 2 kernel files"),
            (["good.cpp", "-o"], "-o without its value"),
            (["good.cpp", "-o", "no/folder/x.isa"], "cannot write no/folder/x.isa")):
        status, _, err = call(cmc, *arguments)
        check(status != 0 and expected in err and err.count("\n") == 1, arguments, err)
    status, _, err = call(cmc, "good.cpp", env={"GENMEDIA_CLANG": "no-such-compiler"})
    check(status != 0 and "no-such-compiler cannot be run; install the package clang" in err, err)
    check(not [name for name in os.listdir(".") if name.endswith((".isa", ".part"))], os.listdir("."))


def debugging():
    """Misuse at run time stops with the kernel's file and line."""
    def stops(body, line, text, parameters="SurfaceIndex out", name="k"):
        write("d.cpp", f"extern \"C\" _GENX_MAIN_ void {name}({parameters}) {{\n    vector<int, 8> v = 1;\n    "
              f"int i = 0;\n{body}\n    write(out, 0, v);\n}}\n")
        build("d.cpp", "-O0", "-g", "-o", "d.isa")
        status, out, err = call(run_one, "d.isa")
        check(status != 0 and re.search(rf"d\.cpp:{line}: .*{text}", err), body, status, out, err)
    stops("    for (; i < 9; i++)\n        v(i) = i;", 5, "8 is outside of 0..7")
    stops("    v[i - 1] = 2;", 4, "-1 is outside of 0..7")
    stops("    matrix<int, 2, 4> m = 0;\n    v(0) = m(2, 0);", 5, "2 is outside of 0..1")
    stops("    read(out, 0, 0, v);", 4, "no 2-D surface")
    sixteen = "    matrix<float, 1, 16> m; vector<uint, 16> u = 0;\n"
    stops(sixteen + "    load16(m, CM_R_ENABLE, out, u);", 5, "samplers read no surface of this format")
    stops(sixteen + "    sample16(m, CM_R_ENABLE, out, SamplerIndex(), u);", 5, "this sampler is not bound")
    stops("    cm_nbarrier_signal(32, 0, 1, 1);", 4, "there are 32 named barriers")
    stops("    SurfaceIndex other = 200;\n    read(other, 0, v);", 5, "not bound")
    write("d.cpp", KERNEL.replace("VALUE", "5"))
    build("d.cpp", "-O0", "-g", "-o", "d.isa")
    check(first_dword("d.isa") == 5)


def gdb():
    """A debugger stops at a line of a kernel and sees its variables."""
    if not shutil.which("gdb"):
        print("skipped: no gdb")
        sys.exit(77)
    write("g.cpp", KERNEL.replace("VALUE", "11").replace("    write", "    int answer = v(0) + 1;\n    write"))
    build("g.cpp", "-O0", "-g", "-o", "g.isa")
    _, out, err = call("gdb", "-batch", "-ex", "set breakpoint pending on", "-ex", "break g.cpp:5", "-ex", "run",
                       "-ex", "print answer", "-ex", "backtrace 1", "--args", run_one, "g.isa")
    if "ptrace" in err or "Could not trace" in err:
        print("skipped: gdb may not trace here:", err.strip().splitlines()[-1])
        sys.exit(77)
    check("$1 = 12" in out and re.search(r"#0 .*k \(.*g\.cpp:5", out), out, err)


def installed():
    """Where nothing but the program and the headers are, as after an installation."""
    root = os.path.abspath("prefix")
    os.makedirs(root + "/bin")
    shutil.copy(cmc, root + "/bin/cmc")
    source = os.path.join(os.path.dirname(__file__), "..", "..", "..", "include", "cm")
    shutil.copytree(source, root + "/include/cm")
    write("i.cpp", KERNEL.replace("VALUE", "8"))
    status, _, err = call(root + "/bin/cmc", "-v", "i.cpp", "-o", "i.isa")
    check(status == 0 and root + "/bin/../include" in err, err)
    check(first_dword("i.isa") == 8)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    globals()[case]()
