# SPDX-License-Identifier: MIT
"""registers_test.py GENMEDIA EXAMPLES CASE: checks of genmedia registers, each in an empty folder."""
import json
import os
import sys
import tempfile

from gen import call, check, need_backend, need_lowering, write

genmedia, examples, case = sys.argv[1:4]


def run(*arguments):
    status, out, err = call(genmedia, "registers", *arguments)
    need_lowering(err)
    return status, out, err


def reports(*arguments):
    status, out, err = run("--json", *arguments)
    check(status == 0, out, err)
    return {kernel["kernel"]: kernel for kernel in json.loads(out)}


def kernel(body, parameters="SurfaceIndex from, SurfaceIndex to"):
    """Its body begins on line 2."""
    return f'extern "C" _GENX_MAIN_ void k({parameters}) {{\n{body}}}\n'


def blocks(count):
    """`count` blocks of 256 bytes are read (line 4) before any is written (line 6)."""
    return kernel(f"    matrix<int, {count}, 64> m;\n#pragma unroll\n    for (int i = 0; i < {count}; i++) read(from, i * 256, m.row(i));\n"
                  f"#pragma unroll\n    for (int i = {count} - 1; i >= 0; i--) write(to, i * 256, m.row(i));\n")


def hinted(source, line, *words):
    write("k.cpp", source)
    found = reports("k.cpp")["k"]["hints"]
    check([hint for hint in found if hint["line"] == line and all(word in hint["text"] for word in words)],
          "expected", words, "at line", line, "in", found)


def spill():
    """12 blocks, 3 KB, fit; 20, 5 KB, are at least 1 KB more than there is. The loops are what spills."""
    write("fits.cpp", blocks(12))
    fits = reports("fits.cpp")["k"]
    check(fits["spilled_bytes"] == 0 and 96 <= fits["peak"] <= 128 and fits["fewest"] >= fits["peak"] - 1, fits)
    write("k.cpp", blocks(20))
    spills = reports("k.cpp")["k"]
    check(spills["spilled_bytes"] >= 1024 and spills["peak"] >= 160 and spills["fewest"] is None, spills)
    check(spills["peak_line"] in (4, 6), spills)
    own = [m for m in spills["messages"] if "scratch" in m["name"]]
    check({m["name"].split()[3] for m in own} == {"read", "write"}, spills["messages"])
    status, out, _ = run("k.cpp")
    check(f" {sum(m['count'] for m in spills['messages'])}\n" in out, "the table counts others", out)
    check(status == 0 and any(f"k.cpp:{line}: warning: {spills['spilled_bytes']} bytes spilled" in out for line in (4, 6)), out)


def limits():
    write("k.cpp", blocks(20))
    status, _, err = run("k.cpp", "--max-spill", "0")
    check(status == 1 and "k spills" in err and "expected at most 0" in err, err)
    status, _, err = run("k.cpp", "--max-registers", "128")
    check(status == 1 and "registers live; expected at most 128" in err, err)
    status, _, err = run("k.cpp", "--max-spill", "100000", "--max-registers", "1000")
    check(status == 0, err)


def linear():
    """What is held in registers is not computed again: more registers, fewer instructions a row. Messages as the source
    has them."""
    found = reports(f"{examples}/linear/linear_genx.cpp")
    peaks = [found[name]["peak"] for name in ("linear1d2", "linearslide", "linearslide2")]
    check(peaks[0] > peaks[2] > peaks[1], peaks)
    rows = {"linear1d2": 6, "linearslide": 3, "linearslide2": 3}  # that the code makes, once or a round
    work = [found[name]["instructions"] / rows[name] for name in rows]
    check(work[0] < work[2] < work[1], work)
    # 3 rows of 32 bytes, and 24 shorts and floats; 5 rows of 24 shorts, 3 of 24 floats
    check(3 + 5 <= peaks[1] <= 16 and 8 + 9 <= peaks[2] <= 32, peaks)
    # 8 x 32 pixels in, 3 x 8 x 24 shorts of which two at a time: not below 8 + 12 registers
    check(20 <= peaks[0] <= 64, peaks)
    check(found["linear1d2"]["messages"] == [{"line": 9, "name": "media block read", "bytes": 256, "count": 1},
                                             {"line": 13, "name": "media block write", "bytes": 192, "count": 1}],
          found["linear1d2"]["messages"])


def live():
    """`first` is dead once it is written, `second` and `third` (1 KB each) are live together from line 6."""
    write("k.cpp", kernel("    matrix<int, 16, 16> first, second, third;\n    read(from, 0, 0, first);\n    write(to, 0, 0, first);\n"
                          "    read(from, 0, 16, second);\n    third = second * 3;\n    write(to, 0, 16, third);\n    write(to, 0, 32, second);\n"))
    found = reports("k.cpp")["k"]
    check(64 <= found["peak"] <= 80 and found["peak_line"] in (6, 7), found)
    check(found["live"] == [{"name": "second", "bytes": 1024}, {"name": "third", "bytes": 1024}], found["live"])
    check(f"at line {found['peak_line']}: second 1024 bytes, third 1024 bytes" in run("k.cpp")[1])


