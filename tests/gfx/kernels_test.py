# SPDX-License-Identifier: MIT
"""Offloaded loops as kernels: kernels_test.py GFXCC GENMEDIA FOLDER CASE. Programs check themselves; what they print is the
same whichever way their loops run. FOLDER is made anew."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cm", "gen"))
from gen import check, need_backend, need_lowering  # noqa: E402
from gen_surfaces import Buffer  # noqa: E402
from gen_thread import Kernel, Thread  # noqa: E402

GFXCC, GENMEDIA, FOLDER, CASE = sys.argv[1:5]
EXAMPLES = os.path.join(HERE, "..", "..", "examples", "gfx")
ANSWERS = os.path.join(HERE, "kernels", "answers.cpp")
THREADS = 3  # of a kernel that the interpreter of Gen assembly runs


def run(*command, **environment):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=FOLDER, timeout=600,
                          env={**os.environ, **environment})
    need_lowering(done.stderr)
    return done


def good(*command, **environment):
    done = run(*command, **environment)
    check(done.returncode == 0, command, done.stdout, done.stderr)
    return done.stdout


def reports(source, *flags):
    return {kernel["kernel"]: kernel for kernel in json.loads(good(GENMEDIA, "registers", "--json", *flags, source))}


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as out:
        out.write(text)


def kept_runs(source):
    """The program's loops on this processor, and as kernels under genmedia cm. Where each kernel's bytes are kept."""
    name = os.path.splitext(os.path.basename(source))[0]
    good(GFXCC, "-O2", source, "-o", name)
    good(GFXCC, "-O2", "--kernels", name + ".isa", source, "-o", name + "_kernels")
    kept = os.path.join(FOLDER, name + "_kept")
    os.mkdir(kept)
    plain, kernels = good("./" + name), good(GENMEDIA, "cm", "--", f"./{name}_kernels", GFX_KEEP_KERNELS=kept)
    check(plain == kernels, source, "prints", plain, "and with kernels", kernels)
    return plain, sorted(path[:-len("_size")] for path in glob.glob(kept + "/*_size"))


def interpreted(listings, run_path):
    """Some threads of a kept run, instruction by instruction: what they write is what the run has there. Of several listings,
    which templates made of one loop, one is the run's. The number of bytes written."""
    outcomes = [outcome(listing, run_path) for listing in listings]
    right = [written for written, wrong in outcomes if written > 0 and wrong == 0]
    check(len(right) == 1, listings, run_path, "bytes written and wrong:", outcomes)
    return right[0]


