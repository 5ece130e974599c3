// SPDX-License-Identifier: MIT
// Programs that a device cannot run, on processors in its place. Their hosts know nothing of it: memory,
// events and queries are those of the device.
#include "opencl/layer/layer_test.h"

#include <CL/cl_ext.h>

#include <cstdlib>
#include <future>
#include <numeric>
#include <sstream>
#include <thread>

namespace genmedia::test {
namespace {

// Eight of sixteen lanes exchange values: without NVIDIA's instructions no device can do so.
const std::string kDivided = R"(__kernel void k(__global int* out, int added) {
    int x = get_global_id(0);
    if (get_sub_group_local_id() < 8) x = intel_sub_group_shuffle(x, 3) + added;
    out[get_global_id(0)] = x;
}
)";

cl_int divided(size_t item, cl_int added) {
    return static_cast<cl_int>(item % 16 < 8 ? item / 16 * 16 + 3 : item) + (item % 16 < 8 ? added : 0);
}

// What the layer has said since the capture of standard error began; PoCL's compiler counts its errors there.
std::string said_by_layer() {
    std::istringstream lines(testing::internal::GetCapturedStderr());
    std::string said;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("genmedia: ")) said += line + "\n";
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

constexpr size_t kItems = 64;

TEST_F(Fallback, LanesThatGoDifferentWaysExchangeValues) {
    testing::internal::CaptureStderr();
    const Owned<cl_program> program = built(kDivided);
    const std::string said = expect_said(said_by_layer());
    EXPECT_NE(said.find("kernel k on processors"), std::string::npos) << said;
    EXPECT_NE(said.find("program.cl:3:43: error: intel_sub_group_shuffle: work-items go different ways"),
              std::string::npos)
        << said;
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    set(k.get(), 1, cl_int{1000});
    const auto seen = run_ints(k.get(), kItems, {.global = {kItems, 1, 1}});
    for (size_t i = 0; i < kItems; i++) EXPECT_EQ(seen[i], divided(i, 1000)) << i;
    EXPECT_NE(log_of(program.get()).find("work-items go different ways"), std::string::npos);
}

TEST_F(Fallback, EventsNameTheDevice) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(16));
    set(k.get(), 0, out);
    set(k.get(), 1, cl_int{0});
    cl_event there = nullptr, here = nullptr;
    ASSERT_EQ(enqueue(k.get(), 16, &there), CL_SUCCESS);
    EXPECT_TRUE(device_of(there).ends_with(" (fall-back)")) << device_of(there);
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, &here), CL_SUCCESS);
    EXPECT_FALSE(device_of(here).ends_with(" (fall-back)")) << device_of(here);
    cl_command_type type = 0;
    cl_command_queue of_event = nullptr;
    clGetEventInfo(there, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
    clGetEventInfo(there, CL_EVENT_COMMAND_QUEUE, sizeof of_event, &of_event, nullptr);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_NDRANGE_KERNEL});
    EXPECT_EQ(of_event, queue());
    EXPECT_EQ(clWaitForEvents(1, &there), CL_SUCCESS);
    clReleaseEvent(there);
    clReleaseEvent(here);
}

// What fits is not moved: the device's own path.
TEST_F(Fallback, IsForProgramsThatNeedIt) {
    testing::internal::CaptureStderr();
    const Owned<cl_program> program = built(
        "__kernel void k(__global int* out) { out[get_global_id(0)] = "
        "intel_sub_group_shuffle((int)get_global_id(0), 3); }");
    EXPECT_EQ(said_by_layer(), "");
    const auto seen = run_ints(kernel(program.get(), "k").get(), 16, {.global = {16, 1, 1}});
    EXPECT_EQ(seen, std::vector<cl_int>(16, 3));
}

TEST_F(Fallback, ErrorsOfProgramsAreErrors) {
    testing::internal::CaptureStderr();
    const std::string log =
        refused("__kernel void k(__global int* out) { out[0] = sub_group_broadcast(missing, 0); }");
    EXPECT_EQ(said_by_layer(), "");
    EXPECT_NE(log.find("On processors, in its place:"), std::string::npos) << log;
    EXPECT_NE(log.rfind("missing"), log.find("missing")) << "both compilers say so: " << log;
}

// ---- What the device's language lacks

TEST_F(Fallback, ImagesThatAreReadAndWritten) {
    const Owned<cl_program> program = fallen(R"(__kernel void k(read_write image2d_t image) {
        const int2 at = (int2)(get_global_id(0), get_global_id(1));
        const uint4 pixel = read_imageui(image, at);
        write_imageui(image, at, pixel + (uint4)(sub_group_broadcast((uint)get_sub_group_local_id(), 2)));
    })",
                                             "-cl-std=CL2.0");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    std::vector<cl_uint> pixels(32 * 3);
    std::iota(pixels.begin(), pixels.end(), 0x01020304U);
    const auto image = image_of(CL_MEM_OBJECT_IMAGE2D, {32, 3, 1}, pixels);
    set(k.get(), 0, image);
    const size_t global[2] = {16, 2}, local[2] = {16, 1}, offset[2] = {8, 1};
    ASSERT_EQ(clEnqueueNDRangeKernel(queue(), k.get(), 2, offset, global, local, 0, nullptr, nullptr),
              CL_SUCCESS);
    for (size_t y = 1; y < 3; y++)
        for (size_t x = 8; x < 24; x++) pixels[y * 32 + x] += 0x02020202U;
    EXPECT_EQ(pixels_of(image.get(), {32, 3, 1}), pixels);
}

