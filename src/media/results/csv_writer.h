// SPDX-License-Identifier: MIT
// Motion fields as a table: one line a macroblock, forward vectors in quarter pixels.
#pragma once

#include "genmedia/motion.h"
#include "media/results/line_file.h"

#include <string>

namespace genmedia::media {

// Columns frame, mb_x, mb_y, major, minor (two bits a quadrant, quadrant 0 lowest), mv0_x, mv0_y to mv15_x,
// mv15_y; with intra also inter_dist, intra_dist, intra_shape. inter_dist is 65535 without inter results.
class CsvWriter {
public:
    Status open(const std::string& path, bool intra);
    Status append(int64_t frame, const MotionField& field);
    Status finish(int64_t frames) { return lines_.finish(frames); }  // keeps only the first `frames`

private:
    LineFile lines_;
    bool intra_ = false;
};

}  // namespace genmedia::media
