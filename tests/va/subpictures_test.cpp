// SPDX-License-Identifier: MIT
// Sub-pictures, as a pipeline of video processing draws them.
#include "loaded_driver.h"

#include <va/va_vpp.h>

#include <cmath>

namespace genmedia::test {
namespace {

using Rows = std::vector<std::vector<uint8_t>>;

class VaSubpictures : public ::testing::Test {
protected:
    void SetUp() override {
        auto& table = driver_.table;
        VAConfigID config = 0;
        ASSERT_EQ(table.vaCreateConfig(context(), VAProfileNone, VAEntrypointVideoProc, nullptr, 0, &config),
                  VA_STATUS_SUCCESS);
        ASSERT_EQ(table.vaCreateContext(context(), config, 16, 16, 0, nullptr, 0, &processing_),
                  VA_STATUS_SUCCESS);
        surface_ = driver_.surface(16, 16, VA_FOURCC_BGRX);
        driver_.fill(surface_, 0, Rows(16, std::vector<uint8_t>(64, 100)));
        VAImageFormat format{};
        format.fourcc = VA_FOURCC_RGBA;
        ASSERT_EQ(table.vaCreateImage(context(), &format, 4, 4, &image_), VA_STATUS_SUCCESS);
        paint({200, 0, 0, 255});
        ASSERT_EQ(table.vaCreateSubpicture(context(), image_.image_id, &subpicture_), VA_STATUS_SUCCESS);
    }
    VADriverContextP context() { return driver_.context(); }

    void paint(const std::vector<uint8_t>& pixel) {
        uint8_t* memory = nullptr;
        ASSERT_EQ(driver_.table.vaMapBuffer(context(), image_.buf, reinterpret_cast<void**>(&memory)),
                  VA_STATUS_SUCCESS);
        for (size_t y = 0; y < 4; y++)
            for (size_t x = 0; x < 4; x++)
                std::copy(pixel.begin(), pixel.end(), memory + y * image_.pitches[0] + 4 * x);
        EXPECT_EQ(driver_.table.vaUnmapBuffer(context(), image_.buf), VA_STATUS_SUCCESS);
    }
    VAStatus associate(unsigned flags, unsigned short side = 4, unsigned short from_side = 4) {
        return driver_.table.vaAssociateSubpicture(context(), subpicture_, &surface_, 1, 0, 0, from_side,
                                                   from_side, 8, 6, side, side, flags);
    }
    // Blue, green, red at x, y of what a pipeline makes of the surface.
    std::vector<uint8_t> shown(size_t x, size_t y, uint32_t flags = VA_PROC_PIPELINE_SUBPICTURES) {
        auto& table = driver_.table;
        const VASurfaceID target = driver_.surface(16, 16, VA_FOURCC_BGRX);
        VAProcPipelineParameterBuffer pipeline{};
        pipeline.surface = surface_;
        pipeline.pipeline_flags = flags;
        VABufferID parameters = 0;
        EXPECT_EQ(table.vaCreateBuffer(context(), processing_, VAProcPipelineParameterBufferType,
                                       sizeof pipeline, 1, &pipeline, &parameters),
                  VA_STATUS_SUCCESS);
        EXPECT_EQ(table.vaBeginPicture(context(), processing_, target), VA_STATUS_SUCCESS);
        EXPECT_EQ(table.vaRenderPicture(context(), processing_, &parameters, 1), VA_STATUS_SUCCESS);
        EXPECT_EQ(table.vaEndPicture(context(), processing_), VA_STATUS_SUCCESS);
        const std::vector<uint8_t> row = driver_.rows(target, 0, 4 * x + 3, y + 1).back();
        return {row.end() - 3, row.end()};
    }

