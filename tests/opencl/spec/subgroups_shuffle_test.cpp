// SPDX-License-Identifier: MIT
// cl_intel_subgroups, cl_intel_subgroups_char and cl_intel_subgroups_short, "Sub-group Shuffle Functions";
// cl_khr_subgroup_shuffle and cl_khr_subgroup_shuffle_relative.
#include "opencl/spec/sub_groups.h"

namespace genmedia::test {
namespace {

constexpr unsigned kFunctions = 8;

struct Value {
    const char* type;
    int width;

    std::string name() const { return type + (width == 1 ? "" : std::to_string(width)); }
};

// A kernel named k_VALUE: every function with every distance from 0 to the sub-group's size, the same for all
// work-items (SPREAD 0) or different ones. shuffle_xor also gets larger distances, which wrap.
std::string shuffles(const Value& value, unsigned size) {
    const std::string w = value.width == 1 ? "" : std::to_string(value.width), name = value.name();
    const std::string load = value.width == 1 ? "(p)[i]" : "vload" + w + "(i, p)";
    const std::string store = value.width == 1 ? "(p)[i] = v" : "vstore" + w + "(v, i, p)";
    return "#define E " + std::string(value.type) + "\n#define T " + name + "\n#define SIZE " +
           std::to_string(size) + "\n#define FUNCTIONS " + std::to_string(kFunctions) +
           "\n#define LOAD(i, p) " + load + "\n#define STORE(v, i, p) " + store + "\n" +
           sub_group_attribute(size) + "__kernel void k_" + name + R"(
(__global const E* a, __global const E* b, __global E* out, uint items, uint spread) {
    const uint item = item_number(), lane = get_sub_group_local_id();
    const T x = LOAD(item, a), y = LOAD(item, b);
    for (uint n = 0; n <= SIZE; n++) {
        const uint some = n + lane * spread, at = n * FUNCTIONS * items + item;
        STORE(intel_sub_group_shuffle(x, some % SIZE), at, out);
        STORE(intel_sub_group_shuffle_down(x, y, some % (SIZE + 1)), at + items, out);
        STORE(intel_sub_group_shuffle_up(x, y, some % (SIZE + 1)), at + 2 * items, out);
        STORE(intel_sub_group_shuffle_xor(x, some), at + 3 * items, out);
        STORE(sub_group_shuffle(x, some % SIZE), at + 4 * items, out);
        STORE(sub_group_shuffle_down(x, some % (SIZE + 1)), at + 5 * items, out);
        STORE(sub_group_shuffle_up(x, some % (SIZE + 1)), at + 6 * items, out);
        STORE(sub_group_shuffle_xor(x, some % SIZE), at + 7 * items, out);
    }
}
#undef E
#undef T
#undef SIZE
#undef FUNCTIONS
#undef LOAD
#undef STORE
)";
}

// The lane whose value a work-item gets, and which of that lane's arguments. Where Khronos' functions have
// none, no lane.
struct Source {
    unsigned lane;
    bool second;
};

Source source_of(int function, unsigned lane, unsigned some, unsigned size) {
    const unsigned distance = some % (size + 1);
    switch (function) {
        case 0: return {some % size, false};
        case 1:
            return lane + distance < size ? Source{lane + distance, false}
                                          : Source{lane + distance - size, true};
        case 2:
            return lane >= distance ? Source{lane - distance, true} : Source{lane + size - distance, false};
        case 4: return {some % size, false};
        case 5: return {lane + distance, false};
        case 6: return {lane >= distance ? lane - distance : size, false};
        default: return {lane ^ some % size, false};
    }
}

Shape plain(unsigned size) { return {size, {4 * size, 1, 1}, {2 * size, 1, 1}}; }

class SubgroupsShuffle : public SpecTest {
protected:
    struct Case {
        Value value;
        Shape shape;
    };

