// SPDX-License-Identifier: MIT
#include "media/results/writers/frames_writer.h"

#include <array>
#include <cinttypes>
#include <cstdio>

namespace genmedia::media {

Status FramesWriter::open(const std::string& path, bool) {
    return lines_.open(path, "frame,pts,time,damaged,missing_before,scene_cut");
}

Status FramesWriter::append(const FrameFacts& facts, const MotionField& field) {
    std::array<char, 160> line{};
    std::snprintf(line.data(), line.size(), "%" PRId64 ",%" PRId64 ",%.6f,%d,%" PRId64 ",%d\n", facts.number,
                  facts.pts, facts.seconds, damage_marks(facts), facts.missing_before, field.scene_cut);
    return lines_.add(line.data());
}

}  // namespace genmedia::media
