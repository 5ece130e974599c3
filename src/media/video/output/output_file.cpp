// SPDX-License-Identifier: MIT
#include "media/video/output/output_file.h"

#include "media/video/containers/deflate.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace genmedia::media {
namespace {

constexpr size_t kBufferBytes = 1 << 18;

}  // namespace

Status OutputFile::failure(const char* action) {
    const int error = errno;
    buffer_.clear();
    return failed_ = {StatusCode::io, std::string("cannot ") + action + " '" + path_ +
                                          "': " + std::generic_category().message(error)};
}

Status OutputFile::open(const std::string& path, Announce announce) {
    Status status = open(path);
    announce_ = std::move(announce);
    return status;
}

Status OutputFile::open(const std::string& path) {
    path_ = path;
    announce_ = {};
    buffer_.clear();
    failed_ = {};
    size_ = 0;
    crc_ = 0;
    return is_standard_output(path) || file_.open(path) ? Status() : failure("create");
}

bool OutputFile::write_through(const char* data, size_t bytes, int64_t offset) {
    if (!is_standard_output(path_)) return base::write_whole(file_.descriptor(), data, bytes, offset);
    const bool done = base::write_whole(STDOUT_FILENO, data, bytes);
    if (!done && errno == EPIPE) reader_has_left() = true;
    return done;
}

Status OutputFile::flush() {
    const int64_t offset = size_ - static_cast<int64_t>(buffer_.size());
    if (!write_through(buffer_.data(), buffer_.size(), offset)) return failure("write");
    buffer_.clear();
    return {};
}

Status OutputFile::write(const void* data, size_t bytes) {
    if (announce_) crc_ = crc_behind(crc_, data, bytes);
    buffer_.append(static_cast<const char*>(data), bytes);
    size_ += static_cast<int64_t>(bytes);
    return buffer_.size() < kBufferBytes ? Status() : flush();
}

Status OutputFile::write_at(int64_t offset, const void* data, size_t bytes) {
    if (Status status = flush(); !status.ok()) return status;
    if (is_standard_output(path_) && offset != size_) {
        errno = ESPIPE;
        return failure("write");
    }
    if (!write_through(static_cast<const char*>(data), bytes, offset)) return failure("write");
    size_ = std::max(size_, offset + static_cast<int64_t>(bytes));
    return {};
}

Status OutputFile::shorten(int64_t bytes) {
    if (Status status = flush(); !status.ok()) return status;
    size_ = bytes;
    if (ftruncate(file_.descriptor(), bytes) != 0) return failure("shorten");
    failed_ = {};
    return {};
}

Status OutputFile::publish() {
    if (failed_.ok()) failed_ = flush();
    if (!failed_.ok()) {
        file_.close();
        return failed_;
    }
    if (is_standard_output(path_)) return {};
    if (announce_) announce_(path_, size_, crc_);
    return file_.publish() ? Status() : failure("write");
}

}  // namespace genmedia::media
