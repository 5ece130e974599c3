# SPDX-License-Identifier: MIT
"""cmc_gen_test.py CMC CASE: checks of cmc --gen, each in an empty folder. What it cannot compile it refuses, with one
message that names the place."""
import collections
import os
import re
import sys
import tempfile

from gen import call, check, messages, moved, need_backend, need_lowering, write

cmc, case = sys.argv[1:3]
HEAD = '#include <cm/cm.h>\n'


def refused(source, *words, options=(), env=None, line=None):
    write("k.cpp", source)
    status, out, err = call(cmc, "--gen", *options, "k.cpp", env=env)
    need_lowering(err)
    check(status != 0, "was accepted:", out, err)
    check(not os.path.exists("k.gen") or os.path.getmtime("k.gen") < os.path.getmtime("k.cpp"), "left a file")
    errors = [text for text in err.splitlines() if "error:" in text]
    check(errors and all(word in errors[0] for word in words), "expected", words, "in", err)
    check(line is None or f"k.cpp:{line}:" in errors[0], "expected line", line, "in", err)


def kernel(body, parameters="SurfaceIndex from, SurfaceIndex to", before=""):
    """Its body begins on line 3."""
    return f"{before}\n" + f'extern "C" _GENX_MAIN_ void k({parameters}) {{\n{body}}}\n'


def assembly(source, *options):
    write("k.cpp", source)
    status, out, err = call(cmc, "--gen", "-mdump_asm", *options, "k.cpp")
    need_lowering(err)
    check(status == 0, out, err)
    with open("k_k.asm") as file:
        return file.read()


def no_file():
    status, _, err = call(cmc, "--gen", "nowhere.cpp")
    check(status == 1 and "nowhere.cpp: no such file" in err, err)


def wrong_code():
    refused(kernel("    vector<int, 4> v = w;\n"), "undeclared identifier 'w'", line=3)


def no_kernel():
    refused("int x;\n", "k.cpp has no kernel")


def unknown_target():
    write("k.cpp", kernel(""))
    status, _, err = call(cmc, "--gen", "-march=z80", "k.cpp")
    check(status == 2 and "unknown generation z80" in err, err)


def other_target():
    refused(kernel(""), "no Gen code for hsw", "bdw, skl, icllp, tgllp", options=["-march=hsw"])


def names_of_makefiles():
    """-Qxcm_jit_target of Intel's compiler: numbers are names of targets too."""
    write("k.cpp", kernel("    vector<int, 4> v = CM_GENX;\n    write(to, 0, v);\n"))
    for number, name in (("gen8", "bdw"), ("gen9", "skl"), ("gen11", "icllp"), ("gen11lp", "icllp"), ("Gen12", "tgllp"), ("gen12lp", "tgllp")):
        made = {}
        for option in ("-Qxcm_jit_target=" + number, "-march=" + name):
            status, _, err = call(cmc, "--gen", option, "-mdump_asm", "k.cpp")
            need_lowering(err)
            check(status == 0, option, err)
            with open("k_k.asm") as file:
                made[option] = [line for line in file.read().splitlines() if "|M" in line]
        one, other = made.values()
        check(one == other and len(one) > 2, number, name, one, other)


def no_ocloc():
    refused(kernel("    vector<int, 4> v;\n    read(from, 0, v);\n    write(to, 0, v);\n"), "intel-opencl-icd", "libigc1",
            env={"GENMEDIA_OCLOC": "/nowhere/ocloc"})


def printf():
    refused(kernel('    printf("%d", 1);\n'), "printf", "not lowered to Gen code", line=3)


def raw_messages():
    for call_of in ("cm_send(0, v, 12, 0, 0)", "cm_sends(0, v, v, 12, 0, 0)", "cm_raw_send(0, v, v, 0, 0, 4, 12, 1, 1, 0)",
                    "v = cm_get_r0<uint>()", "cm_get_value(to)"):
        refused(kernel(f"    vector<uint, 8> v = 0;\n    {call_of};\n"), "raw messages are not supported in Gen code", line=4)


