// SPDX-License-Identifier: MIT
// Dense optical flow, also in the Middlebury format (.flo).
#pragma once

#include "genmedia/motion.h"
#include "media/video/output/output_file.h"

#include <string>
#include <vector>

namespace genmedia::media {

// A vector of every pixel: MotionField::flow, or where that is empty the forward vector of its 4x4 block.
// Blocks that are only predicted backward get the mark of .flo for unknown flow, 1e10; frames without vectors
// have zeros.
std::vector<FlowVector> dense_flow(const MotionField& field);

Status write_flow(const std::string& path, const MotionField& field, const Announce& announce = {});

}  // namespace genmedia::media
