# SPDX-License-Identifier: MIT
"""opencl_test.py GENMEDIA CASE: genmedia registers for OpenCL C, each in an empty folder."""
import json
import os
import sys
import tempfile

from gen import call, check, need_backend, need_lowering, write

genmedia, case = sys.argv[1:3]


def run(*arguments, env=None):
    status, out, err = call(genmedia, "registers", *arguments, env=env)
    need_lowering(err)
    return status, out, err


def reports(*arguments):
    status, out, err = run("--json", *arguments)
    check(status == 0, out, err)
    return {kernel["kernel"]: kernel for kernel in json.loads(out)}


def kernel(name, body, more=""):
    """Its body begins on line 3 of a file that has it alone."""
    return f"kernel void {name}(global const float* a, global const int* n, global float* c{more}) {{\n    int i = get_global_id(0);\n{body}}}\n"


def indexed(count, element="float"):
    """An array of so many elements that are all read at a place of the run's."""
    return (f"    {element} t[{count}];\n    for (int k = 0; k < {count}; k++) t[k] = a[i * 64 + k];\n"
            f"    c[i] = t[n[i] % {count}];\n")


def held(count):
    """`count` numbers are read before any is written."""
    return ("".join(f"    float x{k} = a[i + {k} * 1000];\n" for k in range(count)) + "    barrier(CLK_GLOBAL_MEM_FENCE);\n" +
            "".join(f"    c[i + {k} * 1000] = x{k} * x{(k * 7 + 3) % count};\n" for k in range(count)))


def array(report, name="t"):
    found = [a for a in report["arrays"] if a["name"] == name]
    check(len(found) == 1, name, "in", report)
    return found[0]


def size():
    """48 floats of a work-item are 3 KB of 16 and stay in registers; 49 do not."""
    write("k.cl", kernel("fits", indexed(48)) + kernel("large", indexed(49)))
    found = reports("k.cl")
    check(array(found["fits"]) == {"name": "t", "line": 3, "bytes": 192, "in_registers": True, "reason": ""}, found["fits"])
    check(found["fits"]["scratch_bytes"] == 0 and found["fits"]["work_items"] == 16 and found["fits"]["peak"] >= 96, found["fits"])
    large = array(found["large"])
    check(not large["in_registers"] and large["line"] == 9 and "196 bytes; expected at most 192" in large["reason"], large)
    check(found["large"]["scratch_bytes"] == 196 and found["large"]["peak"] < 96, found["large"])
    text = run("k.cl")[1]
    check("k.cl:9: note: t (196 bytes of a work-item) is in scratch memory instead of registers: it has 196 bytes" in text, text)
    check("private arrays in registers: t 192 bytes" in text, text)


def together():
    """Two of 160 bytes, each of which would be: by how many bytes there are in scratch, one of them or both are not."""
    both = "    float t[40], u[40];\n    for (int k = 0; k < 40; k++) {\n        t[k] = a[i * 64 + k];\n        u[k] = a[i * 32 + k];\n    }\n    c[i] = t[n[i] % 40] + u[n[i + 1] % 40];\n"
    write("k.cl", kernel("one", both) + kernel("none", indexed(40) + indexed(40).replace("t[", "u[").replace("c[i] =", "c[i] +=")))
    found = reports("k.cl")
    for report in found.values():
        scratch = [a for a in report["arrays"] if not a["in_registers"]]
        check(len(report["arrays"]) == 2 and scratch and sum(a["bytes"] for a in scratch) == report["scratch_bytes"], report)
        check(all("registers" in a["reason"] for a in scratch), report)
    check(found["one"]["scratch_bytes"] == 160, found["one"])
    check([a["reason"] for a in found["one"]["arrays"]] == ["", "with the other arrays in registers it has more than 192 bytes"], found["one"])


def pretend(files):
    """A compiler that leaves these files, written in this order, and an environment in which it is used."""
    write("ocloc.sh", "#!/bin/sh\n" + "".join(f"cat > {name} <<'END'\n{text}END\n" for name, text in files))
    os.chmod("ocloc.sh", 0o755)
    write("k.cl", "// the compiler does not look\n")
    return {"GENMEDIA_OCLOC": os.path.abspath("ocloc.sh")}


