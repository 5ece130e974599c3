// SPDX-License-Identifier: MIT
// cl_intel_media_block_io: "Read operations" and "Write operations".
#include "opencl/spec/sub_groups.h"

#include <functional>

namespace genmedia::test {
namespace {

struct Region {
    int width, height;  // bytes, lines
};

struct Media {
    const char* suffix;
    const char* type;
    int bytes, count;  // of an element, elements of a work-item

    std::string name() const { return suffix + (count == 1 ? "" : std::to_string(count)); }
    std::string value() const { return type + (count == 1 ? "" : std::to_string(count)); }
    std::string store(const std::string& v, const std::string& i) const {
        return count == 1 ? "p[" + i + "] = " + v
                          : "vstore" + std::to_string(count) + "(" + v + ", " + i + ", p)";
    }
    std::string load(const std::string& i) const {
        return count == 1 ? "p[" + i + "]" : "vload" + std::to_string(count) + "(" + i + ", p)";
    }

    // The widths of table 6.X, alternately from two lists, with their greatest heights and others. Of 8 and
    // 16 elements half of them: kernels grow with both.
    std::vector<Region> regions() const {
        if (count == 8) return {{4, 64}, {12, 16}, {24, 3}};
        if (count == 16) return {{8, 32}, {16, 1}, {28, 8}};
        if (count == 2) return {{4, 64}, {8, 5}, {12, 16}, {20, 8}, {24, 3}, {32, 2}};
        return {{4, 16}, {8, 32}, {16, 16}, {16, 1}, {28, 8}, {32, 8}};
    }
};

std::vector<Media> all_media() {
    std::vector<Media> all;
    for (const int count : {1, 2, 4, 8, 16}) {
        all.push_back({"uc", "uchar", 1, count});
        all.push_back({"us", "ushort", 2, count});
        if (count < 16) all.push_back({"ui", "uint", 4, count});
    }
    return all;
}

struct MediaCase {
    Media media;
    unsigned size;

    std::string name() const { return media.name() + "_" + std::to_string(size); }
};

void PrintTo(const MediaCase& one, std::ostream* out) { *out << one.media.name() << " of " << one.size; }

std::vector<MediaCase> cases() {
    std::vector<MediaCase> all;
    for (const Media& media : all_media()) all.push_back({media, 16});
    for (const unsigned size : {8u, 32u}) {
        for (const Media& media : all_media())
            if (media.count == 2 || media.count == 8) all.push_back({media, size});
    }
    return all;
}

std::string name_of(const ::testing::TestParamInfo<MediaCase>& info) { return info.param.name(); }

std::string region_arguments(const Media& media, const Region& region) {
    return std::to_string(region.width / media.bytes) + ", " + std::to_string(region.height);
}

constexpr int kWidth = 96, kHeight = 70;  // bytes, lines; larger than the largest region

// Positions inside, at each border and corner, and wholly outside. Byte columns are multiples of four.
std::vector<cl_int> positions() {
    return {0,  0,   36,  3,  -4, 5,  -16, 2,  92,  9,  72, 20,  8,  -7,  12,   40,   -8,  -3,
            84, -30, -12, 60, 88, 66, -64, 10, 200, 10, 20, -90, 20, 130, -100, -100, 300, 300};
}

// A kernel for each case, which makes calls with the position and each region in turn: CALL(case, n, width,
// height). They are one program, as PoCL reads 900 kB of declarations with each.
std::string kernels(const std::string& access, const std::string& parameters,
                    const std::function<std::string(const MediaCase&, size_t, const std::string&)>& call) {
    std::string text;
    for (const MediaCase& one : cases()) {
        text += sub_group_attribute(one.size) + "__kernel void " + one.name() + "(" + access +
                " image2d_t image, int2 corner" + parameters + one.media.type +
                "* p) {\n    const uint lane = get_sub_group_local_id();\n";
        const auto regions = one.media.regions();
        for (size_t n = 0; n < regions.size(); n++)
            text += "    " + call(one, n, region_arguments(one.media, regions[n])) + ";\n";
        text += "}\n";
    }
    return text;
}

class MediaBlockIo : public SpecTest, public ::testing::WithParamInterface<MediaCase> {
protected:
    Media media{GetParam().media};
    int size{static_cast<int>(GetParam().size)};
    Range range{.global = {GetParam().size, 1, 1}, .local = {GetParam().size, 1, 1}};