def pixel_blocks():
    for call_of, what in (("cm_avs_sampler(m, CM_R_ENABLE, from, SamplerIndex(0), 0, 0, 0, 0, 0)", "adaptive video scaling"),
                          ("sample32(m, CM_R_ENABLE, from, SamplerIndex(0), 0, 0, 0, 0)", "sample32")):
        refused(kernel(f"    matrix<ushort, 4, 64> m;\n    {call_of};\n"), f"{what} is not supported in Gen code", line=4)


def template_library():
    """Blocks, ramps and turned blocks; stacks are not lowered."""
    text = assembly("#include <cm/cmtl.h>\n" + kernel(
        "    matrix<uchar, 16, 16> m, t;\n    cmtl::ReadBlock(from, 16, 0, m.select<16, 1, 16, 1>(0, 0));\n"
        "    cmtl::Transpose_16x16<uchar>(m.select<16, 1, 16, 1>(0, 0), t.select<16, 1, 16, 1>(0, 0));\n"
        "    cm_vector(ramp, uchar, 16, 0, 1);\n    t.row(0) += ramp;\n"
        "    cmtl::WriteBlock(to, 16, 0, t.select<16, 1, 16, 1>(0, 0));\n"))
    check(moved(text) == {("media block read", 256): 1, ("media block write", 256): 1}, moved(text))
    write("k.cpp", "#include <cm/cmtl.h>\n" + kernel(
        "    matrix<short, 2, 8> c;\n    vector<int, 8> v;\n    vector<float, 8> f;\n    cmtl::CachedStackPush<int, 8, 32>(to, c, c, v, v);\n"
        "    cmtl::CachedStackEmpty<8>(c, c, v);\n    cmtl::ReadBlock<short, 2, 8>(from, 0, 0, c, 24u);\n    f = cm_asin(f);\n    f = cm_acos<8>(f);\n"
        "    f = cm_atan<float, 8>(f);\n    cm_get_hwid();\n    cm_rdtsc();\n    cm_nbarrier_init(1);\n"))
    status, _, err = call(cmc, "--gen", "k.cpp")
    for name in ("CachedStackPush", "CachedStackEmpty", "cm_asin", "cm_acos", "cm_atan", "cm_get_hwid", "cm_rdtsc", "cm_nbarrier_init"):
        check(status != 0 and f"{name} is not lowered to Gen code" in err, name, err)
    check("ReadBlock with a picture's width is not lowered to Gen code" in err, err)


def atomics():
    """What Gen has no message for, or the back end would make another of."""
    for call_of in ("write_atomic<ATOMIC_REVSUB>(to, v, v)", "write_atomic<ATOMIC_FADD>(to, v, v)",
                    "write_typed_atomic<ATOMIC_FMIN>(v, to, v, v, v, v)"):
        refused(kernel(f"    vector<uint, 16> v = 0;\n    {call_of};\n"), "Gen has no message for this atomic operation", line=4)
    refused(kernel("    vector<svmptr_t, 8> a = 0;\n    vector<float, 8> v = 0; cm_svm_atomic(ATOMIC_FMAX, a, v, v);\n"),
            "Gen has no message for this atomic operation at addresses", line=4)
    refused(kernel("    vector<uint, 8> v = 0;\n    write(to, CmAtomicOpType(n), 0, v, v);\n", "SurfaceIndex to, int n"),
            "which atomic operation this is must be known at compile time", line=4)


def pixel_atomics():
    """Sent are a register of columns, one of rows, and one of each source that the operation has."""
    operations = {"INC": "increment", "PREDEC": "decrement", "ADD": "add", "CMPXCHG": "compare and swap"}
    sources = {"INC": "", "PREDEC": "", "ADD": "a, ", "CMPXCHG": "a, b, "}
    text = assembly(kernel("    vector<uint, 8> x, y, a, b, old;\n    read(from, 0, x);\n    read(from, 32, y);\n    read(from, 64, a);\n    read(from, 96, b);\n" +
                           "".join(f"    write_typed_atomic<ATOMIC_{name}>(to, old, {sources[name]}x, y);\n    a += old;\n" for name in operations) +
                           "    write(from, 0, a);\n"))
    sent = {name: int(first) + int(second) for first, second, name in
            re.findall(r"// wr:(\d+)\+(\d+), rd:1; hdc.dc1; typed atomic 32-bit integer integer ([^/]*[^/ ])", text)}
    check(sent == {said: 2 + sources[name].count(",") for name, said in operations.items()}, sent, text)


