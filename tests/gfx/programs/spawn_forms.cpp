// SPDX-License-Identifier: MIT
// Where a spawned call may stand: constructors, members, templates, functions of any type.
#include <string>
#include <vector>
struct S {
    std::vector<int> v;
    S(int n) : v(n) { for (int i = 0; i < n; i++) _Cilk_spawn set(i); _Cilk_sync; }
    void set(int i) { v[i] = i; }
    int& at(int i) { _Cilk_spawn set(i); return v[i]; }
    std::string name() const { std::string s; _Cilk_spawn fill(s); _Cilk_sync; return s; }
    static void fill(std::string& s) { s = "filled"; }
    int twice(int i) { return 2 * i; }
    int both(int i) { int a, b; a = _Cilk_spawn twice(i); b = this->twice(i + 1); _Cilk_sync; if (a > 100) return a; return twice(a) + b; }
};
template <class T> T sum(const T* p, int n) {
    if (n == 1) return p[0];
    T a = T(), b;
    a = _Cilk_spawn sum(p, n / 2);
    b = sum<T>(p + n / 2, n - n / 2);
    _Cilk_sync;
    return a + b;
}
static int over(int x) { return x; }
static double over(double x) { return x / 2; }
static void nothing(bool x) { if (x) _Cilk_spawn over(1); else _Cilk_spawn over(2.0); if (x) return; over(3); }
auto deduced(int n) { _Cilk_spawn nothing(n > 1); return n + over(n); }
namespace ns { void f(int* p) { *p = 4; } }
static void wait_for(volatile int* flag) { while (*flag == 0) {} }
int main() {
    S s(5); s.at(2) = 7;  // set(2) has ended
    double d[3] = {1, 2, 3.5}; int r = 0, q[2]; int* p = q;
    nothing(true); nothing(false);
    _Cilk_spawn ns::f(p++); _Cilk_spawn ns::f(p);
    double h = _Cilk_spawn over(3.0);
    auto later = [&](int k) { r += k; };
    _Cilk_spawn later(6);
    _Cilk_sync;
    if (s.v[2] != 7 || s.name() != "filled" || s.both(3) != 20 || s.both(60) != 120) return 1;
    if (sum(d, 3) != 6.5 || q[0] != 4 || q[1] != 4) return 2;
    int flag = 0;
    try {
        _Cilk_spawn wait_for(&flag);  // ends only where the caller goes on
        reinterpret_cast<volatile int&>(flag) = 1;
        _Cilk_sync;
    } catch (...) {
        return 4;
    }
    S built(_Cilk_spawn S(5));
    return built.name() == "" || deduced(4) != 8 || h != 1.5 || r != 6 ? 3 : 0;
}