def outcome(listing, run_path):
    with open(listing) as file:
        kernel = Kernel(file.read())
    ins = [np.fromfile(f"{run_path}_in{k}", np.uint8) for k in range(len(glob.glob(run_path + "_in*")))]
    outs = [np.fromfile(f"{run_path}_out{k}", np.uint8) for k in range(len(ins))]
    values = np.fromfile(run_path + "_values", np.uint32)
    with open(run_path + "_size") as file:
        width, height = map(int, file.read().split())
    surfaces = [Buffer(data.copy()) for data in ins]
    table = dict(enumerate(surfaces, 1))
    for number in sorted({0, width * height // 2, width * height - 1})[:THREADS]:
        place = (number % width, number // width, 0)
        # the first round, and what the loop captures: nothing may be left of that
        for _ in Thread(kernel, place, table, [0, values][:len(kernel.values)]).run():
            pass
    written, wrong = 0, 0
    for surface, before, after in zip(surfaces, ins, outs):
        changed = np.flatnonzero(surface.data != before)
        wrong += np.count_nonzero(surface.data[changed] != after[changed])
        written += changed.size
    return written, wrong


def answers():
    """Host's version, target's version on this processor, C for Metal under genmedia cm, and Gen assembly."""
    plain, runs = kept_runs(ANSWERS)
    host = good("./answers", "host")
    check("version 2" in plain and "version 1" in host and plain == host.replace("version 1", "version 2"), plain, host)
    names = {os.path.basename(path) for path in runs}
    check(len(names) == 10 and sum(name.startswith("tiles_") for name in names) == 2, names)
    for target in ("broadwell", "tigerlake"):
        compiled = run(GFXCC, "-mgpu-arch=" + target, "-c", ANSWERS, "-o", target + ".o")
        check(compiled.returncode == 0, compiled.stderr)
        good(GFXCC, "--extract", target + ".o", "-o", target)
        for path in runs:
            if "elements" in path:
                continue  # IEEE's square root sets a rounding mode, which the interpreter does not know
            name = os.path.basename(path).rsplit("_", 1)[0]
            listings = glob.glob(os.path.join(FOLDER, target, f"answers_{name}_*.asm"))
            if listings:
                print(name, target, interpreted(listings, path), "bytes")
            else:  # tigerlake has no doubles
                check(target == "tigerlake" and re.search(f"{name}: .*'double' data type is not supported", compiled.stderr), name, compiled.stderr)


def examples():
    for source in sorted(glob.glob(EXAMPLES + "/*.cpp")):
        name = os.path.splitext(os.path.basename(source))[0]
        if name == "filter":
            continue  # threads that share memory, of which there is no C for Metal
        _, runs = kept_runs(source)
        check(runs, source, "has no kernel")
        good(GFXCC, "-mgpu-arch=skylake", "-c", source, "-o", name + ".o")
        good(GFXCC, "--extract", name + ".o", "-o", name + "_gen")
        for path in runs:
            if name != "histogram":  # whose threads take a minute each
                kernel = os.path.basename(path).rsplit("_", 1)[0]
                print(name, interpreted([os.path.join(FOLDER, name + "_gen", f"{name}_{kernel}_skl.asm")], path), "bytes")


RULES = """__attribute__((noinline)) __declspec(target(gfx)) void other(int* p) { p[3]++; }
__declspec(target(gfx)) int deep(int* p, int n) { return n < 1 ? p[0] : deep(p, n - 1) + 1; }
int main(int argc, char**) {
    static int in[65536], out[65536];
    int n = argc + 10;
    #pragma offload target(gfx) in(in) out(out)
    _Cilk_for (int i = 0; i < 64; i++) {
        int small[767], large[768];
        small[:] = in[i * 1024:767];
        large[:] = in[i * 1024:768];
        out[i * 1024:767] = small[:] + large[0:767];
    }
    #pragma offload target(gfx) in(in) out(out)
    _Cilk_for (int i = 0; i < 64; i++) {
        int handed[8], recursive[8], one[8], two[8], free[8];
        handed[:] = in[i * 8:8]; recursive[:] = 1; one[:] = 2; two[:] = 3; free[:] = 4;
        other(handed);
        int* chosen = i & 1 ? one : two;
        chosen[i & 7] = 5;
        out[i * 8:8] = handed[:] + one[:] + two[:] + free[:] + deep(recursive, n);
    }
    #pragma offload target(gfx) in(in) out(out)
    _Cilk_for (int i = 0; i < 64; i++) {
        int unknown[n];
        unknown[0:8] = in[i * 8:8];
        out[i * 8:8] = unknown[0:8];
    }
    #pragma offload target(gfx) in(in) out(out)
    _Cilk_for (int i = 0; i < 64; i++) {
        int many[4][64], row[64];
        many[:][:] = 0;
        for (int k = 0; k < 4; k++) {
            row[:] = in[i * 64 + n * k:64];
            many[k][:] = row[:];
        }
        for (int k = 0; k < 64; k++) many[0][in[k] & 63] += k;
        out[i * 64:64] = many[0][:] + many[3][:];
    }
}
"""


def rules():
    """Which of a loop's arrays are in registers, as Intel's page on the register file says."""
    write("rules.cpp", RULES)
    found = reports("rules.cpp")
    names = ("small[", "handed[8]", "unknown[n]", "many[4]", "in[i * 64 + n", "many[0][in")
    line = {name: RULES[:RULES.index(name)].count("\n") + 1 for name in names}
    kernels = {int(name.split("_")[1]): kernel for name, kernel in found.items()}

    def variables(first):
        return {row["name"]: row for row in kernels[line[first] - 2]["variables"]}
    sizes = variables("small[")
    check(sizes["small"]["bytes"] == 3068 and sizes["small"]["in_registers"], sizes)
    check(sizes["large"]["bytes"] == 3072 and not sizes["large"]["in_registers"] and "3072" in sizes["large"]["because"], sizes)
    rows = variables("handed[8]")
    check(rows["free"]["in_registers"] and not any(rows[n]["in_registers"] for n in ("handed", "recursive", "one", "two")), rows)
    check("other" in rows["handed"]["because"] and "deep" in rows["recursive"]["because"], rows)
    check("two" in rows["one"]["because"] and "one" in rows["two"]["because"], rows)
    check(kernels[line["handed[8]"] - 2]["error"], "figures of what cannot be in registers")
    unknown = variables("unknown[n]")["unknown"]
    check(not unknown["in_registers"] and unknown["bytes"] is None and "size" in unknown["because"], unknown)
    many = variables("many[4]")["many"]
    check(many["in_registers"] and line["many[0][in"] in many["indirect_lines"], many)
    loop = kernels[line["many[4]"] - 2]
    check(any(a["line"] == line["in[i * 64 + n"] and a["alignment"] == 4 and not a["writes"] for a in loop["accesses"]), loop["accesses"])
    check(all(a["alignment"] >= 32 for a in loop["accesses"] if a["writes"]), loop["accesses"])
    check(any("#pragma unroll" in hint["text"] and "many" in hint["text"] for hint in loop["hints"]), loop["hints"])


def lanes():
    """Scalar loops, a round a lane; the report as text, and limits."""
    write("lanes.cpp", """#include <cmath>
#include <vector>
template <class T> struct Pair { T a, b; Pair operator+(const Pair& o) const { return {a + o.a, b + o.b}; } };
template <class T> void sums(Pair<T>* p, Pair<T>* q, T* r, int n) {
    #pragma offload target(gfx) pin(p, q : length(n)) out(r : length(n))
    _Cilk_for (int i = 0; i < n; i++) { Pair<T> s = p[i] + q[i]; p[i] = s; r[i] = std::sqrt(s.a) + fabsf(s.b); }
}
int main() { std::vector<Pair<float>> p(64); std::vector<float> r(64); sums(p.data(), p.data(), r.data(), 64);
    std::vector<Pair<double>> d(64); std::vector<double> e(64); sums(d.data(), d.data(), e.data(), 64); }
""")
    found = reports("lanes.cpp")
    check(set(found) == {"sums_5", "sums_5_2"}, found)
    for kernel in found.values():
        check(kernel["rounds"] == "lanes" and kernel["work_items"] in (8, 16, 32) and not kernel["spilled_bytes"], kernel)
        check({m["name"].split()[0] for m in kernel["messages"]} and kernel["peak"] > 0, kernel)
    write("struct.cpp", """struct S { int a, b; };
int main() { static S s[64]; static int t[64];
    #pragma offload target(gfx) in(s) out(t)
    _Cilk_for (int i = 0; i < 64; i++) { int x[4]; x[:] = s[i].a; t[i] = x[i & 3] + s[i].b; } }
""")
    done = run(GENMEDIA, "registers", "struct.cpp")
    check(done.returncode == 0 and "struct.cpp:4" in done.stderr and "a round a lane" in done.stderr and "main_3" in done.stdout, done)
    write("maths.cpp", """#include <cmath>
int main() { static float in[64], out[64];
    #pragma offload target(gfx) in(in) out(out)
    _Cilk_for (int i = 0; i < 4; i++) {
        float x[16];
        x[:] = in[i * 16:16];
        out[i * 16:16] = std::exp(x[:]) + logf(x[:]) + sinf(x[:]) * cosf(x[:]) + powf(x[:], 1.5f) + fminf(x[:], 2);
    } }
""")
    good(GFXCC, "-mgpu-arch=skylake", "-c", "maths.cpp", "-o", "maths.o")
    names = good(GFXCC, "--extract", "maths.o", "-o", "maths_gen").split()
    with open(os.path.join(FOLDER, next(name for name in names if name.endswith(".asm"))), encoding="utf-8") as file:
        text = file.read()
    for function in ("exp", "log", "sin", "cos", "pow"):
        check(f"math.{function}" in text, function, "is no instruction")
    write("text.cpp", """int main() { static int in[2048], out[2048]; int n = in[0];
    #pragma offload target(gfx) in(in) out(out)
    _Cilk_for (int i = 0; i < 4; i++) {
        int kept[256];
        kept[:] = in[i * n:256];
        for (int k = 0; k < 9; k++) kept[in[k] & 255] += k;
        out[i * 256:256] = kept[:];
    } }
""")
    text = good(GENMEDIA, "registers", "text.cpp")
    check(re.search(r"kept +4 +1024  in registers; an index that only the run knows in line 6", text), text)
    check("pressure: " in text and "text.cpp:5: note: read of 1024 bytes at a multiple of 4" in text, text)
    check(run(GENMEDIA, "registers", "--max-registers", "8", "text.cpp").returncode == 1, "256 ints in 8 registers")


FUNCTIONS = """#include <gfx/gfx_rt.h>
#define KERNEL __declspec(target(gfx_kernel))
KERNEL void scalar(float* data, int n, float by) {
    _Cilk_for (int i = 0; i < n; i++) data[i] *= by;
}
KERNEL void notation(const int* from, int* to) {
    const int shift = 4;
    _Cilk_for (int i = 0; i < 16; i++) {
        int row[64];
        row[:] = from[i * 64:64];
        to[i * 64:64] = row[:] << shift;
    }
    _Cilk_for (int i = 0; i < 16; i++) to[i]++;
}
KERNEL void groups(const int* from, int* to) {
    _Cilk_for _Thread_group (int g = 0; g < 4; g++) {
        __thread_group_local int shared[64];
        _Cilk_for (int i = 63; i != -1; i--) shared[i] = from[g * 64 + i];
#ifdef __GFX__
        _gfx_gpgpu_thread_barrier();
#endif
        _Cilk_for (int i = 0; i < 64; i++) to[g * 64 + i] = shared[63 - i] + SUM;
    }
}
KERNEL void atomics(int* counts, const int* from, int* old, int n) {
    _Cilk_for (int i = 0; i < n; i++) {
        _gfx_atomic_write_i32(GFX_ATOMIC_INC, counts, from[i] & 7, 0, 0);
        _gfx_atomic_write_i32(GFX_ATOMIC_MIN, counts, 8, i, 0);
        _gfx_atomic_write_i32(GFX_ATOMIC_MAXSINT, counts, 9, i, 0);
        old[i] = _gfx_atomic_write_i32(GFX_ATOMIC_CMPXCHG, counts, 10, i, n);
    }
}
KERNEL void shared_atomics(const int* from, int* to) {
    _Cilk_for _Thread_group (int g = 0; g < 4; g++) {
        __thread_group_local int counts[16];
        _Cilk_for (int i = 0; i < 64; i++) _gfx_atomic_write_i32(GFX_ATOMIC_ADD, counts, from[g * 64 + i] & 15, 1, 0);
        _gfx_gpgpu_thread_barrier();
        _Cilk_for (int i = 0; i < 16; i++) to[g * 16 + i] = counts[i];
    }
}
template <class T, int N> KERNEL void any(T* data, int n) {
    _Cilk_for (int i = 0; i < n; i++) {
        T sum = N;
        data[i] = sum + i;
    }
}
KERNEL void limited(const int* from, int* to) {
    _Cilk_for (int i = 0; i < 16; i++) {
        int row[8];
        row[:] = from[i * 8:8];
        if (row[:] > 9) row[:] = 9;
        to[i * 8:8] = row[:];
    }
}
KERNEL void images(__gfx_surface_index from, __gfx_surface_index to, int w, int h) {
    _Cilk_for (int y = 0; y < h; y += 6) {
        _Cilk_for (int x = 0; x < w; x += 24) {
            unsigned char in[8][32], out[6][24];
            _gfx_read_2d(from, x - 4, y - 1, in, 32, 8);
            out[:][:] = (in[0:6][4:24] + in[1:6][4:24] + in[2:6][4:24]) / 3;
            _gfx_write_2d(to, x, y, out, 24, 6);
        }
    }
}
struct Object {
    static KERNEL void member(int* data) { _Cilk_for (int i = 0; i < 4; i++) data[i] = 0; }
};
template <class T> GfxTaskId enqueue(T* data) { return _GFX_offload(&any<T, 3>, data, 4); }
int main() {
    static int data[4];
    static float reals[4];
    _GFX_offload(any<int, 2>, data, 4);
    enqueue(reals);
}
"""


def functions():
    """Loops of kernel functions: in threads, in lanes, and groups that share memory and wait for each other."""
    write("functions.cpp", FUNCTIONS)
    done = run(GENMEDIA, "registers", "--json", "-D", "SUM=1", "functions.cpp")
    found = {kernel["kernel"]: kernel for kernel in json.loads(done.stdout)}
    lines = {loop: FUNCTIONS[:FUNCTIONS.index(loop)].count("\n") + 1 for loop in ("data[i] *=", "int row", "to[i]++", "_Thread_group", "T sum", "int row[8]", "y += 6")}
    atomics, shared_atomics = (f"{name}_{FUNCTIONS[:FUNCTIONS.index(loop)].count(chr(10)) + shift}" for name, loop, shift in
                               (("atomics", "GFX_ATOMIC_INC", 0), ("shared_atomics", "int counts", 0)))
    rounds = {f"scalar_{lines['data[i] *=']}": "lanes", f"notation_{lines['int row'] - 1}": "threads",
              f"notation_{lines['to[i]++']}": "lanes", f"groups_{lines['_Thread_group']}": "lanes",
              atomics: "lanes", shared_atomics: "lanes", f"limited_{lines['int row[8]'] - 1}": "lanes",
              f"images_{lines['y += 6']}": "threads",
              f"any_{lines['T sum'] - 1}": "lanes", f"any_{lines['T sum'] - 1}_2": "lanes"}
    check({name: kernel["rounds"] for name, kernel in found.items()} == rounds, done.stdout, done.stderr)
    check("member is a member" in done.stderr, done.stderr)
    check("a round a lane" in done.stderr and "if of an array section" in done.stderr, done.stderr)
    groups = found[f"groups_{lines['_Thread_group']}"]
    shared = {row["name"]: row for row in groups["variables"]}["shared"]
    check(shared["bytes"] == 256 and not shared["in_registers"] and "share" in shared["because"], shared)
    write("cilk.cpp", "#include <cilk/cilk.h>\nint main() { int a[4]; cilk_for (int i = 0; i < 4; i++) a[i] = i; }\n")
    done = run(GENMEDIA, "registers", "cilk.cpp")
    check(done.returncode == 1 and "cilk.cpp: no offloaded loop is compiled: there is none" in done.stderr, done)
    good(GFXCC, "-mgpu-arch=skylake", "-DSUM=1", "-c", "functions.cpp", "-o", "functions.o")
    good(GFXCC, "--extract", "functions.o", "-o", "functions_gen")
    for name, waits in ((f"groups_{lines['_Thread_group']}", True), (f"scalar_{lines['data[i] *=']}", False)):
        with open(os.path.join(FOLDER, "functions_gen", f"functions_{name}_skl.asm"), encoding="utf-8") as file:
            check(("barrier" in file.read()) == waits, name, "waits" if not waits else "does not wait")
    messages = {message["name"] for message in found[f"images_{lines['y += 6']}"]["messages"]}
    check(messages == {"media block read", "media block write"}, messages)
    # Each operation is a message of its own: Intel's compiler leaves out what it does not know.
    for name, operations in ((atomics, ("integer add", "unsigned-integer min", "signed-integer max", "integer compare")),
                             (shared_atomics, ("integer add",))):
        messages = [message["name"] for message in found[name]["messages"]]
        for operation in operations:
            check(any("atomic" in message and operation in message for message in messages), operation, messages)
    check("filter" in good(GENMEDIA, "registers", os.path.join(EXAMPLES, "filter.cpp")), "the example has no report")


def sections():
    """Gen code in a program, and out again."""
    source = os.path.join(EXAMPLES, "crossfade.cpp")
    good(GFXCC, "-mgpu-arch=broadwell", source, "-o", "faded")
    good("./faded")
    names = good(GFXCC, "--extract", "faded", "-o", "out").split()
    check(len(names) == 4 and all(os.path.getsize(os.path.join(FOLDER, name)) > 0 for name in names), names)
    texts = [open(os.path.join(FOLDER, name), encoding="utf-8").read() for name in names if name.endswith(".asm")]
    check(len(texts) == 2 and all("sends" in text or "send" in text for text in texts), texts)
    for old in ("haswell", "ivybridge"):
        done = run(GFXCC, "-mgpu-arch=" + old, source, "-o", "old")
        check(done.returncode == 2 and old in done.stderr and "broadwell" in done.stderr, done)
    good(GFXCC, source, "-o", "plain")
    for wrong in ("plain", source, "nowhere"):
        done = run(GFXCC, "--extract", wrong, "-o", "out")
        check(done.returncode == 1 and os.path.basename(wrong) in done.stderr, done)
    data = open(os.path.join(FOLDER, "faded"), "rb").read()
    at = data.rindex(b"gfxcc gen bdw ")
    with open(os.path.join(FOLDER, "damaged"), "wb") as out:
        out.write(data[:at] + b"gfxcc gen bdw 99999999 " + data[at + 23:])
    check("damaged" in run(GFXCC, "--extract", "damaged", "-o", "out").stderr, "damage is not seen")


need_backend()
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
{"answers": answers, "examples": examples, "rules": rules, "lanes": lanes, "functions": functions, "sections": sections}[CASE]()
