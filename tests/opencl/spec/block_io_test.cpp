// SPDX-License-Identifier: MIT
// cl_intel_subgroups, cl_intel_subgroups_char, cl_intel_subgroups_short and cl_intel_subgroups_long,
// "Sub-group Read and Write Functions".
#include "opencl/spec/sub_groups.h"

namespace genmedia::test {
namespace {

struct Variant {
    std::string suffix;  // after intel_sub_group_block_read
    int bytes, count;    // bytes of an element, elements of a work-item

    std::string type() const {
        return bytes == 1 ? "uchar" : bytes == 2 ? "ushort" : bytes == 4 ? "uint" : "ulong";
    }
    std::string value() const { return type() + (count == 1 ? "" : std::to_string(count)); }
    std::string name() const { return suffix + (count == 1 ? "" : std::to_string(count)); }
    std::string load() const { return count == 1 ? "p[i]" : "vload" + std::to_string(count) + "(i, p)"; }
    std::string store() const {
        return count == 1 ? "p[i] = v" : "vstore" + std::to_string(count) + "(v, i, p)";
    }
};

std::vector<Variant> variants() {
    std::vector<Variant> all;
    for (const int count : {1, 2, 4, 8}) {
        all.push_back({"", 4, count});
        all.push_back({"_ui", 4, count});
        all.push_back({"_us", 2, count});
        all.push_back({"_uc", 1, count});
        all.push_back({"_ul", 8, count});
    }
    all.push_back({"_uc", 1, 16});
    return all;
}

// Kernels for all variants, named kernel0 and so on. NAME, T, V, N, load() and store() depend on the variant.
std::string kernels(const std::string& body, unsigned size) {
    std::string text = kItemNumber;
    size_t n = 0;
    for (const Variant& variant : variants()) {
        const std::string k = std::to_string(n++);
        text += "#define T " + variant.type() + "\n#define V " + variant.value() +
                "\n#define READ intel_sub_group_block_read" + variant.name() +
                "\n#define WRITE intel_sub_group_block_write" + variant.name() + "\n" + variant.value() +
                " load" + k + "(uint i, __global const " + variant.type() + "* p) { return " +
                variant.load() + "; }\nvoid store" + k + "(" + variant.value() + " v, uint i, __global " +
                variant.type() + "* p) { " + variant.store() + "; }\n#define load load" + k +
                "\n#define store store" + k + "\n" + sub_group_attribute(size) + "__kernel void kernel" + k +
                body + "\n#undef T\n#undef V\n#undef READ\n#undef WRITE\n#undef load\n#undef store\n";
    }
    return text;
}

constexpr unsigned kSizes[] = {8, 16, 32};

class BlockIo : public SpecTest, public ::testing::WithParamInterface<unsigned> {
protected:
    unsigned size() const { return GetParam(); }

    // Of images each variant takes one of the sizes: to compile its kernel takes longer than all its checks.
    enum class Sizes { all, one, another };

