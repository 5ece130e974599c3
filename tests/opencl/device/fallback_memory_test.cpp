// SPDX-License-Identifier: MIT
// Memory, queues and events of what runs on processors in place of a device.
#include "fallback.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <future>
#include <numeric>
#include <thread>

#include <unistd.h>

namespace genmedia::test {
namespace {

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

// A launch keeps the samplers that it was given, too.
TEST_F(Fallback, SamplersLiveAsLongAsTheLaunch) {
    const Owned<cl_program> program =
        fallen(R"(__kernel void k(__global uint* out, read_only image2d_t in, sampler_t sampler) {
        const int x = get_global_id(0);
        uint pixel = read_imageui(in, sampler, (int2)(x - 1, 0)).x;
        if (get_sub_group_local_id() < 16) pixel = intel_sub_group_shuffle(pixel, x);
        out[x] = pixel;
    })");
    Owned<cl_kernel> k = kernel(program.get(), "k");
    const auto in = image_of(CL_MEM_OBJECT_IMAGE2D, {16, 1, 1}, std::vector<cl_uint>(16, 9));
    set(k.get(), 1, in);
    cl_int error = CL_SUCCESS;
    const cl_event gate = clCreateUserEvent(context(), &error);
    const size_t items = 16;
    std::vector<Owned<cl_mem>> outs;
    for (int launch = 0; launch < 8; launch++) {
        const cl_addressing_mode beside = launch % 2 == 0 ? CL_ADDRESS_CLAMP : CL_ADDRESS_CLAMP_TO_EDGE;
        const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                    CL_FALSE,
                                                    CL_SAMPLER_ADDRESSING_MODE,
                                                    beside,
                                                    CL_SAMPLER_FILTER_MODE,
                                                    CL_FILTER_NEAREST,
                                                    0};
        const cl_sampler sampler = clCreateSamplerWithProperties(context(), properties, &error);
        set(k.get(), 0, outs.emplace_back(ints(std::vector<cl_int>(16))));
        set(k.get(), 2, sampler);
        ASSERT_EQ(clEnqueueNDRangeKernel(queue(), k.get(), 1, nullptr, &items, &items, 1, &gate, nullptr),
                  CL_SUCCESS);
        clReleaseSampler(sampler);
    }
    k.reset();
    clSetUserEventStatus(gate, CL_COMPLETE);
    for (size_t launch = 0; launch < outs.size(); launch++)
        EXPECT_EQ(values<cl_uint>(outs[launch].get(), 16)[0], launch % 2 == 0 ? 0U : 9U) << launch;
    clReleaseEvent(gate);
}

// Launches at once on two queues, which write to every other element of one buffer and of one image.
TEST_F(Fallback, LaunchesAtOnceShareMemory) {
    const Owned<cl_program> program =
        fallen(R"(__kernel void k(__global int* out, write_only image2d_t image, int first) {
        int x = 2 * get_global_id(0) + first;
        if (get_sub_group_local_id() < 16) x = intel_sub_group_shuffle(x, get_sub_group_local_id());
        out[x] = x;
        write_imageui(image, (int2)(x, 0), (uint4)(x, 0, 0, 0));
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(32, -1));
    const auto image = image_of(CL_MEM_OBJECT_IMAGE2D, {32, 1, 1}, std::vector<cl_uint>(32, ~0U));
    set(k.get(), 0, out);
    set(k.get(), 1, image);
    cl_int error = CL_SUCCESS;
    const Owned<cl_command_queue> second(
        clCreateCommandQueueWithProperties(context(), device(), nullptr, &error));
    const cl_event gate = clCreateUserEvent(context(), &error);
    cl_event ended[2] = {};
    const size_t items = 16;
    for (cl_int i = 0; i < 2; i++) {
        set(k.get(), 2, i);
        ASSERT_EQ(clEnqueueNDRangeKernel(i == 0 ? queue() : second.get(), k.get(), 1, nullptr, &items, &items,
                                         1, &gate, &ended[i]),
                  CL_SUCCESS);
    }
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(2, ended), CL_SUCCESS);
    const auto seen = values<cl_int>(out.get(), 32);
    const auto pixels = pixels_of(image.get(), {32, 1, 1});
    for (size_t i = 0; i < 32; i++) {
        EXPECT_EQ(seen[i], static_cast<cl_int>(i));
        EXPECT_EQ(pixels[i], static_cast<cl_uint>(i));
    }
    for (const cl_event event : {gate, ended[0], ended[1]}) clReleaseEvent(event);
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

