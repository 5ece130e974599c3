// SPDX-License-Identifier: MIT
// A template's parameters are types and constants in its loops, whatever stands beside them.
#include <utility>

struct Pixel {
    int value;
    Pixel(int x = 0) : value(x) {}
};

template <typename T, int K>
static void copy(const T* from, T* to, int w, int h) {
    _Cilk_for (int y = K / 2; y < h - K / 2; ++y) {
        _Cilk_for (int x = K / 2; x < w - K / 2; ++x) {
            T v = from[y * w + x];
            to[y * w + x] = v;
        }
    }
}
template <int K, typename T>
static void rows(std::pair<const Pixel, T> given, T* to, int n) {
#pragma offload target(gfx) out(to : length(n))
    _Cilk_for (int i = 0; i < n; i++) {
        T row[K] = {1};
        row[1:K - 1] = i;
        Pixel a = given.first;
        std::pair<const Pixel, int> other(a, 2);
        to[i] = row[0] + row[K - 1] + a.value + other.second + static_cast<T>(K);
    }
}
template <class T, unsigned N>
struct Buffer {
    T data[N];
    void fill(T first) {
        _Cilk_for (unsigned i = 0; i < N; i++) {
            T next = first;
            data[i] = next + T(i);
        }
    }
};

int main() {
    unsigned char from[100], to[100];
    from[:] = __sec_implicit_index(0);
    to[:] = 0;
    copy<unsigned char, 3>(from, to, 10, 10);
    if (to[0] != 0 || to[11] != 11 || to[88] != 88 || to[99] != 0) return 1;
    int sums[10];
    rows<4, int>({Pixel(5), 1}, sums, 10);
    if (sums[9] != 21) return 2;
    Buffer<double, 8> buffer;
    buffer.fill(2);
    return __sec_reduce_add(buffer.data[:]) == 44 ? 0 : 3;
}
