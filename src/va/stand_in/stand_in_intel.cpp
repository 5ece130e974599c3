// SPDX-License-Identifier: MIT
// Intel's Media SDK uses VA-API on Intel's GPUs alone: its dispatcher looks into sysfs, its programs and its
// library ask the node by ioctl(). The stand-in answers as a Skylake with Linux's i915. libdrm is not told
// so.
#include "va/stand_in/stand_in_node.h"

#include <dlfcn.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace {

constexpr int kDevice = 0x1912;  // HD Graphics 530 [Linux: i915_pciids.h]

// Of drm.h and i915_drm.h, which not every system has at one place.
struct Version {
    int major, minor, patch;
    size_t name_length;
    char* name;
    size_t date_length;
    char* date;
    size_t description_length;
    char* description;
};
struct Parameter {
    int number;
    int* value;
};
constexpr unsigned long kGetVersion = _IOWR('d', 0x00, Version), kGetParameter = _IOWR('d', 0x46, Parameter);
constexpr int kChipset = 4;  // I915_PARAM_CHIPSET_ID

// What a file below /sys says of the stand-in; null: it is none of those.
const char* content_of(const char* path) {
    constexpr std::string_view folder = "/sys/class/drm/renderD128/device/";
    if (path == nullptr || std::string_view(path).substr(0, folder.size()) != folder) return nullptr;
    if (!genmedia::va::is_stood_in_for("/dev/dri/renderD128")) return nullptr;
    const std::string_view name = std::string_view(path).substr(folder.size());
    return name == "vendor" ? "0x8086\n" : name == "device" ? "0x1912\n" : nullptr;
}

using Open = std::FILE* (*)(const char*, const char*);

std::FILE* open_or_content(Open open_of_libc, const char* path, const char* mode) {
    const char* content = content_of(path);
    if (content == nullptr) return open_of_libc(path, mode);
    return fmemopen(const_cast<char*>(content), std::strlen(content), "r");
}

int answer(Version& version) {
    constexpr std::string_view name = "i915";
    if (version.name != nullptr)
        std::copy_n(name.data(), std::min(name.size(), version.name_length), version.name);
    version.name_length = name.size();
    version.date_length = version.description_length = 0;
    version.major = 1;
    version.minor = 6;
    version.patch = 0;
    return 0;
}

}  // namespace

GENMEDIA_SEEN std::FILE* fopen(const char* path, const char* mode) {
    static const auto libc = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "fopen"));
    return open_or_content(libc, path, mode);
}

GENMEDIA_SEEN std::FILE* fopen64(const char* path, const char* mode) {
    static const auto libc = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "fopen64"));
    return open_or_content(libc, path, mode);
}

GENMEDIA_SEEN int ioctl(int file, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void* argument = va_arg(rest, void*);
    va_end(rest);
    if (argument != nullptr && genmedia::va::is_stand_in(file)) {
        if (request == kGetVersion) return answer(*static_cast<Version*>(argument));
        const auto* asked = static_cast<const Parameter*>(argument);
        if (request == kGetParameter && asked->number == kChipset) {
            *asked->value = kDevice;
            return 0;
        }
    }
    static const auto libc = reinterpret_cast<int (*)(int, unsigned long, ...)>(dlsym(RTLD_NEXT, "ioctl"));
    return libc(file, request, argument);
}
