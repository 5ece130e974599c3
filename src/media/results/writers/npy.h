// SPDX-License-Identifier: MIT
// NumPy's .npy format, compressed by gzip (RFC 1952) and written frame by frame: the first dimension is known
// only at the end.
#pragma once

#include "genmedia/status.h"
#include "media/video/containers/deflate.h"
#include "media/video/output/output_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace genmedia::media {

class NpyFile {
public:
    // `type` is NumPy's description of an element ("<i2"); `item_shape` is the shape of one frame.
    Status create(const std::string& path, const std::string& type, const std::vector<int64_t>& item_shape);
    // Appends a frame, or the whole array. Fails if there was no room.
    Status append(const Deflated& part);
    // Leaves `frames` frames in the file, all or all but the last, readable from unfinished_path().
    Status finish(int64_t frames);
    Status publish() { return file_.publish(); }  // as a file of its own, gzip's
    std::string unfinished_path() const { return file_.unfinished_path(); }

    // The deflate stream in the finished file, and what is in it.
    struct Stream {
        int64_t begin, size;  // bytes, in the file
        int64_t content_size;
        uint32_t content_crc;
    };
    Stream stream() const;

private:
    // The file's content up to some frame.
    struct Content {
        int64_t end;  // in the file
        int64_t size = 0;
        uint32_t crc = 0;  // without the array's header
    };

    std::string header(int64_t frames) const;
    Stream stream_of(const Content& content) const;
    std::string end_after(const Content& content) const;

    std::string type_, header_;
    std::vector<int64_t> item_shape_;
    OutputFile file_;
    Content now_{}, before_{};
};

}  // namespace genmedia::media
