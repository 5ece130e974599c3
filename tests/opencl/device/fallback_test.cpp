// SPDX-License-Identifier: MIT
// What a device cannot run: programs, arguments, queries and errors.
#include "fallback.h"

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

namespace genmedia::test {
namespace {

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

// Of many kernels the first are named.
TEST_F(Fallback, ProgramsOfManyKernelsAreNamed) {
    std::string text = kDivided;
    for (const char* const name : {"a", "b", "c", "d"})
        text += "__kernel void " + std::string(name) + "(__global int* out) { out[0] = 1; }\n";
    testing::internal::CaptureStderr();
    const Owned<cl_program> program = built(text);
    const std::string said = expect_said(said_by_layer());
    EXPECT_TRUE(said.starts_with("genmedia: kernel a, b, c, d and another on processors")) << said;
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
    EXPECT_EQ(clEnqueueNDRangeKernel(queue(), k.get(), 2, nullptr, global, nullptr, 0, &event, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
    clSetUserEventStatus(event, CL_COMPLETE);  // NVIDIA's driver awaits it where its context ends
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
