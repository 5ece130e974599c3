# SPDX-License-Identifier: MIT
"""gfxcc --check-barriers names barriers that are missing, whatever the run's order: barriers_test.py GFXCC FOLDER"""
import os
import re
import subprocess
import sys

GFXCC, FOLDER = sys.argv[1:3]
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "gfx", "filter.cpp")
EQUAL_VALUES = """#include <gfx/gfx_rt.h>
__declspec(target(gfx_kernel)) void sums(int* out) {
    _Cilk_for _Thread_group (int g = 0; g < 3; g++) {
        __thread_group_local int shared[16], last;
        last = g;  // by all threads
        _Cilk_for (int i = 0; i < 16; i++) shared[i] = i + last;
        BARRIER
        _Cilk_for (int i = 0; i < 16; i++) out[g * 16 + i] = shared[15 - i];
        _gfx_gpgpu_thread_barrier();
    }
}
int main() {
    static int out[48];
    _GFX_share(out, sizeof(out));
    _GFX_offload(sums, out);
    _GFX_wait();
    _GFX_unshare(out);
    return out[47] != 2;
}
"""


# The compiler would make calls of memcpy and memset of its loops.
COPIES = """#include <gfx/gfx_rt.h>
__declspec(target(gfx_kernel)) void copies(const float* in, float* out) {
    _Cilk_for _Thread_group (int g = 0; g < 2; g++) {
        __thread_group_local float shared[8][64];
        _Cilk_for (int y = 0; y < 8; y++)
            _Cilk_for (int x = 0; x < 64; x++) shared[y][x] = in[y * 64 + x];
        BARRIER
        _Cilk_for (int y = 0; y < 8; y++)
            _Cilk_for (int x = 0; x < 64; x++) out[g * 512 + y * 64 + x] = shared[7 - y][x];
    }
}
int main() {
    static float in[512], out[1024];
    _GFX_share(in, sizeof(in));
    _GFX_share(out, sizeof(out));
    const float* const from = in;
    _GFX_offload(copies, from, &out[0]);
    _GFX_wait();
    _GFX_unshare(in);
    _GFX_unshare(out);
}
"""


def checked(name, text):
    """Exit status and standard error of a program."""
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write(text)
    built = subprocess.run([GFXCC, "--check-barriers", "-O1", name, "-o", name + ".out"], cwd=FOLDER, capture_output=True,
                           text=True)
    if built.returncode != 0:
        print("skipped: this clang links no ThreadSanitizer:", built.stderr)
        sys.exit(77)
    done = subprocess.run([f"./{name}.out"], cwd=FOLDER, capture_output=True, text=True)
    if "FATAL: ThreadSanitizer" in done.stderr:
        print("skipped: ThreadSanitizer does not run here:", done.stderr)
        sys.exit(77)
    return done.returncode, done.stderr


def expect(condition, *what):
    if not condition:
        sys.exit(" ".join(map(str, what)))


os.makedirs(FOLDER, exist_ok=True)
with open(EXAMPLE, encoding="utf-8") as source:
    example = source.read()
status, said = checked("whole.cpp", example)
expect((status, said) == (0, ""), "the example has its barriers:", status, said)
barriers = [match.start() for match in re.finditer(r"_gfx_gpgpu_thread_barrier\(\);", example)]
expect(len(barriers) == 2, "barriers in the example:", len(barriers))
status, said = checked("without.cpp", example[:barriers[0]] + ";" + example[barriers[0] + len("_gfx_gpgpu_thread_barrier();"):])
writes = example[:example.index("tile[y][:] =")].count("\n") + 1
expect(status == 66 and f"without.cpp:{writes}:" in said, "without its first barrier:", status, said)
status, said = checked("equal.cpp", EQUAL_VALUES.replace("BARRIER", "_gfx_gpgpu_thread_barrier();"))
expect((status, said) == (0, ""), "equal values:", status, said)
status, said = checked("unequal.cpp", EQUAL_VALUES.replace("BARRIER", ""))
expect(status == 66 and "unequal.cpp:8:" in said, "a barrier is missing:", status, said)
status, said = checked("copied.cpp", COPIES.replace("BARRIER", "_gfx_gpgpu_thread_barrier();"))
expect((status, said) == (0, ""), "copies:", status, said)
status, said = checked("uncopied.cpp", COPIES.replace("BARRIER", ""))
expect(status == 66 and "uncopied.cpp:6:" in said, "a barrier is missing between copies:", status, said)
