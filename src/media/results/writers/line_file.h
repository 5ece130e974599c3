// SPDX-License-Identifier: MIT
// A table that is written some lines at a time.
#pragma once

#include "media/video/output/output_file.h"

#include <vector>

namespace genmedia::media {

class LineFile {
public:
    Status open(const std::string& path, const std::string& header);
    Status add(const std::string& lines);  // of one frame; all of them, or none where there is no room
    Status finish(int64_t frames);         // with the lines of the first frames

private:
    OutputFile file_;
    std::vector<int64_t> ends_;  // bytes up to the end of the header, and of each frame's lines
};

}  // namespace genmedia::media
