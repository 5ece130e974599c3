// SPDX-License-Identifier: MIT
// Launches: the ids that work-items see, and the errors of impossible ranges.
#include "layer_test.h"
#include "made_pictures.h"

#include <numeric>
#include <thread>

namespace genmedia::test {
namespace {

using Launches = LayerTest;

// Each work-item writes what it sees, at its global id.
const std::string kIds = R"(
__kernel void k(__global int* out, int what) {
    const size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
                 z = get_global_id(2) - get_global_offset(2);
    const size_t at = (z * get_global_size(1) + y) * get_global_size(0) + x;
    int value = 0;
    switch (what) {
        case 0: value = get_local_id(0) + 100 * get_local_id(1) + 10000 * get_local_id(2); break;
        case 1: value = get_group_id(0) + 100 * get_group_id(1) + 10000 * get_group_id(2); break;
        case 2: value = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2); break;
        case 3: value = get_sub_group_id() + 100 * get_sub_group_local_id() + 10000 * get_sub_group_size(); break;
        case 4: value = get_num_sub_groups() + 100 * get_max_sub_group_size(); break;
        case 5: value = get_work_dim() + 100 * get_local_size(1) + 10000 * get_num_groups(2); break;
        case 6: value = at == get_global_linear_id() && get_local_linear_id() ==
                    (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    }
    out[at] = value + 0 * intel_sub_group_shuffle(value, 0);
}
)";

struct Item {
    size_t global[3], local[3], group[3], local_linear;
};

class LaunchIds : public LayerTest,
                  public ::testing::WithParamInterface<std::array<std::array<size_t, 3>, 3>> {
protected:
    template <class Expected>
    void expect(const std::vector<cl_int>& seen, const Range& range, Expected expected) {
        for (size_t i = 0; i < seen.size(); i++) {
            Item item{};
            size_t rest = i;
            for (int d = 0; d < 3; d++) {
                item.global[d] = rest % range.global[d];
                rest /= range.global[d];
                item.local[d] = item.global[d] % range.local[d];
                item.group[d] = item.global[d] / range.local[d];
            }
            item.local_linear =
                (item.local[2] * range.local[1] + item.local[1]) * range.local[0] + item.local[0];
            ASSERT_EQ(seen[i], static_cast<cl_int>(expected(item))) << "work-item " << i;
        }
    }
};

TEST_P(LaunchIds, AreTheHosts) {
    const Range range{.global = GetParam()[0], .local = GetParam()[1], .offset = GetParam()[2]};
    const size_t items = range.global[0] * range.global[1] * range.global[2];
    const size_t local_items = range.local[0] * range.local[1] * range.local[2];
    const Owned<cl_program> program = built(kIds, "-cl-std=CL2.0");
    const Owned<cl_kernel> kernel = this->kernel(program.get(), "k");
    const auto seen = [&](cl_int what) {
        EXPECT_EQ(clSetKernelArg(kernel.get(), 1, sizeof what, &what), CL_SUCCESS);
        return run_ints(kernel.get(), items, range);
    };
    const auto packed = [](size_t a, size_t b, size_t c) { return a + 100 * b + 10000 * c; };
    expect(seen(0), range, [&](const Item& i) { return packed(i.local[0], i.local[1], i.local[2]); });
    expect(seen(1), range, [&](const Item& i) { return packed(i.group[0], i.group[1], i.group[2]); });
    expect(seen(2), range, [&](const Item& i) {
        return packed(i.global[0] + range.offset[0], i.global[1] + range.offset[1],
                      i.global[2] + range.offset[2]);
    });
    expect(seen(3), range, [&](const Item& i) {
        const size_t sub_group = i.local_linear / 16;
        return packed(sub_group, i.local_linear % 16, std::min<size_t>(16, local_items - 16 * sub_group));
    });
    expect(seen(4), range, [&](const Item&) { return packed((local_items + 15) / 16, 16, 0); });
    expect(seen(5), range,
           [&](const Item&) { return packed(3, range.local[1], range.global[2] / range.local[2]); });
    expect(seen(6), range, [&](const Item&) { return 1; });
}

using Ids = std::array<std::array<size_t, 3>, 3>;
INSTANTIATE_TEST_SUITE_P(
    Ranges, LaunchIds,
    ::testing::Values(Ids{{{64, 3, 1}, {16, 1, 1}, {0, 0, 0}}},  // each work-group takes a macroblock
                      Ids{{{64, 4, 2}, {32, 2, 1}, {5, 6, 7}}},  // several sub-groups
                      Ids{{{8, 8, 8}, {4, 4, 4}, {0, 0, 1}}},
                      Ids{{{20, 2, 1}, {10, 2, 1}, {0, 0, 0}}},  // a smaller last sub-group
                      Ids{{{5, 1, 1}, {1, 1, 1}, {0, 0, 0}}}));

TEST_F(Launches, ChooseAWorkGroupSizeThemselves) {
    const Owned<cl_program> program = built(kIds, "-cl-std=CL2.0");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    std::vector<cl_int> values(48, -1);
    const Owned<cl_mem> memory = buffer(values.size() * sizeof(cl_int), values.data());
    const cl_mem handle = memory.get();
    const cl_int what = 6;
    clSetKernelArg(made.get(), 0, sizeof handle, &handle);
    clSetKernelArg(made.get(), 1, sizeof what, &what);
    for (const size_t size : {48u, 7u, 1u}) {
        ASSERT_EQ(
            clEnqueueNDRangeKernel(queue(), made.get(), 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS)
            << size;
        clEnqueueReadBuffer(queue(), handle, CL_TRUE, 0, size * sizeof(cl_int), values.data(), 0, nullptr,
                            nullptr);
        EXPECT_EQ(std::accumulate(values.begin(), values.begin() + size, size_t{0}), size);
    }
}

// Where a work-group is one sub-group, a GPU may have work-items beside it that help
// (builtins/device/helpers.cl).
TEST_F(Launches, OfOneSubGroupSeeNoOthers) {
    const Owned<cl_program> program = built(R"(
__attribute__((reqd_work_group_size(16, 1, 1)))
__kernel void k(__global int* out, read_only image2d_t source, read_only image2d_t reference) {
    local int shared[16];
    const int lane = get_local_id(0);
    const int group = get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));
    shared[lane] = lane + 16 * group;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = shared[15 - lane];
    intel_sub_group_avc_ime_payload_t search = intel_sub_group_avc_ime_initialize(
        (ushort2)(16 * get_group_id(0), 0), CLK_AVC_ME_PARTITION_MASK_ALL_INTEL, CLK_AVC_ME_SAD_ADJUST_MODE_NONE_INTEL);
    search = intel_sub_group_avc_ime_set_single_reference((short2)(0, 0), CLK_AVC_ME_SEARCH_WINDOW_EXHAUSTIVE_INTEL, search);
    const intel_sub_group_avc_ime_result_t found = intel_sub_group_avc_ime_evaluate_with_single_reference(
        source, reference, CLK_AVC_ME_INITIALIZE_INTEL, search);
    const int sum = sub_group_reduce_add(other);
    if (lane >= 8) return;
    const int at = 4 * (8 * group + lane);
    out[at] = other;
    out[at + 1] = get_local_id(2) + 10 * get_local_size(2) + 100 * get_global_size(2) + 1000 * get_global_id(2);
    out[at + 2] = sum;
    out[at + 3] = intel_sub_group_avc_ime_get_best_inter_distortion(found);
}
)",
                                            "-cl-std=CL2.0");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const Picture picture = noise(64, 32, 1);
    const Owned<cl_mem> image = this->image(picture);
    const cl_mem handle = image.get();
    for (const cl_uint parameter : {1U, 2U}) clSetKernelArg(made.get(), parameter, sizeof handle, &handle);
    for (const size_t depth : {1U, 3U}) {
        const Range range{.global = {64, 2, depth}, .local = {16, 1, 1}, .offset = {0, 0, 5}};
        const std::vector<cl_int> seen = run_ints(made.get(), 4 * 8 * 8 * depth, range);
        for (int group = 0; group < 8 * static_cast<int>(depth); group++)
            for (int lane = 0; lane < 8; lane++) {
                const auto at = static_cast<size_t>(4 * (8 * group + lane));
                const int layer = group / 8, items = static_cast<int>(depth);
                ASSERT_EQ(seen[at], 15 - lane + 16 * group) << group << " " << lane;
                ASSERT_EQ(seen[at + 1], 10 + 100 * items + 1000 * (layer + 5)) << group << " " << lane;
                ASSERT_EQ(seen[at + 2], 120 + 256 * group) << group << " " << lane;
                ASSERT_EQ(seen[at + 3], 0) << group << " " << lane;
            }
    }
}

