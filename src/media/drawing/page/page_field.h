// SPDX-License-Identifier: MIT
// A field of motion as the bytes of a page. docs/view.md describes them.
#pragma once

#include "genmedia/motion.h"

#include <cstdint>
#include <string>
#include <vector>

namespace genmedia::media {

// What an encoder adds to a field: of macroblocks, and of the picture.
struct CodedField {
    std::vector<uint8_t> types;  // MacroblockType
    std::vector<uint16_t> bits;
    int qp = 0;
    bool is_key = false;
    int64_t picture_bits = 0;
};

// Compressed (RFC 1951). `coded`: null where nothing was encoded. Threads may pack fields at once.
std::string pack_field(const MotionField& field, const CodedField* coded);

}  // namespace genmedia::media
