// SPDX-License-Identifier: MIT
// cl_intel_subgroups, cl_intel_subgroups_char and cl_intel_subgroups_short, additions to "Work-group
// Functions" and "Work Item Functions": votes, broadcasts, reductions, scans.
#include "opencl/spec/sub_groups.h"

#include <functional>
#include <limits>

namespace genmedia::test {
namespace {

enum Function { kBroadcast, kReduce, kExclusive, kInclusive };
enum Operation { kAdd, kMin, kMax };
constexpr int kOutputs = 1 + 3 * 3;  // the broadcast, and three functions for each operation

// `prefix`: the extension for shorts has its own names.
std::string collectives(const std::string& type, const std::string& prefix, unsigned size) {
    std::string calls;
    for (const char* name : {"reduce", "scan_exclusive", "scan_inclusive"}) {
        for (const char* operation : {"add", "min", "max"})
            calls +=
                "    out[n++ * items + item] = " + prefix + "sub_group_" + name + "_" + operation + "(x);\n";
    }
    return kItemNumber + "typedef " + type + " T;\n" + sub_group_attribute(size) +
           "__kernel void k(__global const T* in, __global T* out, uint items, uint from) {\n"
           "    const uint item = item_number();\n    const T x = in[item];\n    uint n = 0;\n"
           "    out[n++ * items + item] = " +
           prefix + "sub_group_broadcast(x, from);\n" + calls + "}";
}

template <class T>
T identity(Operation operation) {
    using Limits = std::numeric_limits<T>;
    if (operation == kAdd) return T{0};
    if (operation == kMin) return Limits::has_infinity ? Limits::infinity() : Limits::max();
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
}

template <class T>
T combine(Operation operation, T a, T b) {
    if (operation == kAdd) return static_cast<T>(a + b);
    return operation == kMin ? std::min(a, b) : std::max(a, b);
}

template <class T>
T expected(const Items& items, const std::vector<T>& in, unsigned item, unsigned from, int output) {
    const unsigned first = items.first(item);
    if (output == 0) return in[first + from];
    const int function = 1 + (output - 1) / 3;
    const auto operation = static_cast<Operation>((output - 1) % 3);
    const unsigned end =
        function == kReduce ? items.members(item) : items.lane(item) + (function == kInclusive);
    T total = identity<T>(operation);
    for (unsigned i = 0; i < end; i++) total = combine(operation, total, in[first + i]);
    return total;
}

// Small values: sums are exact in any order of additions.
template <class T>
T value(uint32_t n) {
    const auto some = static_cast<int32_t>(scattered(n) % 2000);
    if constexpr (std::is_unsigned_v<T>) return static_cast<T>(some);
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(some - 1000) / 8;
    return static_cast<T>(some - 1000);
}

class SubgroupsCollective : public SpecTest, public ::testing::WithParamInterface<Shape> {
protected:
    // A type's number tells its shapes: each kind of shape with one size of sub-group, and together all.
    template <class T>
    void check_in_some(unsigned number, const char* type, const char* prefix = "") {
        const unsigned index = index_of(GetParam());
        if ((number + index / kKinds + index % kKinds) % 3 == 0) check<T>(type, prefix);
    }

