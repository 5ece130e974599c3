// SPDX-License-Identifier: MIT
// The deblocking filter of pictures of one QP, and macroblocks of samples, whose QP is 0. [8.7]
#pragma once

#include "encode/frame.h"
#include "encode/macroblock.h"

namespace genmedia::encode {

class Deblocking {
public:
    explicit Deblocking(int qp);

    // Filters macroblock (x, y), after those to its left, above it, and to the right above.
    void filter(const MacroblockMap& map, int x, int y, Frame& frame) const;

private:
    // Thresholds of luma or chroma at the picture's QP. [Tables 8-16, 8-17]
    struct Thresholds {
        int alpha, beta;
        std::array<uint8_t, 4> clipping;  // tC0 by bS; [0] is not used

        explicit Thresholds(int qp);
    };
    // By the sides of an edge that are samples: none, one, both.
    std::array<Thresholds, 3> luma_, chroma_;
};

}  // namespace genmedia::encode
