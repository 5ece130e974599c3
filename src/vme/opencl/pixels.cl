// SPDX-License-Identifier: MIT
// Pixels of pictures in local memory.

inline int sample_at(global const uchar* pictures, const PlaneRecord* plane, int x, int y) {
    return pictures[plane->at + clamp(y, 0, plane->height - 1) * plane->stride + clamp(x, 0, plane->width - 1)];
}

// Whether words may be read where lines of this plane have whole ones.
inline bool has_words(const PlaneRecord* plane) { return ((plane->at | plane->stride) & 3) == 0; }

// Samples x .. x + 3 of line y; outside of the plane its nearest sample is repeated.
inline uint four_samples(global const uchar* pictures, const PlaneRecord* plane, int x, int y) {
    if (x >= 0 && x + 8 <= plane->width && has_words(plane)) {
        global const uint* words =
            (global const uint*)(pictures + plane->at + clamp(y, 0, plane->height - 1) * plane->stride) + x / 4;
        return funnel(words[0], words[1], x % 4 * 8);
    }
    uint samples = 0;
    for (int i = 0; i < 4; i++) samples |= (uint)sample_at(pictures, plane, x + i, y) << 8 * i;
    return samples;
}

// A macroblock's sixteen lines of four words. All work-items come here; a barrier follows.
inline void fetch_macroblock(global const uchar* pictures, const PlaneRecord* plane, int x, int y, local uint* to) {
    for (int i = get_local_id(0); i < 64; i += get_local_size(0))
        to[i] = four_samples(pictures, plane, x + i % 4 * 4, y + i / 4);
}

// Copies width x height samples from (x, y) on to lines of `stride` bytes; outside of the plane its nearest
// sample is repeated. All work-items come here; a barrier follows.
inline void fetch(global const uchar* pictures, const PlaneRecord* plane, int x, int y, int width, int height,
                  local uchar* to, int stride) {
    for (int i = get_local_id(0); i < width * height; i += get_local_size(0)) {
        const int line = i / width, column = i - line * width;
        to[line * stride + column] = sample_at(pictures, plane, x + column, y + line);
    }
}