def live_elsewhere():
    """By other names in a function, outside of functions, and over a loop; the largest first."""
    before = "matrix<int, 8, 16> kept;\n_GENX_ inline void twice(matrix_ref<int, 16, 16> both) { both *= 2; }\n"
    write("k.cpp", before + kernel(
        "    matrix<int, 16, 16> first, second;\n    read(from, 0, 0, first);\n    read(from, 0, 16, kept);\n    twice(first);\n"
        "    for (int i = 0; i < n; i++) {\n        read(from, 0, i, second);\n        first += second;\n        write(to, 0, 64, second);\n    }\n"
        "    write(to, 0, 0, first);\n    write(to, 0, 16, kept);\n", "SurfaceIndex from, SurfaceIndex to, int n"))
    found = reports("k.cpp")["k"]
    check(80 <= found["peak"] <= 96, found)
    check(found["live"] == [{"name": "first", "bytes": 1024}, {"name": "second", "bytes": 1024}, {"name": "kept", "bytes": 512}],
          found["live"])


def live_in_examples():
    """Variables live at once lie in the registers that the allocator counts there."""
    for name in ("linear", "integral", "nbody", "sad"):
        for report in reports(f"{examples}/{name}/{name}_genx.cpp").values():
            total = sum(variable["bytes"] for variable in report["live"])
            check(0 < total <= 32 * report["peak"], report)
            check([v["bytes"] for v in report["live"]] == sorted((v["bytes"] for v in report["live"]), reverse=True), report)
    sad = reports(f"{examples}/sad/sad_genx.cpp")["search"]["live"]
    # the window of 24 x 32 bytes is what the search is in; the block and the difference are 16 x 16
    check(sad[0] == {"name": "window", "bytes": 768} and {v["name"] for v in sad[1:]} == {"block", "difference"}, sad)


def temporaries():
    """The loop's conversion of 256 bytes to floats is made before it, and held: 32 registers that no variable has. With what
    the variables hold they are the peak, but for a few."""
    write("k.cpp", kernel("    matrix<uchar, 8, 32> in;\n    read(from, 0, 0, in);\n    matrix<float, 8, 32> sum = 0;\n    for (int i = 0; i < n; i++) {\n"
                          "        sum = sum * w + in;\n        w += 0.5f;\n    }\n    matrix<uchar, 8, 32> out = sum;\n    write(to, 0, 0, out);\n",
                          "SurfaceIndex from, SurfaceIndex to, int n, float w"))
    found = reports("k.cpp")["k"]
    check(found["peak_line"] == 6 and found["live"] == [{"name": "in as floats (line 6)", "bytes": 1024}, {"name": "sum", "bytes": 1024}], found)
    check(64 < found["peak"] <= 80, found)
    check(f"sum 1024 bytes, and {found['peak'] - 64} registers of scalars" in run("k.cpp")[1])


def computed_again():
    """Fewer registers than the peak: the back end converts the bytes once more rather than hold the floats."""
    part = "f.select<6, 1, 24, 1>"
    write("k.cpp", kernel("    matrix<uchar, 8, 32> in;\n    read(from, 0, 0, in);\n    matrix<float, 8, 32> f = in;\n"
                          f"    matrix<float, 6, 24> sum = {part}(0, 0) + {part}(1, 1);\n    sum *= sum;\n    sum += {part}(0, 2);\n    sum = cm_sqrt(sum);\n"
                          f"    sum += {part}(2, 2) * {part}(2, 0);\n    matrix<uchar, 6, 24> out = sum;\n    write(to, 0, 0, out);\n"))
    found = reports("k.cpp")["k"]
    check(found["fewest"] < found["peak"] and found["fewest_instructions"] > found["instructions"], found)
    check(f"with {found['fewest']} registers it has {found['fewest_instructions']} instructions" in run("k.cpp")[1])


def clean():
    write("k.cpp", kernel("    vector<int, 32> v;\n    read(from, 0, v);\n    v *= 3;\n    write(to, 0, v);\n"))
    check(reports("k.cpp")["k"]["hints"] == [])
    check("no hints" in run("k.cpp")[1])
    write("k.cpp", kernel("    matrix<uchar, 8, 32> m;\n    read(from, 0, 0, m);\n    m += 3;\n    write(to, 0, 0, m);\n"))
    check(reports("k.cpp")["k"]["hints"] == [])


def hint_large():
    hinted(blocks(12), 4, "an object of 3072 bytes")


