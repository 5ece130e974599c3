// SPDX-License-Identifier: MIT
// Smaller pictures, and pictures without their local means, with their padding: PaddedPicture. Work-items make four
// samples of a line, padding and all; dimension 2 has the pictures.

// Samples of a line that a work-item begins with, counted from the picture's first.
inline int first_padded(int group) { return 4 * group - kPadding; }

inline void store_samples(global uchar* pictures, uint at, uint samples) { *(global uint*)(pictures + at) = samples; }

// Each sample is the rounded mean of 2x2.
kernel void halve_picture(global uchar* pictures, LevelRecord from, LevelRecord to) {
    const int x = first_padded(get_global_id(0)), y = (int)get_global_id(1) - kPadding;
    const int p = get_global_id(2);
    if (x + kPadding >= to.stride) return;
    const int row = clamp(y, 0, to.height - 1);
    uint samples = 0;
    for (int i = 0; i < 4; i++) {
        const int column = clamp(x + i, 0, to.width - 1);
        global const uchar* upper = pictures + from.at[p] + 2 * row * from.stride + 2 * column;
        global const uchar* under = upper + from.stride;
        samples |= (uint)(upper[0] + upper[1] + under[0] + under[1] + 2) / 4 << 8 * i;
    }
    store_samples(pictures, to.at[p] + y * to.stride + x, samples);
}

enum { SUMMED_ROWS = 16 };  // of a work-item

inline int sums_width(const LevelRecord* l) { return l->width + kMeanSide - 1; }

// Sums of the kMeanSide pixels around each pixel in its column, from the column kMeanSide / 2 before the first on.
kernel void sum_columns(global const uchar* pictures, LevelRecord l, global ushort* sums) {
    const int x = get_global_id(0), first = SUMMED_ROWS * get_global_id(1), number = get_global_id(2);
    const int radius = kMeanSide / 2;
    if (x >= sums_width(&l)) return;
    global const uchar* column = pictures + l.at[number] + x - radius;
    global ushort* to = sums + number * sums_width(&l) * l.height + x;
    uint sum = 0;
    for (int y = first - radius; y <= first + radius; y++) sum += column[y * l.stride];
    for (int y = first; y < min(first + SUMMED_ROWS, l.height); y++) {
        to[y * sums_width(&l)] = sum;
        sum += column[(y + radius + 1) * l.stride] - column[(y - radius) * l.stride];
    }
}

// `sums` are sum_columns()'s.
kernel void subtract_means(global uchar* pictures, LevelRecord from, LevelRecord to, global const ushort* sums) {
    const int x = first_padded(get_global_id(0)), y = (int)get_global_id(1) - kPadding;
    const int number = get_global_id(2);
    if (x + kPadding >= to.stride) return;
    const int row = clamp(y, 0, to.height - 1), pixels = kMeanSide * kMeanSide;
    global const ushort* line = sums + (number * to.height + row) * sums_width(&to);
    global const uchar* source = pictures + from.at[number] + row * from.stride;
    int column = clamp(x, 0, to.width - 1);
    uint sum = 0, samples = 0;
    for (int i = 0; i < kMeanSide; i++) sum += line[column + i];
    for (int i = 0; i < 4; i++) {
        const int next = clamp(x + i, 0, to.width - 1);
        if (next > column) sum += line[next + kMeanSide - 1] - line[column];
        column = next;
        const int mean = (sum + pixels / 2) / pixels;
        samples |= (uint)clamp(source[column] - mean + 128, 0, 255) << 8 * i;
    }
    store_samples(pictures, to.at[number] + y * to.stride + x, samples);
}
