// SPDX-License-Identifier: MIT
#include "encode/bitstream/cabac_coder.h"

#include "encode/bitstream/cabac_tables.h"

#include <algorithm>

namespace genmedia::encode {

CabacCoder::CabacCoder(BitWriter& bits, int table, int qp) : bits_(bits) {
    for (int i = 0; i < kContextCount; i++) {
        const ContextStart start = kContextStarts[table][i];
        const int state = std::clamp((start.m * qp >> 4) + start.n, 1, 126);
        const int context = i < kContextsUpTo ? i : kTransformContext + i - kContextsUpTo;
        contexts_[static_cast<size_t>(context)] = {
            static_cast<uint8_t>(state <= 63 ? 63 - state : state - 64), state > 63};
    }
}

void CabacCoder::begin() {
    low_ = 0;
    range_ = 510;
    outstanding_ = 0;
    is_first_ = true;
}

void CabacCoder::put(int context, bool bin) {
    Context& c = contexts_[static_cast<size_t>(context)];
    const uint32_t least = kLeastProbableRange[c.state][range_ >> 6 & 3];
    range_ -= least;
    if (bin == (c.most_probable != 0)) {
        c.state = std::min<uint8_t>(c.state + 1, 62);
    } else {
        low_ += range_;
        range_ = least;
        if (c.state == 0) c.most_probable ^= 1;
        c.state = kStateAfterLeast[c.state];
    }
    renormalize();
}

void CabacCoder::put_bypass(bool bin) {
    low_ <<= 1;
    if (bin) low_ += range_;
    if (low_ >= 1024) {
        put_bit(1);
        low_ -= 1024;
    } else if (low_ < 512) {
        put_bit(0);
    } else {
        low_ -= 512;
        outstanding_++;
    }
}

void CabacCoder::put_end(bool bin) {
    range_ -= 2;
    if (!bin) return renormalize();
    low_ += range_;
    range_ = 2;
    renormalize();
    put_bit(low_ >> 9 & 1);
    bits_.put((low_ >> 7 & 3) | 1, 2);
}

void CabacCoder::renormalize() {
    while (range_ < 256) {
        if (low_ < 256) {
            put_bit(0);
        } else if (low_ >= 512) {
            low_ -= 512;
            put_bit(1);
        } else {
            low_ -= 256;
            outstanding_++;
        }
        range_ <<= 1;
        low_ <<= 1;
    }
}

void CabacCoder::put_bit(uint32_t bit) {
    if (!is_first_) bits_.put(bit, 1);
    is_first_ = false;
    for (; outstanding_ > 0; outstanding_--) bits_.put(1 - bit, 1);
}

}  // namespace genmedia::encode
