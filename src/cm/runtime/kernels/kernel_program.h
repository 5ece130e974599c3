// SPDX-License-Identifier: MIT
// Kernel files, loaded.
#pragma once

#include <cm/abi.h>

#include <memory>
#include <string>
#include <string_view>

#include "cm/runtime/cm_api.h"
#include "cm/runtime/kernels/thread_storage.h"

namespace genmedia::runtime {

// Checks a kernel file before any of it is loaded. CM_SUCCESS, or CM's error code: CM_INVALID_COMMON_ISA (no
// kernel file, cut off, damaged, or of an older version), CM_JITDLL_OLDER_THAN_ISA (of a newer version),
// CM_INVALID_GENX_BINARY (for another processor). The message names what was expected.
INT validate_kernel_file(const void* file, size_t bytes, std::string& message);

// A file's kernels. They can be called as long as this lives.
class KernelModule {
public:
    // Call validate_kernel_file() first. CM_JIT_COMPILE_FAILURE if the image cannot be loaded.
    static INT load(const void* file, size_t bytes, std::shared_ptr<KernelModule>& module,
                    std::string& message);
    ~KernelModule();
    KernelModule(const KernelModule&) = delete;
    KernelModule& operator=(const KernelModule&) = delete;

    const cm_abi::Kernel* find(std::string_view name) const;  // null if there is none
    const ThreadStorage& storage() const { return storage_; }

private:
    KernelModule() = default;
    int image_ = -1;  // stays open: debuggers read the image through it
    void* library_ = nullptr;
    const cm_abi::Module* module_ = nullptr;
    ThreadStorage storage_;
};

}  // namespace genmedia::runtime

// The header declares this class and leaves its contents to the library.
class CmProgram {
public:
    explicit CmProgram(std::shared_ptr<genmedia::runtime::KernelModule> kernels)
        : module(std::move(kernels)) {}
    const std::shared_ptr<genmedia::runtime::KernelModule> module;
};
