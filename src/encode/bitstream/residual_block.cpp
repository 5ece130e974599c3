// SPDX-License-Identifier: MIT
#include "encode/bitstream/residual_block.h"

#include "encode/bitstream/cavlc_tables.h"

#include <algorithm>
#include <cstdlib>

namespace genmedia::encode {
namespace {

// The coefficients that are not zero, from the highest frequency on.
struct NonZero {
    int16_t levels[16];
    uint8_t places[16];
    int count = 0;

    NonZero(const int16_t* all, int length) {
        for (int i = length - 1; i >= 0; i--) {
            if (all[i] == 0) continue;
            levels[count] = all[i];
            places[count++] = static_cast<uint8_t>(i);
        }
    }
    int trailing_ones() const {
        int ones = 0;
        while (ones < std::min(count, 3) && std::abs(levels[ones]) == 1) ones++;
        return ones;
    }
};

void write_token(BitWriter& bits, int total, int ones, int context) {
    const int i = 4 * total + ones;
    if (context == kChromaDcContext) return bits.put(kChromaDcTokenBits[i], kChromaDcTokenLengths[i]);
    const int table = context < 2 ? 0 : context < 4 ? 1 : context < 8 ? 2 : 3;
    bits.put(kCoeffTokenBits[table][i], kCoeffTokenLengths[table][i]);
}

// levelCode with a suffix of `suffix_length` bits. [9.2.2.1]
void write_level(BitWriter& bits, int code, int suffix_length) {
    const int prefix = code >> suffix_length;
    if (suffix_length == 0 && prefix >= 14 && code < 30) {
        bits.put(1, 15);
        bits.put(static_cast<uint32_t>(code - 14), 4);
    } else if (prefix < 15 && !(suffix_length == 0 && prefix >= 14)) {
        bits.put(1, prefix + 1);
        bits.put(static_cast<uint32_t>(code & ((1 << suffix_length) - 1)), suffix_length);
    } else {
        code -= suffix_length == 0 ? 30 : 15 << suffix_length;
        bits.put(1, 16);
        bits.put(static_cast<uint32_t>(code), 12);
    }
}

void write_levels(BitWriter& bits, const NonZero& non_zero, int ones) {
    for (int i = 0; i < ones; i++) bits.put_flag(non_zero.levels[i] < 0);
    int suffix_length = non_zero.count > 10 && ones < 3 ? 1 : 0;
    for (int i = ones; i < non_zero.count; i++) {
        const int level = non_zero.levels[i], size = std::abs(level);
        int code = 2 * size - 2 + (level < 0);
        if (i == ones && ones < 3) code -= 2;  // it cannot be a one
        write_level(bits, code, suffix_length);
        if (suffix_length == 0) suffix_length = 1;
        if (size > 3 << (suffix_length - 1) && suffix_length < 6) suffix_length++;
    }
}

// [9.2.3]
void write_runs(BitWriter& bits, const NonZero& non_zero, int length) {
    int zeros = non_zero.places[0] + 1 - non_zero.count;
    const int t = non_zero.count - 1;
    if (non_zero.count == length) return;
    if (length == 4) {
        bits.put(kChromaDcZerosBits[t][zeros], kChromaDcZerosLengths[t][zeros]);
    } else {
        bits.put(kTotalZerosBits[t][zeros], kTotalZerosLengths[t][zeros]);
    }
    for (int i = 0; i + 1 < non_zero.count && zeros > 0; i++) {
        const int run = non_zero.places[i] - non_zero.places[i + 1] - 1, table = std::min(zeros, 7) - 1;
        bits.put(kRunBits[table][run], kRunLengths[table][run]);
        zeros -= run;
    }
}

}  // namespace

void write_residual_block(BitWriter& bits, const int16_t* levels, int count, int context) {
    const NonZero non_zero(levels, count);
    const int ones = non_zero.trailing_ones();
    write_token(bits, non_zero.count, ones, context);
    if (non_zero.count == 0) return;
    write_levels(bits, non_zero, ones);
    write_runs(bits, non_zero, count);
}

}  // namespace genmedia::encode
