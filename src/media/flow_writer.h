// SPDX-License-Identifier: MIT
// Dense optical flow in the Middlebury format (.flo).
#pragma once

#include "genmedia/motion.h"

#include <string>

namespace genmedia::media {

// Every pixel of the picture takes the forward vector of its 4x4 block, in pixels. Blocks that are only
// predicted backward get the format's mark for unknown flow, 1e10.
Status write_flow(const std::string& path, const MotionField& field);

}  // namespace genmedia::media