def lanes():
    """Any number of lanes: messages of 16 and 8, what is left over is off. Elements of each size at addresses."""
    text = assembly(kernel("    vector<uint, 12> at = 0;\n    write_atomic<ATOMIC_INC>(to, at);\n    vector<svmptr_t, 28> a = address;\n"
                           "    vector<uchar, 28> b = 0;\n    cm_svm_scatter_read(a, b);\n    vector<double, 28> d = b;\n"
                           "    cm_svm_scatter_write(a, d);\n", "SurfaceIndex to, svmptr_t address"))
    check(moved(text) == {("untyped atomic int32 integer increment", 64): 1, ("a64 byte gathering read 8b", 64): 2,
                          ("a64 qword scattering write", 256): 2}, moved(text))
    check(len(re.findall(r"^\(f\d\.\d\) +sends? ", text, re.MULTILINE)) == 3, text)


def sampler():
    """Operands in the middle that are 0 are sent; what a target or the lowering has no message for is refused."""
    gradients = kernel("    vector<float, 32> d;\n    vector<float, 8> u = n;\n    cm_3d_sample<CM_3D_SAMPLE_D, CM_ABGR_ENABLE>(d, 0, s, from, u, 0, 0, u);\n"
                       "    write(to, 0, d);\n", "SurfaceIndex from, SamplerIndex s, SurfaceIndex to, float n")
    text = assembly(gradients)
    check("wr:1h+4, rd:4; sampler; simd8 sample gradient" in text, text)
    loads = kernel("    vector<float, 16> d;\n    vector<uint, 16> u = 0;\n    cm_3d_load<CM_3D_LOAD, CM_R_ENABLE>(d, 0, from, u, u);\n"
                   "    write(to, 0, d);\n")
    assembly(loads)
    refused(loads, "cm_3d_load is lowered for Gen9 and later", options=["-march=bdw"])
    refused(gradients.replace("vector<float, 32>", "vector<half, 64>"), "samplers give floats, or bits of 32, on Gen")


def past_the_end():
    refused(kernel("    vector<int, 8> v;\n    read(from, 0, v);\n    v.select<4, 1>(0) = v.select<4, 1>(5);\n"
                   "    write(to, 0, v);\n"), "from byte 20 to 36 of an object of 32 bytes", line=5)


def chosen_reference():
    refused(kernel("    vector<int, 8> a, b;\n    read(from, 0, a);\n    read(from, 32, b);\n"
                   "    int* p = n ? a.cm_data() : b.cm_data();\n    for (int i = 0; i < n; i++) p[i] += p[0];\n"
                   "    write(to, 0, a);\n    write(to, 32, b);\n", "SurfaceIndex from, SurfaceIndex to, int n"),
            "one of two objects", line=6)
    refused(kernel("    vector<int, 8> a, b;\n    read(from, 0, a);\n    read(from, 32, b);\n    int* p[2] = {a.cm_data(), b.cm_data()};\n"
                   "    p[n & 1][0] = 5;\n    write(to, 0, a);\n    write(to, 32, b);\n", "SurfaceIndex from, SurfaceIndex to, int n"),
            "a reference to an object is kept in memory", line=6)


def not_inlined():
    """What has no body here, or is chosen at run time."""
    body = "    vector<int, 8> a;\n    read(from, 0, a);\n    %s\n    write(to, 0, a);\n"
    parameters = "SurfaceIndex from, SurfaceIndex to, int n"
    refused(kernel(body % "elsewhere(a);", parameters, "void elsewhere(vector<int, 8>& v);"),
            "an object is handed to elsewhere(vector<int, 8>&), which is not inlined", line=5)
    refused(kernel(body % "a += elsewhere(n);", parameters, "int elsewhere(int n);"), "a call of elsewhere(int)", line=5)
    refused(kernel(body % "a += elsewhere;", parameters, "namespace far { extern int elsewhere; } using far::elsewhere;"),
            "far::elsewhere is defined nowhere", line=5)
    refused(kernel(body % "a += (n ? one : two)(n);", parameters, "int one(int n) { return n * n; } int two(int n) { return n + 7; }"),
            "a call through a pointer", line=5)


