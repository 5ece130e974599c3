// SPDX-License-Identifier: MIT
// Each kernel sends one message; one thread runs it.
#include <cm/cm.h>

// Four rows, of which the message fills as many as it has channels; the rest stay -1.
template <ChannelMaskType Mask>
_GENX_ inline void sample_to(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                             vector<float, 16> u, vector<float, 16> v) {
    matrix<float, 4, 16> m = -1;
    sample16(m, Mask, picture, sampler, u, v);
#pragma unroll
    for (int i = 0; i < 4; i++) write(out, i * 64, m.row(i));
}
_GENX_MAIN_ void sample_all(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out, vector<float, 16> u,
                            vector<float, 16> v) {
    sample_to<CM_ABGR_ENABLE>(picture, sampler, out, u, v);
}
_GENX_MAIN_ void sample_r(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out, vector<float, 16> u,
                          vector<float, 16> v) {
    sample_to<CM_R_ENABLE>(picture, sampler, out, u, v);
}
_GENX_MAIN_ void sample_ag(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out, vector<float, 16> u,
                           vector<float, 16> v) {
    sample_to<CM_AG_ENABLE>(picture, sampler, out, u, v);
}
_GENX_MAIN_ void sample_abr(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out, vector<float, 16> u,
                            vector<float, 16> v) {
    sample_to<CM_ABR_ENABLE>(picture, sampler, out, u, v);
}
// Into rows 1 and 3 of a larger matrix, where u is above a half; v is left out.
_GENX_MAIN_ void sample_region(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                               vector<float, 16> u) {
    matrix<float, 4, 24> m = -1;
    SIMD_IF_BEGIN(u > 0.5f) { sample16(m.select<2, 2, 16, 1>(1, 8), CM_GR_ENABLE, picture, sampler, u); }
    SIMD_IF_END;
#pragma unroll
    for (int i = 0; i < 4; i++) write(out, i * 64, vector<float, 16>(m.select<1, 1, 16, 1>(i, 8)));
    vector<float, 16> left = -2;
    left.select<8, 1>(0) = m.select<1, 1, 8, 1>(1, 0);
    write(out, 256, left);
}
_GENX_MAIN_ void sample_bits(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                             vector<float, 16> u, vector<float, 16> v) {
    matrix<uint, 1, 16> m;
    sample16(m, CM_R_ENABLE, picture, sampler, u, v);
    write(out, 0, m.row(0));
}
_GENX_MAIN_ void sample_3d(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out, vector<float, 16> u,
                           vector<float, 16> v, vector<float, 16> r) {
    matrix<float, 4, 16> m = -1;
    sample16(m, CM_ABGR_ENABLE, picture, sampler, u, v, r);
#pragma unroll
    for (int i = 0; i < 4; i++) write(out, i * 64, m.row(i));
}

_GENX_MAIN_ void load_all(SurfaceIndex picture, SurfaceIndex out, vector<uint, 16> u, vector<uint, 16> v) {
    matrix<float, 4, 16> m = -1;
    load16(m, CM_ABGR_ENABLE, picture, u, v);
#pragma unroll
    for (int i = 0; i < 4; i++) write(out, i * 64, m.row(i));
}
_GENX_MAIN_ void load_bg(SurfaceIndex picture, SurfaceIndex out, vector<uint, 16> u, vector<uint, 16> v) {
    matrix<float, 4, 16> m = -1;
    load16(m, CM_BG_ENABLE, picture, u, v);
#pragma unroll
    for (int i = 0; i < 4; i++) write(out, i * 64, m.row(i));
}
_GENX_MAIN_ void load_3d(SurfaceIndex picture, SurfaceIndex out, vector<uint, 16> u, vector<uint, 16> v,
                         vector<uint, 16> r) {
    matrix<float, 4, 16> m = -1;
    load16(m, CM_ABGR_ENABLE, picture, u, v, r);
#pragma unroll
    for (int i = 0; i < 4; i++) write(out, i * 64, m.row(i));
}

// Through the 3-D messages.
_GENX_MAIN_ void sample_3d_8(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out, vector<float, 8> u,
                             vector<float, 8> v) {
    vector<float, 24> d = -1;
    cm_3d_sample<CM_3D_SAMPLE, CM_AG_ENABLE>(d, 0, sampler, picture, u, v);
    write(out, 0, vector<float, 8>(d.select<8, 1>(0)));
    write(out, 32, vector<float, 8>(d.select<8, 1>(8)));
    write(out, 64, vector<float, 8>(d.select<8, 1>(16)));
}
// Two texels right, one up, by offsets.
_GENX_MAIN_ void sample_3d_moved(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                                 vector<float, 16> u, vector<float, 16> v) {
    vector<float, 64> d;
    vector<float, 16> lod = 3;
    cm_3d_sample<CM_3D_SAMPLE_L, CM_ABGR_ENABLE>(d, 0x2f0, sampler, picture, lod, u, v);
    write(out, 0, vector<float, 32>(d.select<32, 1>(0)));
    write(out, 128, vector<float, 32>(d.select<32, 1>(32)));
}
#ifndef CM_GEN  // results of 32 bits only
// Gradients are of no account; halves keep 16 places a channel.
_GENX_MAIN_ void sample_3d_half(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                                vector<float, 8> u, vector<float, 8> v) {
    vector<half, 32> d = half(-1);
    vector<float, 8> gradient = 5;
    cm_3d_sample<CM_3D_SAMPLE_D, CM_GR_ENABLE>(d, 0, sampler, picture, u, gradient, 0, v);
    vector<float, 32> wide = d;
    write(out, 0, wide);
}
#endif
_GENX_MAIN_ void load_3d_moved(SurfaceIndex picture, SurfaceIndex out, vector<uint, 16> u,
                               vector<uint, 16> v) {
    vector<float, 64> d;
    cm_3d_load<CM_3D_LOAD_LZ, CM_ABGR_ENABLE>(d, 0x2f0, picture, u, v);
    write(out, 0, vector<float, 32>(d.select<32, 1>(0)));
    write(out, 128, vector<float, 32>(d.select<32, 1>(32)));
}
