// SPDX-License-Identifier: MIT
// The files of `genmedia motion` beside motion.npz: each kind is a writer and a row of result_kinds().
#pragma once

#include "media/results/stats.h"
#include "media/video/pictures/frame_facts.h"

#include <memory>
#include <span>
#include <string>

namespace genmedia::media {

class ResultWriter {
public:
    virtual ~ResultWriter() = default;

    // Before the first frame. `has_intra`: fields have intra results.
    virtual Status open(const std::string& path, bool has_intra) = 0;
    virtual Status append(const FrameFacts& facts, const MotionField& field) = 0;
    // Of the first stats.frames frames, which are whole: of others nothing is kept.
    virtual Status finish(const Stats& stats) = 0;
};

struct ResultKind {
    const char* name;  // of the file
    const char* flag;  // that asks for it; null: it is always written
    const char* help;  // what the flag is for; null without one
    std::unique_ptr<ResultWriter> (*make)();
};

std::span<const ResultKind> result_kinds();

}  // namespace genmedia::media
