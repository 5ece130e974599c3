// SPDX-License-Identifier: MIT
// Kernels with any arguments, and images as plain bytes, for tests named after the specifications' sections.
#pragma once

#include "opencl/layer/layer_test.h"

#include <algorithm>
#include <cstdint>

namespace genmedia::test {

// An image without padding, with texels of 1, 2, 4 or 8 bytes.
struct Bytes {
    int width = 0, height = 0, texel = 1;  // texels, lines, bytes
    std::vector<uint8_t> data = std::vector<uint8_t>(static_cast<size_t>(line()) * height);

    int line() const { return width * texel; }
    uint8_t& at(int x, int y) { return data[static_cast<size_t>(y) * line() + x]; }
    bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < line() && y < height; }

    // The byte at x of line y. Outside: the byte of the same rank in the nearest texel.
    uint8_t nearest(int x, int y) const {
        const int rank = ((x % texel) + texel) % texel, column = std::clamp((x - rank) / texel, 0, width - 1);
        return data[static_cast<size_t>(std::clamp(y, 0, height - 1)) * line() + column * texel + rank];
    }
};

// The n-th number of a sequence without any pattern that a wrong address could match.
inline uint32_t scattered(uint32_t n) {
    n = (n ^ n >> 16) * 0x7feb352du;
    n = (n ^ n >> 15) * 0x846ca68bu;
    return n ^ n >> 16;
}

inline Bytes scattered_image(int width, int height, int texel, uint32_t seed) {
    Bytes image{width, height, texel};
    for (uint8_t& byte : image.data) byte = static_cast<uint8_t>(scattered(seed++));
    return image;
}

class SpecTest : public LayerTest {
protected:
    static cl_image_format format_of(int texel) {
        if (texel == 1) return {CL_R, CL_UNSIGNED_INT8};
        if (texel == 2) return {CL_R, CL_UNSIGNED_INT16};
        return {CL_RGBA, texel == 4 ? cl_channel_type{CL_UNSIGNED_INT8} : cl_channel_type{CL_UNSIGNED_INT16}};
    }

    Owned<cl_mem> image(const Bytes& from) const {
        const cl_image_format format = format_of(from.texel);
        cl_image_desc description{};
        description.image_type = CL_MEM_OBJECT_IMAGE2D;
        description.image_width = static_cast<size_t>(from.width);
        description.image_height = static_cast<size_t>(from.height);
        cl_int error = CL_SUCCESS;
        Owned<cl_mem> made(clCreateImage(context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                         &description, const_cast<uint8_t*>(from.data.data()), &error));
        EXPECT_EQ(error, CL_SUCCESS) << "clCreateImage of texels of " << from.texel;
        return made;
    }

    // The content of the device's image of that shape.
    Bytes read(cl_mem image, const Bytes& shape) const {
        Bytes to{shape.width, shape.height, shape.texel};
        const size_t origin[3] = {};
        const size_t region[3] = {static_cast<size_t>(to.width), static_cast<size_t>(to.height), 1};
        EXPECT_EQ(clEnqueueReadImage(queue(), image, CL_TRUE, origin, region, 0, 0, to.data.data(), 0,
                                     nullptr, nullptr),
                  CL_SUCCESS);
        return to;
    }

    // Runs a kernel. Vectors become buffers and are read back; other arguments are passed unchanged.
    template <class... Arguments>
    void launch(cl_kernel kernel, const Range& range, Arguments&&... arguments) const {
        std::vector<Owned<cl_mem>> buffers;
        cl_uint next = 0;
        (set(kernel, next++, buffers, arguments), ...);
        ASSERT_EQ(clEnqueueNDRangeKernel(queue(), kernel, range.dimensions, range.offset.data(),
                                         range.global.data(), range.local.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
        size_t buffer = 0;
        (read_back(buffers, buffer, arguments), ...);
    }

    template <class... Arguments>
    void launch(const std::string& text, const char* name, const Range& range,
                Arguments&&... arguments) const {
        const cl_program program = built_once(text, "-cl-std=CL2.0");
        ASSERT_FALSE(HasFailure());
        launch(kernel(program, name).get(), range, arguments...);
    }

private:
    template <class T>
    void set(cl_kernel kernel, cl_uint index, std::vector<Owned<cl_mem>>&, const T& value) const {
        ASSERT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS) << "argument " << index;
    }
    template <class T>
    void set(cl_kernel kernel, cl_uint index, std::vector<Owned<cl_mem>>& buffers,
             std::vector<T>& values) const {
        buffers.push_back(buffer(values.size() * sizeof(T), values.data()));
        const cl_mem handle = buffers.back().get();
        ASSERT_EQ(clSetKernelArg(kernel, index, sizeof handle, &handle), CL_SUCCESS) << "argument " << index;
    }
    template <class T>
    void read_back(const std::vector<Owned<cl_mem>>&, size_t&, const T&) const {}
    template <class T>
    void read_back(const std::vector<Owned<cl_mem>>& buffers, size_t& next, std::vector<T>& values) const {
        ASSERT_EQ(clEnqueueReadBuffer(queue(), buffers[next++].get(), CL_TRUE, 0, values.size() * sizeof(T),
                                      values.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
    }
};

}  // namespace genmedia::test
