# SPDX-License-Identifier: MIT
"""cmc_test.py CMC RUN_ONE CASE: checks of the driver, each in an empty folder."""
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

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
    # Clang reads a file once. It reads it again if the text does not show the kernels.
    write("inner.cpp", "namespace inner {\n_GENX_MAIN_ void k(SurfaceIndex) {}\n}\n")
    write("waits.cpp", KERNEL.replace("VALUE", "1").replace("write(", "cm_wait();\n    write("))
    for name, times in (("a_genx.cpp", 1), ("inner.cpp", 2), ("waits.cpp", 2)):
        err = build(name, "-v", "-o", "out.isa")
        check(err.count("-disable-llvm-passes") == times, name, err)


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
#define VALUES(...) { vector<int, 4> v = __VA_ARGS__; write(out, 0, v); }
namespace inner { _GENX_MAIN_ void in_namespace(SurfaceIndex out) VALUES(4) }
namespace { _GENX_MAIN_ void in_unnamed(SurfaceIndex out) VALUES(5) }
static _GENX_MAIN_ void internal(SurfaceIndex out) VALUES(6)
struct with_kernel { static _GENX_MAIN_ void member(SurfaceIndex out) VALUES(7) };
#define KERNEL _GENX_MAIN_ void
KERNEL by_macro(SurfaceIndex out) VALUES(8)
_GENX_MAIN_ void marked_before(SurfaceIndex out);
void marked_before(SurfaceIndex out) VALUES(9)
template <int N> _GENX_MAIN_ void templated(SurfaceIndex out) VALUES(N)
template void templated<10>(SurfaceIndex);
_GENX_MAIN_ void never_defined(SurfaceIndex out);
extern "C" _GENX_MAIN_ void declared(SurfaceIndex out) { pair p = {1, 2}; vector<int, 4> v = p.a + p.b; write(out, 0, v); }
""")
    build("n.cpp", "-o", "n.isa")
    check(first_dword("n.isa", "first") == 1001 and first_dword("n.isa", "declared") == 3)
    for n, name in enumerate(("in_namespace", "in_unnamed", "internal", "member", "by_macro", "marked_before", "templated<10>"), 4):
        check(first_dword("n.isa", name) == n, name)
    for missing in ("commented", "quoted", "helper", "never_defined"):
        status, _, err = call(run_one, "n.isa", missing)
        check(status != 0 and "CM_" in err, missing, err)


def production():
    """What Intel's front end took beyond C++: names used before they are declared, `template` left out, backslashes."""
    os.makedirs("src/deep")
    os.makedirs("include")
    write("include/twice.h", '#include "more\\nested.h"\n#define TWICE(x) (2 * (x) + NESTED)\n')
    os.makedirs("include/more")
    write("include/more/nested.h", "#pragma once\n#define NESTED 100\n")
    os.makedirs("shared")
    write("shared/elsewhere.h", "#define ELSEWHERE 1000\n")
    write("src/k.cpp", r"""#include "..\include\twice.h"
#include "..\include\more\nested.h"
#include "..\shared\elsewhere.h"
template <uint N> _GENX_ int later(vector_ref<int, N> v) { return declared_below(v); }
template <uint R, uint C> _GENX_ int without_keyword(matrix_ref<int, R, C> m) {
    const char* text = "m.select<1, 1>(0)";  // stays
    const auto part = m.select<1, 1, C / 2, 1>(R - 1, 0);
    const auto words = part.format<ushort>().select<2, 2>(0);
    struct { int select; } s = {3};
    const bool compared = s.select < words(0) && words(1) > (0);
    return m.row(0).replicate<2>()(C) + words(1) + (compared ? text[2] == 's' : 0);
}
template <class T, uint N> _GENX_MAIN_ void filled(SurfaceIndex out) {
    assert(N > 0);
    cm_assert(N != 77);
    vector<T, 4> v = N;
    write(out, 0, v);
}
template _GENX_MAIN_ void filled<int, 5u>(SurfaceIndex);
template void filled<int, 7>(SurfaceIndex);
_GENX_ int declared_below(vector_ref<int, 8> v) { return v(7); }
extern "C" _GENX_MAIN_ void k(SurfaceIndex out) {
    vector<int, 8> v;
    cmtl::cm_vector_assign(v, 3, 1);
    vector<int, 4> w = 0;
    w(0) = later(v);
    w(1) = TWICE(4) + ELSEWHERE;
    w(2) = without_keyword(v.format<int, 2, 4>());
    write(out, 0, w);
}
""".replace("\\\\", "\\"))
    write("src/with.cpp", '#include <cm/cmtl.h>\n#include "k.cpp"\n')
    err = build("src/with.cpp", "-o", "k.isa", "-I", "src")
    check(err == "", err)
    status, out, err = call(run_one, "k.isa", "k")
    check(out.split()[:3] == ["10", "1108", str(3 + 8 + 1)], out, err)
    for host_says, value in (("filled<int,5>", 5), ("filled< int, 7u >", 7), ("filled<int, 7>", 7)):
        check(first_dword("k.isa", host_says) == value, host_says)  # as hosts' macros spell them
    status, _, err = call(run_one, "k.isa", "filled<int, 6>")
    check(status != 0, err)


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
    write("unused.cpp", "int other(int);\nint unused(int n) { return other(n); }\n" + KERNEL.replace("VALUE", "6"))
    build("unused.cpp", "-o", "unused.isa")
    check(first_dword("unused.isa") == 6, "what no kernel calls may call what is nowhere")
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
    write("twice.cpp", "_GENX_MAIN_ void k(int) {}\nnamespace other { _GENX_MAIN_ void k(int) {} }\n")
    write("nowhere.cpp", "namespace far { int other(int); } using namespace far;\nextern int variable;\nextern \"C\" int c_name(int);\n"
          "template <class T> int never(T);\n#ifdef USES\nint between() { return USES; }\n#endif\n" + KERNEL.replace("VALUE", "between()"))
    write("address.cpp", "int x;\nint* p = &x;\n" + KERNEL.replace("VALUE", "(*p)++"))
    for arguments, expected in (
            (["missing.cpp"], "missing.cpp: no such file"),
            (["none.cpp"], "none.cpp has no kernel; expected a function marked _GENX_MAIN_"),
            (["twice.cpp"], "twice.cpp has two kernels k; expected one"),
            (["nowhere.cpp", "-DUSES=other(1)"], "nowhere.cpp: kernel k uses far::other(int), which is defined nowhere; expected it in the same file"),
            (["nowhere.cpp", "-DUSES=c_name(1)", "-O0"], "kernel k uses c_name, which is defined nowhere"),
            (["nowhere.cpp", "-DUSES=variable"], "kernel k uses variable, which is defined nowhere"),
            (["nowhere.cpp", "-DUSES=never(1u)"], "kernel k uses int never<unsigned int>(unsigned int), which is defined nowhere"),
            (["address.cpp"], "variable p begins with the address of x, of which each thread has its own"),
            ([], "no kernel file"),
            (["-march=z80", "good.cpp"], "unknown generation z80; expected one of"),
            (["good.cpp", "none.cpp", "-o", "x.isa"], "-o x.isa with 2 kernel files"),
            (["good.cpp", "-o"], "-o without its value"),
            (["good.cpp", "-o", "no/folder/x.isa"], "cannot write no/folder/x.isa: there is no folder no/folder")):
        status, _, err = call(cmc, *arguments)
        check(status != 0 and expected in err and err.count("\n") == 1, arguments, err)
    for program in "false", "cat":  # which are no compilers
        status, _, err = call(cmc, "good.cpp", env={"GENMEDIA_CLANG": program})
        check(status == 1 and err.endswith("in GENMEDIA_CLANG\n") and f"compiler {program} is no clang" in err, program, status, err)
    status, _, err = call(cmc, "good.cpp", env={"GENMEDIA_CLANG": "no-such-compiler"})
    check(status != 0 and "no-such-compiler could not be started; expected clang++" in err, err)
    status, _, err = call(cmc, "good.cpp", env={"CM_INCLUDE_DIR": "/nowhere"})
    check(status != 0 and 'CM_INCLUDE_DIR is "/nowhere"; expected a folder that holds cm/cm.h' in err, err)
    check(not [name for name in os.listdir(".") if name.endswith(".isa") or ".part" in name], os.listdir("."))


