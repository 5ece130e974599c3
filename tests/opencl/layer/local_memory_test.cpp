// SPDX-License-Identifier: MIT
// Work-groups of several sub-groups that share local memory and meet at barriers.
#include "layer_test.h"

namespace genmedia::test {
namespace {

using LocalMemory = LayerTest;

// Each sub-group adds up its own values; then the first one adds up the sums, without the others.
constexpr const char* kTwoSteps = R"(
__kernel void k(__global int* out) {
    __local int sums[64];
    const int sum = sub_group_reduce_add((int)get_global_id(0));
    if (get_sub_group_local_id() == 0) sums[get_sub_group_id()] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_id() == 0) {
        const uint lane = get_sub_group_local_id();
        const int total = sub_group_reduce_add(lane < get_num_sub_groups() ? sums[lane] : 0);
        if (lane == 0) out[get_group_id(0)] += total;
    }
    out[get_num_groups(0) + get_global_id(0)] = intel_sub_group_shuffle(sum, 3);
}
)";

TEST_F(LocalMemory, TwoStepReduction) {
    for (const size_t local : {16, 64, 128, 256}) {
        const size_t groups = 5;
        const auto values = run_ints(kTwoSteps, groups + groups * local,
                                     {.global = {groups * local, 1, 1}, .local = {local, 1, 1}});
        for (size_t group = 0; group < groups; group++) {
            size_t total = 0;
            for (size_t i = 0; i < local; i++) total += group * local + i;
            EXPECT_EQ(values[group], static_cast<cl_int>(total)) << local << ", group " << group;
        }
        for (size_t i = 0; i < groups * local; i++) {
            const size_t first = i / 16 * 16;
            ASSERT_EQ(values[groups + i], static_cast<cl_int>(16 * first + 120))
                << local << ", work-item " << i;
        }
    }
}

// A function that PoCL puts into the kernel late, in programs that it runs alone, and in one whose local
// memory the layer does not follow.
TEST_F(LocalMemory, OfAFunctionIsThatOfTheKernel) {
    for (const char* extra : {"", "sub_group_barrier(CLK_LOCAL_MEM_FENCE);",
                              "if (n < 0) goto end; sub_group_barrier(CLK_LOCAL_MEM_FENCE); end:"}) {
        const auto values = run_ints(std::string(R"(
__attribute__((noinline)) static int sum(__local const int* data, int from, int factor) {
    int result = 0;
    for (int i = 0; i < 4; i++) result += data[from + i];
    return result * factor;
}
__kernel void k(__global int* out) {
    __local int data[20];
    const int l = get_local_id(0), n = get_local_size(0);
    data[l] = l + 100 * get_group_id(0);
    if (l < 4) data[16 + l] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    )") + extra + R"(
    out[get_global_id(0)] = sum(data, l, 1) + sum(data, 0, 1000);
})",
                                     64, {.global = {64, 1, 1}, .local = {16, 1, 1}});
        for (int i = 0; i < 64; i++) {
            const int l = i % 16, group = i / 16;
            int sum = 0;
            for (int at = l; at < l + 4; at++) sum += at < 16 ? at + 100 * group : 7;
            ASSERT_EQ(values[static_cast<size_t>(i)], sum + 1000 * (6 + 400 * group))
                << extra << ", work-item " << i;
        }
    }
}

// cl_khr_subgroups, "independent forward progress": a sub-group may wait for what another of its work-group
// does.
TEST_F(LocalMemory, SubGroupsWaitForEachOther) {
    const auto values = run_ints(R"(
__attribute__((intel_reqd_sub_group_size(16)))
__kernel void k(__global int* out) {
    __local volatile int turn;
    if (get_local_id(0) == 0) turn = get_num_sub_groups() - 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int mine = get_sub_group_id();
    if (get_sub_group_local_id() == 0) {
        while (atomic_add(&turn, 0) != mine) {}
        atomic_dec(&turn);
    }
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = mine;
}
)",
                                 64, {.global = {64, 1, 1}, .local = {64, 1, 1}});
    for (size_t i = 0; i < 64; i++) EXPECT_EQ(values[i], static_cast<cl_int>(i / 16)) << i;
}

// Local memory from a parameter, in a loop with barriers.
TEST_F(LocalMemory, RotatesThroughAParameter) {
    const Owned<cl_program> program = built(R"(
__kernel void k(__global int* out, __local int* ring, int turns) {
    const uint me = get_local_id(0), size = get_local_size(0);
    ring[me] = get_global_id(0);
    for (int i = 0; i < turns; i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int next = ring[(me + 1) % size];
        barrier(CLK_LOCAL_MEM_FENCE);
        ring[me] = next;
    }
    out[get_global_id(0)] = ring[me] + 0 * intel_sub_group_shuffle(turns, 0);
}
)");
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const cl_int turns = 5;
    clSetKernelArg(made.get(), 1, 64 * sizeof(cl_int), nullptr);
    clSetKernelArg(made.get(), 2, sizeof turns, &turns);
    const auto values = run_ints(made.get(), 640, {.global = {640, 1, 1}, .local = {64, 1, 1}});
    for (int i = 0; i < 640; i++) ASSERT_EQ(values[i], i / 64 * 64 + (i + turns) % 64) << i;
}

// Sub-groups call different numbers of sub-group functions before they meet.
TEST_F(LocalMemory, SubGroupsTakeTheirOwnWays) {
    const auto values = run_ints(R"(
__kernel void k(__global int* out) {
    __local int turns[8];
    int value = get_sub_group_local_id();
    for (uint i = 0; i < get_sub_group_id(); i++) value = intel_sub_group_shuffle(value, (get_sub_group_local_id() + 1) & 15);
    if (get_sub_group_local_id() == 0) turns[get_sub_group_id()] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 100 * turns[7 - get_sub_group_id()] + value;
}
)",
                                 256, {.global = {256, 1, 1}, .local = {128, 1, 1}});
    for (int i = 0; i < 256; i++) {
        const int sub_group = i % 128 / 16;
        ASSERT_EQ(values[i], 100 * (7 - sub_group) + (i + sub_group) % 16) << i;
    }
}

}  // namespace
}  // namespace genmedia::test
