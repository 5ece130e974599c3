// SPDX-License-Identifier: MIT
// A file that takes its name when it is whole. Until then it stands beside its place as .NAME.part-XXXXXX.
#pragma once

#include "base/temporary_folder.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace genmedia::base {

// False: errno says why. `offset` -1: at the descriptor's own place.
inline bool write_whole(int descriptor, const char* data, size_t bytes, int64_t offset = -1) {
    while (bytes > 0) {
        const ssize_t written =
            offset < 0 ? ::write(descriptor, data, bytes) : pwrite(descriptor, data, bytes, offset);
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC;
        if (written <= 0) return false;
        data += written;
        if (offset >= 0) offset += written;
        bytes -= static_cast<size_t>(written);
    }
    return true;
}

// What a name leads to, through links, also through one to a file that is not there yet.
inline std::filesystem::path behind_links(std::filesystem::path name, std::error_code& error) {
    namespace fs = std::filesystem;
    constexpr int most = 40;  // as Linux
    for (int links = 0; fs::is_symlink(fs::symlink_status(name, error)); links++) {
        if (links == most) error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
        const fs::path to = links == most ? fs::path() : fs::read_symlink(name, error);
        if (error) return name;
        name = name.parent_path() / to;
    }
    error.clear();
    return name;
}

// Locked for as long as a run writes it; so the next run removes what a killed one left. A FIFO or a device
// is not replaced: what was written goes to it in the end. A link stays, and what it leads to is replaced.
class PartFile {
public:
    PartFile() = default;
    ~PartFile() { close(); }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    // False: errno says why.
    bool open(const std::string& path) {
        namespace fs = std::filesystem;
        close();
        struct stat there {};
        const bool exists = stat(path.c_str(), &there) == 0;
        if (exists && S_ISDIR(there.st_mode)) {
            errno = EISDIR;
            return false;
        }
        std::error_code error;
        mode_ = exists ? there.st_mode & 0777 : 0;
        place_ = exists && !S_ISREG(there.st_mode) ? path : behind_links(path, error).string();
        if (error) {
            errno = error.value();
            return false;
        }
        return exists && !S_ISREG(there.st_mode) ? open_spool() : open_beside();
    }
    bool publish() {
        const bool good = name_.empty() ? send() : rename();
        const int reason = errno;
        close();
        errno = reason;
        return good;
    }
    void close() {
        if (descriptor_ < 0) return;
        ::close(std::exchange(descriptor_, -1));
        if (!name_.empty()) unlink(name_.c_str());
    }

    bool is_open() const { return descriptor_ >= 0; }
    int descriptor() const { return descriptor_; }
    // Where what is written so far can be read.
    std::string readable_name() const {
        return name_.empty() ? "/proc/self/fd/" + std::to_string(descriptor_) : name_;
    }

    // Removes what killed runs left of files in `folder` whose names `is_ours` takes.
    static void remove_left(const std::string& folder,
                            const std::function<bool(const std::string&)>& is_ours) {
        for (const auto& [name, part] : left_in(folder))
            if (is_ours(name)) remove_if_left(part);
    }

private:
    static constexpr std::string_view kMark = ".part-", kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
    static constexpr size_t kRandomLetters = 6;

    // Names of files, and what there is of unfinished ones.
    static std::vector<std::pair<std::string, std::string>> left_in(const std::string& folder) {
        namespace fs = std::filesystem;
        std::vector<std::pair<std::string, std::string>> found;
        std::error_code error;
        for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            const std::string part = entry->path().filename().string();
            constexpr size_t behind = kMark.size() + kRandomLetters;
            if (part.size() > behind + 1 && part[0] == '.' &&
                part.compare(part.size() - behind, kMark.size(), kMark) == 0)
                found.emplace_back(part.substr(1, part.size() - behind - 1), entry->path().string());
        }
        return found;
    }
    static void remove_if_left(const std::string& part) {
        const int file = ::open(part.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (file < 0) return;
        struct stat facts {};
        if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && flock(file, LOCK_EX | LOCK_NB) == 0)
            unlink(part.c_str());
        ::close(file);
    }
    // Of this name. A folder is read once: whoever was killed was there before.
    static void remove_left_of(const std::string& folder, const std::string& name) {
        static std::mutex mutex;
        static std::map<std::string, std::multimap<std::string, std::string>> folders;
        const std::lock_guard lock(mutex);
        const auto [place, is_new] = folders.try_emplace(folder);
        if (is_new)
            for (const auto& left : left_in(folder)) place->second.insert(left);
        const auto [begin, end] = place->second.equal_range(name);
        for (auto left = begin; left != end; left++) remove_if_left(left->second);
        place->second.erase(begin, end);
    }

    bool open_beside() {
        constexpr size_t longest = 255 - 1 - kMark.size() - kRandomLetters;  // of a name, in bytes
        const size_t begin = place_.rfind('/') + 1;
        const std::string folder = place_.substr(0, begin), name = place_.substr(begin, longest);
        remove_left_of(folder.empty() ? "." : folder, name);
        std::random_device random;
        for (int attempt = 0; attempt < 1000; attempt++) {
            name_ = folder + "." + name + std::string(kMark);
            for (size_t i = 0; i < kRandomLetters; i++) name_ += kLetters[random() % kLetters.size()];
            descriptor_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor_ < 0 && errno == EEXIST) continue;
            if (descriptor_ < 0) return false;
            // Another run may have taken it for left in between.
            struct stat facts {};
            flock(descriptor_, LOCK_EX);
            if (fstat(descriptor_, &facts) != 0 || facts.st_nlink > 0) return true;
            ::close(std::exchange(descriptor_, -1));
        }
        return false;
    }
    bool open_spool() {
        std::string spool = (temporary_place() / "genmedia-XXXXXX").string();
        name_.clear();
        descriptor_ = mkostemp(spool.data(), O_CLOEXEC);
        if (descriptor_ >= 0) unlink(spool.c_str());
        return descriptor_ >= 0;
    }
    bool rename() {
        // A file that was made private stays so.
        if (mode_ != 0 && fchmod(descriptor_, mode_) != 0) return false;
        // Some file systems find out only at the end that there is no room. The lock is the other
        // descriptor's, too.
        const int checked = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
        if (checked < 0 || ::close(checked) != 0) return false;
        if (::rename(name_.c_str(), place_.c_str()) != 0) return false;
        ::close(std::exchange(descriptor_, -1));
        return true;
    }
    bool send() const {
        sigset_t pipe, before;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe,
                        &before);  // a reader that left is an error, not the end of the process
        const bool good = send_all();
        const int reason = errno;
        const timespec now{};
        if (!good && reason == EPIPE) sigtimedwait(&pipe, nullptr, &now);
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        errno = reason;
        return good;
    }
    bool send_all() const {
        const int to = ::open(place_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
        if (to < 0) return false;
        std::array<char, 1 << 16> buffer;
        int64_t at = 0;
        ssize_t bytes = 0;
        bool good = true;
        while (good && (bytes = pread(descriptor_, buffer.data(), buffer.size(), at)) > 0) {
            good = write_whole(to, buffer.data(), static_cast<size_t>(bytes));
            at += bytes;
        }
        good = good && bytes == 0;
        const int reason = errno;
        const bool closed = ::close(to) == 0;
        if (!good) errno = reason;
        return good && closed;
    }

    std::string place_, name_;  // name_: empty where place_ is not replaced
    mode_t mode_ = 0;
    int descriptor_ = -1;
};

}  // namespace genmedia::base