    template <class Check>
    void for_variants(Sizes sizes, const std::string& body, Check check) {
        const cl_program program = built_once(kernels(body, size()), "-cl-std=CL2.0");
        if (HasFailure()) return;
        for (size_t i = 0; i < variants().size(); i++) {
            const unsigned one = kSizes[(i + (sizes == Sizes::another)) % std::size(kSizes)];
            if (sizes != Sizes::all && size() != one) continue;
            const Variant variant = variants()[i];
            SCOPED_TRACE("block" + variant.name() + (variant.suffix.empty() ? " unsuffixed" : ""));
            check(variant, kernel(program, ("kernel" + std::to_string(i)).c_str()).get());
        }
    }
};

template <class T>
std::vector<T> scattered_elements(size_t count, uint32_t seed) {
    std::vector<T> all(count);
    for (T& one : all) one = static_cast<T>(scattered(seed++));
    return all;
}

// Elements are read as bytes, so that one test serves all element types.
uint64_t element(const std::vector<uint8_t>& bytes, size_t index, int size) {
    uint64_t value = 0;
    std::memcpy(&value, bytes.data() + index * size, size);
    return value;
}

// Work-item i of a sub-group has elements i, i + the sub-group's size, and so on.
size_t strided(const Items& items, unsigned item, int n, int count) {
    return static_cast<size_t>(items.first(item)) * count + n * items.size + items.lane(item);
}

TEST_P(BlockIo, ReadsBuffers) {
    const Shape shape{size(), {4 * size(), 2, 1}, {2 * size(), 1, 1}};
    const Items items(shape);
    for_variants(
        Sizes::all,
        "(__global const T* in, __global T* out, uint skipped) {\n"
        "    const uint item = item_number(), first = item - get_sub_group_local_id();\n"
        "    store(READ(in + skipped + first * (sizeof(V) / sizeof(T))), item, out);\n}",
        [&](const Variant& variant, cl_kernel made) {
            const cl_uint skipped = 4 / variant.bytes;  // aligned only as much as a read needs
            auto in = scattered_elements<uint8_t>(items.count * variant.bytes * variant.count + 4, 1);
            std::vector<uint8_t> out(in.size() - 4);
            launch(made, {.global = shape.global, .local = shape.local}, in, out, skipped);
            for (unsigned i = 0; i < items.count; i++)
                for (int n = 0; n < variant.count; n++)
                    ASSERT_EQ(element(out, i * variant.count + n, variant.bytes),
                              element(in, skipped + strided(items, i, n, variant.count), variant.bytes))
                        << "work-item " << i << ", element " << n;
        });
}

TEST_P(BlockIo, WritesBuffers) {
    const Shape shape{size(), {2 * size(), 2, 1}, {size(), 2, 1}};
    const Items items(shape);
    for_variants(Sizes::all,
                 "(__global const T* in, __global T* out) {\n"
                 "    const uint item = item_number(), first = item - get_sub_group_local_id();\n"
                 "    WRITE(out + first * (sizeof(V) / sizeof(T)), load(item, in));\n}",
                 [&](const Variant& variant, cl_kernel made) {
                     auto in = scattered_elements<uint8_t>(items.count * variant.bytes * variant.count, 7);
                     std::vector<uint8_t> out(in.size());
                     launch(made, {.global = shape.global, .local = shape.local}, in, out);
                     for (unsigned i = 0; i < items.count; i++)
                         for (int n = 0; n < variant.count; n++)
                             ASSERT_EQ(element(out, strided(items, i, n, variant.count), variant.bytes),
                                       element(in, i * variant.count + n, variant.bytes))
                                 << "work-item " << i << ", element " << n;
                 });
}

// ---- Images

constexpr int kWidth = 192, kHeight = 13;  // bytes, lines

// Positions at each border and corner, and wholly outside. Reads may begin at any byte.
std::vector<cl_int> read_positions() {
    return {0,  0,  4,  2,  7,   1,  32,  3,  -4,   0, -12, -3, 188, 5,   150, 8,
            40, -2, 40, 10, 184, -1, 184, 12, -400, 4, 300, 4,  8,   -50, 8,   60};
}

// Outside an image, the text defines the result only for texels of the elements' size. Smaller texels are
// checked too late; about larger ones the text says nothing.
bool is_defined(const Bytes& image, const Variant& variant, int x) {
    return (x >= 0 && x + variant.bytes <= image.line()) ||
           (image.texel == variant.bytes && x % variant.bytes == 0);
}

class BlockIoReads : public BlockIo {
protected:
    void check(const std::string& access, Sizes sizes) {
        const Shape shape{size(), {size(), 1, 1}, {size(), 1, 1}};
        for_variants(sizes,
                     "(" + access +
                         " image2d_t image, __global const int2* positions, __global T* out, uint count) {\n"
                         "    for (uint i = 0; i < count; i++)\n"
                         "        store(READ(image, positions[i]), i * get_max_sub_group_size() + "
                         "item_number(), out);\n}",
                     [&](const Variant& variant, cl_kernel made) {
                         for (const int texel : {1, 2, 4, 8}) check(variant, made, shape, texel);
                     });
    }

private:
    void check(const Variant& variant, cl_kernel made, const Shape& shape, int texel) {
        const Bytes image = scattered_image(kWidth / texel, kHeight, texel, 3);
        const Owned<cl_mem> memory = SpecTest::image(image);
        std::vector<cl_int> positions = read_positions();
        const auto count = static_cast<cl_uint>(positions.size() / 2);
        std::vector<uint8_t> out(count * size() * variant.bytes * variant.count);
        launch(made, {.global = shape.global, .local = shape.local}, memory.get(), positions, out, count);
        for (size_t i = 0; i < out.size(); i++) {
            const size_t at = i / variant.bytes, item = at / variant.count;
            const int byte = static_cast<int>(i % variant.bytes), n = static_cast<int>(at % variant.count);
            const cl_int* position = &positions[item / size() * 2];
            const int x = position[0] + static_cast<int>(item % size()) * variant.bytes, y = position[1] + n;
            if (!is_defined(image, variant, x)) continue;
            ASSERT_EQ(out[i], image.nearest(x + byte, y))
                << "texels of " << texel << ", position " << position[0] << ", " << position[1]
                << ", work-item " << item % size() << ", line " << n << ", byte " << byte;
        }
    }
};

TEST_P(BlockIoReads, ReadOnlyImages) { check("__read_only", Sizes::one); }
TEST_P(BlockIoReads, ReadWriteImages) { check("__read_write", Sizes::another); }

class BlockIoWrites : public BlockIo {
protected:
    void check(const std::string& access, Sizes sizes) {
        const Shape shape{size(), {size(), 1, 1}, {size(), 1, 1}};
        for_variants(sizes,
                     "(" + access +
                         " image2d_t image, int2 position, __global const T* in) {\n"
                         "    WRITE(image, position, load(item_number(), in));\n}",
                     [&](const Variant& variant, cl_kernel made) {
                         for (const int texel : {1, 2, 4, 8}) check(variant, made, shape, texel);
                     });
    }

private:
    // Writes begin at multiples of four bytes.
    void check(const Variant& variant, cl_kernel made, const Shape& shape, int texel) {
        const Bytes before = scattered_image(kWidth / texel, kHeight, texel, 3);
        const Owned<cl_mem> memory = SpecTest::image(before);
        Bytes expected = before;
        auto positions = read_positions();
        auto in = scattered_elements<uint8_t>(size() * variant.bytes * variant.count, 55);
        for (size_t p = 0; p < positions.size(); p += 2) {
            const cl_int2 position = {{positions[p] & ~3, positions[p + 1]}};
            launch(made, {.global = shape.global, .local = shape.local}, memory.get(), position, in);
            for (size_t i = 0; i < in.size(); i++) {
                const size_t at = i / variant.bytes, item = at / variant.count;
                const int x = position.s[0] + static_cast<int>(item) * variant.bytes +
                              static_cast<int>(i % variant.bytes);
                const int y = position.s[1] + static_cast<int>(at % variant.count);
                if (expected.contains(x, y)) expected.at(x, y) = in[i];
            }
            ASSERT_EQ(read(memory.get(), expected).data, expected.data)
                << "texels of " << texel << ", position " << position.s[0] << ", " << position.s[1];
            for (uint8_t& byte : in) byte = static_cast<uint8_t>(byte + 31);
        }
    }
};

TEST_P(BlockIoWrites, WriteOnlyImages) { check("__write_only", Sizes::one); }
TEST_P(BlockIoWrites, ReadWriteImages) { check("__read_write", Sizes::another); }

INSTANTIATE_TEST_SUITE_P(, BlockIo, ::testing::ValuesIn(kSizes), ::testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(, BlockIoReads, ::testing::ValuesIn(kSizes), ::testing::PrintToStringParamName());
INSTANTIATE_TEST_SUITE_P(, BlockIoWrites, ::testing::ValuesIn(kSizes), ::testing::PrintToStringParamName());

}  // namespace
}  // namespace genmedia::test