    LoadedDriver driver_;
    VAContextID processing_ = 0;
    VASurfaceID surface_ = 0;
    VAImage image_{};
    VASubpictureID subpicture_ = 0;
};

const std::vector<uint8_t> kGrey{100, 100, 100}, kRed{0, 0, 200};

TEST_F(VaSubpictures, LieWhereTheyAreAssociated) {
    ASSERT_EQ(associate(0), VA_STATUS_SUCCESS);
    EXPECT_EQ(shown(8, 6), kRed);
    EXPECT_EQ(shown(11, 9), kRed);
    for (const auto& [x, y] : {std::pair{7, 6}, {12, 9}, {8, 5}, {11, 10}})
        EXPECT_EQ(shown(static_cast<size_t>(x), static_cast<size_t>(y)), kGrey) << x << ' ' << y;
    EXPECT_EQ(shown(8, 6, 0), kGrey);  // not asked for
    // The program paints on; another place; then none.
    paint({0, 0, 200, 255});
    EXPECT_EQ(shown(8, 6), (std::vector<uint8_t>{200, 0, 0}));
    ASSERT_EQ(associate(0, 8), VA_STATUS_SUCCESS);
    EXPECT_EQ(shown(15, 13), (std::vector<uint8_t>{200, 0, 0}));
    EXPECT_EQ(driver_.table.vaDeassociateSubpicture(context(), subpicture_, &surface_, 1), VA_STATUS_SUCCESS);
    EXPECT_EQ(shown(8, 6), kGrey);
}

TEST_F(VaSubpictures, LieBetweenSamplesOfChroma) {
    surface_ = driver_.surface(16, 16, VA_FOURCC_NV12);
    driver_.fill(surface_, 0, Rows(16, std::vector<uint8_t>(16, 50)));
    driver_.fill(surface_, 1, Rows(8, std::vector<uint8_t>(16, 128)));
    paint({255, 255, 255, 255});
    ASSERT_EQ(
        driver_.table.vaAssociateSubpicture(context(), subpicture_, &surface_, 1, 0, 0, 4, 4, 5, 3, 4, 4, 0),
        VA_STATUS_SUCCESS);
    for (size_t y = 0; y < 16; y++)
        for (size_t x = 0; x < 16; x++) {
            const bool inside = x >= 5 && x < 9 && y >= 3 && y < 7;
            EXPECT_NEAR(shown(x, y)[0], inside ? 255 : 40, 2) << x << ' ' << y;
        }
}

TEST_F(VaSubpictures, AlphaAndKeys) {
    auto& table = driver_.table;
    ASSERT_EQ(table.vaSetSubpictureGlobalAlpha(context(), subpicture_, 0.5f), VA_STATUS_SUCCESS);
    ASSERT_EQ(associate(0), VA_STATUS_SUCCESS);
    EXPECT_EQ(shown(8, 6), kRed);  // not enabled
    ASSERT_EQ(associate(VA_SUBPICTURE_GLOBAL_ALPHA), VA_STATUS_SUCCESS);
    EXPECT_NEAR(shown(8, 6)[2], 150, 2);
    EXPECT_NEAR(shown(8, 6)[0], 50, 2);
    // Red from 190 to 210 in the low byte; green is the third.
    ASSERT_EQ(associate(VA_SUBPICTURE_CHROMA_KEYING), VA_STATUS_SUCCESS);
    ASSERT_EQ(table.vaSetSubpictureChromakey(context(), subpicture_, 190, 210, 0xff), VA_STATUS_SUCCESS);
    EXPECT_EQ(shown(8, 6), kGrey);
    ASSERT_EQ(table.vaSetSubpictureChromakey(context(), subpicture_, 0x0a00be, 0x1400d2, 0xffffff),
              VA_STATUS_SUCCESS);
    EXPECT_EQ(shown(8, 6), kRed);  // green is no 10
    paint({200, 15, 0, 255});
    EXPECT_EQ(shown(8, 6), kGrey);
}

TEST_F(VaSubpictures, ThatCannotBe) {
    auto& table = driver_.table;
    VASubpictureID made = 0;
    EXPECT_EQ(table.vaCreateSubpicture(context(), 0, &made), VA_STATUS_ERROR_INVALID_IMAGE);
    EXPECT_EQ(table.vaCreateSubpicture(context(), image_.image_id, nullptr),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    VAImageFormat format{};
    format.fourcc = VA_FOURCC_NV12;
    VAImage other{};
    ASSERT_EQ(table.vaCreateImage(context(), &format, 4, 4, &other), VA_STATUS_SUCCESS);
    EXPECT_EQ(table.vaCreateSubpicture(context(), other.image_id, &made),
              VA_STATUS_ERROR_INVALID_IMAGE_FORMAT);
    EXPECT_EQ(table.vaSetSubpictureImage(context(), subpicture_, other.image_id),
              VA_STATUS_ERROR_INVALID_IMAGE_FORMAT);
    EXPECT_EQ(table.vaSetSubpictureGlobalAlpha(context(), subpicture_, std::nanf("")),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(associate(0x80), VA_STATUS_ERROR_FLAG_NOT_SUPPORTED);
    EXPECT_EQ(associate(0, 0), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(associate(0, 4, 5), VA_STATUS_ERROR_INVALID_PARAMETER);
    surface_++;
    EXPECT_EQ(associate(0), VA_STATUS_ERROR_INVALID_SURFACE);
    surface_--;
    ASSERT_EQ(associate(0), VA_STATUS_SUCCESS);
    // An image, or a subpicture, that goes away.
    EXPECT_EQ(table.vaDestroyImage(context(), image_.image_id), VA_STATUS_SUCCESS);
    EXPECT_EQ(shown(8, 6), kRed);
    EXPECT_EQ(table.vaDestroySubpicture(context(), subpicture_), VA_STATUS_SUCCESS);
    EXPECT_EQ(shown(8, 6), kGrey);
    EXPECT_EQ(table.vaDestroySubpicture(context(), subpicture_), VA_STATUS_ERROR_INVALID_SUBPICTURE);
    EXPECT_EQ(associate(0), VA_STATUS_ERROR_INVALID_SUBPICTURE);
    EXPECT_EQ(table.vaSetSubpictureChromakey(context(), 0, 0, 0, 0), VA_STATUS_ERROR_INVALID_SUBPICTURE);
    EXPECT_EQ(table.vaDeassociateSubpicture(context(), 0, &surface_, 1), VA_STATUS_ERROR_INVALID_SUBPICTURE);
}

// What is refused before the display is asked for anything: here it is none.
TEST(VaPutSurface, WhatCannotBe) {
    int nothing = 0;
    LoadedDriver windows(VA_DISPLAY_X11, &nothing), no_windows;
    const auto put = [](LoadedDriver& driver, VASurfaceID surface, unsigned short width, unsigned clips) {
        return driver.table.vaPutSurface(driver.context(), surface, nullptr, 0, 0, 16, 16, 0, 0, width, 16,
                                         nullptr, clips, 0);
    };
    EXPECT_EQ(put(no_windows, no_windows.surface(16, 16, VA_FOURCC_NV12), 16, 0),
              VA_STATUS_ERROR_UNIMPLEMENTED);
    EXPECT_EQ(put(windows, 0, 16, 0), VA_STATUS_ERROR_INVALID_SURFACE);
    const VASurfaceID surface = windows.surface(16, 16, VA_FOURCC_NV12);
    EXPECT_EQ(put(windows, surface, 0, 0), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(put(windows, surface, 16, 1), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(put(windows, surface, 65535, 0), VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED);
}

}  // namespace
}  // namespace genmedia::test
