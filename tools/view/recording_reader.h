// SPDX-License-Identifier: MIT
// A recording of what a program asked the motion estimation unit, picture by picture.
#pragma once

#include "base/recording_format.h"
#include "genmedia/status.h"

#include <cstdint>
#include <string>
#include <vector>

bool is_recording(const std::string& path);

struct RecordedFrame {
    int32_t width = 0, height = 0;
    std::vector<uint8_t> luma;
    std::vector<genmedia::base::RecordedEvaluation> evaluations;  // in the order in which they were done
};

// The pictures that were searched, in the order of their first evaluation. What a killed process left
// unfinished at the end is left out. A program's pictures of other sizes than most evaluations have, smaller
// ones for example, are left out, too: `others` of them.
genmedia::Status read_recording(const std::string& path, std::vector<RecordedFrame>& frames, size_t& others);
