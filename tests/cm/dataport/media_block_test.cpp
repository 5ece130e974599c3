// SPDX-License-Identifier: MIT
// Blocks of 2-D surfaces, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class MediaBlockTest : public KernelTest {
protected:
    MediaBlockTest() : KernelTest("media_block_genx.isa") {}

    // The 6 rows of 12 bytes that kernel `name` read at (x, y).
    Bytes block(const char* name, CmSurface2D* picture, int x, int y) {
        CmBuffer* out = host_.buffer(Bytes(96));
        run(name, picture, out, x, y);
        Bytes rows(96), found;
        Host::read(out, rows);
        for (int i = 0; i < 6; i++) found.insert(found.end(), &rows[i * 16], &rows[i * 16 + 12]);
        return found;
    }
};

constexpr std::pair<int, int> kPlaces[] = {{0, 0},   {4, 3},    {-4, -2},  {-40, 5}, {60, 1},
                                           {56, 14}, {200, 40}, {-12, 17}, {3, 2}};

TEST_F(MediaBlockTest, BlockReadsRepeatTheNearestPixel) {
    const struct {
        CM_SURFACE_FORMAT format;
        int pixel;
    } kinds[] = {{CM_SURFACE_FORMAT_A8, 1}, {CM_SURFACE_FORMAT_V8U8, 2}, {CM_SURFACE_FORMAT_A8R8G8B8, 4}};
    for (const auto& [format, pixel] : kinds) {
        constexpr int row_bytes = 64, rows = 17;
        const Bytes data = pattern(row_bytes * rows);
        CmSurface2D* picture = host_.picture(static_cast<UINT>(row_bytes / pixel), rows, format, data);
        for (auto [x, y] : kPlaces) {
            if (x % pixel != 0) continue;
            Bytes expected;
            for (int i = 0; i < 72; i++) {
                const int row = std::clamp(y + i / 12, 0, rows - 1), byte = x + i % 12;
                int p = byte / pixel, within = byte % pixel;
                if (within < 0) within += pixel, p--;
                expected.push_back(
                    data[row * row_bytes + std::clamp(p, 0, row_bytes / pixel - 1) * pixel + within]);
            }
            EXPECT_EQ(block("block_read", picture, x, y), expected)
                << x << "," << y << " pixels of " << pixel;
        }
    }
}

TEST_F(MediaBlockTest, FieldsAreEverySecondRow) {
    constexpr int row_bytes = 64, rows = 17;
    const Bytes data = pattern(row_bytes * rows);
    CmSurface2D* picture = host_.picture(row_bytes, rows, CM_SURFACE_FORMAT_A8, data);
    for (const int parity : {0, 1}) {
        for (auto [x, y] : kPlaces) {
            Bytes expected;
            const int field_rows = parity == 0 ? 9 : 8;
            for (int i = 0; i < 72; i++) {
                const int row = std::clamp(y + i / 12, 0, field_rows - 1) * 2 + parity;
                expected.push_back(data[row * row_bytes + std::clamp(x + i % 12, 0, row_bytes - 1)]);
            }
            EXPECT_EQ(block(parity == 0 ? "top_read" : "bottom_read", picture, x, y), expected)
                << x << "," << y;
        }
    }
}

TEST_F(MediaBlockTest, FieldsByName) {
    constexpr int row_bytes = 64, rows = 24;
    const Bytes data = pattern(row_bytes * rows);
    CmSurface2D* picture = host_.picture(row_bytes, rows, CM_SURFACE_FORMAT_A8, data);
    CmSurface2D* swapped = host_.picture(12, 12, CM_SURFACE_FORMAT_A8, Bytes(144));
    run("named_fields", picture, swapped, 8, 3);
    Bytes found(144), expected;
    swapped->ReadSurface(found.data(), nullptr);
    for (int i = 0; i < 144; i++)  // even and odd rows of the picture are swapped in the copy
        expected.push_back(data[(6 + (i / 12 ^ 1)) * row_bytes + 8 + i % 12]);
    EXPECT_EQ(found, expected);
}

