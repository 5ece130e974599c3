// SPDX-License-Identifier: MIT
// Names of numbered files: "look-%05d.png".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace genmedia::media {

class FilePattern {
public:
    // Nothing unless the last part of `name` has one %d, %Nd or %0Nd (N: one digit, zeros are filled in) and
    // no other % than "%%".
    static std::optional<FilePattern> parse(const std::string& name);

    std::string path(int64_t number) const;
    // As FFmpeg wants it, which takes folders for parts of the pattern, too.
    std::string for_ffmpeg() const;
    // The number of a file that has one.
    std::optional<int64_t> number(const std::string& path) const;
    std::vector<int64_t> existing() const;  // numbers of the files that are there, in order

private:
    std::string before_, after_;
    size_t width_ = 0;
};

}  // namespace genmedia::media
