// SPDX-License-Identifier: MIT
// NV12 images and their planes, as a host makes them.
#pragma once

#include "opencl/spec/spec_test.h"

#include <CL/cl_ext.h>

namespace genmedia::test {

// Both planes: luma lines, then half as many lines in which U and V alternate.
struct Nv12 {
    int width, height, pitch;
    std::vector<uint8_t> data = std::vector<uint8_t>(static_cast<size_t>(pitch) * height / 2 * 3);

    uint8_t y(int x, int line) const { return data[static_cast<size_t>(line) * pitch + x]; }
    uint8_t u(int x, int line) const {
        return data[static_cast<size_t>(height + line / 2) * pitch + x / 2 * 2];
    }
    uint8_t v(int x, int line) const {
        return data[static_cast<size_t>(height + line / 2) * pitch + x / 2 * 2 + 1];
    }

    Bytes plane(int index) const {  // without padding; chroma pairs are texels of two bytes
        Bytes to{width >> index, height >> index, 1 + index};
        for (int line = 0; line < to.height; line++)
            std::copy_n(&data[static_cast<size_t>(line + index * height) * pitch], width,
                        &to.data[static_cast<size_t>(line) * width]);
        return to;
    }
};

inline Nv12 scattered_nv12(int width, int height, int pitch, uint32_t seed) {
    Nv12 image{width, height, pitch};
    for (uint8_t& byte : image.data) byte = static_cast<uint8_t>(scattered(seed++));
    return image;
}

class PlanarTest : public SpecTest {
protected:
    static constexpr cl_mem_flags kUsual =
        CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL;

    struct Request {
        cl_mem_flags flags = kUsual;
        cl_image_format format{CL_NV12_INTEL, CL_UNORM_INT8};
        cl_image_desc description{};
        void* host = nullptr;
    };

    static Request request(size_t width, size_t height, cl_mem_flags flags = kUsual) {
        Request one{.flags = flags};
        one.description.image_type = CL_MEM_OBJECT_IMAGE2D;
        one.description.image_width = width;
        one.description.image_height = height;
        one.description.image_depth = 1;
        return one;
    }

    static Request plane_request(cl_mem whole, size_t plane, cl_mem_flags flags = CL_MEM_READ_WRITE,
                                 cl_channel_type type = CL_UNORM_INT8) {
        Request one = request(0, 0, flags);
        one.format = {plane == 0 ? cl_channel_order{CL_R} : cl_channel_order{CL_RG}, type};
        one.description.image_depth = plane;
        one.description.mem_object = whole;
        return one;
    }

    Owned<cl_mem> create(const Request& one, cl_int expected = CL_SUCCESS) const {
        cl_int error = CL_SUCCESS;
        Owned<cl_mem> made(
            clCreateImage(context(), one.flags, &one.format, &one.description, one.host, &error));
        EXPECT_EQ(error, expected);
        EXPECT_EQ(made != nullptr, expected == CL_SUCCESS);
        return made;
    }

    Owned<cl_mem> whole_of(const Nv12& from, cl_mem_flags flags = kUsual) const {
        Request one = request(static_cast<size_t>(from.width), static_cast<size_t>(from.height),
                              flags | CL_MEM_COPY_HOST_PTR);
        one.description.image_row_pitch = static_cast<size_t>(from.pitch);
        one.host = const_cast<uint8_t*>(from.data.data());
        return create(one);
    }

    Owned<cl_mem> plane_of(cl_mem whole, size_t plane, cl_channel_type type = CL_UNORM_INT8) const {
        return create(plane_request(whole, plane, CL_MEM_READ_WRITE, type));
    }

    void expect_planes(cl_mem whole, const Nv12& expected) const {
        for (const int plane : {0, 1}) {
            const Bytes bytes = expected.plane(plane);
            EXPECT_EQ(read(plane_of(whole, static_cast<size_t>(plane)).get(), bytes).data, bytes.data)
                << "plane " << plane;
        }
    }

    template <class T, class Query>
    T query(Query function, cl_mem memory, cl_uint what) const {
        T value{};
        size_t size = 0;
        EXPECT_EQ(function(memory, what, sizeof value, &value, &size), CL_SUCCESS) << what;
        EXPECT_EQ(size, sizeof value) << what;
        return value;
    }
};

}  // namespace genmedia::test
