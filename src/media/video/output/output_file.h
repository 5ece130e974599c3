// SPDX-License-Identifier: MIT
// A file that appears under its name when it is whole.
#pragma once

#include "base/part_file.h"
#include "genmedia/status.h"
#include "media/video/output/standard_output.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace genmedia::media {

// Whether a name has that ending, such as ".mp4", in letters of any case.
inline bool has_ending(std::string_view name, std::string_view ending) {
    return name.size() > ending.size() &&
           std::ranges::equal(name.substr(name.size() - ending.size()), ending, [](char a, char b) {
               return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
           });
}

// Told of a file before it takes its name: its size and CRC-32.
using Announce = std::function<void(const std::string& path, int64_t size, uint32_t crc)>;

// What stands in the file's place stays until publish(). Without publish() nothing is left. The file "-" is
// standard output, which gets everything as it comes.
class OutputFile {
public:
    Status open(const std::string& path);
    // The same; the file is then written from its beginning to its end.
    Status open(const std::string& path, Announce announce);
    Status write(const void* data, size_t bytes);  // at the end
    Status write(std::string_view text) { return write(text.data(), text.size()); }
    // Standard output can only be written at its end.
    Status write_at(int64_t offset, const void* data, size_t bytes);
    Status flush();                 // finds out whether there was room for what was written
    Status shorten(int64_t bytes);  // to that size; works after a failure to write, too
    // Refuses a file of which something could not be written.
    Status publish();

    bool is_open() const { return is_standard_output(path_) || file_.is_open(); }
    int64_t size() const { return size_; }
    const std::string& path() const { return path_; }
    std::string unfinished_path() const { return file_.readable_name(); }

private:
    Status failure(const char* action);
    bool write_through(const char* data, size_t bytes, int64_t offset);

    base::PartFile file_;
    Announce announce_;
    std::string path_, buffer_;
    Status failed_;
    int64_t size_ = 0;
    uint32_t crc_ = 0;  // where it is announced
};

}  // namespace genmedia::media