def debugging():
    """Misuse at run time stops with the kernel's file and line."""
    def stops(body, line, text, parameters="SurfaceIndex out", name="k"):
        write("d.cpp", f"extern \"C\" _GENX_MAIN_ void {name}({parameters}) {{\n    vector<int, 8> v = 1;\n    "
              f"int i = 0;\n{body}\n    write(out, 0, v);\n}}\n")
        build("d.cpp", "-O0", "-g", "-o", "d.isa")
        status, out, err = call(run_one, "d.isa")
        check(status > 0 and re.search(rf"d\.cpp:{line}: .*{text}", err), body, status, out, err)
        check("CM_TASK_MEDIA_RESET" in err, "the task ends, the host goes on", err)
    stops("    for (; i < 9; i++)\n        v(i) = i;", 5, "8 is outside of 0..7")
    stops("    assert(i == 0);\n    cm_assert(i == 1);", 5, "this does not hold: i == 1")
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


def one_line(arguments, expected, status=1, **environment):
    """cmc ends with this status, one message and no output."""
    before = sorted(os.listdir("."))
    found, _, err = call(cmc, *arguments, env=environment)
    check(found == status and expected in err and err.count("\n") == 1, arguments, found, err)
    check(sorted(os.listdir(".")) == before, arguments, "left", os.listdir("."))


