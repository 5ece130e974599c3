// SPDX-License-Identifier: MIT
// Motion fields as a table: one line a macroblock, forward vectors in quarter pixels.
#pragma once

#include "media/results/result_kinds.h"
#include "media/results/writers/line_file.h"

#include <string>

namespace genmedia::media {

// Columns frame, mb_x, mb_y, major, minor (two bits a quadrant, quadrant 0 lowest), mv0_x, mv0_y to mv15_x,
// mv15_y; with intra also inter_dist, intra_dist, intra_shape. inter_dist is 65535 without inter results.
class CsvWriter : public ResultWriter {
public:
    Status open(const std::string& path, bool has_intra) override;
    Status append(const FrameFacts& facts, const MotionField& field) override;
    Status finish(const Stats& stats) override { return lines_.finish(stats.frames); }

private:
    LineFile lines_;
    bool intra_ = false;
};

}  // namespace genmedia::media