TEST_F(Fallback, KernelsThatKernelsCall) {
    const Owned<cl_program> program = fallen(R"(__kernel void inner(__global int* out) {
        out[get_global_id(0)] = intel_sub_group_shuffle((int)get_global_id(0), 5);
    }
    __kernel void k(__global int* out) { inner(out); out[get_global_id(0)] += 7; })");
    const auto seen = run_ints(kernel(program.get(), "k").get(), 16, {.global = {16, 1, 1}});
    EXPECT_EQ(seen, std::vector<cl_int>(16, 12));
    cl_uint count = 0;
    EXPECT_EQ(clCreateKernelsInProgram(program.get(), 0, nullptr, &count), CL_SUCCESS);
    EXPECT_EQ(count, 2U);
    cl_kernel both[2] = {};
    ASSERT_EQ(clCreateKernelsInProgram(program.get(), 2, both, nullptr), CL_SUCCESS);
    for (const cl_kernel one : both) EXPECT_EQ(clReleaseKernel(one), CL_SUCCESS);
    EXPECT_EQ(clCreateKernelsInProgram(program.get(), 1, both, nullptr), CL_INVALID_VALUE);
}

TEST_F(Fallback, UnitAskedBySomeLanes) {
    const Owned<cl_program> program = fallen(R"(__kernel void k(__global int* out, read_only image2d_t source,
                    read_only image2d_t reference) {
    int best = -1;
    if (get_local_id(0) < 16) {
        intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
            (ushort2)(16, 0), CLK_AVC_ME_PARTITION_MASK_16x16_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
        search = intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
        best = intel_sub_group_avc_ime_get_best_inter_distortion(intel_sub_group_avc_ime_evaluate_with_single_reference(
            source, reference, CLK_AVC_ME_INITIALIZE_INTEL, search));
    }
    out[get_global_id(0)] = best;
})");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    // Two pictures of one value each: each of the 256 samples differs by 3, wherever is searched.
    const Picture source(64, 32, [](int, int) { return 20; }), reference(64, 32, [](int, int) { return 23; });
    const Owned<cl_mem> images[] = {image(source), image(reference)};
    set(k.get(), 1, images[0]);
    set(k.get(), 2, images[1]);
    const auto seen = run_ints(k.get(), 32, {.global = {32, 1, 1}, .local = {32, 1, 1}});
    for (size_t i = 0; i < 32; i++) EXPECT_EQ(seen[i], i < 16 ? 768 : -1) << i;
}

