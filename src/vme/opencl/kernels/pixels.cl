// SPDX-License-Identifier: MIT
// Records and pixels of pictures in local memory.

// Copies a record. All work-items come here; a barrier follows.
inline void copy_words(global const void* from, local void* to, int words) {
    for (int i = item(); i < words; i += items())
        ((local uint*)to)[i] = ((global const uint*)from)[i];
}

// The same within local memory, of a number of words.
inline void copy_local(local const void* from, local void* to, int words) {
#pragma unroll 1
    for (int k = 0; k < ROUNDS(words, FEWEST_ITEMS); k++) {
        const int i = item() + k * items();
        if (i >= words) break;
        ((local uint*)to)[i] = ((local const uint*)from)[i];
    }
}

#define WORDS(record) ((int)sizeof(record) / 4)

// The entry of the 4x4 block in column bx, row by, 0..3 each: as in genmedia/partition.h.
inline int entry_at(int bx, int by) { return (by / 2 * 2 + bx / 2) * 4 + by % 2 * 2 + bx % 2; }

inline int sample_at(global const uchar* pictures, const PlaneRecord* plane, int x, int y) {
    return pictures[plane->at + clamp(y, 0, plane->height - 1) * plane->stride + clamp(x, 0, plane->width - 1)];
}

// Samples 4 * word .. 4 * word + 3 of a line, which holds `words` of them; outside of it its nearest sample is repeated.
inline uint word_at(global const uint* line, int word, int words) {
    const uint samples = line[clamp(word, 0, words - 1)];
    return word < 0 ? (samples & 0xFF) * 0x01010101 : word >= words ? (samples >> 24) * 0x01010101 : samples;
}

// What a line has, in words. From line to line there may be more: between those of a field.
inline int line_words(const PlaneRecord* plane) { return (uint)(plane->width + 15) / 16 * 4; }

// Line y, or the nearest one.
inline global const uint* line_at(global const uchar* pictures, const PlaneRecord* plane, int y) {
    return (global const uint*)(pictures + plane->at + clamp(y, 0, plane->height - 1) * plane->stride);
}

// Samples x .. x + 3 of line y; outside of the plane its nearest sample is repeated.
inline uint four_samples(global const uchar* pictures, const PlaneRecord* plane, int x, int y) {
    global const uint* line = line_at(pictures, plane, y);
    const int words = line_words(plane);
    return funnel(word_at(line, x >> 2, words), word_at(line, (x >> 2) + 1, words), (x & 3) * 8);
}

// Copies width x height samples from (x, y) on, the width a multiple of four, to lines of `stride` words. All work-items
// come here; a barrier follows.
inline void fetch(global const uchar* pictures, const PlaneRecord* plane, int x, int y, int width, int height,
                  local uint* to, int stride) {
    FOR_ITEMS(i, width / 4 * height) {
        const int line = i / (width / 4), word = i - line * (width / 4);
        to[line * stride + word] = four_samples(pictures, plane, x + 4 * word, y + line);
    }
}
