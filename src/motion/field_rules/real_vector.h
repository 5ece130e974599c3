// SPDX-License-Identifier: MIT
#pragma once

namespace genmedia::motion {

// Pixels.
struct RealVector {
    float x = 0, y = 0;
};

}  // namespace genmedia::motion