    template <class T>
    void check(const char* type, const char* prefix = "") {
        SCOPED_TRACE(type);
        const Items items(GetParam());
        std::vector<T> in(items.count);
        for (unsigned i = 0; i < items.count; i++) in[i] = value<T>(i);
        const cl_program program = built_once(collectives(type, prefix, items.size));
        if (HasFailure()) return;
        const Owned<cl_kernel> made = kernel(program, "k");
        const unsigned fewest = items.members(items.count - 1);
        for (unsigned from = 0; from < fewest; from++) {
            std::vector<T> out(in.size() * kOutputs);
            launch(made.get(), {.global = GetParam().global, .local = GetParam().local}, in, out,
                   cl_uint{items.count}, cl_uint{from});
            for (unsigned i = 0; i < out.size(); i++)
                ASSERT_EQ(out[i],
                          expected(items, in, i % items.count, from, static_cast<int>(i / items.count)))
                    << "output " << i / items.count << ", work-item " << i % items.count << ", from " << from;
        }
    }
};

// Sums wrap.
TEST_P(SubgroupsCollective, Types) {
    check<cl_int>("int");
    unsigned number = 0;
    check_in_some<cl_uint>(number++, "uint");
    check_in_some<cl_long>(number++, "long");
    check_in_some<cl_ulong>(number++, "ulong");
    check_in_some<cl_short>(number++, "short", "intel_");
    check_in_some<cl_ushort>(number++, "ushort", "intel_");
    for (const char* prefix : {"", "intel_"}) {
        check_in_some<cl_char>(number++, "char", prefix);
        check_in_some<cl_uchar>(number++, "uchar", prefix);
    }
    check_in_some<cl_float>(number++, "float");
    cl_device_fp_config config = 0;
    clGetDeviceInfo(device(), CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, nullptr);
    if (config != 0) check_in_some<cl_double>(number++, "double");
}

// None, one, all but one, and all of a sub-group's work-items vote yes.
TEST_P(SubgroupsCollective, Votes) {
    const Items items(GetParam());
    const cl_program program = built_once(kItemNumber + sub_group_attribute(items.size) + R"(
__kernel void k(__global const int* in, __global int* any, __global int* all) {
    const uint item = item_number();
    any[item] = sub_group_any(in[item]);
    all[item] = sub_group_all(in[item]);
})");
    ASSERT_FALSE(HasFailure());
    const Owned<cl_kernel> made = kernel(program, "k");
    for (unsigned seed = 0; seed < 12; seed++) {
        std::vector<cl_int> in(items.count), any(in), all(in);
        for (unsigned i = 0; i < items.count; i++) {
            const unsigned chosen = scattered(seed + items.first(i)) % items.members(i);
            const bool is_chosen = items.lane(i) == chosen;
            const unsigned kind = scattered(items.first(i) + 99 * seed) % 4;
            const bool says = kind == 1 ? is_chosen : kind == 2 ? !is_chosen : kind == 3;
            in[i] = says ? 1 << (seed * 2 % 31) : 0;
        }
        launch(made.get(), {.global = GetParam().global, .local = GetParam().local}, in, any, all);
        for (unsigned i = 0; i < items.count; i++) {
            const auto begin = in.begin() + items.first(i), end = begin + items.members(i);
            ASSERT_EQ(any[i] != 0, std::any_of(begin, end, [](cl_int x) { return x != 0; }))
                << "work-item " << i;
            ASSERT_EQ(all[i] != 0, std::all_of(begin, end, [](cl_int x) { return x != 0; }))
                << "work-item " << i;
        }
    }
}

// After the barrier, neighbours see memory that a work-item wrote before it.
TEST_P(SubgroupsCollective, Barriers) {
    const Items items(GetParam());
    for (const char* barrier : {"sub_group_barrier(CLK_GLOBAL_MEM_FENCE)",
                                "sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group)"}) {
        std::vector<cl_int> memory(items.count), out(items.count);
        launch(kItemNumber + sub_group_attribute(items.size) +
                   "__kernel void k(__global volatile int* memory, "
                   "__global int* out) {\n    const uint item = item_number(), lane = "
                   "get_sub_group_local_id();\n"
                   "    memory[item] = 3 * item;\n    " +
                   barrier +
                   ";\n    const uint next = (lane + 1) % "
                   "get_sub_group_size();\n    out[item] = memory[item - lane + next];\n}",
               "k", {.global = GetParam().global, .local = GetParam().local}, memory, out);
        for (unsigned i = 0; i < items.count; i++)
            ASSERT_EQ(out[i], 3 * (items.first(i) + (items.lane(i) + 1) % items.members(i))) << barrier;
    }
}

// "Work Item Functions".
TEST_P(SubgroupsCollective, Sizes) {
    const Items items(GetParam());
    std::vector<cl_int> out(items.count * 5);
    launch(kItemNumber + sub_group_attribute(items.size) + R"(
__kernel void k(__global int* out) {
    __global int* mine = out + item_number() * 5;
    mine[0] = get_sub_group_size();
    mine[1] = get_max_sub_group_size();
    mine[2] = get_num_sub_groups();
    mine[3] = get_enqueued_num_sub_groups();
    mine[4] = 1;
})",
           "k", {.global = GetParam().global, .local = GetParam().local}, out);
    const cl_int number = static_cast<cl_int>((items.group + items.size - 1) / items.size);
    for (unsigned i = 0; i < items.count; i++) {
        const std::vector<cl_int> seen(out.begin() + i * 5, out.begin() + i * 5 + 5);
        ASSERT_EQ(seen, (std::vector<cl_int>{static_cast<cl_int>(items.members(i)),
                                             static_cast<cl_int>(items.size), number, number, 1}))
            << "work-item " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(, SubgroupsCollective, ::testing::ValuesIn(shapes()));

}  // namespace
}  // namespace genmedia::test
