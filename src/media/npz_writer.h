// Motion fields as NumPy's .npz: one array of all frames for each kind of result.
#pragma once

#include "genmedia/motion.h"
#include "media/npy.h"

#include <memory>
#include <string>
#include <vector>

namespace genmedia::media {

// Which arrays a file has.
struct NpzContents {
    int32_t columns = 0, rows = 0;  // macroblocks
    bool backward = false, intra = false;
};

// The arrays grow in files beside the output, which appears only in finish(): an interrupted run leaves an
// older output as it was. A frame without inter results has zeros there, and 65535 as its distortions.
class NpzWriter {
public:
    NpzWriter() = default;
    ~NpzWriter();
    NpzWriter(const NpzWriter&) = delete;
    NpzWriter& operator=(const NpzWriter&) = delete;

    Status open(const std::string& path, const NpzContents& contents);
    Status append(int32_t frame, const MotionField& field);
    Status finish();

private:
    struct Array {
        std::string name, path;
        NpyFile file;
    };

    Status add_array(const char* name, const char* type, const std::vector<int64_t>& shape);
    Status append_inter(const MotionField& field);
    Status append_intra(const MotionField& field);
    Status zip(const std::string& path);
    void remove_arrays();
    template <typename T>
    Status append_array(const char* name, const std::vector<T>& values);

    std::string path_;
    NpzContents contents_;
    std::vector<std::unique_ptr<Array>> arrays_;
    int64_t frames_ = 0;
};

}  // namespace genmedia::media
