// SPDX-License-Identifier: MIT
// cl_intel_subgroups: all work-items of a sub-group must reach the functions. So the sub-groups of a
// work-group may take different paths to them.
#include "opencl/spec/sub_groups.h"

#include <numeric>

namespace genmedia::test {
namespace {

class SubgroupsPaths : public SpecTest, public ::testing::WithParamInterface<Shape> {
protected:
    Items items{GetParam()};

    std::vector<cl_int> run(const std::string& body) {
        std::vector<cl_int> in(items.count), out(items.count, -1);
        for (unsigned i = 0; i < items.count; i++) in[i] = value(i);
        launch(kItemNumber + sub_group_attribute(items.size) +
                   "__kernel void k(__global const int* in, __global int* out) {\n"
                   "    const uint item = item_number(), lane = get_sub_group_local_id(), id = "
                   "get_sub_group_id();\n"
                   "    const int mine = in[item];\n    int x = mine;\n" +
                   body + "\n    out[item] = x;\n}",
               "k", {.global = GetParam().global, .local = GetParam().local}, in, out);
        return out;
    }

    static cl_int value(unsigned item) { return static_cast<cl_int>(scattered(item) % 1000); }
    cl_int sum(unsigned item) const {
        cl_int total = 0;
        for (unsigned i = 0; i < items.members(item); i++) total += value(items.first(item) + i);
        return total;
    }

