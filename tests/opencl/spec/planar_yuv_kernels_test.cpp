// SPDX-License-Identifier: MIT
// cl_intel_planar_yuv in kernels: "Mapping image channels" (6.15.15.7) and "Built-in Image Read Functions"
// (6.15.15.2), planes under cl_intel_media_block_io, and the unit's chroma.
#include "opencl/spec/nv12.h"

#include <mutex>

namespace genmedia::test {
namespace {

constexpr int kWidth = 40, kHeight = 24;
constexpr float kRounding = 2e-7f;  // 1.5 units in the last place of a normalized value

class PlanarKernels : public PlanarTest {
protected:
    // One work-item for each pixel; groups of 8 x 2.
    static Range pixels(int width, int height) {
        return {.global = {static_cast<size_t>(width), static_cast<size_t>(height), 1},
                .local = {4, 2, 1},
                .dimensions = 2};
    }

    // A program that uses one of the layer's functions gets the layer.
    static std::string text(const std::string& parameters, const std::string& body) {
        return "__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | "
               "CLK_FILTER_NEAREST;\n"
               "__kernel void k(" +
               parameters +
               ") {\n"
               "    const int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
               "    const int i = at.y * get_global_size(0) + at.x + 0 * get_sub_group_local_id();\n    " +
               body + "\n}\n";
    }

