#include "media/overlay.h"

#include "test_files.h"

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

TEST_F(OverlayTest, ArrowLeadsFromTheBlockToItsMatch) {
    MotionField field = still(96, 64);
    RgbImage before, after;
    ASSERT_TRUE(Overlay().draw(gray(96, 64), field, before).ok());
    field.inter[7].vectors.fill({{80, 0}, {}});  // macroblock (1, 1): from (24, 24) to (44, 24)
    ASSERT_TRUE(Overlay().draw(gray(96, 64), field, after).ok());
    ASSERT_EQ(after.width, 960);
    for (const int32_t x : {26, 30, 35, 42}) {
        const uint8_t* on = pixel(after, x * 10, 240);
        EXPECT_GT(on[0], 200) << x;  // cyan: blue and green without red
        EXPECT_GT(on[1], 200) << x;
        EXPECT_LT(on[2], 120) << x;
    }
    for (const int32_t x : {21, 46, 60})
        EXPECT_TRUE(
            std::equal(pixel(after, x * 10, 240), pixel(after, x * 10, 240) + 3, pixel(before, x * 10, 240)));
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