def unknown_size():
    body = "    vector<int, 8> v;\n    read(from, 0, v);\n    %s\n    a[n / 2] = v(0);\n    v(1) = a[n / 3];\n    write(to, 0, v);\n"
    parameters = "SurfaceIndex from, SurfaceIndex to, int n"
    refused(kernel(body % "int a[n];", parameters), "variable length arrays", line=5)
    refused(kernel(body % "int* a = (int*)__builtin_alloca(n * 4);", parameters), "an object's size is not known at compile time", line=5)


def recursion():
    refused(kernel("    vector<int, 4> v = fib(n);\n    write(to, 0, v);\n", "SurfaceIndex to, int n",
                   "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }"), "calls itself", line=3)


def simd_flow():
    """Branches and loops are masks: flags, and jumps where no channel is left."""
    text = assembly(kernel("    vector<int, 16> v, n = 0;\n    read(from, 0, v);\n"
                           "    SIMD_IF_BEGIN(v > 3) { v += 1; }\n    SIMD_ELSEIF(v > 1) { v *= 3; }\n    SIMD_ELSE { v -= 1; }\n"
                           "    SIMD_IF_END;\n"
                           "    SIMD_DO_WHILE_BEGIN {\n        v -= 3;\n        SIMD_IF_BEGIN((v & 7) == 5) { SIMD_BREAK; }\n"
                           "        SIMD_IF_END;\n        n += 1;\n    } SIMD_DO_WHILE_END(v > 0);\n    write(to, 0, n);\n"))
    predicated = [line for line in text.splitlines() if line.startswith("(~f") or line.startswith("(f")]
    check(predicated and "jmpi" in text and len(messages(text)) == 2, text)


def built_ins():
    """Each becomes instructions, no call."""
    text = assembly(kernel("    vector<float, 16> v, a = 0;\n    read(from, 0, v);\n    vector<int, 16> i = v;\n"
                           "    a += cm_sqrt(v) + cm_inv(v) + cm_log(v) + cm_exp(v) + cm_sin(v) + cm_pow(v, 2.5f) + cm_rndd(v);\n"
                           "    a += i % 7 + i / 3 + cm_fbl<int>(i) + cm_fbh<int>(i) + cm_lzd<int>(i) + cm_cbit<int>(i);\n"
                           "    vector<uchar, 16> s(i, SAT);\n    vector<half, 16> h = v;\n    vector<double, 16> d = v;\n"
                           "    a += s;\n    a += h;\n    a += d * 2.0;\n    a += cm_sum<float>(v);\n"
                           "    a += i.iselect(vector<ushort, 16>(i & 15));\n    a += v.replicate<4, 4, 4, 0>(0);\n    write(to, 0, a);\n"))
    for function in ("math.sqt", "math.inv", "math.log", "math.exp", "math.sin", "math.pow", "rndd", "lzd", "cbit", "(sat)"):
        check(function in text, function, "is not in", text)