def paths():
    """Files and folders that cannot be read or written, or are not what they should be."""
    write("k.cpp", KERNEL.replace("VALUE", "1"))
    source = open("k.cpp").read()
    os.makedirs("folder/empty.isa")
    write("folder/k.cpp", source)
    os.symlink("k.cpp", "link.cpp")
    os.symlink("circle.cpp", "circle.cpp")
    one_line(["folder"], "folder is a folder; expected a kernel file")
    with open("program", "wb") as file:
        file.write(b"\x7fELF\2\1\1\0\n#pragma offload target(gfx)\n_GENX_MAIN_")
    one_line(["program"], "program is no text, it has null characters; expected source code")
    one_line(["circle.cpp"], "circle.cpp cannot be read: Too many levels of symbolic links")
    one_line(["x" * 5000 + ".cpp"], "cannot be read: File name too long")
    one_line(["k.cpp", "-o", "k.cpp"], "output k.cpp is the kernel file itself")
    one_line(["link.cpp", "-o", "./k.cpp"], "output ./k.cpp is the kernel file itself")
    one_line(["-E", "k.cpp", "-o", "k.cpp"], "output k.cpp is the kernel file itself")
    one_line(["--gen", "k.cpp", "-o", "k.cpp"], "output k.cpp is the kernel file itself")
    one_line(["k.cpp", "-o", "folder/empty.isa"], "cannot write folder/empty.isa: it is a folder")
    one_line(["--gen", "k.cpp", "-o", "none/k.gen"], "cannot write none/k.gen: there is no folder none")
    one_line(["-D=3", "k.cpp"], "-D =3; expected NAME or NAME=VALUE")
    one_line(["-D", "", "k.cpp"], "-D ; expected NAME or NAME=VALUE")
    one_line(["-D", "1x", "k.cpp"], "-D 1x; expected NAME or NAME=VALUE")
    one_line(["-D", "x y", "k.cpp"], "-D x y; expected NAME or NAME=VALUE")
    one_line(["-U", "x=1", "k.cpp"], "-U x=1; expected NAME")
    build("k.cpp", "-D", "x", "-Dy=", "-Dz(a)=a + 1", "-U_w", "-o", "folder/k.isa")
    one_line(["k.cpp", "folder/k.cpp"], "two kernel files for the output k.isa", status=2)
    check(open("k.cpp").read() == source)
    if os.geteuid() != 0:
        os.chmod("k.cpp", 0)
        one_line(["k.cpp"], "k.cpp cannot be read: Permission denied")
        os.chmod("k.cpp", 0o644)
    # cmc writes into a device or a pipe and does not replace it. Here /dev/full stands for a full disk.
    os.symlink("/dev/full", "full")
    one_line(["k.cpp", "-o", "full"], "cannot write full: No space left on device")
    os.symlink("/dev/null", "null")
    build("k.cpp", "-o", "null")
    check(os.path.islink("null"))
    with open("/dev/full", "w") as full:
        for arguments in (["-E", "k.cpp"], ["--help"]):
            done = subprocess.run([cmc, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
            check(done.returncode == 1 and "cannot write to the standard output" in done.stderr, arguments, done)
    os.umask(0)
    build("k.cpp", "-o", "open.isa")
    check(os.stat("open.isa").st_mode & 0o002 == 0, "anybody can write the kernel file")
    check(first_dword("open.isa") == 1)
    os.chmod("open.isa", 0o666)
    status, _, err = call(run_one, "open.isa")
    check(status != 0 and "open.isa: others can write this file" in err, "the helper of hosts reads it:", status, err)


def temporary():
    """The folder for what lies between: none, or a full one."""
    write("k.cpp", KERNEL.replace("VALUE", "1"))
    _, _, gen = call(cmc, "--gen", "k.cpp", "-o", "k.gen")
    for mode in ([], ["-E"], *([] if "GENMEDIA_GEN=OFF" in gen else [["--gen"]])):
        one_line([*mode, "k.cpp"], "no temporary folder can be made in /nowhere: No such file or directory",
                 TMPDIR="/nowhere")
    os.mkdir("t")

    def little_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    for room in (0, 8192, 100000, 300000):  # the macros, or the preprocessed file, no longer fit
        done = subprocess.run([cmc, "k.cpp", "-DX"], env={**os.environ, "TMPDIR": "t"}, preexec_fn=little_room,
                              capture_output=True, text=True)
        check(done.returncode not in (0, -6, -11) and done.stderr, room, done)
        check(os.listdir("t") == [] and not os.path.exists("k.isa"), room, done, os.listdir("t"))


def interrupted():
    """cmc ends by the signal that it got, its compiler with it, and leaves nothing."""
    write("k.cpp", KERNEL.replace("VALUE", "1"))
    # It must have no child of its own: a shell that waits for one may ignore a SIGINT.
    write("slow", '#!/bin/bash\necho $$ > "$STARTED"\nexec sleep 1000\n')
    os.chmod("slow", 0o755)
    os.mkdir("t")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)  # what runs in the background, or by nohup, ignores some
        started = f"started{number}"
        program = subprocess.Popen([cmc, "k.cpp"], stderr=subprocess.PIPE, text=True, env={
            **os.environ, "TMPDIR": "t", "GENMEDIA_CLANG": os.path.abspath("slow"), "STARTED": started})
        while not os.path.exists(started) or not open(started).read().endswith("\n"):
            time.sleep(0.01)
        check(len(os.listdir("t")) == 1, "no folder to tidy up", os.listdir("t"))
        program.send_signal(number)
        _, err = program.communicate()
        check(program.returncode == -number and err == "", number, program.returncode, err)
        check(os.listdir("t") == [] and not os.path.exists("k.isa"), number, os.listdir("t"))
        check(not os.path.exists("/proc/" + open(started).read().strip()), number, "the compiler still runs")
    # A caller may start cmc so that it ignores the terminal's hang-up. cmc must keep ignoring it.
    write("hangs_up", '#!/bin/sh\n[ "$1" != --version ] || { echo a clang; exit; }\nkill -HUP $PPID\nexit 3\n')
    os.chmod("hangs_up", 0o755)
    status, _, err = call("nohup", cmc, "k.cpp", env={"GENMEDIA_CLANG": os.path.abspath("hangs_up")})
    check(status == 3, status, err)


def features():
    """The file names what its code needs: all that the compiler was allowed to use."""
    write("k.cpp", KERNEL.replace("VALUE", "1"))
    # GCC's document of -march=haswell, by the names of __builtin_cpu_supports; Arm's manual of the Neoverse N1.
    cpu, needed = {
        "x86_64": ("haswell", "mmx sse sse2 sse3 ssse3 sse4.1 sse4.2 popcnt lzcnt movbe avx avx2 f16c fma bmi bmi2 pclmul"),
        "aarch64": ("neoverse-n1", "crc lse rdm fp16 dotprod"),
    }[os.uname().machine]
    build("k.cpp", "--cpu=" + cpu, "-o", "k.isa")
    with open("k.isa", "rb") as file:
        names = struct.unpack_from("460s", file.read(512), 48)[0].rstrip(b"\0").decode().split(",")
    check(set(needed.split()) <= set(names), "not named:", set(needed.split()) - set(names))


def nested():
    """Functions that call each other twelve times, five levels deep: put into each other, they would be 25 million
    instructions, which no compiler gets through."""
    calls, levels = 12, 5
    text = "_GENX_ void f0(vector_ref<int, 16> v, int n) {\n    v = v * 3 + n;\n    v ^= v >> 7;\n}\n"
    for level in range(1, levels + 1):
        body = "".join(f"    f{level - 1}(v, n + {call});\n" for call in range(calls))
        text += f"_GENX_ void f{level}(vector_ref<int, 16> v, int n) {{\n{body}}}\n"
    write("n.cpp", text + KERNEL.replace("v(0) = VALUE;", f"vector<int, 16> w = 1;\n    f{levels}(w, 5);\n    v(0) = w(15);"))
    build("n.cpp", "-o", "n.isa")
    expected = 1
    for number in range(calls ** levels):
        digits = sum(number // calls ** level % calls for level in range(levels))
        expected = (expected * 3 + 5 + digits) & 0xFFFFFFFF
        signed = expected - (expected >> 31 << 32)
        expected = (expected ^ signed >> 7) & 0xFFFFFFFF
    check(first_dword("n.isa") & 0xFFFFFFFF == expected, first_dword("n.isa"), expected)


def other_clang():
    """A newer clang writes its modules a little differently."""
    newer = next((f"clang++-{n}" for n in range(25, 14, -1) if shutil.which(f"clang++-{n}")), None)
    if newer is None:
        print("skipped: no clang++-15 or newer")
        sys.exit(77)
    os.environ["GENMEDIA_CLANG"] = newer
    compiles()
    names()


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    globals()[case]()
