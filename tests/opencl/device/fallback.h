// SPDX-License-Identifier: MIT
// Programs that a device cannot run, on processors in its place. Their hosts know nothing of it: memory,
// events and queries are those of the device.
#pragma once

#include "opencl/layer/layer_test.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <sstream>

namespace genmedia::test {
// Eight of sixteen lanes exchange values: without NVIDIA's instructions no device can do so.
inline const std::string kDivided = R"(__kernel void k(__global int* out, int added) {
    int x = get_global_id(0);
    if (get_sub_group_local_id() < 8) x = intel_sub_group_shuffle(x, 3) + added;
    out[get_global_id(0)] = x;
}
)";

inline cl_int divided(size_t item, cl_int added) {
    return static_cast<cl_int>(item % 16 < 8 ? item / 16 * 16 + 3 : item) + (item % 16 < 8 ? added : 0);
}

// What the layer has said since the capture of standard error began, but for what takes a slow machine long;
// PoCL's compiler counts its errors there.
inline std::string said_by_layer() {
    std::istringstream lines(testing::internal::GetCapturedStderr());
    std::string said;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("genmedia: ") && !line.starts_with("genmedia: compiling ")) said += line + "\n";
    return said;
}

class Fallback : public LayerTest {
protected:
    // Builds a program that falls back, and what was said of it: one line.
    Owned<cl_program> fallen(const std::string& text, const std::string& options = {}) const {
        testing::internal::CaptureStderr();
        Owned<cl_program> program = built(text, options);
        expect_said(said_by_layer());
        return program;
    }

    static std::string expect_said(const std::string& said) {
        EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
        EXPECT_TRUE(said.starts_with("genmedia: kernel ")) << said;
        EXPECT_NE(said.find(" on processors, not on "), std::string::npos) << said;
        return said;
    }

    template <class T>
    void set(cl_kernel kernel, cl_uint index, const T& value) const {
        EXPECT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS) << index;
    }
    void set(cl_kernel kernel, cl_uint index, const Owned<cl_mem>& memory) const {
        set(kernel, index, memory.get());
    }

    cl_int enqueue(cl_kernel kernel, size_t items, cl_event* event = nullptr) const {
        const size_t local = 16;
        return clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &items, &local, 0, nullptr, event);
    }

    // A queue that keeps no order.
    Owned<cl_command_queue> loose_queue(cl_context of, cl_command_queue_properties also = 0) const {
        const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                                  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | also, 0};
        cl_int error = CL_SUCCESS;
        Owned<cl_command_queue> made(clCreateCommandQueueWithProperties(of, device(), properties, &error));
        EXPECT_EQ(error, CL_SUCCESS);
        return made;
    }

    template <class T>
    std::vector<T> values(cl_mem memory, size_t count, cl_command_queue from = nullptr) const {
        std::vector<T> read(count);
        EXPECT_EQ(clEnqueueReadBuffer(from == nullptr ? queue() : from, memory, CL_TRUE, 0, count * sizeof(T),
                                      read.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        return read;
    }

    Owned<cl_mem> ints(const std::vector<cl_int>& data) const {
        return buffer(data.size() * sizeof(cl_int), data.data());
    }

    Owned<cl_mem> image_of(cl_mem_object_type type, std::array<size_t, 3> size,
                           const std::vector<cl_uint>& pixels, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
        const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
        cl_image_desc description{};
        description.image_type = type;
        description.image_width = size[0];
        description.image_height = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 0 : size[1];
        description.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? size[2] : 0;
        description.image_array_size = type == CL_MEM_OBJECT_IMAGE1D_ARRAY   ? size[1]
                                       : type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? size[2]
                                                                             : 0;
        cl_int error = CL_SUCCESS;
        Owned<cl_mem> made(clCreateImage(context(), flags | CL_MEM_COPY_HOST_PTR, &format, &description,
                                         const_cast<cl_uint*>(pixels.data()), &error));
        EXPECT_EQ(error, CL_SUCCESS);
        return made;
    }

    std::vector<cl_uint> pixels_of(cl_mem image, std::array<size_t, 3> size) const {
        std::vector<cl_uint> read(size[0] * size[1] * size[2]);
        const size_t origin[3] = {};
        EXPECT_EQ(clEnqueueReadImage(queue(), image, CL_TRUE, origin, size.data(), 0, 0, read.data(), 0,
                                     nullptr, nullptr),
                  CL_SUCCESS);
        return read;
    }
};

inline constexpr size_t kItems = 64;

}  // namespace genmedia::test
