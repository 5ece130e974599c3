// SPDX-License-Identifier: MIT
// The deblocking filter of pictures of one QP, and macroblocks of samples, whose QP is 0. [8.7]
#pragma once

#include "encode/frame.h"
#include "encode/macroblock.h"

namespace genmedia::encode {

// What a stream says of the filter. [7.4.3]
struct DeblockingSyntax {
    bool enabled = true, across_slices = true;  // disable_deblocking_filter_idc 0; 2: not across; 1: none
    int alpha_offset = 0, beta_offset = 0;      // FilterOffsetA, FilterOffsetB: -12..12
    friend bool operator==(const DeblockingSyntax&, const DeblockingSyntax&) = default;
};

class Deblocking {
public:
    explicit Deblocking(int qp, int chroma_qp_offset = 0, const DeblockingSyntax& syntax = {});

    // Filters macroblock (x, y), after those to its left, above it, and to the right above.
    void filter(const MacroblockMap& map, int x, int y, Frame& frame) const;

private:
    // Thresholds of luma or chroma at the picture's QP. [Tables 8-16, 8-17]
    struct Thresholds {
        int alpha, beta;
        std::array<uint8_t, 4> clipping;  // tC0 by bS; [0] is not used

        Thresholds(int qp, const DeblockingSyntax& syntax);
    };
    bool across_slices_;
    // By the sides of an edge that are samples: none, one, both.
    std::array<Thresholds, 3> luma_, chroma_;
};

}  // namespace genmedia::encode