TEST_F(Fallback, PartsThatAreCompiledAndLinked) {
    const std::string part = R"(#include "twice.h"
int twice(int);
__kernel void k(__global int* out) {
    out[get_global_id(0)] = twice(intel_sub_group_shuffle((int)get_global_id(0), 4)) + PLUS;
})";
    const std::string other = "int twice(int x) { return 2 * x; }", text = "#define PLUS 1\n";
    const Owned<cl_program> first = source(part), second = source(other), header = source(text);
    const cl_program headers[] = {header.get()};
    const char* names[] = {"twice.h"};
    testing::internal::CaptureStderr();
    ASSERT_EQ(clCompileProgram(first.get(), 0, nullptr, "", 1, headers, names, nullptr, nullptr), CL_SUCCESS)
        << log_of(first.get());
    ASSERT_EQ(clCompileProgram(second.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    const cl_program parts[] = {first.get(), second.get()};
    cl_int error = CL_SUCCESS;
    const Owned<cl_program> linked(
        clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const std::string said = expect_said(said_by_layer());
    EXPECT_NE(said.find("compiled and linked in two steps"), std::string::npos) << said;
    cl_program_binary_type type = 0;
    clGetProgramBuildInfo(linked.get(), device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
    EXPECT_EQ(type, cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
    const auto seen = run_ints(kernel(linked.get(), "k").get(), 16, {.global = {16, 1, 1}});
    EXPECT_EQ(seen, std::vector<cl_int>(16, 9));
}

// ---- Memory

TEST_F(Fallback, SubBuffersOfOneBuffer) {
    const Owned<cl_program> program = fallen(R"(__kernel void k(__global int* whole, __global int* part,
                                                               __global int* other, __constant int* last) {
        const int i = get_global_id(0);
        if (get_sub_group_local_id() < 16) part[i] = intel_sub_group_shuffle(i, 1) + whole[i] + last[i];
        other[i] = part[i] + 1;
        whole[i] = -1;
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const size_t alignment = device_value<cl_uint>(device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    const size_t step = std::max<size_t>(alignment, 64) / sizeof(cl_int);
    std::vector<cl_int> data(8 * step);
    std::iota(data.begin(), data.end(), 0);
    const Owned<cl_mem> whole = ints(data);
    const auto part_of = [&](size_t begin, size_t count) {
        const cl_buffer_region region{begin * sizeof(cl_int), count * sizeof(cl_int)};
        cl_int error = CL_SUCCESS;
        Owned<cl_mem> made(clCreateSubBuffer(whole.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
        EXPECT_EQ(error, CL_SUCCESS);
        return made;
    };
    // The second and third overlap; the whole has all. `other` begins where the upper half of `part` does.
    const Owned<cl_mem> part = part_of(2 * step, 2 * step), other = part_of(3 * step, step),
                        last = part_of(6 * step, step);
    set(k.get(), 0, whole);
    set(k.get(), 1, part);
    set(k.get(), 2, other);
    set(k.get(), 3, last);
    ASSERT_EQ(enqueue(k.get(), 16), CL_SUCCESS);
    std::vector<cl_int> expected = data;
    for (size_t i = 0; i < 16; i++) {
        expected[2 * step + i] = static_cast<cl_int>(1 + i + 6 * step + i);
        expected[3 * step + i] = expected[2 * step + i] + 1;
        expected[i] = -1;
    }
    EXPECT_EQ(values<cl_int>(whole.get(), data.size()), expected);
}

TEST_F(Fallback, ImagesOfAllKindsAreWritten) {
    struct Case {
        cl_mem_object_type type;
        const char *name, *at;
        std::array<size_t, 3> size;
    };
    for (const Case& one : {
             Case{CL_MEM_OBJECT_IMAGE1D, "image1d_t", "x", {16, 1, 1}},
             Case{CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", "(int2)(x, y)", {16, 3, 1}},
             Case{CL_MEM_OBJECT_IMAGE2D, "image2d_t", "(int2)(x, y)", {16, 3, 1}},
             Case{CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", "(int4)(x, y, z, 0)", {16, 3, 2}},
             Case{CL_MEM_OBJECT_IMAGE3D, "image3d_t", "(int4)(x, y, z, 0)", {16, 3, 2}},
         }) {
        const std::string name = one.name, at = one.at;
        const bool is_3d = one.type == CL_MEM_OBJECT_IMAGE3D;
        const Owned<cl_program> program = fallen(
            (is_3d ? std::string("#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n")
                   : std::string()) +
            "__kernel void k(read_only " + name + " in, write_only " + name + R"( out, sampler_t nearest) {
            const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
            uint4 pixel = read_imageui(in, nearest, )" +
            at + R"();
            if (get_sub_group_local_id() < 8) pixel.x = intel_sub_group_shuffle(pixel.x, 2);
            if (x != 5) write_imageui(out, )" +
            at + R"(, pixel + 1u);
        })");
        const Owned<cl_kernel> k = kernel(program.get(), "k");
        const size_t count = one.size[0] * one.size[1] * one.size[2];
        std::vector<cl_uint> pixels(count), old(count, 0x50505050U);
        for (size_t i = 0; i < count; i++) pixels[i] = static_cast<cl_uint>(i + 256 * (2 * i) + 65536 * 7);
        const auto in = image_of(one.type, one.size, pixels, CL_MEM_READ_ONLY),
                   out = image_of(one.type, one.size, old, CL_MEM_WRITE_ONLY);
        set(k.get(), 0, in);
        set(k.get(), 1, out);
        cl_int error = CL_SUCCESS;
        const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                    CL_FALSE,
                                                    CL_SAMPLER_ADDRESSING_MODE,
                                                    CL_ADDRESS_CLAMP_TO_EDGE,
                                                    CL_SAMPLER_FILTER_MODE,
                                                    CL_FILTER_NEAREST,
                                                    0};
        const cl_sampler sampler = clCreateSamplerWithProperties(context(), properties, &error);
        set(k.get(), 2, sampler);
        const size_t local[3] = {16, 1, 1};
        ASSERT_EQ(
            clEnqueueNDRangeKernel(queue(), k.get(), 3, nullptr, one.size.data(), local, 0, nullptr, nullptr),
            CL_SUCCESS)
            << name;
        EXPECT_EQ(clReleaseSampler(sampler), CL_SUCCESS);
        std::vector<cl_uint> expected = old;
        for (size_t i = 0; i < count; i++) {
            const size_t x = i % 16, from = x < 8 ? i - x + 2 : i;
            const cl_uint red = (pixels[from] & 255) + 1, green = (pixels[i] >> 8 & 255) + 1;
            if (x != 5) expected[i] = red | green << 8 | 8U << 16 | 1U << 24;
        }
        EXPECT_EQ(pixels_of(out.get(), one.size), expected) << name;
        EXPECT_EQ(pixels_of(in.get(), one.size), pixels) << name;
    }
}

TEST_F(Fallback, ImagesOfBuffers) {
    const Owned<cl_program> program =
        fallen(R"(__kernel void k(read_only image1d_buffer_t in, __global uint* out) {
        const uint lane = get_sub_group_local_id();
        uint x = read_imageui(in, (int)get_global_id(0)).x;
        if (lane < 8) x = intel_sub_group_shuffle(x, 7 - lane);
        out[get_global_id(0)] = x;
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    std::vector<cl_uint> data(32);
    std::iota(data.begin(), data.end(), 50U);
    const Owned<cl_mem> memory = buffer(data.size() * sizeof(cl_uint), data.data());
    const cl_image_format format{CL_R, CL_UNSIGNED_INT32};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = 16;
    description.buffer = memory.get();
    cl_int error = CL_SUCCESS;
    const Owned<cl_mem> view(
        clCreateImage(context(), CL_MEM_READ_ONLY, &format, &description, nullptr, &error));
    if (view == nullptr) GTEST_SKIP() << "the device has no such image: " << error;
    const Owned<cl_mem> out = buffer(16 * sizeof(cl_uint), data.data());
    set(k.get(), 0, view);
    set(k.get(), 1, out);
    ASSERT_EQ(enqueue(k.get(), 16), CL_SUCCESS);
    const auto seen = values<cl_uint>(out.get(), 16);
    for (cl_uint i = 0; i < 16; i++) EXPECT_EQ(seen[i], 50 + (i < 8 ? 7 - i : i));
}

// Memory that the host may not touch, and memory that is the host's own.
TEST_F(Fallback, MemoryOfAllAccess) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    set(k.get(), 1, cl_int{50});
    const auto expect = [&](const std::vector<cl_int>& seen, const char* what) {
        for (size_t i = 0; i < kItems; i++) EXPECT_EQ(seen[i], divided(i, 50)) << i << " of " << what;
    };
    cl_int error = CL_SUCCESS;
    const size_t bytes = kItems * sizeof(cl_int);
    for (const cl_mem_flags flags : {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY}) {
        const Owned<cl_mem> hidden(
            clCreateBuffer(context(), CL_MEM_READ_WRITE | flags, bytes, nullptr, &error)),
            shown = ints(std::vector<cl_int>(kItems));
        set(k.get(), 0, hidden);
        ASSERT_EQ(enqueue(k.get(), kItems), CL_SUCCESS);
        ASSERT_EQ(clEnqueueCopyBuffer(queue(), hidden.get(), shown.get(), 0, 0, bytes, 0, nullptr, nullptr),
                  CL_SUCCESS);
        expect(values<cl_int>(shown.get(), kItems), "hidden memory");
    }
    std::vector<cl_int> own(kItems);
    const Owned<cl_mem> used(
        clCreateBuffer(context(), CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, own.data(), &error));
    set(k.get(), 0, used);
    ASSERT_EQ(enqueue(k.get(), kItems), CL_SUCCESS);
    void* const mapped =
        clEnqueueMapBuffer(queue(), used.get(), CL_TRUE, CL_MAP_READ, 0, bytes, 0, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(mapped, own.data());
    expect(own, "the host's memory");
    clEnqueueUnmapMemObject(queue(), used.get(), mapped, 0, nullptr, nullptr);
    clFinish(queue());
}

// A launch keeps the memory that it was given, and does not touch what it does not write.
TEST_F(Fallback, MemoryLivesAsLongAsTheLaunch) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    set(k.get(), 1, cl_int{1});
    cl_int error = CL_SUCCESS;
    const cl_event gate = clCreateUserEvent(context(), &error);
    Owned<cl_mem> lost = ints(std::vector<cl_int>(kItems));
    const Owned<cl_mem> kept = ints(std::vector<cl_int>(2 * kItems, 77));
    const size_t items = kItems, local = 16;
    const auto wait = [&] {
        return clEnqueueNDRangeKernel(queue(), k.get(), 1, nullptr, &items, &local, 1, &gate, nullptr);
    };
    set(k.get(), 0, lost);
    ASSERT_EQ(wait(), CL_SUCCESS);
    set(k.get(), 0, kept);
    set(k.get(), 1, cl_int{2});  // of the second launch alone
    ASSERT_EQ(wait(), CL_SUCCESS);
    lost.reset();
    clSetUserEventStatus(gate, CL_COMPLETE);
    const auto seen = values<cl_int>(kept.get(), 2 * kItems);
    for (size_t i = 0; i < kItems; i++) EXPECT_EQ(seen[i], divided(i, 2)) << i;
    for (size_t i = kItems; i < 2 * kItems; i++) EXPECT_EQ(seen[i], 77) << i;
    clReleaseEvent(gate);
}

// ---- Queues and events

TEST_F(Fallback, QueuesKeepTheirOrder) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_program> own =
        built("__kernel void add(__global int* v, int n) { v[get_global_id(0)] += n; }");
    const Owned<cl_kernel> k = kernel(program.get(), "k"), add = kernel(own.get(), "add");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(kItems)), copy = ints(std::vector<cl_int>(kItems));
    set(k.get(), 0, out);
    set(k.get(), 1, cl_int{10});
    set(add.get(), 0, out);
    const size_t items = kItems;
    for (cl_int round = 1; round <= 5; round++) {
        ASSERT_EQ(enqueue(k.get(), kItems), CL_SUCCESS);
        set(add.get(), 1, round);
        ASSERT_EQ(
            clEnqueueNDRangeKernel(queue(), add.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
        if (round == 3)
            clEnqueueCopyBuffer(queue(), out.get(), copy.get(), 0, 0, kItems * sizeof(cl_int), 0, nullptr,
                                nullptr);
    }
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    const auto last = values<cl_int>(out.get(), kItems), third = values<cl_int>(copy.get(), kItems);
    for (size_t i = 0; i < kItems; i++) {
        EXPECT_EQ(last[i], divided(i, 10) + 5) << i;
        EXPECT_EQ(third[i], divided(i, 10) + 3) << i;
    }
}

// A queue without order, launches that wait for each other against the order in which they came, and a queue
// beside it.
TEST_F(Fallback, EventsMakeTheOrderElsewhere) {
    const Owned<cl_program> program = fallen(R"(__kernel void k(__global int* v, int n) {
        int x = v[get_global_id(0)];
        if (get_sub_group_local_id() < 16) x = intel_sub_group_shuffle(x, get_sub_group_local_id());
        v[get_global_id(0)] = 3 * x + n;
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    cl_int error = CL_SUCCESS;
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
    const Owned<cl_command_queue> loose(
        clCreateCommandQueueWithProperties(context(), device(), properties, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const Owned<cl_mem> memory = ints(std::vector<cl_int>(16, 1));
    set(k.get(), 0, memory);
    const cl_event gate = clCreateUserEvent(context(), &error);
    cl_event events[3] = {gate, nullptr, nullptr};
    const size_t items = 16;
    for (cl_int i = 0; i < 2; i++) {
        set(k.get(), 1, i + 1);
        ASSERT_EQ(clEnqueueNDRangeKernel(i == 0 ? loose.get() : queue(), k.get(), 1, nullptr, &items, &items,
                                         1, &events[i], &events[i + 1]),
                  CL_SUCCESS);
    }
    cl_int status = CL_COMPLETE;
    clGetEventInfo(events[1], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    EXPECT_NE(status, CL_COMPLETE);
    // Nothing that this launch waits for: it ends first.
    const Owned<cl_mem> other = ints(std::vector<cl_int>(16, 5));
    set(k.get(), 0, other);
    cl_event free = nullptr;
    ASSERT_EQ(clEnqueueNDRangeKernel(loose.get(), k.get(), 1, nullptr, &items, &items, 0, nullptr, &free),
              CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &free), CL_SUCCESS);
    const Owned<cl_command_queue> third(
        clCreateCommandQueueWithProperties(context(), device(), nullptr, &error));
    EXPECT_EQ(values<cl_int>(other.get(), 16, third.get()), std::vector<cl_int>(16, 17));
    std::promise<cl_int> called;
    EXPECT_EQ(clSetEventCallback(
                  events[2], CL_COMPLETE,
                  [](cl_event, cl_int ended, void* to) {
                      static_cast<std::promise<cl_int>*>(to)->set_value(ended);
                  },
                  &called),
              CL_SUCCESS);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(called.get_future().get(), CL_COMPLETE);
    EXPECT_EQ(values<cl_int>(memory.get(), 16), std::vector<cl_int>(16, 3 * (3 * 1 + 1) + 2));
    cl_ulong times[4] = {};
    for (cl_uint i = 0; i < 4; i++)
        EXPECT_EQ(clGetEventProfilingInfo(free, CL_PROFILING_COMMAND_QUEUED + i, sizeof times[i], &times[i],
                                          nullptr),
                  CL_SUCCESS);
    EXPECT_TRUE(std::is_sorted(times, times + 4));
    EXPECT_GT(times[3], times[2]);
    EXPECT_EQ(clGetEventProfilingInfo(events[2], CL_PROFILING_COMMAND_START, sizeof times[0], times, nullptr),
              CL_PROFILING_INFO_NOT_AVAILABLE);
    for (const cl_event event : {gate, events[1], events[2], free}) clReleaseEvent(event);
}

// What a launch waits for has failed: it writes nothing, and says so as other failures do.
TEST_F(Fallback, FailuresBeforeALaunch) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(16, -5));
    set(k.get(), 0, out);
    set(k.get(), 1, cl_int{1});
    cl_int error = CL_SUCCESS;
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    const Owned<cl_command_queue> loose(
        clCreateCommandQueueWithProperties(context(), device(), properties, &error));
    const cl_event gate = clCreateUserEvent(context(), &error);
    cl_event done = nullptr;
    const size_t items = 16;
    testing::internal::CaptureStderr();
    ASSERT_EQ(clEnqueueNDRangeKernel(loose.get(), k.get(), 1, nullptr, &items, &items, 1, &gate, &done),
              CL_SUCCESS);
    clSetUserEventStatus(gate, -77);
    EXPECT_EQ(clWaitForEvents(1, &done), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_NE(said_by_layer().find("what it waits for ended with an error"), std::string::npos);
    EXPECT_EQ(values<cl_int>(out.get(), 16), std::vector<cl_int>(16, -5));
    clReleaseEvent(gate);
    clReleaseEvent(done);
    EXPECT_EQ(enqueue(k.get(), 16), CL_SUCCESS);  // the kernel works on
    EXPECT_EQ(values<cl_int>(out.get(), 16)[15], 15);
}

TEST_F(Fallback, FromManyThreadsAtOnce) {
    const Owned<cl_program> program = fallen(kDivided);
    const auto work = [&](cl_int seed) {
        cl_int error = CL_SUCCESS;
        const Owned<cl_command_queue> commands(
            clCreateCommandQueueWithProperties(context(), device(), nullptr, &error));
        const Owned<cl_kernel> k(clCreateKernel(program.get(), "k", &error));
        for (cl_int round = 0; round < 20; round++) {
            const Owned<cl_mem> out = ints(std::vector<cl_int>(kItems));
            const cl_int added = 1000 * seed + round;
            set(k.get(), 0, out);
            set(k.get(), 1, added);
            const size_t items = kItems, local = 16;
            ASSERT_EQ(clEnqueueNDRangeKernel(commands.get(), k.get(), 1, nullptr, &items, &local, 0, nullptr,
                                             nullptr),
                      CL_SUCCESS);
            const auto seen = values<cl_int>(out.get(), kItems, commands.get());
            for (size_t i = 0; i < kItems; i++) ASSERT_EQ(seen[i], divided(i, added));
        }
    };
    std::vector<std::thread> threads;
    for (cl_int i = 0; i < 6; i++) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
}

// ---- Arguments, queries and errors

TEST_F(Fallback, ArgumentsOfAllKinds) {
    const Owned<cl_program> program = fallen(R"(typedef struct { int a; float b; char c[3]; } Three;
    __kernel void k(__global int* out, Three three, float4 four, __local int* shared, __global int* none, uchar small) {
        const int lane = get_local_id(0);
        shared[lane] = lane;
        barrier(CLK_LOCAL_MEM_FENCE);
        int x = three.a + (int)three.b + three.c[2] + (int)four.w + small + (none == 0 ? 1000 : 0);
        if (lane < 4) x += intel_sub_group_shuffle(x, 0);
        out[get_global_id(0)] = x + shared[15 - lane];
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    struct Three {
        cl_int a;
        cl_float b;
        cl_char c[3];
    };
    set(k.get(), 1, Three{1, 2.0f, {0, 0, 3}});
    set(k.get(), 2, cl_float4{{0, 0, 0, 4}});
    EXPECT_EQ(clSetKernelArg(k.get(), 3, 16 * sizeof(cl_int), nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(k.get(), 4, sizeof(cl_mem), nullptr), CL_SUCCESS);
    set(k.get(), 5, cl_uchar{200});
    const auto seen = run_ints(k.get(), 16, {.global = {16, 1, 1}});
    for (int i = 0; i < 16; i++) EXPECT_EQ(seen[static_cast<size_t>(i)], (i < 4 ? 2 : 1) * 1210 + 15 - i);
    cl_int error = CL_SUCCESS;
    const Owned<cl_kernel> clone(clCloneKernel(k.get(), &error));
    ASSERT_EQ(error, CL_SUCCESS);
    set(clone.get(), 5, cl_uchar{100});
    EXPECT_EQ(run_ints(clone.get(), 16, {.global = {16, 1, 1}})[15], 1110);
    EXPECT_EQ(run_ints(k.get(), 16, {.global = {16, 1, 1}})[15], 1210);
}

TEST_F(Fallback, ErrorsOfArguments) {
    const Owned<cl_program> program =
        fallen(R"(__kernel void k(__global int* out, read_only image2d_t in, sampler_t nearest) {
        int x = read_imagei(in, nearest, (int2)(0, 0)).x;
        if (get_local_id(0) < 8) x = intel_sub_group_shuffle(x, 1);
        out[get_global_id(0)] = x;
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    cl_int error = CL_SUCCESS;
    const cl_device_id id = device();
    const Owned<cl_context> elsewhere(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error));
    const Owned<cl_mem> foreign(clCreateBuffer(elsewhere.get(), 0, 64, nullptr, &error)),
        out = ints(std::vector<cl_int>(16));
    const auto set_to = [&](cl_uint index, size_t size, const void* value) {
        return clSetKernelArg(k.get(), index, size, value);
    };
    const cl_mem memory = out.get(), other = foreign.get(), nothing = nullptr;
    EXPECT_EQ(set_to(0, sizeof memory, &memory), CL_SUCCESS);
    EXPECT_EQ(set_to(0, 4, &memory), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(set_to(0, sizeof other, &other), CL_INVALID_CONTEXT);
    EXPECT_EQ(set_to(1, sizeof memory, &memory), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(set_to(1, sizeof nothing, &nothing), CL_INVALID_ARG_VALUE);
    EXPECT_EQ(set_to(2, sizeof nothing, &nothing), CL_INVALID_SAMPLER);
    EXPECT_EQ(set_to(2, 3, &nothing), CL_INVALID_ARG_SIZE);
    EXPECT_EQ(set_to(3, sizeof nothing, &nothing), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(clSetKernelArgSVMPointer(k.get(), 0, &error), CL_INVALID_OPERATION);
    EXPECT_EQ(enqueue(k.get(), 16), CL_INVALID_KERNEL_ARGS);
    const Picture grey(16, 16, [](int, int) { return 1; });
    const Owned<cl_mem> in = image(grey);
    set(k.get(), 1, in);
    EXPECT_EQ(enqueue(k.get(), 16), CL_INVALID_KERNEL_ARGS);  // no sampler
}

TEST_F(Fallback, ErrorsOfLaunches) {
    const Owned<cl_program> program = fallen(
        "__attribute__((reqd_work_group_size(16, 2, 1))) __kernel void k(__global int* out) { int x = 1;\n"
        "if (get_local_id(0) < 4) x = intel_sub_group_shuffle(1, 0); out[get_sub_group_id()] = x; }\n");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(64));
    set(k.get(), 0, out);
    const auto enqueue_of = [&](cl_uint dimensions, std::vector<size_t> global, std::vector<size_t> local) {
        return clEnqueueNDRangeKernel(queue(), k.get(), dimensions, nullptr,
                                      global.empty() ? nullptr : global.data(),
                                      local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
    };
    EXPECT_EQ(enqueue_of(0, {16}, {16}), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(enqueue_of(2, {}, {16, 2}), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(enqueue_of(2, {0, 2}, {16, 2}), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(enqueue_of(2, {20, 2}, {16, 2}), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(enqueue_of(2, {32, 2}, {32, 1}), CL_INVALID_WORK_GROUP_SIZE);
    const size_t global[2] = {16, 2};
    cl_int error = CL_SUCCESS;
    const cl_device_id id = device();
    const Owned<cl_context> elsewhere(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error));
    const Owned<cl_command_queue> foreign(
        clCreateCommandQueueWithProperties(elsewhere.get(), id, nullptr, &error));
    const cl_event event = clCreateUserEvent(elsewhere.get(), &error);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(foreign.get(), k.get(), 2, nullptr, global, nullptr, 0, nullptr, nullptr),
        CL_INVALID_CONTEXT);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), k.get(), 2, nullptr, global, nullptr, 1, &event, nullptr),
              CL_INVALID_CONTEXT);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), k.get(), 2, nullptr, global, nullptr, 1, nullptr, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
    clReleaseEvent(event);
    EXPECT_EQ(enqueue_of(2, {16, 2}, {}), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(Fallback, QueriesAnswerForTheDevice) {
    const Owned<cl_program> program = fallen(kDivided, "-cl-kernel-arg-info");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const auto of_kernel = [&](cl_kernel_info name, auto value) {
        EXPECT_EQ(clGetKernelInfo(k.get(), name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    };
    EXPECT_EQ(of_kernel(CL_KERNEL_CONTEXT, cl_context{}), context());
    EXPECT_EQ(of_kernel(CL_KERNEL_PROGRAM, cl_program{}), program.get());
    EXPECT_EQ(of_kernel(CL_KERNEL_NUM_ARGS, cl_uint{}), 2U);
    size_t size = 0;
    for (const cl_device_id id : {device(), cl_device_id{}}) {
        EXPECT_EQ(clGetKernelWorkGroupInfo(k.get(), id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                           sizeof size, &size, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(size, 16U);
        EXPECT_EQ(
            clGetKernelWorkGroupInfo(k.get(), id, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, nullptr),
            CL_SUCCESS);
        EXPECT_GE(size, 16U);
    }
    char name[64] = {};
    EXPECT_EQ(clGetKernelArgInfo(k.get(), 1, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr), CL_SUCCESS);
    EXPECT_STREQ(name, "added");
    const size_t local = 48;
    EXPECT_EQ(clGetKernelSubGroupInfo(k.get(), device(), CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof local,
                                      &local, sizeof size, &size, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(size, 3U);
    const auto of_program = [&](cl_program_info what, auto value) {
        EXPECT_EQ(clGetProgramInfo(program.get(), what, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    };
    EXPECT_EQ(of_program(CL_PROGRAM_CONTEXT, cl_context{}), context());
    EXPECT_EQ(of_program(CL_PROGRAM_DEVICES, cl_device_id{}), device());
    EXPECT_EQ(of_program(CL_PROGRAM_NUM_KERNELS, size_t{}), 1U);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr),
              CL_INVALID_OPERATION);  // it has a kernel
}

// A program can be built again, and be one that its device runs then.
TEST_F(Fallback, OfOneBuildAlone) {
    const std::string text =
        "__kernel void k(__global int* out) { int x = get_global_id(0);\n"
        "if (CONDITION) x = intel_sub_group_shuffle(x, 2); out[get_global_id(0)] = x; }";
    const Owned<cl_program> program = fallen(text, "-D CONDITION=get_local_id(0)<4");
    EXPECT_EQ(run_ints(kernel(program.get(), "k").get(), 16, {.global = {16, 1, 1}})[5], 5);
    testing::internal::CaptureStderr();
    ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "-D CONDITION=1", nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(said_by_layer(), "");
    EXPECT_EQ(run_ints(kernel(program.get(), "k").get(), 16, {.global = {16, 1, 1}})[5], 2);
}

TEST_F(Fallback, Binaries) {
    std::vector<unsigned char> binary;
    {
        const Owned<cl_program> program = fallen(kDivided);
        size_t size = 0;
        ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
                  CL_SUCCESS);
        binary.resize(size);
        unsigned char* place = binary.data();
        ASSERT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof place, &place, nullptr),
                  CL_SUCCESS);
    }
    const cl_device_id id = device();
    const size_t size = binary.size();
    const unsigned char* bytes = binary.data();
    cl_int status = CL_SUCCESS, error = CL_SUCCESS;
    const Owned<cl_program> program(
        clCreateProgramWithBinary(context(), 1, &id, &size, &bytes, &status, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(status, CL_SUCCESS);
    testing::internal::CaptureStderr();
    ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    expect_said(said_by_layer());
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    set(k.get(), 1, cl_int{3});
    const auto seen = run_ints(k.get(), kItems, {.global = {kItems, 1, 1}});
    for (size_t i = 0; i < kItems; i++) EXPECT_EQ(seen[i], divided(i, 3));
    binary[size / 2] ^= 1;
    EXPECT_EQ(clCreateProgramWithBinary(context(), 1, &id, &size, &bytes, &status, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_BINARY);
    EXPECT_EQ(status, CL_INVALID_BINARY);
}

// A build tells its end once, whoever made it.
TEST_F(Fallback, NotifiesOfBuilds) {
    const Owned<cl_program> program = source(kDivided);
    std::atomic<int> calls = 0;
    ASSERT_EQ(clBuildProgram(
                  program.get(), 0, nullptr, "",
                  [](cl_program, void* count) { ++*static_cast<std::atomic<int>*>(count); }, &calls),
              CL_SUCCESS);
    for (int i = 0; i < 1000 && calls == 0; i++) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(calls, 1);
}

TEST_F(Fallback, WholeNv12Pictures) {
    const Owned<cl_program> program =
        fallen(R"(__kernel void k(__global int* out, read_only image2d_t picture) {
        const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
        const int x = get_global_id(0);
        float4 pixel = read_imagef(picture, nearest, (int2)(x, 2));
        if (get_local_id(0) < 1) pixel.x = intel_sub_group_shuffle(pixel.x, 0);
        out[x] = convert_int_rte(pixel.z * 255.0f) + 1000 * (int)intel_sub_group_media_block_read_uc((int2)(0, 2), 16, 1, picture);
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Picture luma(16, 16, [](int x, int y) { return 10 * y + x; });
    const Picture chroma(16, 8, [](int x, int y) { return 100 + 16 * y + x; });  // Cb and Cr alternate
    const Owned<cl_mem> picture = nv12(luma, chroma);
    set(k.get(), 1, picture);
    const auto seen = run_ints(k.get(), 16, {.global = {16, 1, 1}});
    for (int x = 0; x < 16; x++) EXPECT_EQ(seen[static_cast<size_t>(x)], 1000 * (20 + x) + 116 + x / 2 * 2);
}

// ---- Switched off: GENMEDIA_CL_FALLBACK=never

using FallbackOff = LayerTest;

TEST_F(FallbackOff, IsABuildError) {
    testing::internal::CaptureStderr();
    const std::string log = refused(kDivided);
    EXPECT_EQ(said_by_layer(), "");
    EXPECT_EQ(log,
              "program.cl:3:43: error: intel_sub_group_shuffle: work-items go different ways to this, "
              "which this device cannot do; processors can\n");
    const Owned<cl_program> part =
        source("__kernel void k(__global int* out) { out[0] = sub_group_any(1); }");
    EXPECT_EQ(clCompileProgram(part.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_COMPILE_PROGRAM_FAILURE);
}

}  // namespace
}  // namespace genmedia::test