def neighbours():
    """Gen8 and Gen9 have instructions for sums and products of neighbours: one for 16 lanes. Others get by without: a
    difference, a sum of two, a sum. tgllp has dp4a."""
    sads = kernel("    vector<uchar, 64> v;\n    vector<ushort, 16> s;\n    read(from, 0, v);\n    s = cm_sad2<ushort>(v.select<16, 1>(0), v.select<16, 1>(16));\n"
                  "    s = cm_sada2<ushort>(v.select<16, 1>(16), v.select<16, 1>(32), s);\n    s = cm_sada2<ushort>(v.select<16, 1>(32), v.select<16, 1>(48), s);\n"
                  "    write(to, 0, s);\n")
    dots = kernel("    vector<float, 16> x, y;\n    read(from, 0, x);\n    y = cm_dp4(x, x) + cm_dp3(x, x) + cm_dp2(x, x) + cm_dph(x, x) + cm_lrp(x, x, x);\n"
                  "    write(to, 0, y);\n")
    bytes_of = kernel("    vector<int, 16> x;\n    read(from, 0, x);\n    vector<int, 16> y = cm_dp4a(x, x, x);\n    write(to, 0, y);\n")
    average = kernel("    vector<uchar, 32> x;\n    read(from, 0, x);\n    vector<uchar, 32> y = cm_avg<uchar>(x, x.replicate<32, 0, 1, 0>(3));\n    write(to, 0, y);\n")

    def counts(source, target):
        text = assembly(source, "-march=" + target)
        check("illegal" not in text, text)
        return collections.Counter(re.findall(r"^ *(?:\([^)]*\) *)?([a-z]\w*) \(\d+\|M", text, re.MULTILINE))
    for target in ("bdw", "skl"):
        found = counts(sads, target)
        check(found["sad2"] == 1 and found["sada2"] == 2 and found["add"] <= 1 and not found["cmp"], target, found)
        found = counts(dots, target)
        check(all(found[name] == 1 for name in ("dp4", "dp3", "dp2", "dph", "lrp")), target, found)
    for target in ("icllp", "tgllp"):
        found = counts(sads, target)
        check(found["add"] == 3 + 3 + 2 and not found["sel"] and not found["cmp"], target, found)
        found = counts(dots, target)
        check(found["mul"] and not any(found[name] for name in ("dp4", "dp3", "dp2", "dph", "lrp")), target, found)
    check(counts(bytes_of, "tgllp")["dp4a"] == 1 and counts(bytes_of, "skl")["dp4a"] == 0)
    for target in ("bdw", "skl", "icllp", "tgllp"):
        found = counts(average, target)
        check(0 < found["avg"] <= 2 and not found["shr"] and not found["asr"], target, found)


def not_of_target():
    """The back end says on its output which instructions the target has not, and writes a file without them."""
    write("ocloc.sh", "#!/bin/sh\nocloc \"$@\" && echo INVALID opcode dp4\n")
    os.chmod("ocloc.sh", 0o755)
    refused(kernel("    vector<int, 4> v = 1;\n    write(to, 0, v);\n"), "kernel k", "dp4", "skl",
            env={"GENMEDIA_OCLOC": os.path.abspath("ocloc.sh")})


def too_large_to_address():
    """6 KB at an index of the run: the kernel of two, the object, its line, and the loop that keeps the index from being
    known."""
    fine = "extern \"C\" _GENX_MAIN_ void fine(SurfaceIndex to) { vector<int, 8> v = 3; write(to, 0, v); }"
    body = ("    matrix<uchar, 96, 64> window;\n#pragma unroll\n    for (int i = 0; i < 96; i += 4) read(from, 0, i, window.select<4, 1, 64, 1>(i, 0));\n"
            "    vector<ushort, 64> s = 0;\n    for (int i = 0; i < %s; i++) {\n        s += window.row(i) * s;\n        s = s * s + i;\n    }\n    write(to, 0, s);\n")
    refused(kernel(body % "n", "SurfaceIndex from, SurfaceIndex to, int n", fine), "kernel k: window has 6144 bytes and an index that only the run knows",
            "expected at most 3840", "its index a constant (Intel", line=8)
    refused(kernel(body % 90, before=fine), "kernel k: window has 6144 bytes", "its index a constant (#pragma unroll in line 7)", line=8)


def what_it_gives_up_at():
    """Of three writes the second: found by leaving others out. This back end ends where a block of pixels is written."""
    write("ocloc.sh", "#!/bin/sh\ngrep -q genx.media.st kernels.bc && kill -FPE $$\nexec ocloc \"$@\"\n")
    os.chmod("ocloc.sh", 0o755)
    fine = "extern \"C\" _GENX_MAIN_ void fine(SurfaceIndex to) { vector<int, 8> v = 3; write(to, 0, v); }"
    source = kernel("    matrix<int, 4, 8> m;\n    read(from, 0, m);\n    write(to, 0, m);\n    write(picture, 0, 0, m);\n    write(to, 128, m);\n",
                    "SurfaceIndex from, SurfaceIndex to, SurfaceIndex picture", fine)
    refused(source, "kernel k: Intel's back end gave up with status 136 (Floating point exception)", "of its 3 messages that write, the first 1 compile",
            env={"GENMEDIA_OCLOC": os.path.abspath("ocloc.sh")}, line=6)
    write("ocloc.sh", "#!/bin/sh\nexit 1\n")
    refused(source, "kernel fine: Intel's back end gave up with status 1; it does so even with nothing written",
            env={"GENMEDIA_OCLOC": os.path.abspath("ocloc.sh")})


