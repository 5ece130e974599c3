// SPDX-License-Identifier: MIT
// Put before a program by `genmedia va`: a render node where the machine has none below /dev/dri. A program
// that opens one gets a file that says of itself, to libva and libdrm, that it is a node of a driver called
// genmedia.
#include "va/stand_in/stand_in_node.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

constexpr const char* kTarget = "/dev/null";
constexpr int kRenderNode = 2;  // DRM_NODE_RENDER
constexpr unsigned kMajor = 226, kMinor = 128;

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// Files that were opened as a node, by number.
constexpr int kMostFiles = 4096;
std::atomic<bool> g_nodes[kMostFiles];

}  // namespace

namespace genmedia::va {

bool is_stood_in_for(const char* path) {
    constexpr std::string_view folder = "/dev/dri/";
    if (path == nullptr || std::string_view(path).substr(0, folder.size()) != folder) return false;
    const std::string_view name = std::string_view(path).substr(folder.size());
    return (name == "renderD128" || name == "card0") && faccessat(AT_FDCWD, path, F_OK, 0) != 0;
}

bool is_stand_in(int file) {
    if (file < 0 || file >= kMostFiles || !g_nodes[file]) return false;
    static const auto fstat_of_libc = next<int (*)(int, struct stat*)>("fstat");
    struct stat found {};
    const bool still =
        fstat_of_libc(file, &found) == 0 && S_ISCHR(found.st_mode) && found.st_rdev == makedev(1, 3);
    g_nodes[file] = still;  // closed since, and another's
    return still;
}

}  // namespace genmedia::va

namespace {

using genmedia::va::is_stand_in, genmedia::va::is_stood_in_for;

int noted(int file) {
    if (file >= 0 && file < kMostFiles) g_nodes[file] = true;
    return file;
}

template <class Open>
int open_or_stand_in(Open open_of_libc, const char* path, int flags, unsigned mode) {
    if (is_stood_in_for(path)) return noted(open_of_libc(kTarget, O_RDWR | (flags & O_CLOEXEC), 0u));
    return open_of_libc(path, flags, mode);
}

unsigned mode_of(int flags, va_list rest) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, unsigned) : 0;
}

template <class Stat>
void pretend(Stat* of) {
    of->st_mode = (of->st_mode & ~static_cast<unsigned>(S_IFMT)) | S_IFCHR;
    of->st_rdev = makedev(kMajor, kMinor);
}

struct Version {  // drmVersion, of libdrm's public header
    int major, minor, patch;
    int name_length;
    char* name;
    int date_length;
    char* date;
    int description_length;
    char* description;
};

}  // namespace

GENMEDIA_SEEN int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const unsigned mode = mode_of(flags, rest);
    va_end(rest);
    static const auto libc = next<int (*)(const char*, int, ...)>("open");
    return open_or_stand_in(libc, path, flags, mode);
}

GENMEDIA_SEEN int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const unsigned mode = mode_of(flags, rest);
    va_end(rest);
    static const auto libc = next<int (*)(const char*, int, ...)>("open64");
    return open_or_stand_in(libc, path, flags, mode);
}

// As compilers call it where _FORTIFY_SOURCE is on.
GENMEDIA_SEEN int __open_2(const char* path, int flags) { return open(path, flags); }
GENMEDIA_SEEN int __open64_2(const char* path, int flags) { return open64(path, flags); }

GENMEDIA_SEEN int access(const char* path, int mode) {
    static const auto libc = next<int (*)(const char*, int)>("access");
    return is_stood_in_for(path) ? 0 : libc(path, mode);
}

GENMEDIA_SEEN int fstat(int file, struct stat* found) {
    static const auto libc = next<int (*)(int, struct stat*)>("fstat");
    const int error = libc(file, found);
    if (error == 0 && is_stand_in(file)) pretend(found);
    return error;
}

GENMEDIA_SEEN int fstat64(int file, struct stat64* found) {
    static const auto libc = next<int (*)(int, struct stat64*)>("fstat64");
    const int error = libc(file, found);
    if (error == 0 && is_stand_in(file)) pretend(found);
    return error;
}

GENMEDIA_SEEN int drmGetNodeTypeFromFd(int file) {
    if (is_stand_in(file)) return kRenderNode;
    static const auto libdrm = next<int (*)(int)>("drmGetNodeTypeFromFd");
    return libdrm == nullptr ? -1 : libdrm(file);
}

GENMEDIA_SEEN Version* drmGetVersion(int file) {
    if (!is_stand_in(file)) {
        static const auto libdrm = next<Version* (*)(int)>("drmGetVersion");
        return libdrm == nullptr ? nullptr : libdrm(file);
    }
    // drmFreeVersion frees all of it.
    auto* version = static_cast<Version*>(std::calloc(1, sizeof(Version)));
    if (version == nullptr) return nullptr;
    version->major = 1;
    version->name = strdup("genmedia");
    version->name_length = 8;
    version->date = strdup("0");
    version->date_length = 1;
    version->description = strdup("genmedia's VA-API driver");
    version->description_length = static_cast<int>(std::strlen(version->description));
    return version;
}