def hint_index():
    hinted(kernel("    vector<int, 64> v;\n    read(from, 0, v);\n    vector<int, 8> w = v.select<8, 1>(n);\n    write(to, 0, w);\n",
                  "SurfaceIndex from, SurfaceIndex to, int n"), 4, "read in line 4 of v (256 bytes) at an index that only the run knows")
    # tables have the names of the source
    table = "    vector<int, 16> w;\n    read(from, 0, w);\n    w *= %s[n & 7];\n    write(to, 0, w);\n"
    numbers = "const int table[8] = {1, 2, 3, 5, 7, 11, 13, 17};\n"
    hinted(numbers + kernel(table % "table", "SurfaceIndex from, SurfaceIndex to, int n"), 5,
           "read in line 5 of table (32 bytes) at an index that only the run knows")
    # of several accesses to an object one note
    write("k.cpp", kernel("    vector<int, 64> v;\n    read(from, 0, v);\n    vector<int, 8> w = v.select<8, 1>(n);\n    v(n) = 3;\n    v(n + 1) = w(n);\n    write(to, 0, v);\n",
                          "SurfaceIndex from, SurfaceIndex to, int n"))
    found = reports("k.cpp")["k"]["hints"]
    check([m["line"] for m in found] == [4, 6] and "read in line 4, write in lines 5 and 6 of v (256 bytes)" in found[0]["text"] and
          "of w (32 bytes)" in found[1]["text"], found)


def hint_loop():
    """The loop of 56 rounds on line 5 is what keeps the index on line 6 from being known; unrolled, all is well. One of
    n rounds cannot be."""
    body = ("    vector<int, 64> v;\n    vector<int, 8> s = 0;\n    read(from, 0, v);\n    for (int i = 0; i < %s; i++) {\n"
            "        s += v.select<8, 1>(i);\n        s = cm_max<int>(s, 3) * s + cm_min<int>(s, i);\n    }\n    write(to, 0, s);\n")
    write("k.cpp", kernel(body % 56).replace("    for", "#pragma unroll\n    for"))
    unrolled = reports("k.cpp")["k"]
    check(unrolled["hints"] == [], "once unrolled")
    hinted(kernel(body % 56), 5, "#pragma unroll here (56 rounds) makes direct", "read in line 6 of v (256 bytes)",
           f"unrolled, the peak is {unrolled['peak']} registers instead of {reports('k.cpp')['k']['peak']}, with {unrolled['instructions']} instructions")
    write("k.cpp", kernel(body % "n", "SurfaceIndex from, SurfaceIndex to, int n"))
    found = reports("k.cpp")["k"]["hints"]
    check([hint["line"] for hint in found] == [6] and "#pragma" not in found[0]["text"], found)


def hint_loops():
    """9 x 9 places in a window: both loops, a note for each."""
    found = [hint for hint in reports(f"{examples}/sad/sad_genx.cpp")["search"]["hints"] if "(9 rounds)" in hint["text"]]
    check([(hint["line"], "in line 16" in hint["text"], "in line 15" in hint["text"]) for hint in found] == [(15, True, False), (16, False, True)], found)
    with open(f"{examples}/sad/sad_genx.cpp") as file:
        write("k.cpp", file.read().replace("    for (int d", "#pragma unroll\n    for (int d"))
    unrolled = reports("k.cpp")["search"]
    check(all(f"the peak is {unrolled['peak']} registers" in hint["text"] and f"with {unrolled['instructions']} instructions" in hint["text"]
              for hint in found), found, unrolled["peak"], unrolled["instructions"])


def hint_tall():
    """A message carries rows of 64 bytes, and 256 bytes in all."""
    words = ("read in 4 messages, of 256, 256, 256, 256 bytes", "rows of up to 64 bytes, and 256 bytes")
    hinted(kernel("    matrix<uchar, 32, 32> m;\n    read(from, 0, 0, m);\n    write(to, 0, 0, m.select<8, 1, 32, 1>(0, 0));\n"), 3, *words)
    hinted(kernel("    matrix<uchar, 2, 128> m;\n    read(from, 0, 0, m.select<2, 1, 64, 1>(0, 0));\n    write(to, 0, 0, m);\n"), 4,
           "write in 2 messages, of 128, 128 bytes")


def hint_narrow():
    """Rows of 24 bytes take 32."""
    hinted(kernel("    matrix<uchar, 6, 32> m;\n    read(from, 0, 0, m);\n    write(to, 0, 0, m.select<6, 1, 24, 1>(0, 0));\n"), 4,
           "write of rows of 24 bytes, which take 32 each")


