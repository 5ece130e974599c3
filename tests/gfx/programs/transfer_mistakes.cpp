// SPDX-License-Identifier: MIT
// Each mistake ends its process.
// stderr: p is not on the target; expected alloc_if(1), or free_if(0) where it was last
// stderr: p is on the target already, by
// stderr: p has 16 bytes on the target; 32 are used
// stderr: q is 4 bytes behind the beginning of what is on the target
// stderr: p: no memory for
// stderr: p is null; expected memory of 16 bytes
// stderr: its 12 bytes stayed on the target and were never freed
// stderr: nothing waits for its signal
#include <sys/wait.h>
#include <unistd.h>

static int a[8], *p = a, *q = a + 1;

static void missing() {
#pragma offload_transfer target(gfx) out(p : length(4) alloc_if(0))
}
static void twice() {
#pragma offload_transfer target(gfx) in(p : length(4) free_if(0))
#pragma offload_transfer target(gfx) in(p : length(2) free_if(0))
}
static void too_long() {
#pragma offload_transfer target(gfx) in(p : length(4) free_if(0))
#pragma offload target(gfx) in(p : length(8) alloc_if(0))
    _Cilk_for (int i = 0; i < 8; i++) p[i] = 1;
}
static void part() {
#pragma offload_transfer target(gfx) in(p : length(4) free_if(0))
#pragma offload_transfer target(gfx) nocopy(q : alloc_if(0))
}
static void memory() {
#pragma offload_transfer target(gfx) nocopy(p : length(1L << 50) free_if(0))
}
static void null() {
    p = nullptr;
#pragma offload_transfer target(gfx) in(p : length(4) free_if(0))
}

int main() {
    void (*const mistakes[])() = {missing, twice, too_long, part, memory, null};
    for (auto* mistake : mistakes) {
        const pid_t child = fork();
        if (child == 0) {
            mistake();
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) return 1;
    }
    int tag;
#pragma offload target(gfx) in(p : length(3) free_if(0)) signal(&tag)
    _Cilk_for (int i = 0; i < 3; i++) p[i] = 1;
    return 0;
}
