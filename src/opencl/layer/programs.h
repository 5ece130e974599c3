// SPDX-License-Identifier: MIT
// Programs that use what the layer adds: PoCL builds a rewritten text in their place.
#pragma once

#include "opencl/layer/registry.h"
#include "opencl/layer/target.h"
#include "opencl/source/rewrite.h"

#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace genmedia::opencl {

// A program that PoCL has for the layer; released with its last owner.
class OwnedProgram {
public:
    OwnedProgram() = default;
    explicit OwnedProgram(cl_program program) : program_(program) {}
    OwnedProgram(OwnedProgram&& other) noexcept : program_(std::exchange(other.program_, nullptr)) {}
    OwnedProgram& operator=(OwnedProgram&& other) noexcept {
        std::swap(program_, other.program_);
        return *this;
    }
    ~OwnedProgram() {
        if (program_ != nullptr) target().clReleaseProgram(program_);
    }

    cl_program get() const { return program_; }

private:
    cl_program program_ = nullptr;
};

// What the layer knows of a program of the application. `mutex` guards the rest.
struct KnownProgram {
    std::mutex mutex;
    cl_context context = nullptr;
    std::string source;  // empty: from a binary, or linked
    std::vector<KernelDescription>
        kernels;             // of treated programs; empty: PoCL builds what the application gave
    OwnedProgram rewritten;  // built instead of the application's; none: that itself was built
    OwnedProgram fibers;     // the same, of kernels whose work-items are fibers
    bool treated = false;
    bool built_in = false;                                         // of built-in kernels
    std::string options;                                           // of the last build, as given
    std::vector<cl_device_id> devices;                             // and its devices
    std::vector<Header> headers;                                   // of the last compilation
    std::shared_ptr<int> kernels_alive = std::make_shared<int>();  // each kernel shares it
    std::optional<std::string> refusal;  // the layer's own build log, where it refused to build

    // Its kernels are of both kinds, so that PoCL has two programs for it.
    bool has_two() const { return rewritten.get() != nullptr && fibers.get() != nullptr; }
};

Registry<cl_program, KnownProgram>& programs();

// The program that PoCL has built for the application's, or that for the kernel of this name.
cl_program built_program(cl_program program);
cl_program built_program(cl_program program, std::string_view kernel);

// A program of built-in kernels, from their text and built. Null: it has failed with `error`.
cl_program create_built_in_program(cl_context context, const std::vector<cl_device_id>& devices,
                                   const std::string& text, cl_int& error);

// ---- Binaries

// A program's binary has those of PoCL's two programs, of which one may be empty, and the descriptions of
// their kernels. These functions make it, and take it apart. A binary without the layer's mark is PoCL's
// alone.
struct BinaryPart {
    const unsigned char* bytes = nullptr;
    size_t count = 0;
};
std::vector<unsigned char> joined_binary(const std::array<std::vector<unsigned char>, 2>& pocl,
                                         const std::vector<KernelDescription>& kernels);
struct SplitBinary {
    std::array<BinaryPart, 2> pocl;  // the program itself, that of fibers
    std::optional<std::vector<KernelDescription>> kernels;
    bool damaged = false;  // the layer's, but not as it was made
};
SplitBinary split_binary(const unsigned char* bytes, size_t count);

}  // namespace genmedia::opencl
