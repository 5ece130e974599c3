// SPDX-License-Identifier: MIT
// The built-in kernels of cl_intel_motion_estimation and cl_intel_advanced_motion_estimation: programs of
// them, their arguments, and what their launches must satisfy. [ext] below means the registry texts of these
// two extensions.
#pragma once

#include "opencl/layer/target.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace genmedia::opencl {

struct BuiltInKernel;  // one of them; lives as long as the process

// Names separated by semicolons, as in CL_DEVICE_BUILT_IN_KERNELS.
std::string built_in_kernel_names();
std::vector<std::string> split_names(std::string_view names);

// Null: not one of them.
const BuiltInKernel* find_built_in_kernel(std::string_view name);

// A kernel object's arguments, as far as its launch depends on them: a handle, a number, or the block type of
// an accelerator. Nothing: not set.
using BuiltInArguments = std::vector<std::optional<uint64_t>>;

// clSetKernelArg. `set` takes size and value, and sets the argument as the OpenCL C kernel declares
// it.
using SetArgument = std::function<cl_int(size_t, const void*)>;
cl_int set_built_in_argument(const BuiltInKernel& kernel, BuiltInArguments& arguments, cl_uint index,
                             size_t size, const void* value, const SetArgument& set);

// A launch over pixels, and the same launch over work-items: sixteen for each macroblock. The offset stays in
// pixels, and the kernel reads it as pixels.
struct PixelRange {
    cl_uint dimensions = 0;
    const size_t* offset = nullptr;
    const size_t* global = nullptr;
    const size_t* local = nullptr;
};
struct MacroblockRange {
    std::array<size_t, 2> offset{}, global{};
    static constexpr std::array<size_t, 2> kLocal{16, 1};
};

// CL_SUCCESS, or what clEnqueueNDRangeKernel returns for such arguments and such a range. Errors are also
// reported to the context.
cl_int check_built_in_launch(cl_context context, const BuiltInKernel& kernel,
                             const BuiltInArguments& arguments, const PixelRange& pixels,
                             MacroblockRange& macroblocks);

// The largest range, for CL_KERNEL_GLOBAL_WORK_SIZE: the largest picture.
std::array<size_t, 3> largest_range(cl_device_id device);

}  // namespace genmedia::opencl
