// SPDX-License-Identifier: MIT
// Programs that use what the layer adds: PoCL builds a rewritten text in their place.
#pragma once

#include "opencl/layer/registry.h"
#include "opencl/layer/target.h"
#include "opencl/source/rewrite.h"

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace genmedia::opencl {

// A PoCL program that the layer made; released with its last owner.
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

// What a parameter of a kernel takes, as far as a launch elsewhere has to know.
enum class ParameterKind : uint8_t { value, local, buffer, read_image, written_image, sampler };

// An application's program that its device cannot run, on processors(): a program of the layer's own table,
// released with its last owner. A kernel of it is one of the application's (fallback_kernels.h).
class ProgramOnProcessors {
public:
    ProgramOnProcessors() = default;
    explicit ProgramOnProcessors(cl_program program) : program_(program) {}
    ProgramOnProcessors(ProgramOnProcessors&& other) noexcept { *this = std::move(other); }
    ProgramOnProcessors& operator=(ProgramOnProcessors&& other) noexcept {
        std::swap(program_, other.program_);
        std::swap(kernels, other.kernels);
        std::swap(reason, other.reason);
        return *this;
    }
    ~ProgramOnProcessors() {
        if (program_ != nullptr) own_table().clReleaseProgram(program_);
    }

    cl_program get() const { return program_; }

    std::map<std::string, std::vector<ParameterKind>> kernels;
    std::string reason;  // why not on the device: lines of a build log

private:
    cl_program program_ = nullptr;
};

// What the layer knows about an application's program. `mutex` guards the other members.
struct KnownProgram {
    std::mutex mutex;
    cl_context context = nullptr;
    std::string source;  // empty: from a binary, or linked
    std::vector<KernelDescription>
        kernels;             // of treated programs; empty: PoCL builds the application's own program
    OwnedProgram rewritten;  // built instead of the application's; none: the application's was built.
                             // Of a program that is not treated: with guards around its loops alone
    OwnedProgram fibers;     // the same, for kernels whose work-items are fibers
    bool treated = false;
    bool built_in = false;                                        // of built-in kernels
    std::string options;                                          // of the last build, as given
    std::vector<cl_device_id> devices;                            // and its devices
    std::vector<Header> headers;                                  // of the last compilation
    std::shared_ptr<int> live_kernels = std::make_shared<int>();  // each kernel shares it
    std::optional<std::string> refusal;  // the layer's own build log, if it refused to build
    ProgramOnProcessors on_processors;   // what runs instead, if there is one

    // It has kernels of both kinds, so PoCL has two programs for it.
    bool has_two() const { return rewritten.get() != nullptr && fibers.get() != nullptr; }
};

Registry<cl_program, KnownProgram>& programs();

// PoCL's program for the application's program, or for the kernel of this name.
cl_program built_program(cl_program program);
cl_program built_program(cl_program program, std::string_view kernel);

// Makes and builds a program of built-in kernels from their text. Null: failed with `error`.
cl_program create_built_in_program(cl_context context, const std::vector<cl_device_id>& devices,
                                   const std::string& text, cl_int& error);

// ---- Binaries

// A program's binary has the binaries of PoCL's two programs, one of which may be empty, and the descriptions
// of their kernels. These functions make it and take it apart. A binary without the layer's mark is PoCL's
// own.
struct BinaryPart {
    const unsigned char* bytes = nullptr;
    size_t count = 0;
};
std::vector<unsigned char> joined_binary(const std::array<std::vector<unsigned char>, 2>& pocl,
                                         const std::vector<KernelDescription>& kernels);
struct SplitBinary {
    std::array<BinaryPart, 2> pocl;  // the program itself, the program of fibers
    std::optional<std::vector<KernelDescription>> kernels;
    bool damaged = false;  // has the layer's mark, but was changed
};
SplitBinary split_binary(const unsigned char* bytes, size_t count);

// The same of a program on processors(), around its own binary.
std::vector<unsigned char> fallback_binary(const std::vector<unsigned char>& own,
                                           const ProgramOnProcessors& program);
struct FallbackBinary {
    BinaryPart own;
    std::map<std::string, std::vector<ParameterKind>> kernels;
    std::string reason;
    bool damaged = false;
};
std::optional<FallbackBinary> split_fallback_binary(const unsigned char* bytes, size_t count);

}  // namespace genmedia::opencl