def no_message():
    """Nor is a fence one, which some targets add themselves."""
    for target in ("skl", "tgllp"):
        refused(kernel("    vector<int, 4> v = 1;\n"), "kernel k reads and writes nothing", options=["-march=" + target])
        refused(kernel("    cm_fence();\n"), "kernel k reads and writes nothing", options=["-march=" + target])


def doubles():
    """Only division and square root have instructions."""
    text = assembly(kernel("    vector<double, 4> v;\n    read(from, 0, v);\n    v = cm_sqrt(v) / 3.0 + cm_inv(v);\n"
                           "    write(to, 0, v);\n"))
    check("math" in text, text)
    refused(kernel("    vector<double, 4> v;\n    read(from, 0, v);\n    v = cm_log(v);\n    write(to, 0, v);\n"),
            "cm_log of doubles is not lowered to Gen code")


def no_effect_without():
    write("k.cpp", kernel("    vector<int, 4> v = 1;\n    write(to, 0, v);\n"))
    status, _, err = call(cmc, "-mdump_asm", "k.cpp")
    check(status == 0 and "-mdump_asm has no effect without --gen" in err, err)


def dumps():
    text = assembly(kernel("    vector<int, 4> v = 1;\n    write(to, 0, v);\n"), "-mCM_printregusage")
    check("Line 4:" in text and "write(to, 0, v)" in text, text)


def printregusage():
    """Two blocks of 1 KB are live at once."""
    source = kernel("    matrix<int, 16, 16> a, b;\n    read(from, 0, 0, a);\n    read(from, 0, 16, b);\n    write(to, 0, 0, b);\n"
                    "    write(to, 0, 16, a);\n") + "extern \"C\" _GENX_MAIN_ void small(SurfaceIndex to) {\n    vector<int, 4> v = 1;\n    write(to, 0, v);\n}\n"
    write("k.cpp", source)
    status, out, err = call(cmc, "--gen", "-mCM_printregusage", "k.cpp")
    need_lowering(err)
    rows = [line.split() for line in out.splitlines()]
    check(status == 0 and len(rows) == 3 and "peak of 128" in out, out, err)
    peak, line, fewest, spilled, _, sent = (int(word.strip("<=")) for word in rows[1][1:])
    check(rows[1][0] == "k" and 64 <= peak <= 80 and line in (5, 6) and fewest >= 64 and spilled == 0 and sent == 16, out)
    check(rows[2][0] == "small" and int(rows[2][1]) < 20 and rows[2][-1] == "1", out)
    check(call(cmc, "--gen", "k.cpp")[1] == "")


def run_time_index():
    """An index that only the run knows is an address register."""
    text = assembly(kernel("    vector<int, 16> v;\n    read(from, 0, v);\n    vector<int, 4> w = v.select<4, 1>(n);\n"
                           "    write(to, 0, w);\n", "SurfaceIndex from, SurfaceIndex to, int n"))
    check("r[a0." in text, text)


def run_time_surface():
    refused(kernel("    vector<int, 8> v = 1;\n    for (int i = 0; i < n; i++) write(s(i), 0, v);\n", "vector<SurfaceIndex, 3> s, int n"),
            "which surface this message is for is not known at compile time", line=4)


def dword_aligned():
    """Blocks at multiples of 4 bytes: a read is a message of its own, a write has a dword a lane."""
    text = assembly(kernel("    vector<int, 32> v;\n    read(DWALIGNED(from), n * 4, v);\n    write(DWALIGNED(to), n * 4, v);\n",
                           "SurfaceIndex from, SurfaceIndex to, int n"))
    check(sorted(messages(text)) == [("byte scattering write 32b", 128)] * 2 + [("oword aligned block read x8", 128)], messages(text))


