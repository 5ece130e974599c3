// SPDX-License-Identifier: MIT
#include <vector>
#include <algorithm>

template <class F>
static int apply(F f) {
    return f(3);
}
template <class T, int N>
static T dot(const T (&a)[N], const T (&b)[N]) {
    return __sec_reduce_add(a[:] * b[:]);
}
class Grid {
public:
    Grid() : sum_{0}, cells_{} { cells_[:][:] = 2; }
    int total() const { return __sec_reduce_add(cells_[:][:]) + sum_; }

private:
    int sum_, cells_[3][3];
};

int main() {
    int a[4];
    const int r = apply([&](int x) {
        a[:] = x;
        _Cilk_for (int i = 0; i < 4; i++) a[i] += i;
        return __sec_reduce_add(a[:]);
    });
    if (r != 18 || a[3] != 6) return 1;
    const double x[3] = {1, 2, 3}, y[3] = {4, 5, 6};
    if (dot(x, y) != 32) return 2;
    if (Grid().total() != 18) return 3;
    std::vector<int> v(5, 1);
    int* data = v.data();
    data[0:5] += __sec_implicit_index(0);
    std::for_each(v.begin(), v.end(), [&](int& e) { e *= 2; });
    _Cilk_for (std::vector<int>::iterator i = v.begin(); i < v.end(); ++i) *i += 1;
    if (v[4] != 11 || v[0] != 3) return 4;
    // In the round of a loop.
    const int by = 3;
    int offloaded[5];
#pragma offload target(gfx) out(offloaded)
    _Cilk_for (int i = 0; i < 5; i++) {
        auto times = [&](int x) { return x * by; };
        const auto plus = [=](int x) { return x + i; };
        offloaded[i] = times(plus(1));
    }
    _Cilk_for (int i = 0; i < 5; i++) {
        auto add = [&v, i] { v[i] += 1; };
        add();
        v[i] = [](int x) { return 2 * x; }(v[i]);
    }
    return offloaded[4] == 15 && v[0] == 8 && v[4] == 24 ? 0 : 5;
}
