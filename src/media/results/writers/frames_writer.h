// SPDX-License-Identifier: MIT
// A table of the frames: one line each, with when it is shown and whether it is whole.
#pragma once

#include "media/results/result_kinds.h"
#include "media/results/writers/line_file.h"

namespace genmedia::media {

// Columns frame, pts, time (seconds), damaged, missing_before, scene_cut, as the arrays of the .npz.
class FramesWriter : public ResultWriter {
public:
    Status open(const std::string& path, bool has_intra) override;
    Status append(const FrameFacts& facts, const MotionField& field) override;
    Status finish(const Stats& stats) override { return lines_.finish(stats.frames); }

private:
    LineFile lines_;
};

}  // namespace genmedia::media