// Whether a queue without order runs a command before one that waits: NVIDIA's driver keeps the order all the
// same.
bool runs_before_what_waits(cl_command_queue queue, cl_mem memory) {
    cl_context context = nullptr;
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
    cl_int error = CL_SUCCESS;
    const cl_event gate = clCreateUserEvent(context, &error);
    constexpr cl_int one = 1;
    cl_event first = nullptr;
    EXPECT_EQ(clEnqueueFillBuffer(queue, memory, &one, sizeof one, 0, sizeof one, 1, &gate, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueFillBuffer(queue, memory, &one, sizeof one, 0, sizeof one, 0, nullptr, &first),
              CL_SUCCESS);
    EXPECT_EQ(clFlush(queue), CL_SUCCESS);
    cl_int status = CL_QUEUED;
    for (int i = 0; i < 500 && status != CL_COMPLETE; i++) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        clGetEventInfo(first, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    }
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    clReleaseEvent(first);
    clReleaseEvent(gate);
    return status == CL_COMPLETE;
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
    const Owned<cl_command_queue> loose = loose_queue(context(), CL_QUEUE_PROFILING_ENABLE);
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
    // Nothing that this launch waits for: it ends first, where the driver lets it.
    const Owned<cl_mem> other = ints(std::vector<cl_int>(16, 5));
    const Owned<cl_command_queue> probed = loose_queue(context());
    const bool is_loose = runs_before_what_waits(probed.get(), ints({0}).get());
    if (!is_loose) {
        std::printf("the driver's queue keeps its order: the launch behind waits, too\n");
        EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    }
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

// What a barrier of a queue without order waits for is over when a launch behind it begins.
TEST_F(Fallback, BarriersMakeTheOrderElsewhere) {
    const Owned<cl_program> program = fallen(R"(__kernel void k(__global int* v) {
        int x = v[get_global_id(0)];
        if (get_sub_group_local_id() < 16) x = intel_sub_group_shuffle(x, get_sub_group_local_id());
        v[get_global_id(0)] = 3 * x;
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    cl_int error = CL_SUCCESS;
    const Owned<cl_command_queue> loose = loose_queue(context());
    const Owned<cl_mem> memory = ints(std::vector<cl_int>(16, 1));
    set(k.get(), 0, memory);
    const cl_event gate = clCreateUserEvent(context(), &error);
    const cl_int seven = 7, eight = 8;
    const auto fill = [&](const cl_int& value, cl_uint count, const cl_event* before) {
        return clEnqueueFillBuffer(loose.get(), memory.get(), &value, sizeof value, 0, 8 * sizeof value,
                                   count, before, nullptr);
    };
    ASSERT_EQ(fill(seven, 1, &gate), CL_SUCCESS);
    ASSERT_EQ(clEnqueueBarrierWithWaitList(loose.get(), 0, nullptr, nullptr), CL_SUCCESS);
    const size_t items = 16;
    ASSERT_EQ(clEnqueueNDRangeKernel(loose.get(), k.get(), 1, nullptr, &items, &items, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // it would have run
    clSetUserEventStatus(gate, CL_COMPLETE);
    ASSERT_EQ(clFinish(loose.get()), CL_SUCCESS);
    EXPECT_EQ(values<cl_int>(memory.get(), 16),
              std::vector<cl_int>({21, 21, 21, 21, 21, 21, 21, 21, 3, 3, 3, 3, 3, 3, 3, 3}));
    // And the other way round.
    ASSERT_EQ(clEnqueueNDRangeKernel(loose.get(), k.get(), 1, nullptr, &items, &items, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueBarrierWithWaitList(loose.get(), 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(fill(eight, 0, nullptr), CL_SUCCESS);
    ASSERT_EQ(clFinish(loose.get()), CL_SUCCESS);
    EXPECT_EQ(values<cl_int>(memory.get(), 16),
              std::vector<cl_int>({8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9}));
    clReleaseEvent(gate);
}

// A launch takes as long as it takes: here some milliseconds at least.
TEST_F(Fallback, TimesOfLaunches) {
    const Owned<cl_program> program = fallen(R"(__kernel void k(__global int* v) {
        volatile int turns = 0;
        while (turns < 3000000) turns++;
        if (get_sub_group_local_id() < 8) turns = intel_sub_group_shuffle((int)turns, 3);
        v[get_global_id(0)] = turns;
    })");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> memory = ints(std::vector<cl_int>(16));
    set(k.get(), 0, memory);
    cl_int error = CL_SUCCESS;
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const Owned<cl_command_queue> timed(
        clCreateCommandQueueWithProperties(context(), device(), properties, &error));
    const size_t items = 16;
    cl_event event = nullptr;
    ASSERT_EQ(clEnqueueNDRangeKernel(timed.get(), k.get(), 1, nullptr, &items, &items, 0, nullptr, &event),
              CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    cl_ulong times[4] = {};
    for (cl_uint i = 0; i < 4; i++)
        EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, sizeof times[i], &times[i],
                                          nullptr),
                  CL_SUCCESS);
    EXPECT_TRUE(std::is_sorted(times, times + 4));
    EXPECT_GT(times[3] - times[2], 1'000'000U);
    clReleaseEvent(event);
}

// What a launch waits for has failed: it writes nothing, and says so as other failures do.
TEST_F(Fallback, FailuresBeforeALaunch) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(16, -5));
    set(k.get(), 0, out);
    set(k.get(), 1, cl_int{1});
    cl_int error = CL_SUCCESS;
    const Owned<cl_command_queue> loose = loose_queue(context());
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

// It does not matter that others come and go meanwhile.
TEST_F(Fallback, FailuresBeforeALaunchAmongOthers) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(16));
    set(k.get(), 0, out);
    set(k.get(), 1, cl_int{1});
    cl_int error = CL_SUCCESS;
    const Owned<cl_command_queue> loose = loose_queue(context());
    const cl_event gate = clCreateUserEvent(context(), &error);
    cl_event done = nullptr;
    const size_t items = 16;
    testing::internal::CaptureStderr();
    ASSERT_EQ(clEnqueueNDRangeKernel(loose.get(), k.get(), 1, nullptr, &items, &items, 1, &gate, &done),
              CL_SUCCESS);
    clSetUserEventStatus(gate, -77);
    const auto status = [&] {
        cl_int value = CL_QUEUED;
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof value, &value, nullptr);
        return value;
    };
    int others = 0;
    for (; status() > CL_COMPLETE && others < 1000; others++) {
        ASSERT_EQ(enqueue(k.get(), 16), CL_SUCCESS);
        ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    }
    EXPECT_LT(others, 1000);
    EXPECT_EQ(clWaitForEvents(1, &done), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_NE(said_by_layer().find("what it waits for ended with an error"), std::string::npos);
    for (const cl_event event : {gate, done}) clReleaseEvent(event);
}

// ---- Threads

// Memory that a launch was the last to hold: its end calls the application back, which launches again.
TEST_F(Fallback, CallbacksLaunch) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(kItems));
    Owned<cl_mem> lost = ints(std::vector<cl_int>(kItems));
    set(k.get(), 0, lost);
    set(k.get(), 1, cl_int{1});
    cl_int error = CL_SUCCESS;
    const cl_event gate = clCreateUserEvent(context(), &error);
    const size_t items = kItems, local = 16;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue(), k.get(), 1, nullptr, &items, &local, 1, &gate, nullptr),
              CL_SUCCESS);
    set(k.get(), 0, out);
    std::promise<cl_int> launched;
    std::function<void()> launch = [&] { launched.set_value(enqueue(k.get(), kItems)); };
    clSetMemObjectDestructorCallback(
        lost.get(), [](cl_mem, void* what) { (*static_cast<std::function<void()>*>(what))(); }, &launch);
    lost.reset();
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(launched.get_future().get(), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
    EXPECT_EQ(values<cl_int>(out.get(), kItems)[0], divided(0, 1));
    clReleaseEvent(gate);
}

