// SPDX-License-Identifier: MIT
// OpenCL devices that the unit can run on, and its program on one of them.
#pragma once

#include "genmedia/status.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

namespace genmedia::vme::opencl {

// Work-items of a work-group of the kernels that evaluate a macroblock.
inline constexpr size_t kSearchItems = 64, kRectangleItems = 32, kRefineItems = 32, kCheckItems = 32;

// All devices of all platforms, in the loader's order. Empty where there are none.
std::vector<cl::Device> devices();

// Whether the device's compiler takes NVIDIA's instructions as inline assembly. Making a context takes a
// tenth of a second there, so one that is there already may be given.
bool takes_ptx(const cl::Device& device, const cl::Context* context = nullptr);

// Calls `action`; what OpenCL throws there becomes a status that names the device.
Status guarded(const std::string& device, const std::function<void()>& action);

// The kernels of this folder, compiled for one device.
class Program {
public:
    // Fails where the device's compiler fails, or where the device has no OpenCL 1.2 or later. `portable`
    // leaves out what only some devices have.
    static Status build(const cl::Device& device, std::unique_ptr<Program>& result, bool portable = false);

    // The same kernels with a queue of their own: its commands are not ordered with those of other queues.
    std::unique_ptr<Program> with_own_queue() const;

    const std::string& name() const { return name_; }  // of the device
    bool has_ptx() const { return has_ptx_; }          // NVIDIA's instructions, by inline assembly
    const cl::Context& context() const { return context_; }
    const cl::CommandQueue& queue() const { return queue_; }
    cl::Kernel kernel(const char* kernel_name) const { return {program_, kernel_name}; }

private:
    Program() = default;
    Program(const Program&) = default;

    std::string name_;
    bool has_ptx_ = false;
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Program program_;
};

}  // namespace genmedia::vme::opencl
