// SPDX-License-Identifier: MIT
// ReadBlock, WriteBlock, ReadLinear and WriteLinear, against the rules in plain C++: CM spec 6.1.
#include "kernel_test.h"

namespace {

class CmtlBlockTest : public KernelTest {
protected:
    CmtlBlockTest() : KernelTest("cmtl_block_genx.isa") {}
};

constexpr int kRows = 9, kBlockRows = 5, kBlockColumns = 11;
const struct Kind {
    CM_SURFACE_FORMAT format;
    int pixel;
    const char *read, *write;
} kKinds[] = {{CM_SURFACE_FORMAT_A8, 1, "read_bytes", "write_bytes"},
              {CM_SURFACE_FORMAT_V8U8, 2, "read_words", "write_words"},
              {CM_SURFACE_FORMAT_A8R8G8B8, 4, "read_dwords", "write_dwords"}};
constexpr std::pair<int, int> kPlaces[] = {{0, 0},  {5, 2},   {-3, -2}, {17, 3},
                                           {25, 7}, {40, 20}, {-20, 4}, {22, 8}};

// Pixels with rows clamped to 0..height-1 and columns to 0..width-1. A row has `stride` pixels.
Bytes clamped(const Bytes& data, int pixel, int stride, int width, int height, int x, int y) {
    Bytes block;
    for (int i = 0; i < kBlockRows; i++) {
        for (int j = 0; j < kBlockColumns; j++) {
            const int at = std::clamp(y + i, 0, height - 1) * stride + std::clamp(x + j, 0, width - 1);
            for (int byte = 0; byte < pixel; byte++)
                block.push_back(data[static_cast<size_t>(at * pixel + byte)]);
        }
    }
    return block;
}

TEST_F(CmtlBlockTest, ReadsRepeatTheEdge) {
    for (const Kind& kind : kKinds) {
        for (const int width : {24, 23, 21}) {  // some are multiples of 4 bytes for all types
            const Bytes data = pattern(static_cast<size_t>(width * kRows * kind.pixel));
            CmSurface2D* picture = host_.picture(static_cast<UINT>(width), kRows, kind.format, data);
            for (const auto& [x, y] : kPlaces) {
                const Bytes expected = clamped(data, kind.pixel, width, width, kRows, x, y);
                for (const auto given : {0u, static_cast<unsigned>(width)}) {
                    CmBuffer* out = host_.buffer(Bytes(expected.size()));
                    run(kind.read, picture, out, x, y, given);
                    EXPECT_EQ(contents<unsigned char>(out, expected.size()), expected)
                        << kind.read << " at " << x << ", " << y << " of " << width << ", given " << given;
                }
            }
        }
    }
}

TEST_F(CmtlBlockTest, TheGivenWidthIsThePicturesWhereItIsNoMultipleOfFourBytes) {
    for (const Kind& kind : kKinds) {
        constexpr int stride = 24;
        const Bytes data = pattern(static_cast<size_t>(stride * kRows * kind.pixel));
        CmSurface2D* picture = host_.picture(stride, kRows, kind.format, data);
        for (const int width : {22, 21, 20, 23, 30, 33}) {
            const bool counts = width * kind.pixel % 4 != 0 && width < stride;
            for (const auto& [x, y] : kPlaces) {
                const Bytes expected =
                    clamped(data, kind.pixel, stride, counts ? width : stride, kRows, x, y);
                CmBuffer* out = host_.buffer(Bytes(expected.size()));
                run(kind.read, picture, out, x, y, static_cast<unsigned>(width));
                EXPECT_EQ(contents<unsigned char>(out, expected.size()), expected)
                    << kind.read << " at " << x << ", " << y << " of " << width;
            }
        }
    }
}

TEST_F(CmtlBlockTest, Fields) {
    constexpr int width = 24;
    const Bytes data = pattern(width * kRows);
    CmSurface2D* picture = host_.picture(width, kRows, CM_SURFACE_FORMAT_A8, data);
    for (const auto& [x, y] : kPlaces) {
        CmBuffer* out = host_.buffer(Bytes(55));
        run("read_bottom", picture, out, x, y);
        const Bytes odd(data.begin() + width, data.end());  // every second row, from the second row on
        EXPECT_EQ(contents<unsigned char>(out, 55), clamped(odd, 1, 2 * width, width, kRows / 2, x, y));
    }
}

TEST_F(CmtlBlockTest, WritesDropWhatLiesOutside) {
    for (const Kind& kind : kKinds) {
        for (const int width : {24, 23}) {
            const Bytes block = pattern(static_cast<size_t>(58 * kind.pixel));  // the kernels skip 3 pixels
            for (const auto& [x, y] : kPlaces) {
                Bytes expected(static_cast<size_t>(width * kRows * kind.pixel), 7), found(expected.size());
                CmSurface2D* picture = host_.picture(static_cast<UINT>(width), kRows, kind.format, expected);
                run(kind.write, host_.buffer(block), picture, x, y);
                Host::read(picture, found);
                for (int i = 0; i < kBlockRows; i++) {
                    for (int j = 0; j < kBlockColumns; j++) {
                        if (y + i < 0 || y + i >= kRows || x + j < 0 || x + j >= width) continue;
                        for (int byte = 0; byte < kind.pixel; byte++)
                            expected[static_cast<size_t>(((y + i) * width + x + j) * kind.pixel + byte)] =
                                block[static_cast<size_t>((3 + i * kBlockColumns + j) * kind.pixel + byte)];
                    }
                }
                EXPECT_EQ(found, expected) << kind.write << " at " << x << ", " << y << " of " << width;
            }
        }
    }
}

TEST_F(CmtlBlockTest, LinesOfAnyLength) {
    std::vector<int16_t> data(100);
    std::iota(data.begin(), data.end(), static_cast<int16_t>(-40));
    for (const int from : {0, 1, 23, 60, 200}) {
        for (const int to : {0, 3, 30, 150}) {
            std::vector<int16_t> expected(100, 9);
            CmBuffer* out = host_.buffer(expected);
            run("copy_line", host_.buffer(data), from, out, to);
            for (int i = 0; i < 77; i++)
                if (to + i < 100)
                    expected[static_cast<size_t>(to + i)] =
                        from + i < 100 ? data[static_cast<size_t>(from + i)] : int16_t{0};
            EXPECT_EQ(contents<int16_t>(out, 100), expected) << from << " to " << to;
        }
    }
}

}  // namespace