TEST_F(Fallback, ArgumentsAreSetWhileAnotherThreadLaunches) {
    const Owned<cl_program> program = fallen(kDivided);
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    const Owned<cl_mem> out = ints(std::vector<cl_int>(kItems));
    const auto set_both = [&] {
        set(k.get(), 0, out);
        set(k.get(), 1, cl_int{4});
    };
    set_both();
    std::atomic<bool> over = false;
    std::thread setter([&] {
        while (!over) set_both();
    });
    for (int i = 0; i < 100; i++) EXPECT_EQ(enqueue(k.get(), kItems), CL_SUCCESS);
    over = true;
    setter.join();
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
    EXPECT_EQ(values<cl_int>(out.get(), kItems)[3], divided(3, 4));
}

// The context's callback learns of a failure, and ends the program.
TEST_F(Fallback, CallbacksExit) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const auto fail = [&] {
        alarm(60);
        const cl_device_id id = device();
        cl_int error = CL_SUCCESS;
        const Owned<cl_context> own(clCreateContext(
            nullptr, 1, &id, [](const char*, const void*, size_t, void*) { std::exit(5); }, nullptr, &error));
        const Owned<cl_command_queue> loose = loose_queue(own.get());
        const char* text = kDivided.c_str();
        const Owned<cl_program> program(clCreateProgramWithSource(own.get(), 1, &text, nullptr, &error));
        clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr);
        const Owned<cl_kernel> k(clCreateKernel(program.get(), "k", &error));
        const Owned<cl_mem> out(clCreateBuffer(own.get(), 0, 64, nullptr, &error));
        set(k.get(), 0, out);
        set(k.get(), 1, cl_int{1});
        const cl_event gate = clCreateUserEvent(own.get(), &error);
        const size_t items = 16;
        cl_event done = nullptr;
        clEnqueueNDRangeKernel(loose.get(), k.get(), 1, nullptr, &items, &items, 1, &gate, &done);
        clSetUserEventStatus(gate, -77);
        std::this_thread::sleep_for(std::chrono::seconds(30));
    };
    EXPECT_EXIT(fail(), testing::ExitedWithCode(5), "what it waits for ended with an error");
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

}  // namespace
}  // namespace genmedia::test