    // The place of byte `byte` of a work-item's element n: in the region or beyond its end.
    struct Place {
        int x, y;
        bool inside;
    };
    Place place(const Region& region, const cl_int* corner, int lane, int n, int byte) const {
        const int width = region.width / media.bytes, i = n * size + lane;
        return {corner[0] + i % width * media.bytes + byte, corner[1] + i / width, i < width * region.height};
    }
};

class MediaBlockReads : public MediaBlockIo {
protected:
    void check(int texel, const std::vector<uint8_t>& out, const Bytes& image, const cl_int* corner) {
        const auto regions = media.regions();
        for (size_t i = 0; i < out.size(); i++) {
            const size_t element = i / media.bytes, item = element / media.count;
            const Region& region = regions[item / size];
            const Place at =
                place(region, corner, static_cast<int>(item) % size, static_cast<int>(element) % media.count,
                      static_cast<int>(i) % media.bytes);
            const bool defined = at.inside && (texel <= media.bytes || (at.x >= 0 && at.x < image.line() &&
                                                                        at.y >= 0 && at.y < image.height));
            if (!defined) continue;
            ASSERT_EQ(out[i], image.nearest(at.x, at.y))
                << "texels of " << texel << ", corner " << corner[0] << ", " << corner[1] << ", region "
                << region.width << " x " << region.height << ", work-item " << item % size << ", element "
                << element % media.count;
        }
    }
};

TEST_P(MediaBlockReads, ReplicateTheEdges) {
    const cl_program program = built_once(
        kernels("__read_only", ", __global ", [](const MediaCase& one, size_t n, const std::string& region) {
            const std::string call =
                "intel_sub_group_media_block_read_" + one.media.name() + "(corner, " + region + ", image)";
            return one.media.store(call, std::to_string(n * one.size) + " + lane");
        }));
    ASSERT_FALSE(HasFailure());
    const Owned<cl_kernel> k = kernel(program, GetParam().name().c_str());
    for (const int texel : {1, 2, 4}) {
        const Bytes image = scattered_image(kWidth / texel, kHeight, texel, 17);
        const Owned<cl_mem> memory = SpecTest::image(image);
        const auto corners = positions();
        for (size_t c = 0; c < corners.size() && !HasFailure(); c += 2) {
            std::vector<uint8_t> out(media.regions().size() * size * media.bytes * media.count);
            launch(k.get(), range, memory.get(), cl_int2{{corners[c], corners[c + 1]}}, out);
            check(texel, out, image, &corners[c]);
        }
    }
}

class MediaBlockWrites : public MediaBlockIo {};

// One launch for each region: in one launch, later regions would overwrite earlier ones.
TEST_P(MediaBlockWrites, DropWhatLiesOutside) {
    const cl_program program =
        built_once(kernels("__write_only", ", int which, __global const ",
                           [](const MediaCase& one, size_t n, const std::string& region) {
                               return "if (which == " + std::to_string(n) +
                                      ") intel_sub_group_media_block_write_" + one.media.name() +
                                      "(corner, " + region + ", " + one.media.load("lane") + ", image)";
                           }));
    ASSERT_FALSE(HasFailure());
    const Owned<cl_kernel> k = kernel(program, GetParam().name().c_str());
    const auto regions = media.regions();
    for (const int texel : {1, 2, 4}) {
        if (texel > media.bytes) continue;  // the text has only formats with texels of at most this size
        Bytes expected = scattered_image(kWidth / texel, kHeight, texel, 29);
        const Owned<cl_mem> memory = SpecTest::image(expected);
        const auto corners = positions();
        for (size_t c = 0; c < corners.size() * regions.size(); c += 2) {
            const cl_int* corner = &corners[c % corners.size()];
            const size_t which = c / corners.size();
            std::vector<uint8_t> in(size * media.bytes * media.count);
            for (size_t i = 0; i < in.size(); i++)
                in[i] = static_cast<uint8_t>(scattered(static_cast<uint32_t>(i + 1000 * c)));
            launch(k.get(), range, memory.get(), cl_int2{{corner[0], corner[1]}}, static_cast<cl_int>(which),
                   in);
            for (size_t i = 0; i < in.size(); i++) {
                const int element = static_cast<int>(i) / media.bytes;
                const Place at = place(regions[which], corner, element / media.count, element % media.count,
                                       static_cast<int>(i) % media.bytes);
                if (at.inside && expected.contains(at.x, at.y)) expected.at(at.x, at.y) = in[i];
            }
            ASSERT_EQ(read(memory.get(), expected).data, expected.data)
                << "texels of " << texel << ", corner " << corner[0] << ", " << corner[1] << ", region "
                << regions[which].width << " x " << regions[which].height;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, MediaBlockReads, ::testing::ValuesIn(cases()), name_of);
INSTANTIATE_TEST_SUITE_P(, MediaBlockWrites, ::testing::ValuesIn(cases()), name_of);

}  // namespace
}  // namespace genmedia::test
