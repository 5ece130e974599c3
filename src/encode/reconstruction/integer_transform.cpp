// SPDX-License-Identifier: MIT
#include "encode/reconstruction/integer_transform.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace genmedia::encode {
namespace {

// Scales by QP % 6 and by the kind of place: both indices even, both odd, one of each. A forward scale is
// 2^21 over the product of the backward one with the transform's norms, as in the JVT's reference encoder.
// [8.5.9]
constexpr uint16_t kForwardScale[6][3] = {{13107, 5243, 8066}, {11916, 4660, 7490}, {10082, 4194, 6554},
                                          {9362, 3647, 5825},  {8192, 3355, 5243},  {7282, 2893, 4559}};
constexpr uint8_t kBackwardScale[6][3] = {{10, 16, 13}, {11, 18, 14}, {13, 20, 16},
                                          {14, 23, 18}, {16, 25, 20}, {18, 29, 23}};

constexpr int kind_of_place(int place) {
    const int odd = place / 4 % 2 + place % 4 % 2;
    return odd == 0 ? 0 : odd == 2 ? 1 : 2;
}

}  // namespace

Quantizer::Quantizer(int qp, bool intra) : shift_(15 + qp / 6) {
    rounding_ = (1u << shift_) / (intra ? 3 : 6);
    for (int i = 0; i < 16; i++) scale_[i] = kForwardScale[qp % 6][kind_of_place(i)];
    const auto fill = [&]<int Lanes>(Entries<Lanes>& entries) {
        for (int i = 0; i < 16 * Lanes; i++) {
            const uint32_t scale = scale_[i / Lanes];
            const uint32_t least = ((1u << shift_) - rounding_ + scale - 1) / scale;
            entries.least[i] = static_cast<int16_t>(std::min<uint32_t>(least, 0x7FFF));
            entries.scale[i] = static_cast<uint16_t>(scale);
        }
    };
    std::apply([&](auto&... entries) { (fill(entries), ...); }, entries_);
}

int Quantizer::half_step(int place) const { return static_cast<int>((1u << (shift_ - 1)) / scale_[place]); }

namespace {

// |c| of a coefficient, which fits.
constexpr int16_t magnitude(int16_t c) { return std::max(c, static_cast<int16_t>(-c)); }
constexpr int16_t with_sign_of(int16_t c, int16_t level) {
    return c < 0 ? static_cast<int16_t>(-level) : level;
}

}  // namespace

// Loops over all entries at once, long enough that compilers vectorise them before they unroll.
template <int Lanes>
bool Quantizer::quantize(Blocks<Lanes>& blocks) const {
    const auto& [least, scales] = std::get<Entries<Lanes>>(entries_);
    int16_t* const c = blocks.c[0];
    constexpr int count = 16 * Lanes;
    int16_t any = 0;
    for (int i = 0; i < count; i++) any = static_cast<int16_t>(any | (magnitude(c[i]) >= least[i] ? -1 : 0));
    if (!any) {
        std::memset(blocks.c, 0, sizeof blocks.c);
        return false;
    }
    if (shift_ < 16) {
        for (int i = 0; i < count; i++) {
            const uint32_t size = static_cast<uint32_t>(magnitude(c[i]));
            c[i] = with_sign_of(c[i], static_cast<int16_t>((size * scales[i] + rounding_) >> shift_));
        }
        return true;
    }
    // The same in halves of 16 bits, of which vectors hold twice as many.
    const auto rounding_low = static_cast<uint16_t>(rounding_),
               rounding_high = static_cast<uint16_t>(rounding_ >> 16);
    const int shift = shift_ - 16;
    for (int i = 0; i < count; i++) {
        const auto size = static_cast<uint16_t>(magnitude(c[i]));
        const auto low = static_cast<uint16_t>(static_cast<uint16_t>(size * scales[i]) + rounding_low);
        const auto high = static_cast<uint16_t>((static_cast<uint32_t>(size) * scales[i]) >> 16);
        const auto carry = static_cast<uint16_t>(low < rounding_low ? 1 : 0);
        const auto sum = static_cast<uint16_t>(high + rounding_high + carry);
        c[i] = with_sign_of(c[i], static_cast<int16_t>(sum >> shift));
    }
    return true;
}

int16_t Quantizer::quantize_dc(int coefficient) const {
    const uint32_t size = static_cast<uint32_t>(std::abs(coefficient));
    const int level =
        std::min<int>(static_cast<int>((size * scale_[0] + 2 * rounding_) >> (shift_ + 1)), kLargestLevel);
    return static_cast<int16_t>(coefficient < 0 ? -level : level);
}

