// SPDX-License-Identifier: MIT
// The supported raw messages by their descriptors, and the function that answers each. They reach the same
// memory, planes and samplers as read, write and cm_3d_sample. Included by raw_message.h.
//
// There are three sources. Intel's compiler shows how descriptors and headers are filled: see vISA's
// translation of MEDIA_LD, OWORD_LD and similar. Mesa has the names of Gen9's message types. The media
// driver's compositor kernels show what sample_unorm does. docs/fidelity.md lists the guesses.
#pragma once

#include "media_block.h"
#include "oword_block.h"
#include "sample32.h"
#include "sampler_3d.h"

namespace cm {

// A message that was sent. Registers have 32 bytes.
struct raw_message {
    uint function, descriptor;  // shared function, message
    bool ends_thread;
    uint channels;              // enabled ones, as a mask
    const unsigned char* data;  // of both operands, one after the other
    uint registers;
    unsigned char* response;
    uint response_registers;
    const char* file;
    int line;

    CM_INLINE uint field(int bit, int bits) const { return descriptor >> bit & ((1u << bits) - 1); }
    CM_INLINE bool has_header() const { return field(19, 1) != 0; }
    // Element i, counted from the start of a register. 0 past the end.
    template <class T>
    CM_INLINE T element(uint first_register, int i) const {
        T value = T();
        const unsigned long at = first_register * 32ul + i * sizeof(T);
        if (at + sizeof(T) <= registers * 32ul) __builtin_memcpy(&value, data + at, sizeof(T));
        return value;
    }
    CM_INLINE uint header(int dword) const { return element<uint>(0, dword); }
    CM_INLINE SurfaceIndex surface() const { return SurfaceIndex(field(0, 8)); }
};

static __attribute__((noinline, cold, unused)) void refuse(const raw_message& m, const char* what, uint value,
                                                           const char* expected) {
    const cm_abi::RefusedMessage refused = {m.function, m.descriptor, what, value, expected, m.file, m.line};
    __builtin_memset(m.response, 0, m.response_registers * 32ul);
    cm_abi::Thread& thread = this_thread();
    thread.dispatch->host->refuse_message(&thread, &refused);
}
// Whether all conditions hold. The first one that does not is reported.
struct message_demand {
    bool holds;
    const char* what;
    uint value;
    const char* expected;
};
template <int N>
CM_INLINE bool demand(const raw_message& m, const message_demand (&demands)[N]) {
    for (const message_demand& d : demands) {
        if (d.holds) continue;
        refuse(m, d.what, d.value, d.expected);
        return false;
    }
    return true;
}

// A row's bytes in a plane; null if some are outside.
static inline unsigned char* row_inside(const cm_abi::Plane& plane, int x, int y, int width) {
    const bool inside = x >= 0 && x <= plane.row_bytes - width && y >= 0 && y < plane.rows;
    return inside ? plane.data + static_cast<long>(y) * plane.pitch + x : nullptr;
}
static inline void read_row(const block_plane& from, int x, int y, int width, unsigned char* to) {
    if (const unsigned char* row = row_inside(from.plane, x, y, width))
        __builtin_memcpy(to, row, static_cast<std::size_t>(width));
    else
        read_clamped(from, x, y, width, 1, reinterpret_cast<char*>(to));
}
static inline void write_row(const block_plane& to, int x, int y, int width, const unsigned char* from) {
    if (unsigned char* row = row_inside(to.plane, x, y, width))
        __builtin_memcpy(row, from, static_cast<std::size_t>(width));
    else
        write_clipped(to, x, y, width, 1, reinterpret_cast<const char*>(from));
}

// Blocks of pictures. M0.0: x in bytes. M0.1: y. M0.2: width - 1 in bits 5:0, height - 1 in bits 21:16. In
// registers, a row takes a power of two of bytes, at least 4. Bits 10:8: 6 is the top field, 7 the bottom.
static __attribute__((noinline, unused)) void answer_media_block(const raw_message& m, bool writes) {
    const uint size = m.header(2), control = m.field(8, 6);
    const int width = static_cast<int>(size & 63) + 1, height = static_cast<int>(size >> 16 & 63) + 1;
    int pitch = 4;
    while (pitch < width) pitch *= 2;
    const uint registers = (static_cast<uint>(pitch * height) + 31) / 32;
    if (!demand(m,
                {{m.has_header(), "the header bit", 0, "1"},
                 {(size & 0xFFC0FFC0) == 0, "M0.2", size, "a width in bits 5:0 and a height in bits 21:16"},
                 {control == 0 || control == 6 || control == 7, "the control field (bits 13:8)", control,
                  "0, or 6 or 7 for a field"},
                 {pitch * height <= 256, "the block's size in bytes", static_cast<uint>(pitch * height),
                  "at most 256"},
                 {!writes || m.registers > registers, "the message's length", m.registers,
                  "a header and the block"},
                 {writes || m.response_registers >= registers, "the response's length", m.response_registers,
                  "the block's registers"}}))
        return;
    const SurfaceIndex surface = m.surface();
    check_2d(surface, m.file, m.line);
    const int parity = static_cast<int>(control & 1);
    const block_plane plane = control == 0 ? plane_of(surface) : plane_of(field_surface{surface, parity});
    const int x = static_cast<int>(m.header(0));
    for (int j = 0; j < height; j++) {
        const int y = static_cast<int>(m.header(1) + static_cast<uint>(j));
        if (writes)
            write_row(plane, x, y, width, m.data + 32 + j * pitch);
        else
            read_row(plane, x, y, width, m.response + j * pitch);
    }
}

enum class oword_operation { read, read_unaligned, write };

// Blocks of buffers. M0.2: the offset, in units of 16 bytes, for read_unaligned in bytes. Bits 10:8: 0 is 16
// bytes, 1 is 16 bytes in a register's upper half, 2 to 4 are 32, 64 and 128 bytes.
static __attribute__((noinline, unused)) void answer_oword_block(const raw_message& m, oword_operation op) {
    const uint size = m.field(8, 6);
    const bool writes = op == oword_operation::write;
    const uint bytes = size < 2 ? 16 : 8u << size, from = size == 1 ? 16 : 0;
    const uint registers = (bytes + 31) / 32;
    if (!demand(m, {{m.has_header(), "the header bit", 0, "1"},
                    {size <= 4, "the control field (bits 13:8)", size, "a size, 0 to 4"},
                    {!writes || m.registers > registers, "the message's length", m.registers,
                     "a header and the block"},
                    {writes || m.response_registers >= registers, "the response's length",
                     m.response_registers, "the block's registers"}}))
        return;
    const SurfaceIndex surface = m.surface();
    check_buffer(surface, m.file, m.line);
    const unsigned long at = m.header(2) * (op == oword_operation::read_unaligned ? 1ul : 16ul);
    if (writes)
        write_past_end(buffer_memory(surface), at, static_cast<int>(bytes), m.data + 32 + from);
    else
        read_past_end(buffer_memory(surface), at, static_cast<int>(bytes), m.response + from);
}

// Samplers. Bits 11:8: the sampler's number. Bits 18:17: 1 is 8 lanes, 2 is 16, 3 is sample_unorm's blocks.
// M0.2: disabled channels in bits 15:12, A to R, and texel offsets in bits 11:0, as in cm_3d_sample.
CM_INLINE SamplerIndex sampler_of(const raw_message& m) { return SamplerIndex(m.field(8, 4)); }
CM_INLINE int enabled_channels(const raw_message& m) {
    return m.has_header() ? static_cast<int>(~m.header(2) >> 12 & 15) : 15;
}

// Writes the enabled channels, one after the other, as T; lanes texel by texel. Channels that do not fit in
// the response are left out.
template <class T, class F>
void put_channels(const raw_message& m, int lanes, uint active, const F& value) {
    const unsigned long bytes = lanes * sizeof(T);
    unsigned long to = 0;
    for (int c = 0; c < 4; c++) {
        if ((enabled_channels(m) >> c & 1) == 0 || to + bytes > m.response_registers * 32ul) continue;
        for (int k = 0; k < lanes; k++) {
            const T texel = value(c, k);
            if (active >> k & 1) __builtin_memcpy(m.response + to + k * sizeof(T), &texel, sizeof(T));
        }
        to += bytes;
    }
}

// The places of u, v and r among the operands. The operands end where the message ends.
struct sampler_operands {
    int u, v, r;
};
template <class E>
__attribute__((noinline)) void answer_sampler(const raw_message& m, sampler_operands operands) {
    const uint mode = m.field(17, 2);
    if (!demand(m,
                {{mode == 1 || mode == 2, "the SIMD mode (bits 18:17)", mode, "1 for 8 lanes or 2 for 16"}}))
        return;
    const int lanes = mode == 1 ? 8 : 16, places[3] = {operands.u, operands.v, operands.r};
    const auto moved = static_cast<ushort>(m.has_header() ? m.header(2) & 0xFFF : 0);
    const int offset[3] = {texel_offset(moved, 8), texel_offset(moved, 4), texel_offset(moved, 0)};
    E at[3][16] = {};
    for (int d = 0; d < 3; d++)
        for (int k = 0; k < lanes; k++)
            at[d][k] = m.element<E>((m.has_header() ? 1u : 0u) + static_cast<uint>(places[d] * lanes / 8), k);
    float texels[64] = {};
    const cm_abi::Surface& surface = m.surface().cm_surface();
    bool right;
    if constexpr (std::is_same<E, float>::value) {
        const cm_abi::Sampler& state = state_of(sampler_of(m), m.file, m.line);
        right = sample_texels(surface, state, at[0], at[1], at[2], offset, texels);
    } else {
        for (int d = 0; d < 3; d++)
            for (int k = 0; k < lanes; k++) at[d][k] += static_cast<uint>(offset[d]);
        right = load_texels(surface, at[0], at[1], at[2], texels);
    }
    check_sampling(m.surface(), right, 4, 0, m.file, m.line);
    put_channels<float>(m, lanes, active_mask(lanes) & m.channels,
                        [&](int c, int k) { return texels[c * 16 + k]; });
}

// Four rows of eight texels, as words. M1.2 and M1.3: u and v of the first texel. M1.4 and M1.5: steps to the
// right and down. The compositor takes 0xFF00 for 1.
template <class E>
__attribute__((noinline)) void answer_sample_unorm(const raw_message& m) {
    if (!demand(m, {{m.has_header(), "the header bit", 0, "1"},
                    {m.registers == 2, "the message's length", m.registers, "2"},
                    {(m.header(2) & 0xFFFF0FFF) == 0, "M0.2", m.header(2), "channels in bits 15:12 alone"}}))
        return;
    const E block = {m.element<float>(1, 2), m.element<float>(1, 3), m.element<float>(1, 4),
                     m.element<float>(1, 5)};
    pixel_block pixels = {};
    const bool right =
        sample_pixels(m.surface().cm_surface(), state_of(sampler_of(m), m.file, m.line), block, pixels);
    check_sampling(m.surface(), right, 4, 0, m.file, m.line);
    put_channels<ushort>(m, 32, ~0u, [&](int c, int k) { return pixels[c][k / 8][k % 8]; });
}

enum class raw_operation {
    media_read,
    media_write,
    oword_read,
    oword_read_unaligned,
    oword_write,
    sample,
    load,
    sample_unorm
};

// Shared functions. A descriptor's type is in bits 18:14; of samplers in bits 16:12, blocks of texels + 32.
enum : uint { to_sampler = 0x2, to_data_cache = 0xA, to_data_cache_1 = 0xC };
struct named_message {
    uint function, type;
    raw_operation operation;
    sampler_operands operands;
};
inline constexpr named_message kMessageTable[] = {
    {to_sampler, 0x00, raw_operation::sample, {0, 1, 2}},  // sample
    {to_sampler, 0x01, raw_operation::sample, {1, 2, 3}},  // sample_b: bias
    {to_sampler, 0x02, raw_operation::sample, {1, 2, 3}},  // sample_l: level of detail
    {to_sampler, 0x04, raw_operation::sample, {0, 3, 6}},  // sample_d: gradients between
    {to_sampler, 0x18, raw_operation::sample, {0, 1, 2}},  // sample_lz
    {to_sampler, 0x07, raw_operation::load, {0, 1, 3}},    // ld: level of detail
    {to_sampler, 0x1A, raw_operation::load, {0, 1, 2}},    // ld_lz
    {to_sampler, 0x2C, raw_operation::sample_unorm, {}},   // sample_unorm
    {to_data_cache, 0, raw_operation::oword_read, {}},
    {to_data_cache, 1, raw_operation::oword_read_unaligned, {}},
    {to_data_cache, 8, raw_operation::oword_write, {}},
    {to_data_cache_1, 4, raw_operation::media_read, {}},
    {to_data_cache_1, 10, raw_operation::media_write, {}},
};

template <class E>
void answer_named(const raw_message& m, const named_message& named) {
    switch (named.operation) {
        case raw_operation::media_read: return answer_media_block(m, false);
        case raw_operation::media_write: return answer_media_block(m, true);
        case raw_operation::oword_read: return answer_oword_block(m, oword_operation::read);
        case raw_operation::oword_read_unaligned:
            return answer_oword_block(m, oword_operation::read_unaligned);
        case raw_operation::oword_write: return answer_oword_block(m, oword_operation::write);
        case raw_operation::sample: return answer_sampler<E>(m, named.operands);
        case raw_operation::load: return answer_sampler<uint>(m, named.operands);
        case raw_operation::sample_unorm: return answer_sample_unorm<sampled_block>(m);
    }
}

// A template, so that kernel files without raw messages contain none of it. E is float.
template <class E>
__attribute__((noinline)) void answer_message(const raw_message& m) {
    const uint type =
        m.function == to_sampler ? m.field(12, 5) | (m.field(17, 2) == 3 ? 32u : 0u) : m.field(14, 5);
    if (!demand(m, {{!m.ends_thread, "the end of thread", 1, "0"},
                    {m.descriptor >> 29 == 0, "bits 31:29", m.descriptor >> 29, "0"},
                    {m.field(0, 8) < cm_abi::kFirstSystemPlace, "the binding table index", m.field(0, 8),
                     "0 to 242"}}))
        return;
    for (const named_message& named : kMessageTable)
        if (named.function == m.function && named.type == type) return answer_named<E>(m, named);
    refuse(m, "its type", type, "one of cm/dataport/message_table.h");
}

}  // namespace cm