    template <class Expected>
    void expect(const std::vector<cl_int>& out, Expected expected) {
        for (unsigned i = 0; i < items.count; i++)
            ASSERT_EQ(out[i], expected(i)) << "work-item " << i << ", sub-group " << items.sub_group(i);
    }
};

TEST_P(SubgroupsPaths, OnlyOddOnes) {
    const auto out = run("    if (id & 1) x = sub_group_reduce_add(mine);");
    expect(out, [&](unsigned i) { return items.sub_group(i) % 2 == 1 ? sum(i) : value(i); });
}

TEST_P(SubgroupsPaths, OnlyEvenOnes) {
    const auto out = run("    if ((id & 1) == 0) x = sub_group_reduce_add(mine);");
    expect(out, [&](unsigned i) { return items.sub_group(i) % 2 == 0 ? sum(i) : value(i); });
}

// A program that asks to unroll its loops, in all the ways that there are, is built and means the same.
TEST_P(SubgroupsPaths, UnrolledLoops) {
    const auto out =
        run("    __attribute__((opencl_unroll_hint)) for (uint i = 0; i <= id; i++) x += "
            "sub_group_reduce_add(mine);\n"
            "    uint j = 0;\n"
            "    __attribute__((opencl_unroll_hint(2))) while (j <= id) { x += sub_group_reduce_add(mine); "
            "j++; }\n"
            "    #pragma unroll\n"
            "    do { if (j == 1) continue; x += sub_group_reduce_add(mine); } while (--j > 0);\n"
            "    if (id & 1) __attribute__((opencl_unroll_hint(1))) for (; j < 2; j++)\n"
            "        #pragma unroll 1\n"
            "        for (int k = 0; k < 2; k++) x += sub_group_reduce_add(mine);");
    expect(out, [&](unsigned i) {
        const auto id = static_cast<cl_int>(items.sub_group(i));
        return value(i) + sum(i) * ((id + 1) + (id + 1) + id + (id % 2 == 1 ? 4 : 0));
    });
}

TEST_P(SubgroupsPaths, ResultsThatAreCastToVectors) {
    const auto out =
        run("    int4 v = 0;\n    for (uint i = 0; i <= id; i++)\n"
            "        v += (int4)sub_group_reduce_add(mine) + (int4)(sub_group_reduce_add(mine), 1, 2, 3);\n"
            "    x = v.s0 + v.s1 * 3;");
    expect(out, [&](unsigned i) {
        const auto turns = static_cast<cl_int>(items.sub_group(i) + 1);
        return turns * (sum(i) * 2 + (sum(i) + 1) * 3);
    });
}

// A lane that has left a loop still gives its value, as its register does on SIMD hardware.
TEST_P(SubgroupsPaths, LanesThatHaveLeftALoop) {
    const std::string before =
        "    x = sub_group_broadcast(mine, 0) * 0;\n    const uint size = get_sub_group_size();\n";
    const std::string loops[] = {
        "    for (uint i = lane; i < size; i++) x += intel_sub_group_shuffle(mine, i);",
        "    uint i = lane; while (i < size) { x += intel_sub_group_shuffle(mine, i); i++; }",
        "    uint i = lane; do { x += intel_sub_group_shuffle(mine, i); } while (++i < size);",
        "    for (uint i = lane; ; i++) { if (i >= size) break; x += intel_sub_group_shuffle(mine, i); }"};
    for (const std::string& loop : loops) {
        SCOPED_TRACE(loop);
        expect(run(before + loop), [&](unsigned item) {
            cl_int total = 0;
            for (unsigned i = item; i < items.first(item) + items.members(item); i++) total += value(i);
            return total;
        });
    }
}

TEST_P(SubgroupsPaths, DifferentFunctions) {
    const auto out =
        run("    if (id == 0) x = sub_group_reduce_add(mine);\n"
            "    else if (id == 1) x = sub_group_broadcast(mine, 2) + sub_group_broadcast(mine, 1);\n"
            "    else x = sub_group_scan_exclusive_max(mine);");
    expect(out, [&](unsigned i) {
        const unsigned first = items.first(i);
        if (items.sub_group(i) == 0) return sum(i);
        if (items.sub_group(i) == 1) return value(first + 2) + value(first + 1);
        cl_int most = std::numeric_limits<cl_int>::min();
        for (unsigned k = first; k < i; k++) most = std::max(most, value(k));
        return most;
    });
}

TEST_P(SubgroupsPaths, DifferentLoopCounts) {
    const auto out = run(
        "    for (uint i = 0; i <= 3 * id; i++) x += sub_group_broadcast(mine, i % get_sub_group_size());");
    expect(out, [&](unsigned i) {
        cl_int x = value(i);
        for (unsigned n = 0; n <= 3 * items.sub_group(i); n++)
            x += value(items.first(i) + n % items.members(i));
        return x;
    });
}

TEST_P(SubgroupsPaths, EarlyReturn) {
    const auto out = run("    if (id == 1) { out[item] = 7; return; }\n    x = sub_group_reduce_add(mine);");
    expect(out, [&](unsigned i) { return items.sub_group(i) == 1 ? 7 : sum(i); });
}

// What one work-item does after a call must have no effect on the others.
TEST_P(SubgroupsPaths, OneWorkItemActsBehindACall) {
    const auto out =
        run("    out[item] = 0;\n    if (id == 1) {\n        const int sum = sub_group_reduce_add(mine);\n"
            "        if (lane == 2) x += sum;\n    }\n    if (lane == 3) x += 5;");
    expect(out, [&](unsigned i) {
        return value(i) + (items.sub_group(i) == 1 && items.lane(i) == 2 ? sum(i) : 0) +
               (items.lane(i) == 3 ? 5 : 0);
    });
}

TEST_P(SubgroupsPaths, OneWorkItemActsBehindCallsInLoops) {
    const auto out =
        run("    for (uint i = 0; i <= id; i++) {\n        const int sum = sub_group_reduce_add(mine);\n"
            "        if (lane == i) x += sum;\n    }");
    expect(out, [&](unsigned i) { return value(i) + (items.lane(i) <= items.sub_group(i) ? sum(i) : 0); });
}

TEST_P(SubgroupsPaths, OneWorkItemActsBeforeTheLoopGoesOn) {
    const auto out =
        run("    for (uint i = 0; i < 3; i++) {\n        if (id == 1) {\n"
            "            const int sum = sub_group_reduce_add(mine);\n            if (lane == i) x += sum;\n"
            "            if (i == 1) break;\n            continue;\n        }\n        x++;\n    }");
    expect(out, [&](unsigned i) {
        if (items.sub_group(i) != 1) return value(i) + 3;
        return value(i) + (items.lane(i) < 2 ? sum(i) : 0);
    });
}

// Sub-groups leave loops when their data says so.
TEST_P(SubgroupsPaths, LoopsUntilTheDataIsUsedUp) {
    const auto out =
        run("    int left = mine, rounds = 0;\n"
            "    while (sub_group_any(left > 0)) { left -= 10 * (id + 1); rounds++; }\n    x = rounds;");
    expect(out, [&](unsigned i) {
        cl_int most = 0;
        for (unsigned k = 0; k < items.members(i); k++) most = std::max(most, value(items.first(i) + k));
        const cl_int step = static_cast<cl_int>(10 * (items.sub_group(i) + 1));
        return (most + step - 1) / step;
    });
}

// A work-group with a smaller last sub-group runs in one piece. Its sub-groups must take the same path
// (docs/opencl.md, Limits).
std::vector<Shape> whole_sub_groups() {
    auto all = shapes();
    std::erase_if(all, [](const Shape& shape) { return Items(shape).group % shape.size != 0; });
    return all;
}

INSTANTIATE_TEST_SUITE_P(, SubgroupsPaths, ::testing::ValuesIn(whole_sub_groups()));

// Each sub-group writes its sum to local memory. Only one sub-group adds the sums up.
std::string two_steps(const std::string& chosen, const std::string& write) {
    return R"(
__kernel void k(__global const int* in, __global int* out) {
    __local int partial[32];
    const uint lane = get_sub_group_local_id(), id = get_sub_group_id();
    const uint group = get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));
    const int mine = sub_group_reduce_add(in[item_number()]);
    if (lane == 0) partial[id] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == )" +
           chosen + R"() {
        const int total = sub_group_reduce_add(lane < get_num_sub_groups() ? partial[lane] : 0);
        if (lane == 0) out[group] )" +
           write + R"( total;
    }
})";
}

class SubgroupsTwoSteps : public SubgroupsPaths {
protected:
    void check(const std::string& text) {
        std::vector<cl_int> in(items.count), out(items.count / items.group);
        for (unsigned i = 0; i < items.count; i++) in[i] = value(i);
        launch(kItemNumber + sub_group_attribute(items.size) + text, "k",
               {.global = GetParam().global, .local = GetParam().local}, in, out);
        for (size_t g = 0; g < out.size(); g++)
            ASSERT_EQ(out[g],
                      std::accumulate(in.begin() + g * items.group, in.begin() + (g + 1) * items.group, 0))
                << "work-group " << g;
    }
};

TEST_P(SubgroupsTwoSteps, FirstSubGroupAddsUp) { check(two_steps("0", "=")); }

// If other sub-groups came along, each would add the sum once more.
TEST_P(SubgroupsTwoSteps, OnlyTheFirstSubGroupAddsUp) { check(two_steps("0", "+=")); }

// This is not the path of the first work-item.
TEST_P(SubgroupsTwoSteps, LastSubGroupAddsUp) { check(two_steps("get_num_sub_groups() - 1", "=")); }

INSTANTIATE_TEST_SUITE_P(, SubgroupsTwoSteps, ::testing::ValuesIn(whole_sub_groups()));

}  // namespace
}  // namespace genmedia::test
