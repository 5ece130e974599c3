// SPDX-License-Identifier: MIT
// A motion.npz as the fields that it was written of.
#pragma once

#include "genmedia/motion.h"
#include "media/results/npz_frames.h"
#include "media/video/pictures/frame_facts.h"

#include <string>
#include <vector>

namespace genmedia::media {

class FieldReader {
public:
    // For a video whose pictures have these sides in pixels.
    Status open(const std::string& path, int32_t width, int32_t height);

    const std::vector<int32_t>& numbers() const { return frames_.numbers(); }
    // Whether fields have this; known once it is open.
    bool has_backward() const { return has_backward_; }
    bool has_intra() const { return has_intra_; }
    bool has_trust() const { return has_trust_; }

    // The next frame, if its number is `number`; else `is_there` is false. Frames are asked for in order.
    Status next(int64_t number, MotionField& field, FrameFacts& facts, bool& is_there);

private:
    template <class T>
    Status read(const NpzArrayOf<T>& kind, size_t per_macroblock, std::vector<T>& values) {
        return frames_.read(kind, static_cast<size_t>(columns_ * rows_) * per_macroblock, values);
    }
    Status read_inter(MotionField& field);
    Status read_shapes(MotionField& field);
    Status read_intra(MotionField& field);
    Status read_trust(MotionField& field);
    Status read_facts(MotionField& field, FrameFacts& facts);

    NpzFrames frames_;
    size_t read_ = 0;
    int32_t width_ = 0, height_ = 0;
    int64_t columns_ = 0, rows_ = 0;
    bool has_backward_ = false, has_intra_ = false, has_trust_ = false;
};

}  // namespace genmedia::media
