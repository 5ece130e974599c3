// SPDX-License-Identifier: MIT
// NumPy's .npy format, written frame by frame: the first dimension is known only at the end.
#pragma once

#include "genmedia/status.h"
#include "media/output_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace genmedia::media {

class NpyFile {
public:
    // `type` is NumPy's description of an element ("<i2"); `item_shape` is the shape of one frame.
    Status create(const std::string& path, const std::string& type, const std::vector<int64_t>& item_shape);
    Status append(const void* data, size_t bytes) { return file_.write(data, bytes); }
    Status flush() { return file_.flush(); }  // finds out whether there was room
    // The file holds the first `frames` frames and can be read from unfinished_path().
    Status finish(int64_t frames);
    Status publish() { return file_.publish(); }  // as a file of its own
    const std::string& unfinished_path() const { return file_.unfinished_path(); }

private:
    std::string header(int64_t frames) const;

    std::string type_;
    std::vector<int64_t> item_shape_;
    OutputFile file_;
};

}  // namespace genmedia::media
