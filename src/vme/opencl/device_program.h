// SPDX-License-Identifier: MIT
// OpenCL devices that the unit can run on, and its program on one of them.
#pragma once

#include "genmedia/status.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

namespace genmedia::vme::opencl {

// All devices of all platforms, in the loader's order. Empty where there are none.
std::vector<cl::Device> devices();

// The instructions that the kernels use beyond OpenCL C: none, NVIDIA's by inline assembly, or those of
// cl_amd_media_ops. No AMD device was at hand: there, only emulated functions were tested.
enum class Instructions : uint8_t { opencl, ptx, amd };
const char* name_of(Instructions instructions);

// What a small kernel shows that the device's compiler takes. Making a context takes a tenth of a second on
// some devices, so one that is there already may be given.
Instructions instructions_of(const cl::Device& device, const cl::Context* context = nullptr);

// Calls `action`; what OpenCL throws there becomes a status that names the device.
Status guarded(const std::string& device, const std::function<void()>& action);

// The kernels of this folder, compiled for one device.
class Program {
public:
    struct Options {
        bool portable = false;       // leave out what only some devices have
        std::string more_kernels{};  // a text that follows this folder's
        bool exact_floats =
            false;  // it needs the floats of C++: quotients and roots rounded correctly, 64 bits
    };
    // Fails where the device's compiler fails, or where the device has no OpenCL 1.2 or later, or not the
    // floats that are needed.
    static Status build(const cl::Device& device, std::unique_ptr<Program>& result, const Options& options);

    // The same kernels with a queue of their own: its commands are not ordered with those of other queues.
    std::unique_ptr<Program> with_own_queue(cl_command_queue_properties properties = 0) const;

    const std::string& name() const { return name_; }  // of the device
    Instructions instructions() const { return instructions_; }
    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& queue() const { return queue_; }
    cl::Kernel kernel(const char* kernel_name) const { return {program_, kernel_name}; }

private:
    Program() = default;
    Program(const Program&) = default;

    std::string name_;
    Instructions instructions_ = Instructions::opencl;
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Program program_;
};

}  // namespace genmedia::vme::opencl
