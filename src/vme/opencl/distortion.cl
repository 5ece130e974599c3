// SPDX-License-Identifier: MIT
// Differences of 4x4 blocks: vme/reference/distortion.cpp.

enum { SAD = 0, HAAR = 1, AC_HAAR = 2 };

// Of a 4x4 block, lines of four differences.
inline uint haar_4x4(const int difference[16], bool ac_only) {
    int t[16];
    for (int i = 0; i < 16; i += 4) {
        const int a = difference[i], b = difference[i + 1], c = difference[i + 2], d = difference[i + 3];
        t[i] = a + b + c + d;
        t[i + 1] = a + b - c - d;
        t[i + 2] = a - b;
        t[i + 3] = c - d;
    }
    uint sum = 0;
    for (int i = 0; i < 4; i++) {
        const int a = t[i], b = t[i + 4], c = t[i + 8], d = t[i + 12];
        if (!(ac_only && i == 0)) sum += abs(a + b + c + d);
        sum += abs(a + b - c - d) + abs(a - b) + abs(c - d);
    }
    return sum / 2;
}

inline uint distortion_4x4(uint kind, const int difference[16]) {
    if (kind != SAD) return haar_4x4(difference, kind == AC_HAAR);
    uint sum = 0;
    for (int i = 0; i < 16; i++) sum += abs(difference[i]);
    return sum;
}