TEST_F(Launches, ImpossibleRangesAreErrors) {
    const Owned<cl_program> program = built(
        "__attribute__((reqd_work_group_size(16, 2, 1))) __kernel void k(__global int* out) { "
        "out[get_sub_group_id()] = intel_sub_group_shuffle(1, 0); }\n"
        "__kernel void loose(__global int* out) { out[get_sub_group_id()] = intel_sub_group_shuffle(1, 0); "
        "}\n");
    const Owned<cl_kernel> fixed = kernel(program.get(), "k"), any = kernel(program.get(), "loose");
    const int zero[64] = {};
    const Owned<cl_mem> memory = buffer(sizeof zero, zero);
    const cl_mem handle = memory.get();
    for (const cl_kernel one : {fixed.get(), any.get()}) clSetKernelArg(one, 0, sizeof handle, &handle);
    const auto enqueue = [&](cl_kernel one, cl_uint dimensions, std::vector<size_t> global,
                             std::vector<size_t> local) {
        return clEnqueueNDRangeKernel(queue(), one, dimensions, nullptr,
                                      global.empty() ? nullptr : global.data(),
                                      local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
    };
    EXPECT_EQ(enqueue(any.get(), 0, {16}, {16}), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(enqueue(any.get(), 4, {16, 1, 1, 1}, {16, 1, 1, 1}), CL_INVALID_WORK_DIMENSION);
    EXPECT_EQ(enqueue(any.get(), 1, {}, {16}), CL_INVALID_GLOBAL_WORK_SIZE);
    EXPECT_EQ(enqueue(any.get(), 1, {20}, {16}), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(enqueue(any.get(), 1, {16}, {0}), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(enqueue(any.get(), 1, {1u << 20}, {1u << 20}), CL_INVALID_WORK_ITEM_SIZE);
    EXPECT_EQ(enqueue(fixed.get(), 2, {32, 2}, {32, 1}), CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(enqueue(fixed.get(), 2, {32, 2}, {}), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue()), CL_SUCCESS);
}

TEST_F(Launches, WaitAndGiveEvents) {
    const Owned<cl_program> program =
        built("__kernel void k(__global int* o) { o[get_sub_group_id()] += 1; }");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    cl_int value = 0;
    const Owned<cl_mem> memory = buffer(sizeof value, &value);
    const cl_mem handle = memory.get();
    clSetKernelArg(made.get(), 0, sizeof handle, &handle);
    cl_int error = CL_SUCCESS;
    const cl_event gate = clCreateUserEvent(context(), &error);
    cl_event done = nullptr;
    const size_t one = 1;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue(), made.get(), 1, nullptr, &one, &one, 1, &gate, &done),
              CL_SUCCESS);
    clSetUserEventStatus(gate, CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(1, &done), CL_SUCCESS);
    clEnqueueReadBuffer(queue(), handle, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr);
    EXPECT_EQ(value, 1);
    clReleaseEvent(gate);
    clReleaseEvent(done);
}

// Many host threads. Each has its own context, queue and program.
TEST_F(Launches, FromManyThreadsAtOnce) {
    const auto work = [this](int seed) {
        cl_int error = CL_SUCCESS;
        const cl_device_id id = device();
        const Owned<cl_context> own(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error));
        const Owned<cl_command_queue> commands(
            clCreateCommandQueueWithProperties(own.get(), id, nullptr, &error));
        const std::string text =
            "__kernel void k(__global int* o, int s) { o[get_global_id(0)] = "
            "intel_sub_group_shuffle((int)get_global_id(0) + s, 15 - get_sub_group_local_id()); }";
        const char* string = text.c_str();
        const Owned<cl_program> program(clCreateProgramWithSource(own.get(), 1, &string, nullptr, &error));
        ASSERT_EQ(clBuildProgram(program.get(), 1, &id, "", nullptr, nullptr), CL_SUCCESS);
        const Owned<cl_kernel> made(clCreateKernel(program.get(), "k", &error));
        for (int round = 0; round < 20; round++) {
            const size_t size = 256, local = 16;
            const Owned<cl_mem> memory(
                clCreateBuffer(own.get(), CL_MEM_READ_WRITE, size * 4, nullptr, &error));
            const cl_mem handle = memory.get();
            const cl_int s = 1000 * seed + round;
            clSetKernelArg(made.get(), 0, sizeof handle, &handle);
            clSetKernelArg(made.get(), 1, sizeof s, &s);
            std::vector<cl_int> values(size);
            ASSERT_EQ(clEnqueueNDRangeKernel(commands.get(), made.get(), 1, nullptr, &size, &local, 0,
                                             nullptr, nullptr),
                      CL_SUCCESS);
            clEnqueueReadBuffer(commands.get(), handle, CL_TRUE, 0, size * 4, values.data(), 0, nullptr,
                                nullptr);
            for (int i = 0; i < 256; i++) ASSERT_EQ(values[i], i / 16 * 16 + 15 - i % 16 + s);
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; i++) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
}

// Kernels of its time call the size of a sub-group so, and leave out what images are for.
TEST_F(Launches, NamesOfBeignet) {
    const std::string attribute = "__attribute__((intel_reqd_sub_group_size(8)))\n";
    const auto sizes = run_ints(
        attribute + "__kernel void k(__global int* out) { out[get_global_id(0)] = get_simd_size(); }", 8,
        {.global = {8, 1, 1}, .local = {8, 1, 1}});
    EXPECT_EQ(sizes, std::vector<cl_int>(8, 8));
    built(attribute + R"(__kernel void k(image2d_t out, __global uint* in) {
        intel_sub_group_block_write_ui(out, (int2)(0, 0), in[get_global_id(0)]);
        intel_sub_group_block_write_us2(out, (int2)(0, 1), (ushort2)(in[get_global_id(0)]));
    })");
}

// A buffer that is none, and a parameter that is none.
TEST_F(Launches, ArgumentsOfNothing) {
    const Owned<cl_program> program = built(
        "__kernel void k(__global int* out, __global int* none) {\n"
        "    out[get_global_id(0)] = none == 0 ? (int)sub_group_broadcast(7u, 0) : 0; }\n");
    const Owned<cl_kernel> k = kernel(program.get(), "k");
    EXPECT_EQ(clSetKernelArg(k.get(), 1, sizeof(cl_mem), nullptr), CL_SUCCESS);
    const cl_mem nothing = nullptr;
    EXPECT_EQ(clSetKernelArg(k.get(), 2, sizeof nothing, &nothing), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(clSetKernelArg(k.get(), 1000, sizeof nothing, &nothing), CL_INVALID_ARG_INDEX);
    cl_uint count = 0;
    EXPECT_EQ(clGetKernelInfo(k.get(), CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 2U);
    size_t size = 0;
    EXPECT_EQ(clGetKernelArgInfo(k.get(), 2, CL_KERNEL_ARG_NAME, 0, nullptr, &size), CL_INVALID_ARG_INDEX);
    EXPECT_EQ(run_ints(k.get(), 16, {{16, 1, 1}}), std::vector<cl_int>(16, 7));
}

}  // namespace
}  // namespace genmedia::test
