// SPDX-License-Identifier: MIT
// Bytes that products give are those of int, whatever the width that they are computed on.
#include <vector>

enum { kCount = 3000 };

static unsigned state = 1;
static int next() { return static_cast<int>(state = state * 1664525u + 1013904223u); }

struct Matrix {
    int value;
    Matrix operator*(const Matrix& other) const { return {value * other.value + 1}; }
};
struct Bits {
    unsigned low : 4, high : 12;
};
struct Pixel {
    unsigned char r, g;
};

template <class T>
static int bytes(int weight, int other) {
    static T a[kCount], b[kCount], to[kCount];
    static short wide[kCount];
    static long more[kCount];
    static Pixel pixels[kCount];
    static Bits bits[kCount];
    for (int i = 0; i < kCount; i++) {
        a[i] = static_cast<T>(next() >> 8);
        b[i] = static_cast<T>(next() >> 9);
        wide[i] = static_cast<short>(next() >> 10);
        more[i] = next();
        pixels[i].r = pixels[i].g = static_cast<unsigned char>(next() >> 11);
        bits[i].low = static_cast<unsigned>(next() >> 5) & 15;
        bits[i].high = static_cast<unsigned>(next() >> 6) & 4095;
    }
#define CHECK(...)                                            \
    _Cilk_for (int i = 0; i < kCount; i++) to[i] = __VA_ARGS__; \
    for (int i = 0; i < kCount; i++) {                        \
        const auto whole = __VA_ARGS__;                       \
        if (to[i] != static_cast<T>(whole)) return __LINE__;  \
    }
    CHECK((a[i] * weight + b[i] * (256 - weight)) >> 8)
    CHECK((a[i] * weight - b[i] * other + 128) >> 7)
    CHECK(a[i] * b[i])
    CHECK(-a[i] * ~b[i] + (wide[i] << 3))
    CHECK(((a[i] * 77 + b[i] * 150) >> 4) * wide[i] >> 4)
    CHECK((a[i] * weight + b[i] * other) >> 9)  // needs 17 bits
    CHECK(((a[i] * weight >> 5) + b[i]) >> 5)
    CHECK((a[i] * weight & 0xff00) >> 8 | (b[i] ^ wide[i]))
    CHECK((more[i] * weight) >> 8)
    CHECK(a[i] * 0.5f + b[i] * 0.25f)
    CHECK((pixels[i].r * weight + pixels[i].g * 3) >> 8)
    CHECK((bits[i].high * other + bits[i].low * 9) >> 8)
    CHECK((a[i] * (weight > 3 ? weight : 5)) >> 2)
    CHECK((static_cast<int>(a[i]) * weight) >> 8)
    to[:] = (a[:] * weight + b[:] * other) >> 8;
    for (int i = 0; i < kCount; i++)
        if (to[i] != static_cast<T>((a[i] * weight + b[i] * other) >> 8)) return __LINE__;
    return 0;
}

static int other_types() {
    static Matrix m[9], n[9], p[9];
    static int whole[9];
    std::vector<bool> odd(9);
    for (int i = 0; i < 9; i++) m[i] = n[i] = {i};
    _Cilk_for (int i = 0; i < 9; i++) {
        p[i] = m[i] * n[i];
        whole[i] = i * 1000 * i;
    }
    for (int i = 0; i < 9; i++) odd[i] = i * 3 & 1;
    return p[8].value != 65 || whole[8] != 64000 || !odd[7] || odd[8];
}

int main() {
    for (const int weight : {1, 96, 255, -7, 70001})
        for (const int other : {3, 1000, -300}) {
            if (const int line = bytes<unsigned char>(weight, other)) return line;
            if (const int line = bytes<signed char>(weight, other)) return line;
            if (const int line = bytes<char>(weight, other)) return line;
        }
    return other_types();
}
