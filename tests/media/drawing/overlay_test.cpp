// SPDX-License-Identifier: MIT
#include "media/drawing/overlay.h"

#include "media/test_files.h"

namespace genmedia::media {
namespace {

class OverlayTest : public MediaTest {
protected:
    // A flat gray picture.
    Picture gray(int32_t width, int32_t height) {
        const std::string header = "YUV4MPEG2 W" + std::to_string(width) + " H" + std::to_string(height);
        const auto pixels = static_cast<size_t>(width) * static_cast<size_t>(height);
        write("gray.y4m", header + " F25:1 Cmono\nFRAME\n" + std::string(pixels, '\x80'));
        VideoReader reader;
        Picture picture;
        bool end = false;
        EXPECT_TRUE(reader.open(path("gray.y4m")).ok());
        EXPECT_TRUE(reader.next(picture, end).ok());
        return picture;
    }

    // At rest, matching perfectly.
    static MotionField still(int32_t width, int32_t height, bool intra = false) {
        MotionField field = made_up_field(0, width, height, false, intra);
        for (vme::InterResult& result : field.inter) result = {};
        return field;
    }

    static const uint8_t* pixel(const RgbImage& image, int32_t x, int32_t y) {
        return image.pixels.data() + y * image.stride + 4 * x;
    }
};

TEST_F(OverlayTest, SmallPicturesAreEnlargedToEvenSides) {
    struct {
        int32_t width, height, drawn_width;
    } const sizes[] = {{176, 144, 1056}, {37, 29, 962}, {1920, 1080, 1920}, {959, 33, 1918}, {961, 33, 962}};
    for (const auto& size : sizes) {
        RgbImage image;
        Overlay overlay;
        ASSERT_TRUE(overlay.draw(gray(size.width, size.height), still(size.width, size.height), image).ok());
        EXPECT_EQ(image.width, size.drawn_width);
        EXPECT_EQ(image.height % 2, 0);
        EXPECT_GT(image.height, size.height * (size.drawn_width / size.width));
    }
}

TEST_F(OverlayTest, ExtremeSidesStayDrawable) {
    struct {
        int32_t width, height;
    } const sizes[] = {{16, 16384}, {16384, 16}, {1, 289}, {1, 1}};
    for (const auto& size : sizes) {
        RgbImage image;
        Overlay overlay;
        ASSERT_TRUE(overlay.draw(gray(size.width, size.height), still(size.width, size.height), image).ok());
        EXPECT_LE(image.width, 8192);
        EXPECT_LE(image.height, 8192);
        EXPECT_GE(image.width, 560);  // room for the footer's words
        EXPECT_LE(image.height, std::max(2240, size.height));
    }
}

// Macroblock (1, 1) at (24, 24), whose content came from (44, 24): it moves to the left.
TEST_F(OverlayTest, ArrowsLeadAlongTheMotionOrToTheMatch) {
    MotionField field = still(96, 64);
    RgbImage before;
    ASSERT_TRUE(Overlay().draw(gray(96, 64), field, before).ok());
    ASSERT_EQ(before.width, 960);
    field.inter[7].vectors.fill({{80, 0}, {}});
    const auto is_arrow = [](const uint8_t* at) {  // cyan: blue and green without red
        return at[0] > 200 && at[1] > 200 && at[2] < 120;
    };
    for (const Arrows arrows : {Arrows::motion, Arrows::match}) {
        RgbImage image;
        Overlay overlay({.arrows = arrows});
        ASSERT_TRUE(overlay.draw(gray(96, 64), field, image).ok());
        const int sign = arrows == Arrows::match ? 1 : -1;
        for (const int32_t x : {2, 6, 11, 18}) {
            EXPECT_TRUE(is_arrow(pixel(image, (24 + sign * x) * 10, 240))) << x;
            EXPECT_FALSE(is_arrow(pixel(image, (24 - sign * (x + 1)) * 10, 240))) << x;
        }
        EXPECT_TRUE(std::equal(pixel(image, (24 + sign * 22) * 10, 240),
                               pixel(image, (24 + sign * 22) * 10, 240) + 3,
                               pixel(before, (24 + sign * 22) * 10, 240)));
    }
}

TEST_F(OverlayTest, PixelsAreDrawnAsWideAsTheyAreShown) {
    write("wide.y4m", "YUV4MPEG2 W96 H64 F25:1 A2:1 Cmono\nFRAME\n" + std::string(96 * 64, '\x80'));
    VideoReader reader;
    Picture picture;
    bool end = false;
    ASSERT_TRUE(reader.open(path("wide.y4m")).ok());
    ASSERT_TRUE(reader.next(picture, end).ok());
    RgbImage image;
    ASSERT_TRUE(Overlay().draw(picture, still(96, 64), image).ok());
    EXPECT_EQ(image.width, 960);         // 96 pixels, each 10 wide
    EXPECT_NEAR(image.height, 320, 40);  // 64 lines, each 5 high, and the footer
}

TEST_F(OverlayTest, ColorKeepsThePicturesColours) {
    // Y 81, Cb 90, Cr 240: red.
    write("red.y4m", "YUV4MPEG2 W32 H32 F25:1 C420jpeg\nFRAME\n" + std::string(1024, '\x51') +
                         std::string(256, '\x5A') + std::string(256, '\xF0'));
    VideoReader reader;
    Picture picture;
    bool end = false;
    ASSERT_TRUE(reader.open(path("red.y4m")).ok());
    ASSERT_TRUE(reader.next(picture, end).ok());
    for (const bool color : {false, true}) {
        RgbImage image;
        Overlay overlay({.color = color});
        ASSERT_TRUE(overlay.draw(picture, still(32, 32), image).ok());
        const uint8_t* at = pixel(image, 100, 100);
        EXPECT_EQ(at[2] > at[0] + 100, color);
    }
}

// One frame of a scene cut does not change what the tint means before and after it.
TEST_F(OverlayTest, OneBadFrameLeavesTheHeatsScale) {
    const Picture picture = gray(96, 64);
    MotionField good = still(96, 64), bad = still(96, 64);
    for (auto& result : good.inter) result.best_distortion = 900;
    for (auto& result : bad.inter) result.best_distortion = 45000;
    Overlay overlay;
    RgbImage before, cut, after;
    for (int i = 0; i < 4; i++) ASSERT_TRUE(overlay.draw(picture, good, before).ok());
    ASSERT_TRUE(overlay.draw(picture, bad, cut).ok());
    ASSERT_TRUE(overlay.draw(picture, good, after).ok());
    EXPECT_EQ(before.pixels, after.pixels);
    EXPECT_NE(before.pixels, cut.pixels);
}

TEST_F(OverlayTest, HeatShowsTheWorstMatches) {
    MotionField field = still(96, 64);
    field.inter[0].best_distortion = 5000;
    RgbImage image;
    ASSERT_TRUE(Overlay().draw(gray(96, 64), field, image).ok());
    EXPECT_GT(pixel(image, 40, 40)[2], pixel(image, 40, 40)[0] + 40);       // yellow
    EXPECT_NEAR(pixel(image, 440, 440)[2], pixel(image, 440, 440)[0], 12);  // gray
}

TEST_F(OverlayTest, IntraMacroblocksAreHatched) {
    MotionField field = still(96, 64, true);
    for (auto& block : field.intra) block.distortion = 10;  // worse than inter
    RgbImage inter, intra;
    ASSERT_TRUE(Overlay().draw(gray(96, 64), field, inter).ok());
    field.intra[1].distortion = 0;
    ASSERT_TRUE(Overlay().draw(gray(96, 64), field, intra).ok());
    const auto changed = [&](int32_t left) {
        int count = 0;
        for (int32_t x = left + 20; x < left + 140; x++)
            count += *pixel(inter, x, 30) != *pixel(intra, x, 30) ? 1 : 0;
        return count;
    };
    EXPECT_GT(changed(160), 10);
    EXPECT_EQ(changed(320), 0);
}

TEST_F(OverlayTest, RefusesAnotherSize) {
    RgbImage image;
    EXPECT_EQ(Overlay().draw(gray(32, 32), still(48, 32), image).code(), StatusCode::invalid_argument);
}

}  // namespace
}  // namespace genmedia::media
