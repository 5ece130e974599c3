// SPDX-License-Identifier: MIT
// cl_intel_subgroups, cl_intel_subgroups_char and cl_intel_subgroups_short, "Sub-group Shuffle Functions".
#include "opencl/spec/sub_groups.h"

namespace genmedia::test {
namespace {

// Every function with every distance from 0 to the sub-group's size: the same for all work-items (SPREAD 0)
// or different ones. shuffle_xor also gets larger distances, which wrap.
std::string shuffles(const std::string& type, int width, unsigned size) {
    const std::string w = width == 1 ? "" : std::to_string(width);
    const std::string load = width == 1 ? "p[i]" : "vload" + w + "(i, p)";
    const std::string store = width == 1 ? "p[i] = v" : "vstore" + w + "(v, i, p)";
    return kItemNumber + "typedef " + type + " E;\ntypedef " + type + w + " T;\n#define SIZE " +
           std::to_string(size) + "\nT load(uint i, __global const E* p) { return " + load + "; }\n" +
           "void store(T v, uint i, __global E* p) { " + store + "; }\n" + sub_group_attribute(size) + R"(
__kernel void k(__global const E* a, __global const E* b, __global E* out, uint items, uint spread) {
    const uint item = item_number(), lane = get_sub_group_local_id();
    const T x = load(item, a), y = load(item, b);
    for (uint n = 0; n <= SIZE; n++) {
        const uint some = n + lane * spread, at = n * 4 * items + item;
        store(intel_sub_group_shuffle(x, some % SIZE), at, out);
        store(intel_sub_group_shuffle_down(x, y, some % (SIZE + 1)), at + items, out);
        store(intel_sub_group_shuffle_up(x, y, some % (SIZE + 1)), at + 2 * items, out);
        store(intel_sub_group_shuffle_xor(x, some), at + 3 * items, out);
    }
})";
}

// The lane whose value a work-item gets, and which of that lane's arguments.
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
        default: return {lane ^ some % size, false};
    }
}

class SubgroupsShuffle : public SpecTest {
protected:
    // Only the bits of elements matter, so any type of the size can stand for them.
    template <class Bits>
    void check(const char* type, int width, const Shape& shape) {
        SCOPED_TRACE(std::string(type) + std::to_string(width) + ", " + ::testing::PrintToString(shape));
        const Items items(shape);
        std::vector<Bits> a(items.count * width), b(a.size());
        for (size_t i = 0; i < a.size(); i++) {  // small: with these bits every float and double is a number
            a[i] = static_cast<Bits>(scattered(static_cast<uint32_t>(2 * i)) & 0x3fff3fff);
            b[i] = static_cast<Bits>(scattered(static_cast<uint32_t>(2 * i + 1)) & 0x3fff3fff);
        }
        const Owned<cl_program> program = built(shuffles(type, width, shape.size));
        if (HasFatalFailure() || HasNonfatalFailure()) return;
        const Owned<cl_kernel> made = kernel(program.get(), "k");
        for (const cl_uint spread : {0u, 7u}) {
            std::vector<Bits> out(a.size() * 4 * (items.size + 1));
            launch(made.get(), {.global = shape.global, .local = shape.local}, a, b, out,
                   cl_uint{items.count}, spread);
            compare(items, width, spread, a, b, out);
        }
    }

private:
    template <class Bits>
    void compare(const Items& items, int width, unsigned spread, const std::vector<Bits>& a,
                 const std::vector<Bits>& b, const std::vector<Bits>& out) {
        for (unsigned i = 0; i < items.count * 4 * (items.size + 1); i++) {
            const unsigned item = i % items.count, function = i / items.count % 4, n = i / items.count / 4;
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

constexpr int kWidths[] = {1, 2, 3, 4, 8, 16};

Shape plain(unsigned size) { return {size, {4 * size, 1, 1}, {2 * size, 1, 1}}; }

TEST_F(SubgroupsShuffle, Integers) {
    for (const int width : kWidths) {
        for (const char* type : {"int", "uint"}) check<uint32_t>(type, width, plain(width % 2 == 0 ? 16 : 8));
    }
}

TEST_F(SubgroupsShuffle, Floats) {
    for (const int width : kWidths) check<uint32_t>("float", width, plain(16));
}

TEST_F(SubgroupsShuffle, Shorts) {
    for (const int width : kWidths) {
        for (const char* type : {"short", "ushort"})
            check<uint16_t>(type, width, plain(width % 2 == 0 ? 32 : 16));
    }
}

TEST_F(SubgroupsShuffle, Chars) {
    for (const int width : kWidths) {
        for (const char* type : {"char", "uchar"})
            check<uint8_t>(type, width, plain(width % 2 == 0 ? 16 : 32));
    }
}

TEST_F(SubgroupsShuffle, Longs) {
    for (const char* type : {"long", "ulong"}) check<uint64_t>(type, 1, plain(16));
}

TEST_F(SubgroupsShuffle, Doubles) {
    cl_device_fp_config config = 0;
    ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, nullptr),
              CL_SUCCESS);
    if (config == 0) GTEST_SKIP() << "the device has no doubles";
    check<uint64_t>("double", 1, plain(16));
}

class SubgroupsShuffleShapes : public SubgroupsShuffle, public ::testing::WithParamInterface<Shape> {};

TEST_P(SubgroupsShuffleShapes, StayWithinSubGroups) {
    check<uint32_t>("int", 1, GetParam());
    check<uint16_t>("ushort", 4, GetParam());
}

INSTANTIATE_TEST_SUITE_P(, SubgroupsShuffleShapes, ::testing::ValuesIn(shapes()));

}  // namespace
}  // namespace genmedia::test
