// SPDX-License-Identifier: MIT
// The arrays of a motion.npz as decisions of an encoder.
#pragma once

#include "genmedia/encode.h"
#include "media/results/npz_frames.h"

#include <string>
#include <vector>

namespace genmedia::media {

// Needs frame, motion_vectors, major_shape, minor_shapes, directions and best_distortion; with intra_shape,
// intra_modes and intra_distortion a macroblock is intra where that costs no more. Their shapes and types are
// those of npz_arrays.h.
class DecisionsReader {
public:
    // For a video whose pictures have these sides in pixels.
    Status open(const std::string& path, int32_t width, int32_t height);

    size_t frame_count() const { return frames_.numbers().size(); }
    size_t frames_read() const { return read_; }

    // Gives the decisions of picture `number` of the video; pictures are asked for in order. Gives none if
    // the file does not have the picture, or no results for it. `is_key`: the picture has no inter results
    // (65535 everywhere), so all its macroblocks are intra, as picture 0's must be. Refuses directions other
    // than forward. Intra 8x8 becomes 4x4 with the same modes, as the Baseline profile has no 8x8; all chroma
    // is DC.
    Status next(int64_t number, std::vector<MacroblockDecision>& decisions, bool& is_key);

private:
    template <class T>
    Status read(const NpzArrayOf<T>& kind, size_t per_macroblock, std::vector<T>& values) {
        return frames_.read(kind, static_cast<size_t>(columns_ * rows_) * per_macroblock, values);
    }

    NpzFrames frames_;
    size_t read_ = 0;
    int64_t columns_ = 0, rows_ = 0;
    bool has_intra_ = false;
};

}  // namespace genmedia::media
