// SPDX-License-Identifier: MIT
// The 4x4 integer transform, quantisation and their inverses. [8.5]
//
// Lanes are blocks that go through at once: coefficient i (4 * row + column) of block b is c[i][b].
#pragma once

#include <array>
#include <cstdint>
#include <tuple>

namespace genmedia::encode {

template <int Lanes>
struct Blocks {
    alignas(32) int16_t c[16][Lanes];
};

// Place in the block of the k-th coefficient of the scan. [Table 8-2]
inline constexpr std::array<uint8_t, 16> kZigzag = {0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15};

// Quantisation of one QP. A level is (|c| * scale + rounding) >> shift, at most kLargestLevel.
class Quantizer {
public:
    // `intra` blocks round up a third, others a sixth of a step.
    Quantizer(int qp, bool intra);

    // The |c| at this place that lies in the middle between level 0 and level 1.
    int half_step(int place) const;

    // Coefficients to levels. False: all are 0.
    template <int Lanes>
    bool quantize(Blocks<Lanes>& blocks) const;
    // DC coefficients are transformed twice, so their shift is one bit more.
    int16_t quantize_dc(int coefficient) const;

private:
    // What Blocks<Lanes> is quantised by, entry by entry.
    template <int Lanes>
    struct Entries {
        int16_t least[16 * Lanes];  // the smallest |c| that has a level, or the largest of 16 bits
        uint16_t scale[16 * Lanes];
    };

    uint32_t scale_[16];
    std::tuple<Entries<1>, Entries<8>, Entries<16>> entries_;
    uint32_t rounding_;
    int shift_;
};

// What CAVLC can write in the Baseline profile: level_prefix is at most 15. [9.2.2.1]
inline constexpr int kLargestLevel = 2063;

// Levels to coefficients. [8.5.9, 8.5.12.1]
class Dequantizer {
public:
    explicit Dequantizer(int qp);

    template <int Lanes>
    void scale(Blocks<Lanes>& blocks) const;
    int16_t scale_luma_dc(int value) const;    // of Intra_16x16, after the inverse transform [8.5.10]
    int16_t scale_chroma_dc(int value) const;  // [8.5.11.2]

private:
    int16_t scale_[16];  // with the QP's power of two
    int dc_scale_, qp_per_;
};

// [8.5.8 backwards]
template <int Lanes>
void forward_transform(Blocks<Lanes>& blocks);
// Rounded residuals. [8.5.12.2]
template <int Lanes>
void inverse_transform(Blocks<Lanes>& blocks);

// DC coefficients of Intra_16x16, in raster order. The forward transform's caller halves them. [8.5.10]
void hadamard_4x4(int values[16]);

// QP of chroma by that of luma and chroma_qp_index_offset, -12..12. [Table 8-15]
int chroma_qp(int qp, int offset = 0);

}  // namespace genmedia::encode
