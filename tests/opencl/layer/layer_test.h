// SPDX-License-Identifier: MIT
// Programs from strings, on a device with the layer.
#pragma once

#include "opencl/layered_device.h"

#include <array>

namespace genmedia::test {

class LayerTest : public OpenClTest {
protected:
    // Expects the build to fail, and returns its log.
    std::string refused(const std::string& text, const char* options = "") const {
        const Owned<cl_program> program = source(text);
        EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr),
                  CL_BUILD_PROGRAM_FAILURE);
        cl_build_status status = CL_BUILD_NONE;
        clGetProgramBuildInfo(program.get(), device(), CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                              nullptr);
        EXPECT_EQ(status, CL_BUILD_ERROR);
        return log_of(program.get());
    }

    Owned<cl_kernel> kernel(cl_program program, const char* name) const {
        cl_int error = CL_SUCCESS;
        Owned<cl_kernel> made(clCreateKernel(program, name, &error));
        EXPECT_EQ(error, CL_SUCCESS) << name;
        return made;
    }

    using Size = std::array<size_t, 3>;
    struct Range {
        Size global{1, 1, 1}, local{16, 1, 1}, offset{0, 0, 0};
        cl_uint dimensions = 3;
    };

    // Runs a kernel. Its first parameter is a buffer of `count` ints, zero before; the others must be set.
    std::vector<cl_int> run_ints(cl_kernel kernel, size_t count, const Range& range) const {
        std::vector<cl_int> values(count);
        const Owned<cl_mem> memory = buffer(count * sizeof(cl_int), values.data());
        const cl_mem handle = memory.get();
        EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof handle, &handle), CL_SUCCESS);
        EXPECT_EQ(clEnqueueNDRangeKernel(queue(), kernel, range.dimensions, range.offset.data(),
                                         range.global.data(), range.local.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(clEnqueueReadBuffer(queue(), handle, CL_TRUE, 0, count * sizeof(cl_int), values.data(), 0,
                                      nullptr, nullptr),
                  CL_SUCCESS);
        return values;
    }

    std::vector<cl_int> run_ints(const std::string& text, size_t count, const Range& range,
                                 const char* options = "") const {
        const Owned<cl_program> program = built(text, options);
        return run_ints(kernel(program.get(), "k").get(), count, range);
    }
};

}  // namespace genmedia::test