def half_written():
    """What was never written may hold anything, and takes nothing of the kernel away."""
    text = assembly(kernel("    matrix<int, 4, 8> m;\n    read(from, 0, m.row(1));\n    write(to, 0, m);\n"))
    check(sorted(messages(text)) == [("oword block read x2", 32), ("oword block write x8", 128)], messages(text))


def other_sizes():
    """An int in an object of 6 bytes, and ints of 48 bits at a place that only the run knows: both are moved as bytes. (The
    values are compared in meaning_test.py.)"""
    text = assembly(kernel("    vector<int, 16> v;\n    read(from, 0, v);\n    vector<uchar, 6> six = v.format<uchar>().select<6, 1>(1);\n"
                           "    v(0) = six.format<int>()(0);\n    write(to, 0, v);\n"))
    check(moved(text) == {("oword block read x4", 64): 1, ("oword block write x4", 64): 1}, moved(text))
    text = assembly(kernel("    vector<int, 16> v;\n    read(from, 0, v);\n    signed _BitInt(48) q[3];\n"
                           "    for (int i = 0; i < 3; i++) q[i] = v(i) * 0x10001LL;\n    v(0) = q[(uint)v(3) % 3] >> 16;\n    write(to, 0, v);\n"))
    check("r[a0." in text and len(messages(text)) == 2, text)
    refused(kernel("    vector<int, 16> v;\n    read(from, 0, v);\n    unsigned _BitInt(100) q = v(0);\n    for (int i = 1; i < 16; i++) q = q * q + v(i);\n"
                   "    v(0) = q >> 77;\n    write(to, 0, v);\n"), "the optimiser made a number of 100 bits", "expected 8, 16, 32 or 64", line=5)


def wide_results():
    """What 64 bits may not hold is refused; what they hold is compiled."""
    def with_result(result):
        return kernel(f"    vector<long long, 8> x, y;\n    read(from, 0, x);\n    read(from, 64, y);\n    x = {result};\n    write(to, 0, x);\n")
    for result in ("cm_add<long long>(x, y, SAT)", "cm_abs<long long>(x, SAT)", "cm_avg<long long>(x, y)", "cm_shl<long long>(x, 3, SAT)",
                   "cm_min<long long>(x, vector<unsigned long long, 8>(y))", "cm_sum<long long>(x, SAT)", "cm_mul<long long>(x, y, SAT)"):
        refused(with_result(result), "a result may have more than 64 bits", line=6)
    for result in ("cm_add<long long>(x, y)", "cm_abs<long long>(x)", "cm_min<long long>(x, y)", "cm_shl<long long>(x, 3)", "cm_sum<long long>(x)"):
        assembly(with_result(result))


def constants():
    """Tables, also at a place that only the run knows."""
    table = "const int table[8] = {101, 102, 103, 104, 105, 106, 107, 108};"
    text = assembly(kernel("    vector<int, 4> v = table[n & 7];\n    vector<int, 8> all(table);\n    v += all(2);\n"
                           "    write(to, 0, v);\n", "SurfaceIndex to, int n", table))
    check("r[a0." in text and len(messages(text)) == 1, text)


def own_globals():
    """Variables outside of functions belong to a thread."""
    text = assembly(kernel("    vector<int, 4> v;\n    read(from, 0, v);\n    add(v(0));\n    add(v(1));\n    v(2) = total;\n"
                           "    write(to, 0, v);\n", before="int total = 5; void add(int n) { total += n; }"))
    check(len(messages(text)) == 2, text)


def same_again():
    """Equal sources in one folder give equal files."""
    source = kernel("    vector<int, 4> v;\n    read(from, 0, v);\n    write(to, 0, v);\n")
    files = []
    for _ in range(2):
        assembly(source)
        with open("k.gen", "rb") as file:
            files.append(file.read())
    check(len(files[0]) > 1000 and files[0] == files[1], "the files have", len(files[0]), "and", len(files[1]), "bytes")


need_backend()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    cases = {name: value for name, value in vars().items() if callable(value)}
    cases[case]()