    const Nv12 image = scattered_nv12(kWidth, kHeight, 48, 77);
};

TEST_F(PlanarKernels, ReadPlanes) {
    const Owned<cl_mem> whole = whole_of(image);
    for (const size_t plane : {0u, 1u}) {
        const Bytes bytes = image.plane(static_cast<int>(plane));
        const Owned<cl_mem> normalized = plane_of(whole.get(), plane),
                            integers = plane_of(whole.get(), plane, CL_UNSIGNED_INT8);
        for (const char* how : {"at", "nearest, at", "nearest, convert_float2(at) + 0.5f"}) {
            std::vector<cl_float> f(4 * bytes.width * bytes.height);
            std::vector<cl_uint> u(f.size());
            const std::string where = how;
            launch(text("read_only image2d_t a, read_only image2d_t b, __global float4* f, __global uint4* u",
                        "f[i] = read_imagef(a, " + where + "); u[i] = read_imageui(b, " + where + ");"),
                   "k", pixels(bytes.width, bytes.height), normalized.get(), integers.get(), f, u);
            for (size_t i = 0; i < f.size(); i++) {
                const size_t channel = i % 4;
                const cl_uint expected =
                    channel <= plane ? bytes.data[i / 4 * (1 + plane) + channel] : channel == 3;
                // PoCL's own read_imageui leaves 0 where the text has 1: for CL_R, and where it has CL_RG.
                if (channel != 3) {
                    ASSERT_EQ(u[i], expected)
                        << how << ", plane " << plane << ", pixel " << i / 4 << ", channel " << channel;
                }
                ASSERT_NEAR(f[i], channel == 3 ? 1.0f : static_cast<float>(expected) / 255.0f, kRounding)
                    << how << ", plane " << plane << ", pixel " << i / 4 << ", channel " << channel;
            }
        }
    }
}

TEST_F(PlanarKernels, QueriesOfPlanes) {
    const Owned<cl_mem> whole = whole_of(image);
    for (const size_t plane : {0u, 1u}) {
        for (const cl_channel_type type : {CL_UNORM_INT8, CL_UNSIGNED_INT8}) {
            std::vector<cl_int> seen(4);
            launch(
                "__kernel void k(read_only image2d_t a, __global int* seen) {\n"
                "    seen[0] = get_image_width(a);\n    seen[1] = get_image_height(a) + 0 * "
                "get_sub_group_local_id();\n"
                "    seen[2] = get_image_channel_order(a) - (" +
                    std::string(plane == 0 ? "CLK_R" : "CLK_RG") +
                    ");\n"
                    "    seen[3] = get_image_channel_data_type(a) - (" +
                    (type == CL_UNORM_INT8 ? "CLK_UNORM_INT8" : "CLK_UNSIGNED_INT8") + ");\n}",
                "k", {.local = {1, 1, 1}}, plane_of(whole.get(), plane, type).get(), seen);
            EXPECT_EQ(seen, (std::vector<cl_int>{kWidth >> plane, kHeight >> plane, 0, 0}))
                << "plane " << plane;
        }
    }
}

// Arguments may be in any memory.
TEST_F(PlanarKernels, CoordinatesInGlobalMemory) {
    const Owned<cl_mem> whole = whole_of(image);
    std::vector<cl_int> at{7, 5};
    std::vector<cl_float> f(4);
    launch(
        "__kernel void k(read_only image2d_t a, __global const int2* at, __global float4* f) {\n"
        "    f[get_sub_group_local_id()] = read_imagef(a, at[0]);\n}",
        "k", {.local = {1, 1, 1}}, whole.get(), at, f);
    EXPECT_NEAR(f[1], image.y(7, 5) / 255.0f, kRounding);
    EXPECT_NEAR(f[2], image.u(7, 5) / 255.0f, kRounding);
}

// Values outside the type's range are clamped.
TEST_F(PlanarKernels, WritePlanes) {
    const Owned<cl_mem> whole = create(request(kWidth, kHeight));
    for (const size_t plane : {0u, 1u}) {
        Bytes bytes = image.plane(static_cast<int>(plane));
        const Owned<cl_mem> normalized = plane_of(whole.get(), plane),
                            integers = plane_of(whole.get(), plane, CL_UNSIGNED_INT8);
        std::vector<cl_float> f(4 * bytes.width * bytes.height);
        std::vector<cl_uint> u(f.size());
        for (size_t i = 0; i < f.size(); i++) {
            const size_t channel = i % 4;
            const uint8_t byte = channel <= plane ? bytes.data[i / 4 * (1 + plane) + channel] : 99;
            f[i] = byte == 255 ? 1.7f : byte == 0 ? -0.4f : static_cast<float>(byte) / 255.0f;
            u[i] = byte == 255 ? 70000 : byte;
        }
        const std::string parameters = "write_only image2d_t a, __global float4* f, __global uint4* u";
        launch(text(parameters, "write_imagef(a, at, f[i]);"), "k", pixels(bytes.width, bytes.height),
               normalized.get(), f, u);
        EXPECT_EQ(read(normalized.get(), bytes).data, bytes.data) << "write_imagef, plane " << plane;
        for (size_t i = 0; i < f.size(); i++) u[i] = i % 4 <= plane ? u[i] ^ 0x55 : u[i];
        for (uint8_t& byte : bytes.data) byte = byte == 255 ? 255 : byte ^ 0x55;
        launch(text(parameters, "write_imageui(a, at, u[i]);"), "k", pixels(bytes.width, bytes.height),
               integers.get(), f, u);
        EXPECT_EQ(read(integers.get(), bytes).data, bytes.data) << "write_imageui, plane " << plane;
    }
}

// Calls are expressions, and a scalar may be a colour.
TEST_F(PlanarKernels, WritesAsExpressions) {
    const Owned<cl_mem> whole = create(request(kWidth, kHeight));
    const Owned<cl_mem> plane = plane_of(whole.get(), 0),
                        integers = plane_of(whole.get(), 0, CL_UNSIGNED_INT8);
    const char* const ways[] = {
        "write_imagef(a, at, 0.6f);",
        "i % 2 ? write_imagef(a, at, (float4)(0.6f)) : write_imagef(a, at, 0.6f);",
        "for (int n = 0; n < 1; n++, write_imagef(a, at, 0.6f)) {}",
        "if (i % 2) write_imagef(a, at, 0.6f); else write_imagef(a, at, 0.6f);",
        "write_imagef(a, at, 0), write_imagef(a, at, 0.6f);",
    };
    for (const char* way : ways) {
        std::vector<cl_float> f(4);
        launch(text("write_only image2d_t a, __global float4* f", way), "k", pixels(kWidth, kHeight),
               plane.get(), f);
        for (const uint8_t byte : read(plane.get(), image.plane(0)).data)
            ASSERT_EQ(byte, 153) << way;  // 0.6 * 255
        launch(text("write_only image2d_t a, __global float4* f", "write_imageui(a, at, 7);"), "k",
               pixels(kWidth, kHeight), integers.get(), f);
        for (const uint8_t byte : read(integers.get(), image.plane(0)).data) ASSERT_EQ(byte, 7);
    }
}

// A clone has the first kernel's arguments, and what the layer knows about their images.
TEST_F(PlanarKernels, ClonesKeepTheirImages) {
    const Owned<cl_mem> whole = whole_of(image);
    const cl_program program = built_once(
        text("read_only image2d_t a, __global float4* f", "f[i] = read_imagef(a, at);"), "-cl-std=CL2.0");
    const Owned<cl_kernel> first = kernel(program, "k");
    const cl_mem source = whole.get();
    ASSERT_EQ(clSetKernelArg(first.get(), 0, sizeof source, &source), CL_SUCCESS);
    cl_int error = CL_SUCCESS;
    const Owned<cl_kernel> clone(clCloneKernel(first.get(), &error));
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<cl_float> f(4 * kWidth * kHeight);
    const Owned<cl_mem> out(
        clCreateBuffer(context(), CL_MEM_READ_WRITE, f.size() * sizeof(cl_float), nullptr, &error));
    const cl_mem target = out.get();
    ASSERT_EQ(clSetKernelArg(clone.get(), 1, sizeof target, &target), CL_SUCCESS);
    const Range range = pixels(kWidth, kHeight);
    ASSERT_EQ(clEnqueueNDRangeKernel(queue(), clone.get(), range.dimensions, nullptr, range.global.data(),
                                     range.local.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadBuffer(queue(), out.get(), CL_TRUE, 0, f.size() * sizeof(cl_float), f.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++) {
            const cl_float* pixel = &f[4 * static_cast<size_t>(y * kWidth + x)];
            ASSERT_NEAR(pixel[0], image.v(x, y) / 255.0f, kRounding) << x << ", " << y;
            ASSERT_NEAR(pixel[1], image.y(x, y) / 255.0f, kRounding) << x << ", " << y;
            ASSERT_NEAR(pixel[2], image.u(x, y) / 255.0f, kRounding) << x << ", " << y;
        }
}

// Reads give (V, Y, U, 1.0), with one chroma sample for four pixels. Outside the image the sampler decides.
TEST_F(PlanarKernels, ReadWholes) {
    const Owned<cl_mem> whole = whole_of(image);
    for (const int shift : {0, -9, 13}) {
        for (const char* how : {"at", "nearest, at"}) {
            if (shift != 0 && how[0] == 'a') continue;  // undefined without a sampler
            std::vector<cl_float> f(4 * kWidth * kHeight);
            launch(text("read_only image2d_t a, __global float4* f, int shift",
                        "const int2 from = at + shift; f[i] = read_imagef(a, " +
                            std::string(how[0] == 'a' ? "from" : "nearest, from") + ");"),
                   "k", pixels(kWidth, kHeight), whole.get(), f, cl_int{shift});
            for (int i = 0; i < kWidth * kHeight; i++) {
                const int x = std::clamp(i % kWidth + shift, 0, kWidth - 1),
                          y = std::clamp(i / kWidth + shift, 0, kHeight - 1);
                const float expected[] = {image.v(x, y) / 255.0f, image.y(x, y) / 255.0f,
                                          image.u(x, y) / 255.0f, 1.0f};
                for (int c = 0; c < 4; c++)
                    ASSERT_NEAR(f[4 * i + c], expected[c], kRounding)
                        << how << ", pixel " << x << ", " << y << ", channel " << c;
            }
        }
    }
}

// Luma is read by byte, chroma by word. At chroma's borders pairs are repeated.
TEST_F(PlanarKernels, MediaBlocksOfPlanes) {
    const Owned<cl_mem> whole = whole_of(image);
    const Owned<cl_mem> luma = plane_of(whole.get(), 0), chroma = plane_of(whole.get(), 1);
    const Bytes y = image.plane(0), uv = image.plane(1);
    for (const cl_int2 corner :
         {cl_int2{{0, 0}}, cl_int2{{-8, -2}}, cl_int2{{kWidth - 4, 5}}, cl_int2{{16, kHeight - 2}}}) {
        std::vector<uint8_t> bytes(64);
        std::vector<uint16_t> words(32);
        launch(
            "__kernel void k(read_only image2d_t a, read_only image2d_t b, int2 corner, __global uchar* y, "
            "__global ushort* uv) {\n"
            "    const uint lane = get_sub_group_local_id();\n"
            "    vstore4(intel_sub_group_media_block_read_uc4(corner, 16, 4, a), lane, y);\n"
            "    vstore2(intel_sub_group_media_block_read_us2(corner, 8, 4, b), lane, uv);\n}",
            "k", {.global = {16, 1, 1}, .local = {16, 1, 1}}, luma.get(), chroma.get(), corner, bytes, words);
        for (int i = 0; i < 64; i++)  // line by line; a work-item's elements are consecutive
            ASSERT_EQ(bytes[i % 16 * 4 + i / 16], y.nearest(corner.s[0] + i % 16, corner.s[1] + i / 16)) << i;
        for (int i = 0; i < 32; i++) {
            const int x = corner.s[0] + i % 8 * 2, line = corner.s[1] + i / 8;
            ASSERT_EQ(words[i % 16 * 2 + i / 16], uv.nearest(x, line) | uv.nearest(x + 1, line) << 8) << i;
        }
    }
}

struct Reports {
    std::mutex mutex;
    std::vector<std::string> texts;
};

void CL_CALLBACK note(const char* text, const void*, size_t, void* reports) {
    auto& to = *static_cast<Reports*>(reports);
    const std::lock_guard lock(to.mutex);
    to.texts.emplace_back(text);
}

// cl_intel_device_side_avc_motion_estimation wants NV12 for chroma. An image with only luma is a mistake that
// shows when the kernel runs.
TEST_F(PlanarKernels, ChromaOfALumaImageIsReported) {
    Reports reports;
    cl_int error = CL_SUCCESS;
    const cl_device_id id = device();
    const Owned<cl_context> own(clCreateContext(nullptr, 1, &id, note, &reports, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const Owned<cl_command_queue> commands(
        clCreateCommandQueueWithProperties(own.get(), id, nullptr, &error));
    const char* source = R"(__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void k(read_only image2d_t source, __global ushort* out) {
    const sampler_t vme = CLK_AVC_ME_INITIALIZE_INTEL;
    intel_sub_group_avc_sic_payload_t payload = intel_sub_group_avc_sic_initialize((ushort2)(0, 0));
    payload = intel_sub_group_avc_sic_configure_ipe(CLK_AVC_ME_INTRA_LUMA_PARTITION_MASK_ALL_INTEL, 0, 0, 0, 0, 0, 0, 0, 0,
                                                    CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL, payload);
    intel_sub_group_avc_sic_result_t result = intel_sub_group_avc_sic_evaluate_ipe(source, vme, payload);
    out[0] = intel_sub_group_avc_sic_get_best_ipe_luma_distortion(result);
    out[1] = intel_sub_group_avc_sic_get_best_ipe_chroma_distortion(result);
    out[2] = intel_sub_group_avc_sic_get_ipe_chroma_mode(result);
})";
    const Owned<cl_program> program(clCreateProgramWithSource(own.get(), 1, &source, nullptr, &error));
    ASSERT_EQ(clBuildProgram(program.get(), 1, &id, "", nullptr, nullptr), CL_SUCCESS)
        << log_of(program.get());
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const cl_image_format format{CL_R, CL_UNORM_INT8};
    const Request luma = request(16, 16);
    uint8_t pixels[256];
    for (int i = 0; i < 256; i++) pixels[i] = static_cast<uint8_t>(scattered(static_cast<uint32_t>(i)));
    const Owned<cl_mem> source_image(clCreateImage(own.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                                   &format, &luma.description, pixels, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    uint16_t out[3] = {1, 1, 1};
    const Owned<cl_mem> memory(
        clCreateBuffer(own.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof out, out, &error));
    const cl_mem arguments[] = {source_image.get(), memory.get()};
    for (cl_uint i = 0; i < 2; i++)
        ASSERT_EQ(clSetKernelArg(made.get(), i, sizeof(cl_mem), &arguments[i]), CL_SUCCESS);
    const size_t items = 48, size = 16;
    const int launches = 3;
    for (int i = 0; i < launches; i++)
        ASSERT_EQ(clEnqueueNDRangeKernel(commands.get(), made.get(), 1, nullptr, &items, &size, 0, nullptr,
                                         nullptr),
                  CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueReadBuffer(commands.get(), memory.get(), CL_TRUE, 0, sizeof out, out, 0, nullptr, nullptr),
        CL_SUCCESS);
    for (const uint16_t value : out) EXPECT_EQ(value, 0);
    const std::lock_guard lock(reports.mutex);
    ASSERT_EQ(reports.texts.size(), launches);  // one for each launch; three work-groups met the mistake
    for (const std::string& text : reports.texts) EXPECT_NE(text.find("chroma"), std::string::npos) << text;
}

}  // namespace
}  // namespace genmedia::test