TEST_F(MediaBlockTest, PackedPairsKeepTheirChromaAtTheBorder) {
    constexpr int row_bytes = 64, rows = 8;
    const Bytes data = pattern(row_bytes * rows);
    for (const bool yuyv : {true, false}) {
        CmSurface2D* picture =
            host_.picture(row_bytes / 2, rows, yuyv ? CM_SURFACE_FORMAT_YUY2 : CM_SURFACE_FORMAT_UYVY, data);
        for (const int x : {-8, 0, 56, 100}) {
            Bytes expected;
            for (int i = 0; i < 72; i++) {
                const int byte = x + i % 12,
                          pair = std::clamp(byte < 0 ? -1 : byte / 4, 0, row_bytes / 4 - 1);
                const unsigned char* p = &data[i / 12 * row_bytes + pair * 4];
                const int within = ((byte % 4) + 4) % 4, luma = yuyv ? 0 : 1;
                const bool is_luma = within % 2 == luma;
                if (byte < 0 && is_luma)
                    expected.push_back(p[luma]);
                else if (byte >= row_bytes && is_luma)
                    expected.push_back(p[luma + 2]);
                else
                    expected.push_back(p[within]);
            }
            EXPECT_EQ(block("block_read", picture, x, 0), expected) << x << (yuyv ? " YUY2" : " UYVY");
        }
    }
}

TEST_F(MediaBlockTest, PlanesOfNv12) {
    constexpr int width = 64, height = 16;
    const Bytes data = pattern(width * height * 3 / 2);
    CmSurface2D* picture = host_.picture(width, height, CM_SURFACE_FORMAT_NV12, data);
    for (auto [x, y] : {std::pair{0, 0}, {60, 5}, {-4, -1}}) {
        Bytes expected;
        for (int i = 0; i < 72; i++) {
            const int row = std::clamp(y + i / 12, 0, height / 2 - 1), byte = x + i % 12;
            const int pair = std::clamp(byte < 0 ? -1 : byte / 2, 0, width / 2 - 1);
            expected.push_back(data[width * height + row * width + pair * 2 + (byte & 1)]);
        }
        EXPECT_EQ(block("chroma_read", picture, x, y), expected) << x << "," << y;
    }
}

TEST_F(MediaBlockTest, BlockWritesDropWhatLiesOutside) {
    constexpr int row_bytes = 64, rows = 17;
    for (auto [x, y] : kPlaces) {
        if (x % 4 != 0) continue;
        Bytes data = pattern(row_bytes * rows), found(data.size());
        CmSurface2D* picture = host_.picture(row_bytes, rows, CM_SURFACE_FORMAT_A8, data);
        run("block_write", picture, x, y);
        Host::read(picture, found);
        for (int i = 0; i < 72; i++) {
            const int row = y + i / 12, byte = x + i % 12;
            if (row >= 0 && row < rows && byte >= 0 && byte < row_bytes)
                data[row * row_bytes + byte] = static_cast<unsigned char>(i + 1);
        }
        EXPECT_EQ(found, data) << x << "," << y;
    }
}

TEST_F(MediaBlockTest, RegionsWithStridesAreReadAndWritten) {
    Dwords data = ramp(16 * 8, 100), found(data.size());
    CmSurface2D* picture = host_.picture(16, 8, CM_SURFACE_FORMAT_A8R8G8B8, data);
    run("column_copy", picture, 8, 2);  // dword 2 of rows 2 to 5
    Host::read(picture, found);
    for (int i = 2; i < 6; i++) {
        data[i * 16 + 4] = data[i * 16 + 2] + 1;
        data[i * 16 + 3] = data[i * 16 + 2];
    }
    EXPECT_EQ(found, data);
}

}  // namespace
