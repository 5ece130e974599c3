// SPDX-License-Identifier: MIT
// A table of the frames: one line each, with when it is shown and whether it is whole.
#pragma once

#include "media/results/line_file.h"
#include "media/video/frame_facts.h"

namespace genmedia::media {

// Columns frame, pts, time (seconds), damaged, missing_before, scene_cut, as the arrays of the .npz.
class FramesWriter {
public:
    Status open(const std::string& path);
    Status append(const FrameFacts& facts, bool scene_cut);
    Status finish(int64_t frames) { return lines_.finish(frames); }  // keeps only the first `frames`

private:
    LineFile lines_;
};

}  // namespace genmedia::media