def hint_split():
    """48 bytes of a buffer are 32 and 16; 256 fill two messages."""
    hinted(kernel("    vector<int, 12> v;\n    read(from, 0, v);\n    write(to, 0, v);\n"), 3, "read in 2 messages, of 32, 16 bytes")
    write("k.cpp", kernel("    vector<int, 64> v;\n    read(from, 0, v);\n    write(to, 0, v);\n"))
    check(reports("k.cpp")["k"]["hints"] == [])


def hint_alignment():
    hinted(kernel("    vector<int, 64> v;\n    read(from, 0, v);\n    v.select<32, 1>(3) += v.select<32, 1>(8);\n    write(to, 0, v);\n"),
           4, "write of 128 bytes at byte 12, not a multiple of 32")


def hint_columns():
    hinted(kernel("    matrix<int, 8, 8> m;\n    read(from, 0, m);\n    vector<int, 8> w = m.column(3);\n    write(to, 0, w);\n"), 4,
           "read of 8 elements that lie 32 bytes apart")


def plot():
    status, out, err = run(f"{examples}/linear/linear_genx.cpp", "--plot", "p.svg")
    check(status == 0, err)
    with open("p.svg") as file:
        text = file.read()
    check(text.startswith("<svg") and text.count("<rect") > 15 and "linearslide2: " in text, text[:300])


def several():
    """A table; a flag's value is one word, what follows are files."""
    for name, count in (("a", 2), ("b", 3)):
        write(name + ".cpp", blocks(count).replace("void k(", "void KERNEL("))
    status, out, err = run("-I", ".", "-D", "KERNEL=same", "a.cpp", "b.cpp")
    rows = [line.split() for line in out.splitlines()]
    check(status == 0 and [row[0] for row in rows] == ["kernel", "same", "same"], out, err)
    check(16 <= int(rows[1][1]) < 24 <= int(rows[2][1]) < 32 and [row[-1] for row in rows[1:]] == ["8", "12"], out)


def any_name():
    """A file whose name is no UTF-8: --json is UTF-8 all the same."""
    name = os.fsdecode(b"\xff.cpp")
    write(name, blocks(1))
    check(reports(name)["k"]["file"] == "\ufffd.cpp", reports(name))


def grf():
    """No target here has more than 128 registers a thread."""
    write("k.cpp", blocks(1))
    check(run("--grf", "128", "k.cpp")[0] == 0)
    for target in ("bdw", "skl", "icllp", "tgllp"):
        status, out, err = run("--grf", "256", "--march", target, "k.cpp")
        check(status == 2 and out == "" and len(err.splitlines()) == 1, out, err)
        check(f"--grf: '256', expected 128, which a thread of {target} has" in err, err)
    check("--grf: '64', expected 128, which a thread of skl has" in run("--grf", "64", "k.cpp")[2])


def errors():
    write("k.cpp", blocks(1))
    os.link("k.cpp", "k.svg")
    with open("program", "wb") as file:  # with what its sources said
        file.write(b"\x7fELF\2\1\1\0\n#pragma offload target(gfx)\n_GENX_MAIN_")
    for expected, arguments, words in (
            (1, ["program"], "program is no text, it has null characters; expected source code"),
            (1, ["nowhere.cpp"], "nowhere.cpp: no such file"), (1, ["--plot", "/nowhere/p.svg", "k.cpp"], "cannot write /nowhere/p.svg"),
            (2, ["--march", "z80", "k.cpp"], "--march: 'z80', expected one of bdw, skl, icllp, tgllp"),
            (2, ["--plot", "k.png", "k.cpp"], "--plot: 'k.png', expected NAME.svg"),
            (2, ["--plot", "k.svg", "k.cpp"], "--plot: 'k.svg', expected another file, as this one is the input k.cpp"),
            (2, ["--max-spill", "-5", "k.cpp"], "--max-spill: '-5', expected a whole number, 0 or more"),
            (2, ["--grf", "x", "k.cpp"], "--grf: 'x'")):
        status, _, err = run(*arguments)
        check(status == expected and words in err, arguments, status, err)
    with open("k.cpp", encoding="utf-8") as file:
        check(file.read() == blocks(1), "the input is as it was")
    write("none.cpp", "int x;\n")
    status, _, err = run("none.cpp")
    check(status == 1 and "none.cpp has no kernel; expected a function marked _GENX_MAIN_, or a loop behind #pragma offload" in err, err)
    for text in "", " \n\n":
        write("none.cl", text)
        status, out, err = run("none.cl")
        check((status, out) == (1, "") and err.endswith("none.cl has no kernel; expected a function marked __kernel\n"), err)
    status, _, err = call(genmedia, "registers", "k.cpp", env={"TMPDIR": "/nowhere"})
    check(status == 1 and "genmedia: registers: no temporary folder can be made in /nowhere" in err and err.count("\n") == 1, err)


need_backend()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    cases = {name: value for name, value in vars().items() if callable(value)}
    cases[case]()
