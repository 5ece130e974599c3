#include "media/output_file.h"

#include <cerrno>
#include <system_error>

namespace genmedia::media {

Status OutputFile::failure(const char* action) const {
    return {StatusCode::io,
            std::string("cannot ") + action + " '" + path_ + "': " + std::generic_category().message(errno)};
}

Status OutputFile::open(const std::string& path) {
    path_ = path;
    file_.reset(std::fopen(path.c_str(), "wb"));
    return file_ ? Status() : failure("create");
}

Status OutputFile::write(const void* data, size_t bytes) {
    return std::fwrite(data, 1, bytes, file_.get()) == bytes ? Status() : failure("write");
}

Status OutputFile::rewrite_start(const void* data, size_t bytes) {
    if (std::fseek(file_.get(), 0, SEEK_SET) != 0) return failure("rewind");
    return write(data, bytes);
}

Status OutputFile::close() {
    if (!file_) return {};
    return std::fclose(file_.release()) == 0 ? Status() : failure("write");
}

}  // namespace genmedia::media
