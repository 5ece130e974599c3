// SPDX-License-Identifier: MIT
// Raw messages, and beside them what the language has for the same.
#include <cm/cm.h>

// Sixteen registers of `message` go to `function`; of those that come back the others stay 0x77.
_GENX_ inline void send_any(SurfaceIndex message, SurfaceIndex out, uint function, uint descriptor) {
    matrix<uint, 16, 8> data, result = 0x77777777;
#pragma unroll
    for (int i = 0; i < 4; i++) read(message, i * 128, data.select<4, 1, 8, 1>(i * 4, 0));
    cm_send(result, data, function, descriptor, 0);
#pragma unroll
    for (int i = 0; i < 4; i++) write(out, i * 128, result.select<4, 1, 8, 1>(i * 4, 0));
}
_GENX_MAIN_ void send(SurfaceIndex message, SurfaceIndex out, uint function, uint descriptor,
                      SurfaceIndex surface) {
    send_any(message, out, function, descriptor + cm_get_value(surface));
}
_GENX_MAIN_ void send_sampled(SurfaceIndex message, SurfaceIndex out, uint function, uint descriptor,
                              SurfaceIndex surface, SamplerIndex sampler) {
    send_any(message, out, function, descriptor + cm_get_value(surface) + (cm_get_value(sampler) << 8));
}
// The descriptor names the surface by itself.
_GENX_MAIN_ void send_as_is(SurfaceIndex message, SurfaceIndex out, uint function, uint descriptor) {
    send_any(message, out, function, descriptor);
}

// 8 rows of 32 bytes from (x, y) to where they were, field 6 or 7, or 0 for the frame: each of `messages`
// once.
_GENX_MAIN_ void raw_copy(SurfaceIndex from, SurfaceIndex to, int x, int y, uint field) {
    matrix<uint, 9, 8> message;
    message.row(0) = cm_get_r0();
    message(0, 0) = x;
    message(0, 1) = y;
    message(0, 2) = 31 | 7 << 16;
    cm_send(message.select<8, 1, 8, 1>(1, 0), message, 0xC, 0x02890000 + (field << 8) + cm_get_value(from),
            0);
    cm_send(NULL, message, 0xC, 0x120A8000 + (field << 8) + cm_get_value(to), 0);
}
_GENX_MAIN_ void split_copy(SurfaceIndex from, SurfaceIndex to, int x, int y, uint field) {
    matrix<uint, 1, 8> header = cm_get_r0<uint>();
    matrix<uint, 8, 8> block;
    header(0, 0) = x;
    header(0, 1) = y;
    header(0, 2) = 31 | 7 << 16;
    cm_send(block, header, 0xC, 0x02890000 + (field << 8) + cm_get_value(from), 0);
    cm_sends(0, header, block, 0xC | 8 << 6, 0x020A8000 + (field << 8) + cm_get_value(to), 0);
}
_GENX_MAIN_ void counted_copy(SurfaceIndex from, SurfaceIndex to, int x, int y, uint field) {
    vector<uint, 8> header = cm_get_r0();
    vector<uint, 64> block;
    header(0) = x;
    header(1) = y;
    header(2) = 31 | 7 << 16;
    cm_raw_send(block, header, 0, 0, 0x02890000 + (field << 8) + cm_get_value(from), 4, 0xC, 1, 0, 8);
    cm_raw_send(0, header, block, 0, 0x020A8000 + (field << 8) + cm_get_value(to), 4, 0xC, 1, 8, 0);
}
_GENX_MAIN_ void ordinary_copy(SurfaceIndex from, SurfaceIndex to, int x, int y, uint field) {
    matrix<uchar, 8, 32> block;
    if (field == 0) {
        read(from, x, y, block);
        write(to, x, y, block);
    } else if (field == 6) {
        read(TOP_FIELD(from), x, y, block);
        write(TOP_FIELD(to), x, y, block);
    } else {
        read(BOTTOM_FIELD(from), x, y, block);
        write(BOTTOM_FIELD(to), x, y, block);
    }
}

