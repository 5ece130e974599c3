// SPDX-License-Identifier: MIT
// How messages return blocks of pixels: cm_avs_sampler, sample32. CM spec 4.7, 4.8.
#pragma once

// For each pixel a word (0xFF00 is 1) or a byte. _DOWN_SAMPLE: R and B of even columns only.
enum OutputFormatControl {
    CM_16_FULL = 0,
    CM_16_DOWN_SAMPLE = 1,
    CM_8_FULL = 2,
    CM_8_DOWN_SAMPLE = 3,
};

#ifndef CM_GEN

namespace cm {

// By channel (R, G, B, A), row and column.
using pixel_block = ushort[4][8][16];

struct pixel_part {
    int x, y, width, height;
};

// Where pixels go, one after the other. What does not fit is dropped.
struct pixel_sink {
    unsigned char* to;
    long room;
    OutputFormatControl format;
    int channels;
    int kept;  // channels that have room even if they are not written

    CM_INLINE int bytes() const { return format == CM_16_FULL || format == CM_16_DOWN_SAMPLE ? 2 : 1; }
    CM_INLINE int step(int channel) const {
        const bool down = format == CM_16_DOWN_SAMPLE || format == CM_8_DOWN_SAMPLE;
        return down && channel % 2 == 0 ? 2 : 1;
    }
    // Guess: a byte is the word's upper one.
    CM_INLINE void put(ushort pixel, bool written) {
        const int n = bytes();
        if (n == 1) pixel >>= 8;
        if (written && room >= n) __builtin_memcpy(to, &pixel, static_cast<unsigned long>(n));
        to += n;
        room -= n;
    }
    // The enabled channels of a part.
    CM_INLINE void put(const pixel_block& pixels, pixel_part part) {
        for (int c = 0; c < 4; c++) {
            if (((channels | kept) >> c & 1) == 0) continue;
            for (int y = part.y; y < part.y + part.height; y++)
                for (int x = part.x; x < part.x + part.width; x += step(c))
                    put(pixels[c][y][x], (channels >> c & 1) != 0);
        }
    }
};

// What f(sink) writes goes to the elements of m, row after row; the others stay. Inactive channels are
// written, too.
template <class M, class F>
CM_INLINE void pixels_to_elements(const M& m, OutputFormatControl format, int channels, const F& f) {
    static_assert(sizeof(element_t<M>) <= 2, "pixels are words or bytes (CM spec 4.7, 4.8)");
    alignas(64) unsigned char all[bytes_in<M>];
    store_block(m, all, bytes_in_row<M>);
    f(pixel_sink{all, bytes_in<M>, format, channels, 0});
    load_block(m, all, bytes_in_row<M>);
}

}  // namespace cm

#endif
