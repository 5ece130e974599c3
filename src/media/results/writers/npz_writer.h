// SPDX-License-Identifier: MIT
// Motion fields as NumPy's .npz: one array of all frames for each kind of result.
#pragma once

#include "genmedia/motion.h"
#include "media/results/writers/npy.h"
#include "media/results/writers/npz_arrays.h"
#include "media/video/pictures/frame_facts.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace genmedia::media {

// Which arrays a file has.
struct NpzContents {
    int32_t columns = 0, rows = 0;  // macroblocks
    bool backward = false, intra = false, true_field = false;
    TimeBase time_base;
    bool flow = false;              // of pixels
    int32_t width = 0, height = 0;  // pixels, where there is flow
};

// A frame's share of each array that has frames. Threads may pack frames at once.
using PackedFrame = std::map<const NpzArray*, Deflated>;

// A frame without inter results has zeros there, and 65535 as its distortions.
Status pack_frame(const NpzContents& contents, const FrameFacts& frame, const MotionField& field,
                  PackedFrame& packed);

// The arrays grow in unfinished files beside the output, which appears only in finish().
class NpzWriter {
public:
    Status open(const std::string& path, const NpzContents& contents);
    Status append(const PackedFrame& frame);
    // Writes the archive with `frames` frames, all or all but the last. If that fails, each array is kept as
    // a file of its own, NAME.ARRAY.npy.gz for NAME.npz; the failure says so.
    Status finish(int64_t frames);

private:
    struct Array {
        const NpzArray* kind;
        NpyFile file;
    };

    Status of_archive(const Status& status) const;
    Status add_array(const NpzArray& kind);
    Status finish_arrays(int64_t frames);
    Status zip();
    std::string keep_arrays();
    std::string array_path(const std::string& name) const;

    std::string path_;
    NpzContents contents_;
    std::vector<std::unique_ptr<Array>> arrays_;
};

}  // namespace genmedia::media
