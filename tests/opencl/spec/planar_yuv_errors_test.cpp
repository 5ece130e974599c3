// SPDX-License-Identifier: MIT
// cl_intel_planar_yuv: the error codes of clCreateImage (5.3.1) and its image descriptor (5.3.1.2).
#include "opencl/spec/nv12.h"

namespace genmedia::test {
namespace {

using PlanarErrors = PlanarTest;

TEST_F(PlanarErrors, Formats) {
    for (const cl_channel_type type : {CL_UNSIGNED_INT8, CL_SNORM_INT8, CL_UNORM_INT16, CL_FLOAT}) {
        Request one = request(16, 16);
        one.format.image_channel_data_type = type;
        create(one, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    }
}

TEST_F(PlanarErrors, HostAccessMustBeRuledOut) {
    for (const cl_mem_flags flags : {0, CL_MEM_READ_ONLY, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY})
        create(request(16, 16, flags), CL_INVALID_VALUE);
    create(request(16, 16, CL_MEM_HOST_NO_ACCESS));
}

TEST_F(PlanarErrors, FlagsThatExcludeEachOther) {
    const cl_mem_flags pairs[] = {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                                  CL_MEM_READ_ONLY | CL_MEM_READ_WRITE,
                                  CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
                                  CL_MEM_NO_ACCESS_INTEL | CL_MEM_READ_WRITE,
                                  CL_MEM_NO_ACCESS_INTEL | CL_MEM_READ_ONLY,
                                  CL_MEM_NO_ACCESS_INTEL | CL_MEM_WRITE_ONLY,
                                  CL_MEM_HOST_READ_ONLY,
                                  CL_MEM_HOST_WRITE_ONLY};
    for (const cl_mem_flags flags : pairs)
        create(request(16, 16, flags | CL_MEM_HOST_NO_ACCESS), CL_INVALID_VALUE);
    uint8_t pixels[16 * 24] = {};
    for (const cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR}) {
        Request one = request(16, 16, kUsual | CL_MEM_USE_HOST_PTR | flags);
        one.host = pixels;
        create(one, CL_INVALID_VALUE);
    }
}

TEST_F(PlanarErrors, SizesAreMultiplesOfFour) {
    for (const size_t size : {0u, 1u, 2u, 6u, 15u, 18u}) {
        create(request(size, 16), CL_INVALID_IMAGE_DESCRIPTOR);
        create(request(16, size), CL_INVALID_IMAGE_DESCRIPTOR);
    }
    create(request(4, 4));
    create(request(20, 12));
}

TEST_F(PlanarErrors, SizesHaveALimit) {
    size_t width = 0, height = 0;
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_PLANAR_YUV_MAX_WIDTH_INTEL, sizeof width, &width, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(
        clGetDeviceInfo(device(), CL_DEVICE_PLANAR_YUV_MAX_HEIGHT_INTEL, sizeof height, &height, nullptr),
        CL_SUCCESS);
    create(request(width / 4 * 4 + 4, 16), CL_INVALID_IMAGE_SIZE);
    create(request(16, height / 4 * 4 + 4), CL_INVALID_IMAGE_SIZE);
    create(request(width / 4 * 4, 4));
    create(request(4, height / 4 * 4));
}

TEST_F(PlanarErrors, Descriptors) {
    const auto refused = [&](auto change) {
        Request one = request(16, 16);
        change(one.description);
        create(one, CL_INVALID_IMAGE_DESCRIPTOR);
    };
    refused([](cl_image_desc& d) { d.image_depth = 2; });
    refused([](cl_image_desc& d) { d.image_type = CL_MEM_OBJECT_IMAGE3D; });
    refused([](cl_image_desc& d) { d.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY; });
    refused([](cl_image_desc& d) { d.num_mip_levels = 1; });
    refused([](cl_image_desc& d) { d.num_samples = 1; });
    refused([](cl_image_desc& d) { d.image_row_pitch = 16; });  // without a host pointer it must be 0
}

TEST_F(PlanarErrors, HostPointers) {
    uint8_t pixels[16 * 24] = {};
    Request one = request(16, 16);
    one.host = pixels;
    create(one, CL_INVALID_HOST_PTR);
    for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
        one = request(16, 16, kUsual | flags);
        create(one, CL_INVALID_HOST_PTR);
        one.host = pixels;
        one.description.image_row_pitch = 12;
        create(one, CL_INVALID_IMAGE_DESCRIPTOR);
        one.description.image_row_pitch = 0;
        create(one);
    }
}

TEST_F(PlanarErrors, PlaneIndexAndFormat) {
    const Owned<cl_mem> whole = create(request(16, 16));
    Request one = plane_request(whole.get(), 0);
    one.description.image_depth = 2;
    create(one, CL_INVALID_IMAGE_DESCRIPTOR);
    one = plane_request(whole.get(), 0);
    one.description.image_type = CL_MEM_OBJECT_IMAGE3D;
    create(one, CL_INVALID_IMAGE_DESCRIPTOR);
    for (const size_t plane : {0u, 1u}) {
        for (const cl_channel_order order : {CL_R, CL_RG, CL_RGBA, CL_NV12_INTEL}) {
            if (order == plane_request(nullptr, plane).format.image_channel_order) continue;
            one = plane_request(whole.get(), plane);
            one.format.image_channel_order = order;
            create(one, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
        }
        for (const cl_channel_type type : {CL_SIGNED_INT8, CL_UNSIGNED_INT16, CL_FLOAT})
            create(plane_request(whole.get(), plane, CL_MEM_READ_WRITE, type),
                   CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
        for (const cl_channel_type type : {CL_UNORM_INT8, CL_UNSIGNED_INT8})
            create(plane_request(whole.get(), plane, CL_MEM_READ_WRITE, type));
    }
}

TEST_F(PlanarErrors, PlanesHaveNoHostPointer) {
    const Owned<cl_mem> whole = create(request(16, 16));
    uint8_t pixels[16 * 24] = {};
    for (const cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_ALLOC_HOST_PTR}) {
        Request one = plane_request(whole.get(), 0, CL_MEM_READ_WRITE | flags);
        if (flags != CL_MEM_ALLOC_HOST_PTR) one.host = pixels;
        create(one, CL_INVALID_VALUE);
    }
}

struct Access {
    cl_mem_flags whole, plane;
    bool allowed;
};

// Circumstances 1), 2) and 3), and the host's access. 1) to 3) apply only if the whole restricts.
TEST_F(PlanarErrors, PlanesMayNotDoMore) {
    const Access all[] = {
        {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, false},
        {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, false},
        {CL_MEM_WRITE_ONLY, CL_MEM_WRITE_ONLY, true},
        {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, false},
        {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, false},
        {CL_MEM_READ_ONLY, CL_MEM_READ_ONLY, true},
        {CL_MEM_NO_ACCESS_INTEL, CL_MEM_READ_ONLY, false},
        {CL_MEM_NO_ACCESS_INTEL, CL_MEM_WRITE_ONLY, false},
        {CL_MEM_NO_ACCESS_INTEL, CL_MEM_READ_WRITE, false},
        {CL_MEM_NO_ACCESS_INTEL, CL_MEM_NO_ACCESS_INTEL, true},
        {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, true},
        {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, true},
        {CL_MEM_READ_ONLY, 0, true},
        {CL_MEM_READ_ONLY, CL_MEM_HOST_NO_ACCESS, true},
        {CL_MEM_READ_ONLY, CL_MEM_HOST_READ_ONLY, false},
        {CL_MEM_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, false},
    };
    for (const Access& one : all) {
        SCOPED_TRACE(::testing::Message() << "whole " << one.whole << ", plane " << one.plane);
        const Owned<cl_mem> strict = create(request(16, 16, one.whole | CL_MEM_HOST_NO_ACCESS));
        create(plane_request(strict.get(), 0, one.plane), one.allowed ? CL_SUCCESS : CL_INVALID_VALUE);
        const Owned<cl_mem> loose = create(
            request(16, 16, one.whole | CL_MEM_HOST_NO_ACCESS | CL_MEM_ACCESS_FLAGS_UNRESTRICTED_INTEL));
        create(plane_request(loose.get(), 1, one.plane));
    }
}

TEST_F(PlanarErrors, CommandsOnNothing) {
    uint8_t pixels[16] = {};
    const size_t origin[3] = {}, region[3] = {4, 4, 1};
    EXPECT_EQ(
        clEnqueueReadImage(queue(), nullptr, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr, nullptr),
        CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(
        clEnqueueWriteImage(queue(), nullptr, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr, nullptr),
        CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(clEnqueueCopyImage(queue(), nullptr, nullptr, origin, origin, region, 0, nullptr, nullptr),
              CL_INVALID_MEM_OBJECT);
}

// The host has promised not to touch the whole image, nor planes that inherit the flag.
TEST_F(PlanarErrors, HostCommandsOnWholes) {
    const Owned<cl_mem> whole = create(request(16, 16, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS));
    const Owned<cl_mem> plane = create(plane_request(whole.get(), 0, CL_MEM_READ_WRITE));
    uint8_t pixels[16 * 24] = {};
    const size_t origin[3] = {}, region[3] = {16, 16, 1};
    for (const cl_mem image : {whole.get(), plane.get()}) {
        EXPECT_EQ(
            clEnqueueReadImage(queue(), image, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
        EXPECT_EQ(
            clEnqueueWriteImage(queue(), image, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
        size_t pitch = 0;
        cl_int error = CL_SUCCESS;
        EXPECT_EQ(clEnqueueMapImage(queue(), image, CL_TRUE, CL_MAP_READ, origin, region, &pitch, nullptr, 0,
                                    nullptr, nullptr, &error),
                  nullptr);
        EXPECT_EQ(error, CL_INVALID_OPERATION);
    }
}

}  // namespace
}  // namespace genmedia::test