// What the samplers give for the lanes' coordinates, moved by (2, -1, 0) where there is a header.
_GENX_MAIN_ void ordinary_samples(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                                  vector<float, 16> u, vector<float, 16> v) {
    matrix<float, 2, 16> two;
    cm_3d_sample<CM_3D_SAMPLE, CM_BR_ENABLE>(two, 0x2F0, sampler, picture, u, v);
    matrix<float, 4, 8> four;
    cm_3d_sample<CM_3D_SAMPLE_L, CM_ABGR_ENABLE>(four, 0, sampler, picture, 0.0f,
                                                 vector<float, 8>(u.select<8, 1>(0)),
                                                 vector<float, 8>(v.select<8, 1>(0)));
    write(out, 0, two);
    write(out, 128, four);
}
// Texels of a block, by single messages.
_GENX_MAIN_ void ordinary_block(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out, float u,
                                float v, float du, float dv) {
#pragma unroll
    for (int y = 0; y < 4; y += 2) {
        vector<float, 16> us, vs;
#pragma unroll
        for (int k = 0; k < 16; k++) {
            us(k) = u + float(k % 8) * du;
            vs(k) = v + float(y + k / 8) * dv;
        }
        matrix<float, 2, 16> m;
        sample16(m, CM_GR_ENABLE, picture, sampler, us, vs);
        write(out, y * 64, m);
    }
}
_GENX_MAIN_ void ordinary_loads(SurfaceIndex picture, SurfaceIndex out, vector<uint, 16> u,
                                vector<uint, 16> v) {
    matrix<float, 4, 16> m;
    load16(m, CM_ABGR_ENABLE, picture, u, v);
    write(out, 0, m.select<2, 1, 16, 1>(0, 0));
    write(out, 128, m.select<2, 1, 16, 1>(2, 0));
}
// Lanes that the mask turns off stay -1.
_GENX_MAIN_ void masked_sample(SurfaceIndex picture, SamplerIndex sampler, SurfaceIndex out,
                               vector<float, 16> u, vector<float, 16> v, vector<ushort, 16> mask) {
    matrix<float, 4, 8> operands;
    operands.format<float, 2, 16>().row(0) = u;
    operands.format<float, 2, 16>().row(1) = v;
    matrix<float, 2, 16> m = -1, right = -1;
    const uint descriptor = 0x08440000 + cm_get_value(picture) + (cm_get_value(sampler) << 8);
    cm_raw_send(m, operands, 0, 0, descriptor, 4, 2, 4, 0, 4, 0, 0, mask);
    write(out, 0, m);
    SIMD_IF_BEGIN(mask != 0) { sample16(right, CM_GR_ENABLE, picture, sampler, u, v); }
    SIMD_IF_END;
    write(out, 128, right);
}

// Surface 7 and sampler 3, as the host bound them.
_GENX_MAIN_ void sample_bound(SurfaceIndex out, vector<float, 16> u, vector<float, 16> v) {
    matrix<float, 4, 8> operands;
    operands.format<float, 2, 16>().row(0) = u;
    operands.format<float, 2, 16>().row(1) = v;
    matrix<float, 2, 16> m, right;
    cm_send(m, operands, 2, 0x08440000 | 3 << 8 | 7, 0);
    write(out, 0, m);
    sample16(right, CM_GR_ENABLE, SurfaceIndex(7), SamplerIndex(3), u, v);
    write(out, 128, right);
}

_GENX_MAIN_ void first_registers(SurfaceIndex out, int width) {
    write(out, (get_thread_origin_y() * width + get_thread_origin_x()) * 32, cm_get_r0<uint>());
}

_GENX_MAIN_ void places(SurfaceIndex first, SurfaceIndex second, SamplerIndex sampler, SurfaceIndex out) {
    vector<uint, 8> found = 0;
    found(0) = cm_get_value(first);
    found(1) = cm_get_value(second);
    found(2) = cm_get_value(sampler);
    found(3) = cm_get_value(SurfaceIndex(9));  // where nothing is
    found(4) = cm_get_value(SamplerIndex(9));
    write(out, 0, found);
}

// One more than what is left of it, which takes its time. cm_wait, although never called, makes threads start
// before what they depend on: each waits in its message.
_GENX_MAIN_ void chain(SurfaceIndex cells, uint never) {
    if (never) cm_wait();
    vector<uint, 8> header = cm_get_r0(), cell = 0;
    header(0) = get_thread_origin_x() * 8 - 8;
    header(2) = 7;
    if (get_thread_origin_x() > 0) cm_send(cell, header, 0xC, 0x02190000 + cm_get_value(cells), 1);
    vector<uint, 2> value = cell(0) + 1;
    for (int i = 0; i < 30000; i++) value(1) = value(1) * 1664525 + 1013904223;
    write(cells, get_thread_origin_x() * 8, 0, value);
}
