// SPDX-License-Identifier: MIT
// cl_intel_planar_yuv: memory layout (5.3.1.X), planes (5.3.1.2), queries (5.3.2) and host commands.
#include "opencl/spec/nv12.h"

namespace genmedia::test {
namespace {

using PlanarYuv = PlanarTest;

TEST_F(PlanarYuv, CopyHostPointerWithPitch) {
    for (const int pitch : {24, 40}) {
        const Nv12 pixels = scattered_nv12(24, 12, pitch, 5);
        expect_planes(whole_of(pixels).get(), pixels);
    }
}

TEST_F(PlanarYuv, UseHostPointerWithPitch) {
    for (const int pitch : {24, 64}) {
        Nv12 pixels = scattered_nv12(24, 12, pitch, 5);
        Request one = request(24, 12, kUsual | CL_MEM_USE_HOST_PTR);
        one.description.image_row_pitch = static_cast<size_t>(pitch);
        one.host = pixels.data.data();
        const Owned<cl_mem> whole = create(one);
        expect_planes(whole.get(), pixels);
        EXPECT_EQ(query<void*>(clGetMemObjectInfo, whole.get(), CL_MEM_HOST_PTR), one.host);
        EXPECT_EQ(query<size_t>(clGetImageInfo, whole.get(), CL_IMAGE_ROW_PITCH), static_cast<size_t>(pitch));
    }
}

TEST_F(PlanarYuv, QueriesOfTheWhole) {
    const Owned<cl_mem> whole = create(request(24, 12));
    const auto format = query<cl_image_format>(clGetImageInfo, whole.get(), CL_IMAGE_FORMAT);
    EXPECT_EQ(format.image_channel_order, static_cast<cl_channel_order>(CL_NV12_INTEL));
    EXPECT_EQ(format.image_channel_data_type, static_cast<cl_channel_type>(CL_UNORM_INT8));
    EXPECT_EQ(query<size_t>(clGetImageInfo, whole.get(), CL_IMAGE_WIDTH), 24u);
    EXPECT_EQ(query<size_t>(clGetImageInfo, whole.get(), CL_IMAGE_HEIGHT), 12u);
    EXPECT_EQ(query<size_t>(clGetImageInfo, whole.get(), CL_IMAGE_DEPTH), 1u);
    EXPECT_EQ(query<size_t>(clGetImageInfo, whole.get(), CL_IMAGE_ELEMENT_SIZE), 1u);  // of the luma plane
    EXPECT_EQ(query<cl_mem_flags>(clGetMemObjectInfo, whole.get(), CL_MEM_FLAGS), kUsual);
    EXPECT_EQ(query<cl_mem>(clGetMemObjectInfo, whole.get(), CL_MEM_ASSOCIATED_MEMOBJECT), nullptr);
    EXPECT_EQ(query<void*>(clGetMemObjectInfo, whole.get(), CL_MEM_HOST_PTR), nullptr);
    EXPECT_EQ(query<cl_mem_object_type>(clGetMemObjectInfo, whole.get(), CL_MEM_TYPE),
              static_cast<cl_mem_object_type>(CL_MEM_OBJECT_IMAGE2D));
    EXPECT_EQ(query<cl_context>(clGetMemObjectInfo, whole.get(), CL_MEM_CONTEXT), context());
    EXPECT_GE(query<size_t>(clGetMemObjectInfo, whole.get(), CL_MEM_SIZE), 24u * 12 * 3 / 2);
}

TEST_F(PlanarYuv, QueriesOfPlanes) {
    const Owned<cl_mem> whole = create(request(24, 12));
    for (const size_t plane : {0u, 1u}) {
        for (const cl_channel_type type : {CL_UNORM_INT8, CL_UNSIGNED_INT8}) {
            const Request one = plane_request(whole.get(), plane, CL_MEM_READ_WRITE, type);
            const Owned<cl_mem> made = create(one);
            const auto format = query<cl_image_format>(clGetImageInfo, made.get(), CL_IMAGE_FORMAT);
            EXPECT_EQ(format.image_channel_order, one.format.image_channel_order);
            EXPECT_EQ(format.image_channel_data_type, type);
            EXPECT_EQ(query<size_t>(clGetImageInfo, made.get(), CL_IMAGE_WIDTH), 24u >> plane);
            EXPECT_EQ(query<size_t>(clGetImageInfo, made.get(), CL_IMAGE_HEIGHT), 12u >> plane);
            EXPECT_EQ(query<size_t>(clGetImageInfo, made.get(), CL_IMAGE_ELEMENT_SIZE), 1u + plane);
            EXPECT_EQ(query<size_t>(clGetImageInfo, made.get(), CL_IMAGE_ROW_PITCH),
                      query<size_t>(clGetImageInfo, whole.get(), CL_IMAGE_ROW_PITCH));
            EXPECT_EQ(query<cl_mem_flags>(clGetMemObjectInfo, made.get(), CL_MEM_FLAGS), one.flags);
            EXPECT_EQ(query<cl_mem>(clGetMemObjectInfo, made.get(), CL_MEM_ASSOCIATED_MEMOBJECT),
                      whole.get());
            EXPECT_EQ(query<void*>(clGetMemObjectInfo, made.get(), CL_MEM_HOST_PTR), nullptr);
        }
    }
}

TEST_F(PlanarYuv, SupportedFormats) {
    const auto listed = [&](cl_mem_flags flags, cl_mem_object_type type) {
        cl_uint count = 0;
        EXPECT_EQ(clGetSupportedImageFormats(context(), flags, type, 0, nullptr, &count), CL_SUCCESS);
        std::vector<cl_image_format> formats(count);
        if (count != 0) {
            EXPECT_EQ(clGetSupportedImageFormats(context(), flags, type, count, formats.data(), nullptr),
                      CL_SUCCESS);
        }
        return std::ranges::count_if(formats, [](const cl_image_format& f) {
            return f.image_channel_order == CL_NV12_INTEL && f.image_channel_data_type == CL_UNORM_INT8;
        });
    };
    EXPECT_EQ(listed(CL_MEM_NO_ACCESS_INTEL, CL_MEM_OBJECT_IMAGE2D), 1);
    EXPECT_EQ(listed(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D), 1);
    EXPECT_EQ(listed(CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE3D), 0);
}

// A plane keeps the pixels even after its host has released the whole image.
TEST_F(PlanarYuv, PlanesOutliveTheWhole) {
    const Nv12 pixels = scattered_nv12(24, 12, 24, 9);
    Owned<cl_mem> whole = whole_of(pixels);
    const Owned<cl_mem> luma = plane_of(whole.get(), 0), chroma = plane_of(whole.get(), 1);
    whole.reset();
    EXPECT_EQ(read(luma.get(), pixels.plane(0)).data, pixels.plane(0).data);
    EXPECT_EQ(read(chroma.get(), pixels.plane(1)).data, pixels.plane(1).data);
}

TEST_F(PlanarYuv, PlanesAreWrittenAndMapped) {
    Nv12 pixels = scattered_nv12(24, 12, 24, 9);
    const Owned<cl_mem> whole = whole_of(pixels);
    for (const size_t plane : {0u, 1u}) {
        const Owned<cl_mem> image = plane_of(whole.get(), plane);
        const size_t origin[3] = {2, 1, 0}, region[3] = {4, 3, 1};
        const uint8_t rows[3][8] = {
            {1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11, 12, 13, 14, 15, 16}, {17, 18, 19, 20, 21, 22, 23, 24}};
        ASSERT_EQ(clEnqueueWriteImage(queue(), image.get(), CL_TRUE, origin, region, 8, 0, rows, 0, nullptr,
                                      nullptr),
                  CL_SUCCESS);
        const size_t texel = 1 + plane;
        uint8_t* at = pixels.data.data() + plane * 24 * 12 + 24 * origin[1] + origin[0] * texel;
        for (size_t y = 0; y < 3; y++) std::copy_n(rows[y], 4 * texel, at + 24 * y);
        expect_planes(whole.get(), pixels);

        cl_int error = CL_SUCCESS;
        size_t pitch = 0;
        auto* mapped = static_cast<uint8_t*>(clEnqueueMapImage(queue(), image.get(), CL_TRUE,
                                                               CL_MAP_READ | CL_MAP_WRITE, origin, region,
                                                               &pitch, nullptr, 0, nullptr, nullptr, &error));
        ASSERT_EQ(error, CL_SUCCESS);
        for (size_t y = 0; y < 3; y++) {
            for (size_t x = 0; x < 4 * texel; x++) {
                EXPECT_EQ(mapped[y * pitch + x], at[24 * y + x]);
                at[24 * y + x] = mapped[y * pitch + x] = static_cast<uint8_t>(x + 50 * y);
            }
        }
        ASSERT_EQ(clEnqueueUnmapMemObject(queue(), image.get(), mapped, 0, nullptr, nullptr), CL_SUCCESS);
        ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
        expect_planes(whole.get(), pixels);
    }
}

TEST_F(PlanarYuv, PlanesAreCopied) {
    const Nv12 from = scattered_nv12(24, 12, 24, 9), to = scattered_nv12(24, 12, 24, 5000);
    const Owned<cl_mem> source = whole_of(from), sink = whole_of(to);
    for (const size_t plane : {0u, 1u}) {
        const Bytes bytes = from.plane(static_cast<int>(plane));
        const Owned<cl_mem> a = plane_of(source.get(), plane), b = plane_of(sink.get(), plane);
        const size_t origin[3] = {},
                     region[3] = {static_cast<size_t>(bytes.width), static_cast<size_t>(bytes.height), 1};
        ASSERT_EQ(clEnqueueCopyImage(queue(), a.get(), b.get(), origin, origin, region, 0, nullptr, nullptr),
                  CL_SUCCESS);
        std::vector<uint8_t> zero(bytes.data.size());
        const Owned<cl_mem> memory = buffer(zero.size(), zero.data());
        ASSERT_EQ(clEnqueueCopyImageToBuffer(queue(), b.get(), memory.get(), origin, region, 0, 0, nullptr,
                                             nullptr),
                  CL_SUCCESS);
        ASSERT_EQ(clEnqueueReadBuffer(queue(), memory.get(), CL_TRUE, 0, zero.size(), zero.data(), 0, nullptr,
                                      nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(zero, bytes.data);
    }
    expect_planes(sink.get(), from);
}

TEST_F(PlanarYuv, WholesAreCopied) {
    const Nv12 from = scattered_nv12(24, 12, 24, 9);
    Nv12 to = scattered_nv12(32, 16, 32, 5000);
    const Owned<cl_mem> source = whole_of(from), sink = whole_of(to);
    const size_t begin[3] = {4, 2, 0}, end[3] = {10, 6, 0}, region[3] = {12, 8, 1};
    cl_event copied = nullptr;
    ASSERT_EQ(clEnqueueCopyImage(queue(), source.get(), sink.get(), begin, end, region, 0, nullptr, &copied),
              CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &copied), CL_SUCCESS);
    clReleaseEvent(copied);
    for (int y = 0; y < 8; y++) std::copy_n(&from.data[(y + 2) * 24 + 4], 12, &to.data[(y + 6) * 32 + 10]);
    for (int y = 0; y < 4; y++)
        std::copy_n(&from.data[(12 + y + 1) * 24 + 4], 12, &to.data[(16 + y + 3) * 32 + 10]);
    expect_planes(sink.get(), to);
    EXPECT_EQ(clEnqueueCopyImage(queue(), source.get(), plane_of(sink.get(), 0).get(), begin, end, region, 0,
                                 nullptr, nullptr),
              CL_IMAGE_FORMAT_MISMATCH);
}

}  // namespace
}  // namespace genmedia::test
