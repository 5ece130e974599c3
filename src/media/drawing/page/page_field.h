// SPDX-License-Identifier: MIT
// A field of motion as the bytes of a page. docs/view.md describes them.
#pragma once

#include "genmedia/motion.h"

#include <cstdint>
#include <string>
#include <vector>

namespace genmedia::media {

// What some runs know of macroblocks beside their motion; empty where they do not.
struct FieldExtras {
    std::vector<uint8_t> types;   // MacroblockType
    std::vector<uint16_t> bits;   // with `types`
    std::vector<uint16_t> order;  // in which they were asked for, from 0; kNeverAsked
};
inline constexpr uint16_t kNeverAsked = 0xFFFF;

// Compressed (RFC 1951). Threads may pack fields at once.
std::string pack_field(const MotionField& field, const FieldExtras& extras);

}  // namespace genmedia::media