def too_many_others():
    """Two arrays, of which the compiler says that the second is in scratch. Together they have 80, 192 and 196 bytes: only
    the last is more than 192."""
    sizes = {"few": (10, 10), "most": (24, 24), "more": (24, 25)}  # floats
    optimised = "".join(f"define spir_kernel void @{name}() {{\n  %first = alloca [{first} x float]\n  %second = alloca [{second} x float]\n"
                        "  ret void\n}\n" for name, (first, second) in sizes.items())
    facts = "!IGCMetadata = !{!0}\n!0 = !{!\"ModuleMD\", !1}\n!1 = !{!\"FuncMD\"" + "".join(f", !{k}2, !{k}3" for k in (1, 2, 3)) + "}\n"
    for k, (name, (_, second)) in enumerate(sizes.items(), 1):
        facts += (f"!{k}2 = !{{!\"FuncMDMap[{k}]\", void ()* @{name}}}\n!{k}3 = !{{!\"FuncMDValue[{k}]\", !{k}4}}\n"
                  f"!{k}4 = !{{!\"privateMemoryPerWI\", i32 {second * 4}}}\n")
    env = pretend([("OCL_asm0a_optimized.ll", optimised), ("OCL_asm0a_codegen.ll", optimised + facts)] +
                  [(f"OCL_asm0a_simd8_entry_000{k}.asm", f"//.kernel {name}\n") for k, name in enumerate(sizes, 1)])
    status, out, err = run("--json", "k.cl", env=env)
    check(status == 0, out, err)
    others, limit = "the compiler expects too many other registers to be in use", "with the other arrays in registers it has more than 192 bytes"
    found = {report["kernel"]: report for report in json.loads(out)}
    for name, reason in (("few", others), ("most", others), ("more", limit)):
        check(array(found[name], "first")["in_registers"] and array(found[name], "second")["reason"] == reason, found[name])


def known_indices():
    """Unrolled, its elements are values like others: no array is left."""
    write("k.cl", kernel("k", "    float t[16];\n    for (int k = 0; k < 16; k++) t[k] = a[i * 16 + k];\n    float s = 0;\n"
                         "    for (int k = 0; k < 16; k++) s += t[k] * a[k];\n    c[i] = s;\n"))
    found = reports("k.cl")["k"]
    check(found["arrays"] == [] and found["scratch_bytes"] == 0, found)
    check("no hints" in run("k.cl")[1])


def addresses():
    """One that is stored, and two that a pointer may be to."""
    write("k.cl", kernel("stored", indexed(8) + "    where[i] = (ulong)t;\n", ", global ulong* where")
          + kernel("either", indexed(8) + indexed(8).replace("t[", "u[") + "    float* p = n[i + 1] ? t : u;\n    c[i] = p[n[i] & 7];\n"))
    found = reports("k.cl")
    stored = array(found["stored"])
    check(found["stored"]["scratch_bytes"] == 32 and stored["reason"] == "its address is made a number (line 6)", found["stored"])
    for name in ("t", "u"):
        check("a pointer may be to it or to another array (line 16)" in array(found["either"], name)["reason"], found["either"])
    check(found["either"]["scratch_bytes"] == 64, found["either"])


def structures():
    write("k.cl", "typedef struct { float x; int y; char z; } S;\n" + kernel(
        "k", "    S s[4];\n    for (int k = 0; k < 4; k++) {\n        s[k].x = a[i * 64 + k];\n        s[k].y = k;\n        s[k].z = n[k];\n    }\n"
        "    S e = s[n[i] & 3];\n    c[i] = e.x + e.y + e.z;\n"))
    found = reports("k.cl")["k"]
    check(found["scratch_bytes"] == 48 and array(found, "s")["reason"] == "its elements are of several types", found)


def spill():
    """150 numbers of 8 work-items are 150 registers, 22 and more do not fit; 90 do where nobody else does."""
    write("k.cl", kernel("press", held(150)) + kernel("fits", held(90)) + kernel("tiny", "    c[i] = 1;\n"))
    found = reports("k.cl")
    check(found["press"]["work_items"] == 8 and found["press"]["spilled_bytes"] >= 22 * 32 and found["press"]["peak"] >= 150, found["press"])
    check(3 <= found["press"]["peak_line"] <= 303, found["press"]["peak_line"])
    check(found["fits"]["work_items"] == 8 and found["fits"]["spilled_bytes"] == 0 and found["fits"]["peak"] >= 90, found["fits"])
    check(305 <= found["fits"]["peak_line"] <= 487, found["fits"]["peak_line"])
    check(found["tiny"]["work_items"] == 32 and found["tiny"]["peak"] < 20, found["tiny"])
    text = run("k.cl")[1]
    check(f"warning: {found['press']['spilled_bytes']} bytes spilled" in text, text)
    check(f"peak of {found['fits']['peak']} registers" in text and ("computes again what it cannot keep" in text) == (found["fits"]["peak"] > 128), text)
    check("press spills" in run("k.cl", "--max-spill", "0")[2])


