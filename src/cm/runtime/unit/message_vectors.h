// SPDX-License-Identifier: MIT
// Vectors in the unit's messages: two signed words, in quarter pixels.
#pragma once

#include <genmedia/vme.h>

#include "cm/runtime/unit/message_fields.h"

namespace genmedia::runtime {

inline vme::MotionVector vector(const VmeRows& rows, const VmeField& x, const VmeField& y) {
    return {rows.signed_word(x), rows.signed_word(y)};
}

// Those of a block that a skip check examines.
inline vme::BidirectionalVector skip_vectors(const VmeRows& input, int block) {
    using namespace SICInput;
    return {vector(input, Ref0SkipCenterDeltaX(block), Ref0SkipCenterDeltaY(block)),
            vector(input, Ref1SkipCenterDeltaX(block), Ref1SkipCenterDeltaY(block))};
}

}  // namespace genmedia::runtime