Dequantizer::Dequantizer(int qp) : qp_per_(qp / 6) {
    for (int i = 0; i < 16; i++)
        scale_[i] = static_cast<int16_t>(kBackwardScale[qp % 6][kind_of_place(i)] << qp_per_);
    dc_scale_ = kBackwardScale[qp % 6][0];
}

template <int Lanes>
void Dequantizer::scale(Blocks<Lanes>& blocks) const {
    for (int i = 0; i < 16; i++)
        for (int b = 0; b < Lanes; b++) blocks.c[i][b] = static_cast<int16_t>(blocks.c[i][b] * scale_[i]);
}

int16_t Dequantizer::scale_luma_dc(int value) const {
    return static_cast<int16_t>(qp_per_ >= 2 ? value * dc_scale_ << (qp_per_ - 2)
                                             : (value * dc_scale_ + (1 << (1 - qp_per_))) >> (2 - qp_per_));
}

int16_t Dequantizer::scale_chroma_dc(int value) const {
    return static_cast<int16_t>((value * dc_scale_ << qp_per_) >> 1);
}

template <int Lanes>
void forward_transform(Blocks<Lanes>& blocks) {
    const auto transform = [&](int first, int step) {
        int16_t *c0 = blocks.c[first], *c1 = blocks.c[first + step], *c2 = blocks.c[first + 2 * step],
                *c3 = blocks.c[first + 3 * step];
        for (int b = 0; b < Lanes; b++) {
            const int outer = c0[b] + c3[b], inner = c1[b] + c2[b], far = c0[b] - c3[b], near = c1[b] - c2[b];
            c0[b] = static_cast<int16_t>(outer + inner);
            c1[b] = static_cast<int16_t>(2 * far + near);
            c2[b] = static_cast<int16_t>(outer - inner);
            c3[b] = static_cast<int16_t>(far - 2 * near);
        }
    };
    for (int row = 0; row < 4; row++) transform(4 * row, 1);
    for (int column = 0; column < 4; column++) transform(column, 4);
}

template <int Lanes>
void inverse_transform(Blocks<Lanes>& blocks) {
    const auto transform = [&](int first, int step, int rounding, int shift) {
        int16_t *c0 = blocks.c[first], *c1 = blocks.c[first + step], *c2 = blocks.c[first + 2 * step],
                *c3 = blocks.c[first + 3 * step];
        for (int b = 0; b < Lanes; b++) {
            const int even = c0[b] + c2[b] + rounding, difference = c0[b] - c2[b] + rounding;
            const int low = (c1[b] >> 1) - c3[b], high = c1[b] + (c3[b] >> 1);
            c0[b] = static_cast<int16_t>((even + high) >> shift);
            c1[b] = static_cast<int16_t>((difference + low) >> shift);
            c2[b] = static_cast<int16_t>((difference - low) >> shift);
            c3[b] = static_cast<int16_t>((even - high) >> shift);
        }
    };
    for (int row = 0; row < 4; row++) transform(4 * row, 1, 0, 0);
    for (int column = 0; column < 4; column++) transform(column, 4, 32, 6);
}

void hadamard_4x4(int values[16]) {
    const auto transform = [values](int first, int step) {
        const int a = values[first], b = values[first + step], c = values[first + 2 * step],
                  d = values[first + 3 * step];
        values[first] = a + b + c + d;
        values[first + step] = a + b - c - d;
        values[first + 2 * step] = a - b - c + d;
        values[first + 3 * step] = a - b + c - d;
    };
    for (int row = 0; row < 4; row++) transform(4 * row, 1);
    for (int column = 0; column < 4; column++) transform(column, 4);
}

int chroma_qp(int qp, int offset) {
    qp = std::clamp(qp + offset, 0, 51);
    constexpr uint8_t beyond[] = {29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36,
                                  36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39};
    return qp < 30 ? qp : beyond[qp - 30];
}

#define GENMEDIA_LANES(n)                                \
    template bool Quantizer::quantize(Blocks<n>&) const; \
    template void Dequantizer::scale(Blocks<n>&) const;  \
    template void forward_transform(Blocks<n>&);         \
    template void inverse_transform(Blocks<n>&);
GENMEDIA_LANES(1)
GENMEDIA_LANES(8)
GENMEDIA_LANES(16)
#undef GENMEDIA_LANES

}  // namespace genmedia::encode
