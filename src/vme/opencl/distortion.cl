// SPDX-License-Identifier: MIT
// Differences of 4x4 blocks: vme/reference/distortion.cpp.

enum { SAD = 0, HAAR = 1, AC_HAAR = 2 };

// Of a 4x4 block, lines of four differences.
inline uint haar_4x4(const int4 difference[4], bool ac_only) {
    int4 t[4];
    for (int i = 0; i < 4; i++) {
        const int4 d = difference[i];
        t[i] = (int4)(d.x + d.y + d.z + d.w, d.x + d.y - d.z - d.w, d.x - d.y, d.z - d.w);
    }
    const uint4 low = abs(t[0] + t[1] + t[2] + t[3]);
    const uint4 sum = low + abs(t[0] + t[1] - t[2] - t[3]) + abs(t[0] - t[1]) + abs(t[2] - t[3]);
    return (sum.x + sum.y + sum.z + sum.w - (ac_only ? low.x : 0)) / 2;
}

// Of two 4x4 blocks, a word a line.
inline uint distortion_4x4(uint kind, const uint a[4], const uint b[4]) {
    if (kind == SAD) return sad4(a[0], b[0], sad4(a[1], b[1], sad4(a[2], b[2], sad4(a[3], b[3], 0))));
    int4 difference[4];
    for (int i = 0; i < 4; i++) difference[i] = convert_int4(as_uchar4(a[i])) - convert_int4(as_uchar4(b[i]));
    return haar_4x4(difference, kind == AC_HAAR);
}
