// SPDX-License-Identifier: MIT
#include "media/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace genmedia::media {
namespace {

constexpr size_t kBufferBytes = 1 << 18;
constexpr std::string_view kMark = ".part-";
constexpr size_t kRandomLetters = 6;  // mkostemp's

// The permissions that new files usually get; mkostemp gives its files to the owner only. Read before there
// are threads: the umask cannot be read without changing it.
const mode_t kUsualMode = [] {
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}();

bool write_whole(int descriptor, const char* data, size_t bytes, int64_t offset) {
    while (bytes > 0) {
        const ssize_t written = pwrite(descriptor, data, bytes, offset);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        data += written;
        offset += written;
        bytes -= static_cast<size_t>(written);
    }
    return true;
}

}  // namespace

bool is_unfinished(std::string_view file_name) {
    return file_name.size() > kMark.size() + kRandomLetters && file_name.front() == '.' &&
           file_name.substr(file_name.size() - kRandomLetters - kMark.size(), kMark.size()) == kMark;
}

OutputFile::~OutputFile() { close(); }

void OutputFile::close() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    descriptor_ = -1;
    unlink(unfinished_path_.c_str());
}

Status OutputFile::failure(const char* action) {
    const int error = errno;
    buffer_.clear();
    return {StatusCode::io,
            std::string("cannot ") + action + " '" + path_ + "': " + std::generic_category().message(error)};
}

Status OutputFile::open(const std::string& path) {
    close();
    path_ = path;
    size_ = 0;
    if (std::error_code error; std::filesystem::is_directory(path, error)) {
        errno = EISDIR;
        return failure("create");
    }
    const size_t name = path.rfind('/') + 1;
    unfinished_path_ = path.substr(0, name) + "." + path.substr(name) + std::string(kMark) +
                       std::string(kRandomLetters, 'X');
    descriptor_ = mkostemp(unfinished_path_.data(), O_CLOEXEC);
    return descriptor_ >= 0 ? Status() : failure("create");
}

Status OutputFile::flush() {
    const int64_t offset = size_ - static_cast<int64_t>(buffer_.size());
    const bool whole = write_whole(descriptor_, buffer_.data(), buffer_.size(), offset);
    if (!whole) return failure("write");
    buffer_.clear();
    return {};
}

Status OutputFile::write(const void* data, size_t bytes) {
    buffer_.append(static_cast<const char*>(data), bytes);
    size_ += static_cast<int64_t>(bytes);
    return buffer_.size() < kBufferBytes ? Status() : flush();
}

Status OutputFile::write_at(int64_t offset, const void* data, size_t bytes) {
    if (Status status = flush(); !status.ok()) return status;
    if (!write_whole(descriptor_, static_cast<const char*>(data), bytes, offset)) return failure("write");
    size_ = std::max(size_, offset + static_cast<int64_t>(bytes));
    return {};
}

Status OutputFile::shorten(int64_t bytes) {
    if (Status status = flush(); !status.ok()) return status;
    size_ = bytes;
    return ftruncate(descriptor_, bytes) == 0 ? Status() : failure("shorten");
}

Status OutputFile::publish() {
    if (Status status = flush(); !status.ok()) return status;
    if (fchmod(descriptor_, kUsualMode) != 0) return failure("set the permissions of");
    // Some file systems find out only now that there is no room.
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed == 0 && rename(unfinished_path_.c_str(), path_.c_str()) == 0) return {};
    Status status = failure("write");
    unlink(unfinished_path_.c_str());
    return status;
}

}  // namespace genmedia::media
