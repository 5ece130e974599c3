// A file being written, whose errors are kept until they are asked for.
#pragma once

#include "genmedia/status.h"

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace genmedia::media {

class OutputFile {
public:
    Status open(const std::string& path);  // an existing file is emptied
    Status write(const void* data, size_t bytes);
    Status write(std::string_view text) { return write(text.data(), text.size()); }
    Status rewrite_start(const void* data, size_t bytes);  // over the first bytes; call it last
    Status close();                                        // reports what did not reach the disk
    bool is_open() const { return file_ != nullptr; }
    const std::string& path() const { return path_; }

private:
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    Status failure(const char* action) const;

    std::string path_;
    std::unique_ptr<std::FILE, CloseFile> file_;
};

}  // namespace genmedia::media
