// SPDX-License-Identifier: MIT
// Work-groups that wait for each other by polling memory.
#include "layer_test.h"

namespace genmedia::test {
namespace {

using Scoreboards = LayerTest;

// Columns of cells are given to work-groups in turn. A cell needs its left and upper neighbours, and reads a
// value that another work-item of theirs wrote. A bounded number of polls must be enough.
const std::string kColumns = R"(
__kernel void k(__global int* out, __global atomic_int* progress, int width, int height) {
    for (int x = get_group_id(0); x < width; x += get_num_groups(0)) {
        for (int y = 0; y < height; y++) {
            if (x > 0 && get_sub_group_local_id() == LEADER) {
                int done = 0, polls = 0;
                while (done <= y && polls++ < 1000)
                    done = atomic_load_explicit(progress + x - 1, memory_order_acquire, memory_scope_device);
                if (done <= y) out[0] = -1;
            }
            const int lane = get_sub_group_local_id();
            const int left = x > 0 ? out[1 + (y * width + x - 1) * 16 + 15 - lane] : 0;
            const int above = y > 0 ? out[1 + ((y - 1) * width + x) * 16 + (lane + 1) % 16] : 0;
            out[1 + (y * width + x) * 16 + lane] = max(left, above) + 1;
            if (lane == LEADER)
                atomic_fetch_add_explicit(progress + x, 1, memory_order_acq_rel, memory_scope_device);
        }
    }
}
)";

class ScoreboardColumns : public LayerTest,
                          public ::testing::WithParamInterface<std::pair<int, const char*>> {};

TEST_P(ScoreboardColumns, AreFinishedInOrder) {
    const cl_int width = 30, height = 12;
    const Owned<cl_program> program = built(kColumns, GetParam().second);
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const std::vector<cl_int> zero(width);
    for (int round = 0; round < 5; round++) {
        const Owned<cl_mem> progress = buffer(zero.size() * sizeof(cl_int), zero.data());
        const cl_mem handle = progress.get();
        clSetKernelArg(made.get(), 1, sizeof handle, &handle);
        clSetKernelArg(made.get(), 2, sizeof width, &width);
        clSetKernelArg(made.get(), 3, sizeof height, &height);
        const auto values = run_ints(made.get(), 1 + size_t{16} * width * height,
                                     {.global = {static_cast<size_t>(GetParam().first) * 16, 1, 1}});
        ASSERT_EQ(values[0], 0) << "a poll ran out";
        for (int cell = 0; cell < width * height; cell++)
            for (int lane = 0; lane < 16; lane++)
                ASSERT_EQ(values[1 + cell * 16 + lane], cell % width + cell / width + 1)
                    << cell << ", " << lane;
    }
}

// Fewer work-groups than columns, all running at once; as many as columns; and a leader other than the first
// work-item.
INSTANTIATE_TEST_SUITE_P(Groups, ScoreboardColumns,
                         ::testing::Values(std::pair{1, "-cl-std=CL2.0 -DLEADER=0"},
                                           std::pair{7, "-cl-std=CL2.0 -DLEADER=0"},
                                           std::pair{30, "-cl-std=CL2.0 -DLEADER=0"},
                                           std::pair{7, "-cl-std=CL2.0 -DLEADER=11"}));

// OpenCL C 1.2 reads with atomics that change nothing.
TEST_F(Scoreboards, OfOpenClC12) {
    const std::string text = R"(
__kernel void k(__global int* out, int count) {
    const int group = get_group_id(0);
    if (get_sub_group_local_id() == 0) {
        int polls = 0;
        while (atomic_or(out, 0) < group && polls < 1000) polls++;
        atomic_inc(out);
        if (polls == 1000) out[1] = 1;
    }
}
)";
    const Owned<cl_program> program = built(text);
    const Owned<cl_kernel> made = kernel(program.get(), "k");
    const cl_int count = 200;
    clSetKernelArg(made.get(), 1, sizeof count, &count);
    EXPECT_EQ(run_ints(made.get(), 2, {.global = {16 * static_cast<size_t>(count), 1, 1}}),
              (std::vector<cl_int>{count, 0}));
}

// If nobody writes the polled value, the poll ends by the program's own limit.
TEST_F(Scoreboards, WaitingForNothingEnds) {
    const std::string text = R"(
__kernel void k(__global int* out) {
    if (get_sub_group_local_id() == 0) {
        int polls = 0;
        while (atomic_load((__global atomic_int*)out) == 0 && polls < 100) polls++;
        out[1] = polls;
    }
}
)";
    EXPECT_EQ(run_ints(text, 2, {.global = {16, 1, 1}}, "-cl-std=CL2.0"), (std::vector<cl_int>{0, 100}));
}

}  // namespace
}  // namespace genmedia::test
