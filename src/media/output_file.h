// SPDX-License-Identifier: MIT
// A file that appears under its name when it is whole.
#pragma once

#include "genmedia/status.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace genmedia::media {

// The file is written beside its place, under a hidden name of its own. What stands in its place, even a
// link, stays until publish(). Without publish() nothing is left.
class OutputFile {
public:
    OutputFile() = default;
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    Status open(const std::string& path);
    Status write(const void* data, size_t bytes);  // at the end
    Status write(std::string_view text) { return write(text.data(), text.size()); }
    Status write_at(int64_t offset, const void* data, size_t bytes);
    Status flush();                 // finds out whether there was room for what was written
    Status shorten(int64_t bytes);  // to that size; works after a failure to write, too
    Status publish();

    bool is_open() const { return descriptor_ >= 0; }
    int64_t size() const { return size_; }
    const std::string& path() const { return path_; }
    const std::string& unfinished_path() const { return unfinished_path_; }

private:
    Status failure(const char* action);
    void close();

    std::string path_, unfinished_path_, buffer_;
    int descriptor_ = -1;
    int64_t size_ = 0;
};

// Whether a file of this name was left unfinished by a run that was killed.
bool is_unfinished(std::string_view file_name);

}  // namespace genmedia::media
