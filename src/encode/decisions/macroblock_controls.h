// SPDX-License-Identifier: MIT
// What a caller asks of single macroblocks, beside the options of a picture. An empty list asks nothing.
#pragma once

#include "genmedia/vme.h"

#include <array>
#include <cstdint>
#include <vector>

namespace genmedia::encode {

enum class ForcedType : uint8_t { none, intra, skip };

// Where a search begins, too.
struct SearchPredictor {
    vme::MotionVector vector;
    uint8_t reference;  // its index
};

struct MacroblockControls {
    std::vector<std::vector<SearchPredictor>> predictors;
    std::vector<ForcedType> forced;
    vme::SubpixelMode subpixel = vme::SubpixelMode::quarter;
    // vme::IntraPartitionBit: not all of 16x16 and 4x4 in an intra picture.
    uint8_t disabled_intra_partitions = 0;
    bool distortions = false;  // CodedPicture shall have them
};

// What the unit found before one of its answers was chosen.
struct MacroblockDistortions {
    std::array<uint16_t, 16> inter{};  // of the blocks, where each begins
    uint16_t best_inter = 0xFFFF, best_intra = 0xFFFF;
};

}  // namespace genmedia::encode
