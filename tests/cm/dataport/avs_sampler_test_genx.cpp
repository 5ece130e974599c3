// SPDX-License-Identifier: MIT
// Each kernel sends one message; one thread runs it. What the message does not fill stays 0xEE.
#include <cm/cm.h>

template <class T>
_GENX_ inline void write_rows(SurfaceIndex out, matrix<T, 8, 64> m) {
#pragma unroll
    for (int i = 0; i < 8; i++) write(out, i * 64 * static_cast<int>(sizeof(T)), m.row(i));
}

// at: u, v, deltaU, deltaV, u2d, v2d.
#define SCALE(name, T, mask, format, mode)                                                                   \
    _GENX_MAIN_ void name(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out, vector<float, 6> at, \
                          int block) {                                                                       \
        matrix<T, 8, 64> m = 0xEEEE;                                                                         \
        cm_avs_sampler(m, mask, picture, sampler, at(0), at(1), at(2), at(3), at(4), 1, block, format,       \
                       at(5), mode, true);                                                                   \
        write_rows<T>(out, m);                                                                               \
    }
SCALE(words_16x4, ushort, CM_ABGR_ENABLE, CM_16_FULL, CM_AVS_16x4)
SCALE(words_16x8, ushort, CM_ABGR_ENABLE, CM_16_FULL, CM_AVS_16x8)
SCALE(words_8x4, ushort, CM_ABGR_ENABLE, CM_16_FULL, CM_AVS_8x4)
SCALE(words_4x4, ushort, CM_ABGR_ENABLE, CM_16_FULL, CM_AVS_4x4)
SCALE(down_words_16x4, ushort, CM_ABGR_ENABLE, CM_16_DOWN_SAMPLE, CM_AVS_16x4)
SCALE(bytes_16x4, uchar, CM_ABGR_ENABLE, CM_8_FULL, CM_AVS_16x4)
SCALE(down_bytes_16x4, uchar, CM_ABGR_ENABLE, CM_8_DOWN_SAMPLE, CM_AVS_16x4)
SCALE(down_bytes_gr, uchar, CM_GR_ENABLE, CM_8_DOWN_SAMPLE, CM_AVS_16x4)
SCALE(down_bytes_bg, uchar, CM_BG_ENABLE, CM_8_DOWN_SAMPLE, CM_AVS_16x4)
SCALE(down_bytes_ag, uchar, CM_AG_ENABLE, CM_8_DOWN_SAMPLE, CM_AVS_16x4)
SCALE(words_g, ushort, CM_G_ENABLE, CM_16_FULL, CM_AVS_16x4)
SCALE(words_br, ushort, CM_BR_ENABLE, CM_16_FULL, CM_AVS_16x4)
SCALE(words_ab, ushort, CM_AB_ENABLE, CM_16_FULL, CM_AVS_16x4)

// Into a region of a larger matrix, with the arguments that have defaults left out, where no lane is active.
_GENX_MAIN_ void scale_region(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                              vector<float, 6> at, int) {
    matrix<ushort, 8, 64> m = 0xEEEE;
    vector<ushort, 32> never = 0;
    SIMD_IF_BEGIN(never == 0) {
        cm_avs_sampler(m.select<2, 2, 32, 1>(1, 16), CM_G_ENABLE, picture, sampler, at(0), at(1), at(2),
                       at(3), at(4));
    }
    SIMD_IF_END;
    write_rows<ushort>(out, m);
}

_GENX_MAIN_ void sample32_words(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                                vector<float, 6> at, int) {
    matrix<ushort, 8, 64> m = 0xEEEE;
    sample32(m.select<4, 1, 32, 1>(0, 0), CM_ABGR_ENABLE, picture, sampler, at(0), at(1), at(2), at(3));
    write_rows<ushort>(out, m);
}
_GENX_MAIN_ void sample32_bytes(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                                vector<float, 6> at, int) {
    matrix<uchar, 8, 64> m = 0xEE;
    sample32(m, CM_BG_ENABLE, picture, sampler, at(0), at(1), at(2), at(3), CM_8_DOWN_SAMPLE);
    write_rows<uchar>(out, m);
}
