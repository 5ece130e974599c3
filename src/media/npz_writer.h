// SPDX-License-Identifier: MIT
// Motion fields as NumPy's .npz: one array of all frames for each kind of result.
#pragma once

#include "genmedia/motion.h"
#include "media/frame_facts.h"
#include "media/npy.h"
#include "media/npz_arrays.h"

#include <memory>
#include <string>
#include <vector>

namespace genmedia::media {

// Which arrays a file has.
struct NpzContents {
    int32_t columns = 0, rows = 0;  // macroblocks
    bool backward = false, intra = false;
    TimeBase time_base;
};

// The arrays grow in unfinished files beside the output, which appears only in finish(). A frame without
// inter results has zeros there, and 65535 as its distortions.
class NpzWriter {
public:
    Status open(const std::string& path, const NpzContents& contents);
    Status append(const FrameFacts& frame, const MotionField& field);
    // With the first so many frames. Where the archive cannot be written, each of its arrays is kept as a
    // file of its own, NAME.ARRAY.npy for NAME.npz; the failure says so.
    Status finish(int64_t frames);

private:
    struct Array {
        const NpzArray* kind;
        NpyFile file;
    };

    Status of_archive(const Status& status) const;
    Status add_array(const NpzArray& kind);
    Status append_frame(const FrameFacts& frame);
    Status append_inter(const MotionField& field);
    Status append_intra(const MotionField& field);
    Status finish_arrays(int64_t frames);
    Status zip();
    std::string keep_arrays();
    std::string array_path(const std::string& name) const;
    template <class T>
    Status append_array(const NpzArrayOf<T>& kind, const std::vector<T>& values);

    std::string path_;
    NpzContents contents_;
    std::vector<std::unique_ptr<Array>> arrays_;
};

}  // namespace genmedia::media
