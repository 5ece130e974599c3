// SPDX-License-Identifier: MIT
// The figures of a run as a file.
#pragma once

#include "media/results/result_kinds.h"

namespace genmedia::media {

class StatsWriter : public ResultWriter {
public:
    Status open(const std::string& path, bool has_intra) override;
    Status append(const FrameFacts& facts, const MotionField& field) override;
    Status finish(const Stats& stats) override;

private:
    std::string path_;
};

}  // namespace genmedia::media
