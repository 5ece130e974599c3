// SPDX-License-Identifier: MIT
// Pixels of pictures in local memory.

inline int sample_at(global const uchar* pictures, const PlaneRecord* plane, int x, int y) {
    return pictures[plane->at + clamp(y, 0, plane->height - 1) * plane->stride + clamp(x, 0, plane->width - 1)];
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
