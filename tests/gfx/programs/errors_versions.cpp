// SPDX-License-Identifier: MIT
#ifdef __GFX__
#define WHO 2
#else
#define WHO 1
#endif
int unmarked() { return WHO; }  // error: this differs under __GFX__ outside of a function marked target(gfx)
struct V {
    int x;
    __declspec(target(gfx)) bool operator==(const V& o) const { return x == o.x + WHO; }  // error: an operator or destructor that differs
};
int main() {
    int a[2], *p = a;
#pragma offload target(gfx) out(p : length(2))  // error: the statement behind #pragma offload differs under __GFX__
    _Cilk_for (int i = 0; i < 2; i++) p[i] = WHO;
    return 0;
}
