// SPDX-License-Identifier: MIT
// Differences of 4x4 blocks: vme/reference/distortion.cpp.


// Of a 4x4 block, lines of four differences.
inline uint haar_4x4(const int4 difference[4], bool ac_only) {
    int2 pairs[4];
    uint sum = 0;
    for (int i = 0; i < 4; i++) {
        const int4 d = difference[i];
        const uint2 between = abs(d.xz - d.yw);
        sum += between.x + between.y;
        pairs[i] = d.xz + d.yw;
    }
    const int2 upper = pairs[0] + pairs[1], lower = pairs[2] + pairs[3];
    const uint2 lines = abs(pairs[0] - pairs[1]) + abs(pairs[2] - pairs[3]);
    const int top = upper.x + upper.y, bottom = lower.x + lower.y;
    sum += lines.x + lines.y + abs(upper.x - upper.y) + abs(lower.x - lower.y) + abs(top - bottom);
    return min((sum + (ac_only ? 0 : abs(top + bottom))) / 2, (uint)GENMEDIA_LARGEST_4X4);
}

// Of two 4x4 blocks, a word a line.
inline uint distortion_4x4(uint kind, const uint a[4], const uint b[4]) {
    if (kind == SAD)
        return min(sad4(a[0], b[0], sad4(a[1], b[1], sad4(a[2], b[2], sad4(a[3], b[3], 0)))),
                   (uint)GENMEDIA_LARGEST_4X4);
    int4 difference[4];
    for (int i = 0; i < 4; i++) difference[i] = convert_int4(as_uchar4(a[i])) - convert_int4(as_uchar4(b[i]));
    return haar_4x4(difference, kind == AC_HAAR);
}