def last_attempt():
    """A kernel that spills is compiled again, and its last attempt counts. `up` has its attempts written from the first on,
    `down` from the last on, as folders list files in an order of their own."""
    def attempt(entry, name, again):
        return (f"OCL_asm0a_{f'{again}_' if again else ''}simd8_entry_000{entry}.asm", f"//.kernel {name}\n//.instCount {100 + again}\n")
    env = pretend([attempt(1, "up", again) for again in range(12)] + [attempt(2, "down", again) for again in reversed(range(12))])
    status, out, err = run("--json", "k.cl", env=env)
    check(status == 0, out, err)
    check([(report["kernel"], report["instructions"]) for report in json.loads(out)] == [("up", 111), ("down", 111)], out)


def lines():
    """Each line's messages: of 32 work-items two of 16 lanes."""
    write("k.cl", kernel("k", "    float x = a[i];\n    c[i] = x * 3;\n"))
    found = reports("k.cl")["k"]
    check([(m["line"], m["name"].split()[2], m["count"], m["bytes"]) for m in found["messages"]] == [(3, "read", 2, 64), (4, "write", 2, 128)],
          found["messages"])
    check(set(found["lines"]) >= {"2", "3", "4"}, found["lines"])
    status, out, _ = run("--march", "gen12", "k.cl")
    check(status == 0 and "c[i] = x * 3;" in out, out)


def options():
    write("k.cl", '#include "own.h"\n' + kernel("k", "    c[i] = VALUE + OTHER;\n#if __OPENCL_C_VERSION__ != 200\n#error\n#endif\n"))
    write("own.h", "#define OTHER 2\n")
    status, out, err = run("-D", "VALUE=1", "--cl-options", "-cl-std=CL2.0", "k.cl")
    check(status == 0, out, err)
    os.mkdir("more")
    os.rename("own.h", "more/own.h")
    check(run("-D", "VALUE=1", "--cl-options", "-cl-std=CL2.0", "-I", "more", "k.cl")[0] == 0)
    write("two.cl", kernel("second", "    c[i] = 2;\n"))
    write("one.cl", kernel("first", "    c[i] = 1;\n"))
    rows = [line.split() for line in run("one.cl", "two.cl")[1].splitlines()]
    check([row[0] for row in rows] == ["kernel", "first", "second"], rows)


def errors():
    write("k.cl", kernel("k", "    c[i] = nobody;\n"))
    status, _, err = run("k.cl")
    check(status == 1 and "k.cl does not compile:\nk.cl:3:12: error: use of undeclared identifier 'nobody'" in err, err)
    write("none.cl", "int f(int x) { return x; }\n")
    status, _, err = run("none.cl")
    check(status == 1 and "none.cl" in err, err)
    status, _, err = run("nowhere.cl")
    check(status == 1 and "nowhere.cl: no such file" in err, err)
    write("k.cl", kernel("k", "    c[i] = 1;\n"))
    write("k.cpp", "")
    check("files of OpenCL C and of C for Metal, expected those of one language" in run("k.cl", "k.cpp")[2])
    check("--plot: 'k.svg', expected files of C for Metal with it" in run("k.cl", "--plot", "k.svg")[2])
    write("options.cpp", "")
    status, _, err = run("options.cpp", "--cl-options", "-cl-std=CL2.0")
    check((status, err) == (2, "genmedia: --cl-options: '-cl-std=CL2.0', "
                            "expected files of OpenCL C with it, named NAME.cl\n"), status, err)
    check("intel-opencl-icd" in run("k.cl", env={"GENMEDIA_OCLOC": "/nowhere/ocloc"})[2])


need_backend()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    cases = {name: value for name, value in vars().items() if callable(value)}
    cases[case]()