    // The cases are one program, since the start of its compiling takes longer than a kernel. Only the bits
    // of elements matter, so any type of the size can stand for them.
    template <class Bits>
    void check(const std::vector<Case>& cases) {
        std::string text = kItemNumber;
        for (const Case& one : cases) text += shuffles(one.value, one.shape.size);
        const cl_program program = built_once(text);
        if (HasFailure()) return;
        for (const Case& one : cases) {
            SCOPED_TRACE(one.value.name() + ", " + ::testing::PrintToString(one.shape));
            check<Bits>(kernel(program, ("k_" + one.value.name()).c_str()).get(), one.value.width, one.shape);
        }
    }

    // All widths, the even ones with one size of sub-group.
    template <class Bits>
    void check_widths(const std::vector<const char*>& types, unsigned size_of_even, unsigned size_of_odd) {
        std::vector<Case> cases;
        for (const int width : {1, 2, 3, 4, 8, 16})
            for (const char* type : types)
                cases.push_back({{type, width}, plain(width % 2 == 0 ? size_of_even : size_of_odd)});
        check<Bits>(cases);
    }

private:
    template <class Bits>
    void check(cl_kernel made, int width, const Shape& shape) {
        const Items items(shape);
        std::vector<Bits> a(items.count * width), b(a.size());
        for (size_t i = 0; i < a.size(); i++) {  // small: with these bits every float and double is a number
            a[i] = static_cast<Bits>(scattered(static_cast<uint32_t>(2 * i)) & 0x3fff3fff);
            b[i] = static_cast<Bits>(scattered(static_cast<uint32_t>(2 * i + 1)) & 0x3fff3fff);
        }
        for (const cl_uint spread : {0u, 7u}) {
            std::vector<Bits> out(a.size() * kFunctions * (items.size + 1));
            launch(made, {.global = shape.global, .local = shape.local}, a, b, out, cl_uint{items.count},
                   spread);
            compare(items, width, spread, a, b, out);
        }
    }

    template <class Bits>
    void compare(const Items& items, int width, unsigned spread, const std::vector<Bits>& a,
                 const std::vector<Bits>& b, const std::vector<Bits>& out) {
        for (unsigned i = 0; i < items.count * kFunctions * (items.size + 1); i++) {
            const unsigned item = i % items.count, function = i / items.count % kFunctions;
            const unsigned n = i / items.count / kFunctions;
            const unsigned lane = items.lane(item);
            const Source from = source_of(static_cast<int>(function), lane, n + lane * spread, items.size);
            if (from.lane >= items.members(item)) continue;  // no lane has this value: undefined
            const auto& values = from.second ? b : a;
            for (int e = 0; e < width; e++)
                ASSERT_EQ(out[i * width + e], values[(items.first(item) + from.lane) * width + e])
                    << "function " << function << ", work-item " << item << ", distance " << n << ", element "
                    << e;
        }
    }
};

TEST_F(SubgroupsShuffle, Integers) { check_widths<uint32_t>({"int", "uint"}, 16, 8); }

TEST_F(SubgroupsShuffle, Floats) { check_widths<uint32_t>({"float"}, 16, 16); }

TEST_F(SubgroupsShuffle, Shorts) { check_widths<uint16_t>({"short", "ushort"}, 32, 16); }

TEST_F(SubgroupsShuffle, Chars) { check_widths<uint8_t>({"char", "uchar"}, 16, 32); }

TEST_F(SubgroupsShuffle, Longs) { check<uint64_t>({{{"long", 1}, plain(16)}, {{"ulong", 1}, plain(16)}}); }

TEST_F(SubgroupsShuffle, Doubles) {
    cl_device_fp_config config = 0;
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, nullptr),
              CL_SUCCESS);
    if (config == 0) GTEST_SKIP() << "the device has no doubles";
    check<uint64_t>({{{"double", 1}, plain(16)}});
}

class SubgroupsShuffleShapes : public SubgroupsShuffle, public ::testing::WithParamInterface<Shape> {};

TEST_P(SubgroupsShuffleShapes, StayWithinSubGroups) {
    check<uint32_t>({{{"int", 1}, GetParam()}});
    check<uint16_t>({{{"ushort", 4}, GetParam()}});
}

INSTANTIATE_TEST_SUITE_P(, SubgroupsShuffleShapes, ::testing::ValuesIn(shapes()));

}  // namespace
}  // namespace genmedia::test
