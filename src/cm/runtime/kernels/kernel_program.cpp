// SPDX-License-Identifier: MIT
#include "cm/runtime/kernels/kernel_program.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/processor_features.h"
#include "cm/kernel_file.h"

namespace genmedia::runtime {
namespace {

using std::to_string;

#if defined(__x86_64__)
constexpr std::string_view kThisArchitecture = "x86_64";
#elif defined(__aarch64__)
constexpr std::string_view kThisArchitecture = "aarch64";
#endif

template <size_t N>
std::string_view text_of(const char (&field)[N]) {
    return {field, strnlen(field, N)};
}

// The first feature in a comma-separated list that the processor lacks. Empty: it has all of them.
std::string_view first_missing(std::string_view list) {
    while (!list.empty()) {
        const size_t comma = std::min(list.find(','), list.size());
        const std::string_view name = list.substr(0, comma);
        if (!name.empty() && !base::processor_has(name)) return name;
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return {};
}

// A file in memory; -1 if none can be made.
int memory_file(const uint8_t* image, size_t bytes) {
    const int file = memfd_create("genmedia-cm-kernels", MFD_CLOEXEC);
    if (file < 0) return -1;
    size_t done = 0;
    while (done < bytes) {
        const ssize_t written = ::write(file, image + done, bytes - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            close(file);
            return -1;
        }
        done += static_cast<size_t>(written);
    }
    return file;
}

// A path to an open file that no other file has had: dlopen() takes files with the same path for one file.
// The path contains this process' id, for debuggers.
std::string unique_path(int file) {
    static std::atomic<uint64_t> counter{0};
    std::string path = "/proc/" + to_string(getpid()) + "/fd";
    for (uint64_t n = ++counter; n != 0; n >>= 1) path += (n & 1) != 0 ? "/./" : "//";
    return path + to_string(file);
}

// A template's name without what hosts and compilers spell differently: spaces, and the u after a number.
std::string plain_name(std::string_view name) {
    std::string plain;
    for (size_t i = 0; i < name.size(); i++) {
        const bool suffix = name[i] == 'u' && i > 0 && name[i - 1] >= '0' && name[i - 1] <= '9' &&
                            i + 1 < name.size() &&
                            std::string_view(",> ").find(name[i + 1]) != std::string_view::npos;
        if (name[i] != ' ' && !suffix) plain += name[i];
    }
    return plain;
}

// The kind of another file that hosts load by mistake, from its first bytes.
const char* other_kind(const void* file) {
    if (std::memcmp(file, "CISA", 4) == 0)
        return "this is Intel's virtual ISA, for Intel's own driver: compile the kernel's source with cmc";
    if (std::memcmp(file, "\177ELF", 4) == 0)
        return "this is an ELF file, perhaps of Intel's offline compiler: compile the kernel's source with "
               "cmc";
    return "not a kernel file of genmedia: expected it to start with \"genmedia cm\", as cmc writes it";
}

}  // namespace

INT validate_kernel_file(const void* file, size_t bytes, std::string& message) {
    cm_abi::FileHeader header;
    if (file == nullptr || bytes < sizeof(header)) {
        message = "kernel file of " + to_string(file == nullptr ? 0 : bytes) + " bytes: expected at least " +
                  to_string(sizeof(header));
        return CM_INVALID_COMMON_ISA;
    }
    std::memcpy(&header, file, sizeof(header));
    if (std::memcmp(header.magic, cm_abi::kFileMagic, sizeof(header.magic)) != 0) {
        message = other_kind(file);
        return CM_INVALID_COMMON_ISA;
    }
    if (header.version != cm_abi::kAbiVersion) {
        message = "kernel file of version " + to_string(header.version) + ": expected version " +
                  to_string(cm_abi::kAbiVersion) + "; compile it again";
        return header.version > cm_abi::kAbiVersion ? CM_JITDLL_OLDER_THAN_ISA : CM_INVALID_COMMON_ISA;
    }
    if (header.header_bytes != sizeof(header) || header.image_bytes != bytes - sizeof(header)) {
        message = "kernel file with a header of " + to_string(header.header_bytes) + " and an image of " +
                  to_string(header.image_bytes) + " bytes: expected " + to_string(sizeof(header)) + " and " +
                  to_string(bytes - sizeof(header));
        return CM_INVALID_COMMON_ISA;
    }
    const void* image = static_cast<const uint8_t*>(file) + sizeof(header);
    if (header.checksum != kernel_file_checksum(header, image, bytes - sizeof(header))) {
        message =
            "kernel file is damaged: its checksum is not that of its contents; compile or copy it again";
        return CM_INVALID_COMMON_ISA;
    }
    if (text_of(header.architecture) != kThisArchitecture) {
        message = "kernel file for architecture \"" + std::string(text_of(header.architecture)) +
                  "\": expected \"" + std::string(kThisArchitecture) + "\"";
        return CM_INVALID_GENX_BINARY;
    }
    if (const std::string_view missing = first_missing(text_of(header.features)); !missing.empty()) {
        message = "kernel file for processors with \"" + std::string(missing) +
                  "\", which this one lacks; compile it for this one";
        return CM_INVALID_GENX_BINARY;
    }
    return CM_SUCCESS;
}

INT KernelModule::load(const void* file, size_t bytes, std::shared_ptr<KernelModule>& module,
                       std::string& message) {
    const auto* image = static_cast<const uint8_t*>(file) + sizeof(cm_abi::FileHeader);
    std::shared_ptr<KernelModule> loaded(new KernelModule);
    loaded->image_ = memory_file(image, bytes - sizeof(cm_abi::FileHeader));
    if (loaded->image_ < 0) {
        message = std::string("kernel file: no memory file for its image: ") + std::strerror(errno);
        return CM_OUT_OF_HOST_MEMORY;
    }
    loaded->library_ = dlopen(unique_path(loaded->image_).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded->library_ == nullptr) {
        message = std::string("kernel file: its image cannot be loaded: ") + dlerror();
        return CM_JIT_COMPILE_FAILURE;
    }
    loaded->module_ = static_cast<const cm_abi::Module*>(dlsym(loaded->library_, cm_abi::kModuleSymbol));
    if (loaded->module_ == nullptr || loaded->module_->version != cm_abi::kAbiVersion) {
        message = std::string("kernel file: its image has no symbol ") + cm_abi::kModuleSymbol +
                  " of version " + to_string(cm_abi::kAbiVersion);
        return CM_JIT_COMPILE_FAILURE;
    }
    loaded->storage_ = ThreadStorage(loaded->library_, *loaded->module_);
    module = std::move(loaded);
    return CM_SUCCESS;
}

KernelModule::~KernelModule() {
    if (library_ != nullptr) dlclose(library_);
    if (image_ >= 0) close(image_);
}

const cm_abi::Kernel* KernelModule::find(std::string_view name) const {
    const cm_abi::Kernel* end = module_->kernels + module_->kernel_count;
    const std::string wanted = plain_name(name);
    const auto* found = std::find_if(module_->kernels, end, [&](const cm_abi::Kernel& kernel) {
        return wanted == plain_name(kernel.name);
    });
    return found == end ? nullptr : found;
}

}  // namespace genmedia::runtime
