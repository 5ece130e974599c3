// SPDX-License-Identifier: MIT
// Functions that answer otherwise under __GFX__ tell which version ran.
#ifdef __GFX__
#define WHO 2
#else
#define WHO 1
#endif
__declspec(target(gfx)) int who();
__declspec(target(gfx)) int who() { return WHO; }
__attribute__((target(gfx))) static int through(int x) { return who() * 10 + x; }

template <class T>
__declspec(target(gfx)) T generic(T x) {
#ifdef __GFX__
    return x + 100;
#else
    return x;
#endif
}

#pragma offload_attribute(push, target(gfx))
static int pushed(int x) { return x + WHO; }
struct __declspec(target(gfx)) Same {
    int value;
    __declspec(target(gfx)) int twice() const { return value * 2; }
};
#pragma offload_attribute(pop)
struct Member {
    __declspec(target(gfx)) int who() const { return WHO; }
    int run(int on) {
        int r[1], *p = r;
#pragma offload target(gfx) if (on) out(p : length(1))
        _Cilk_for (int i = 0; i < 1; i++) p[i] = who();
        return r[0];
    }
};
#define OFFLOAD(pointer, n) __pragma(offload target(gfx) inout(pointer : length(n)))

int main() {
    for (int on = 0; on < 2; on++) {
        int r[4], *p = r;
#pragma offload target(gfx) if (on) out(p : length(4))
        _Cilk_for (int i = 0; i < 4; i++) {
            Same same = {i};
            p[i] = i == 0 ? who() : i == 1 ? through(5) : i == 2 ? generic(7) : pushed(1) + same.twice();
        }
        if (r[0] != 1 + on) return 1;
        if (r[1] != 15 + 10 * on) return 2;
        if (r[2] != 7 + 100 * on) return 3;
        if (r[3] != 2 + on + 6) return 4;
        if (Member().run(on) != 1 + on) return 5;
    }
    int a[3] = {1, 2, 3}, *p = a;
    OFFLOAD(p, 3)
    p[0:3] = who() + p[0:3];
    if (a[0] != 3 || a[2] != 5) return 6;
    return who() == 1 && generic(1.5) == 1.5 ? 0 : 7;
}
