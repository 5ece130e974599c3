// SPDX-License-Identifier: MIT
// Video processing as programs ask for it: what FFmpeg's filters do not reach, and what no program should
// ask for.
#include "loaded_driver.h"

#include <gmock/gmock.h>

#include <va/va_vpp.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace genmedia::test {
namespace {

using Rows = std::vector<std::vector<uint8_t>>;

class VaProcessing : public ::testing::Test {
protected:
    void SetUp() override {
        VAConfigID config = 0;
        ASSERT_EQ(driver_.table.vaCreateConfig(driver_.context(), VAProfileNone, VAEntrypointVideoProc,
                                               nullptr, 0, &config),
                  VA_STATUS_SUCCESS);
        ASSERT_EQ(driver_.table.vaCreateContext(driver_.context(), config, 64, 48, 0, nullptr, 0, &context_),
                  VA_STATUS_SUCCESS);
    }

    template <class T>
    VABufferID buffer(VABufferType type, const T& of, unsigned count = 1) {
        VABufferID made = VA_INVALID_ID;
        T copy = of;
        EXPECT_EQ(driver_.table.vaCreateBuffer(driver_.context(), context_, type,
                                               static_cast<unsigned>(sizeof(T)) / count, count, &copy, &made),
                  VA_STATUS_SUCCESS);
        return made;
    }
    // What vaRenderPicture says, else vaEndPicture.
    VAStatus process(VASurfaceID target, const std::vector<VAProcPipelineParameterBuffer>& pipelines) {
        EXPECT_EQ(driver_.table.vaBeginPicture(driver_.context(), context_, target), VA_STATUS_SUCCESS);
        for (const VAProcPipelineParameterBuffer& one : pipelines) {
            VABufferID parameters = buffer(VAProcPipelineParameterBufferType, one);
            const VAStatus status =
                driver_.table.vaRenderPicture(driver_.context(), context_, &parameters, 1);
            driver_.table.vaDestroyBuffer(driver_.context(), parameters);
            if (status != VA_STATUS_SUCCESS) return status;
        }
        return driver_.table.vaEndPicture(driver_.context(), context_);
    }
    VASurfaceID filled(unsigned fourcc, const std::vector<uint8_t>& pixel, unsigned width = 16,
                       unsigned height = 16) {
        const VASurfaceID made = driver_.surface(width, height, fourcc);
        std::vector<uint8_t> row;
        for (unsigned x = 0; x < width; x++) row.insert(row.end(), pixel.begin(), pixel.end());
        driver_.fill(made, 0, Rows(height, row));
        return made;
    }
    std::vector<uint8_t> pixel(VASurfaceID surface, size_t x, size_t y, size_t bytes = 4) {
        const std::vector<uint8_t> row = driver_.rows(surface, 0, (x + 1) * bytes, y + 1).back();
        return {row.end() - static_cast<ptrdiff_t>(bytes), row.end()};
    }

    LoadedDriver driver_;
    VAContextID context_ = VA_INVALID_ID;
};

VAProcPipelineParameterBuffer from(VASurfaceID source) {
    VAProcPipelineParameterBuffer pipeline{};
    pipeline.surface = source;
    return pipeline;
}

::testing::Matcher<std::vector<uint8_t>> near(std::vector<uint8_t> expected, int by) {
    return ::testing::Truly([expected, by](const std::vector<uint8_t>& found) {
        return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                          [by](int a, int b) { return std::abs(a - b) <= by; });
    });
}

TEST_F(VaProcessing, LettersAreBoxed) {
    const VASurfaceID target = filled(VA_FOURCC_BGRA, {1, 2, 3, 4});
    auto pipeline = from(filled(VA_FOURCC_BGRA, {50, 60, 70, 255}));
    const VARectangle region{4, 2, 8, 12};
    pipeline.output_region = &region;
    EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
    EXPECT_EQ(pixel(target, 4, 2), (std::vector<uint8_t>{50, 60, 70, 255}));
    EXPECT_EQ(pixel(target, 0, 0), (std::vector<uint8_t>{1, 2, 3, 4}));  // no background
    pipeline.output_background_color = 0xff102030;
    EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
    EXPECT_EQ(pixel(target, 11, 13), (std::vector<uint8_t>{50, 60, 70, 255}));
    for (const auto& [x, y] : {std::pair{0, 0}, {3, 2}, {12, 13}, {4, 14}})
        EXPECT_EQ(pixel(target, static_cast<size_t>(x), static_cast<size_t>(y)),
                  (std::vector<uint8_t>{0x30, 0x20, 0x10, 0xff}))
            << x << ' ' << y;
}

// Where a format has luma, in plane 0, and the first kind of chroma that plane 1 has, if any.
struct SamplePlaces {
    unsigned fourcc;
    size_t luma_pitch, luma_at;               // bytes from a sample to the next, and before the first
    size_t chroma_pitch = 0, chroma_at = 0;   // the same; 0: there is no plane 1
    int chroma_columns = 1, chroma_rows = 1;  // pixels of a sample
};

// A plane with a value in each of its samples, and zeros between.
Rows plane_of(size_t columns, size_t rows, size_t pitch, size_t at, uint8_t value) {
    std::vector<uint8_t> row(columns * pitch);
    for (size_t i = at; i < row.size(); i += pitch) row[i] = value;
    return Rows(rows, row);
}

// A picture at each place, between samples of chroma and cut at the corner, too: all pixels are where they
// were asked for, and what is outside stays.
TEST_F(VaProcessing, AtEachPixel) {
    constexpr SamplePlaces formats[]{{VA_FOURCC_NV12, 1, 0, 2, 0, 2, 2},
                                     {VA_FOURCC_I420, 1, 0, 1, 0, 2, 2},
                                     {VA_FOURCC_YV12, 1, 0, 1, 0, 2, 2},
                                     {VA_FOURCC_P010, 2, 1, 4, 1, 2, 2},
                                     {VA_FOURCC_422H, 1, 0, 1, 0, 2, 1},
                                     {VA_FOURCC_422V, 1, 0, 1, 0, 1, 2},
                                     {VA_FOURCC_411P, 1, 0, 1, 0, 4, 1},
                                     {VA_FOURCC_444P, 1, 0, 1, 0, 1, 1},
                                     {VA_FOURCC_YUY2, 2, 0},
                                     {VA_FOURCC_UYVY, 2, 1}};
    constexpr int side = 16, width = 7, height = 6;
    const VASurfaceID picture = filled(VA_FOURCC_BGRA, {200, 200, 200, 255}, width, height);
    const auto try_at = [&](const SamplePlaces& format, int16_t x, int16_t y, bool blended) {
        // How many of the pixels from a corner on are the picture's.
        const auto inside = [&](int left, int top, int columns, int rows) {
            const auto both = [](int a, int a_end, int b, int b_end) {
                return std::max(std::min(a_end, b_end) - std::max(a, b), 0);
            };
            return both(left, left + columns, x, x + width) * both(top, top + rows, y, y + height);
        };
        const size_t columns = side / static_cast<size_t>(format.chroma_columns),
                     rows = side / static_cast<size_t>(format.chroma_rows);
        const VASurfaceID target = driver_.surface(side, side, format.fourcc);
        driver_.fill(target, 0, plane_of(side, side, format.luma_pitch, format.luma_at, 30));
        if (format.chroma_pitch != 0)
            driver_.fill(target, 1, plane_of(columns, rows, format.chroma_pitch, format.chroma_at, 90));
        auto over = from(picture);
        const VARectangle region{x, y, width, height};
        over.output_region = &region;
        std::vector<VAProcPipelineParameterBuffer> pipelines{over};
        if (blended) pipelines.insert(pipelines.begin(), from(target));  // what is not the first is blended
        ASSERT_EQ(process(target, pipelines), VA_STATUS_SUCCESS);
        const Rows luma = driver_.rows(target, 0, side * format.luma_pitch, side);
        for (int row = 0; row < side; row++)
            for (int column = 0; column < side; column++) {
                const size_t at = static_cast<size_t>(column) * format.luma_pitch + format.luma_at;
                // 200 of 255, from 16 to 235.
                ASSERT_NEAR(luma[static_cast<size_t>(row)][at], inside(column, row, 1, 1) != 0 ? 188 : 30, 1)
                    << column << ' ' << row;
            }
        if (format.chroma_pitch == 0) return;
        const Rows chroma = driver_.rows(target, 1, columns * format.chroma_pitch, rows);
        for (size_t row = 0; row < rows; row++)
            for (size_t column = 0; column < columns; column++) {
                const int sample = chroma[row][column * format.chroma_pitch + format.chroma_at];
                const int pixels = inside(static_cast<int>(column) * format.chroma_columns,
                                          static_cast<int>(row) * format.chroma_rows, format.chroma_columns,
                                          format.chroma_rows);
                const bool all = pixels == format.chroma_columns * format.chroma_rows;
                if (pixels != 0 && !all) continue;  // some of both
                ASSERT_NEAR(sample, all ? 128 : 90, all ? 6 : 0)
                    << column << ' ' << row;  // filtered at the edge
            }
    };
    for (const SamplePlaces& format : formats)
        for (const bool blended : {false, true})
            for (int16_t y = -3; y < 6; y++)
                for (int16_t x = -3; x < 6; x++) {
                    SCOPED_TRACE(::testing::Message()
                                 << std::string(reinterpret_cast<const char*>(&format.fourcc), 4)
                                 << (blended ? ", blended" : "") << " at " << x << ' ' << y);
                    try_at(format, x, y, blended);
                }
}

TEST_F(VaProcessing, RegionsThatLeaveTheTarget) {
    const VASurfaceID target = filled(VA_FOURCC_BGRA, {0, 0, 0, 255});
    auto pipeline = from(filled(VA_FOURCC_BGRX, {50, 60, 70, 0}));
    const VARectangle region{-8, 10, 16, 16};
    pipeline.output_region = &region;
    EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
    EXPECT_EQ(pixel(target, 7, 15), (std::vector<uint8_t>{50, 60, 70, 255}));
    EXPECT_EQ(pixel(target, 8, 15), (std::vector<uint8_t>{0, 0, 0, 255}));
    EXPECT_EQ(pixel(target, 7, 9), (std::vector<uint8_t>{0, 0, 0, 255}));
    const VARectangle outside{100, 100, 4, 4};
    pipeline.output_region = &outside;
    EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
}

// Red of 200 with alpha a, over green of 100: by the definition of each way.
TEST_F(VaProcessing, Blending) {
    const VASurfaceID below = filled(VA_FOURCC_RGBA, {0, 100, 0, 255});
    const VASurfaceID straight = filled(VA_FOURCC_RGBA, {200, 0, 0, 128});
    const VASurfaceID multiplied = filled(VA_FOURCC_RGBA, {100, 0, 0, 128});
    const VASurfaceID target = driver_.surface(16, 16, VA_FOURCC_RGBA);
    auto over = from(straight);
    // RGB without a blend state: per pixel.
    EXPECT_EQ(process(target, {from(below), over}), VA_STATUS_SUCCESS);
    EXPECT_THAT(pixel(target, 8, 8), near({100, 50, 0, 255}, 2));
    VABlendState state{};
    over.blend_state = &state;
    state.flags = VA_BLEND_GLOBAL_ALPHA;
    state.global_alpha = 0.5f;
    EXPECT_EQ(process(target, {from(below), over}), VA_STATUS_SUCCESS);
    EXPECT_THAT(pixel(target, 8, 8), near({50, 75, 0, 255}, 2));
    over.surface = multiplied;
    state.flags = VA_BLEND_PREMULTIPLIED_ALPHA;
    EXPECT_EQ(process(target, {from(below), over}), VA_STATUS_SUCCESS);
    EXPECT_THAT(pixel(target, 8, 8), near({100, 50, 0, 255}, 3));
    state.flags = VA_BLEND_PREMULTIPLIED_ALPHA | VA_BLEND_GLOBAL_ALPHA;
    EXPECT_EQ(process(target, {from(below), over}), VA_STATUS_SUCCESS);
    EXPECT_THAT(pixel(target, 8, 8), near({50, 75, 0, 255}, 3));
    // The first picture takes the place of what was there, alpha and all.
    EXPECT_EQ(process(target, {from(straight)}), VA_STATUS_SUCCESS);
    EXPECT_EQ(pixel(target, 8, 8), (std::vector<uint8_t>{200, 0, 0, 128}));
}

TEST_F(VaProcessing, LumaKey) {
    const VASurfaceID below = filled(VA_FOURCC_Y800, {200});
    const VASurfaceID picture = driver_.surface(16, 16, VA_FOURCC_444P);
    for (unsigned plane = 1; plane < 3; plane++)
        driver_.fill(picture, plane, Rows(16, std::vector<uint8_t>(16, 128)));
    std::vector<uint8_t> row(16, 40);
    std::fill(row.begin() + 8, row.end(), 120);
    driver_.fill(picture, 0, Rows(16, row));
    const VASurfaceID target = driver_.surface(16, 16, VA_FOURCC_444P);
    const VABlendState state{VA_BLEND_LUMA_KEY, 0, 30 / 255.0f, 50 / 255.0f};
    auto over = from(picture);
    over.blend_state = &state;
    auto under = from(below);
    under.output_color_properties.color_range = VA_SOURCE_RANGE_FULL;
    under.input_color_properties.color_range = VA_SOURCE_RANGE_FULL;
    EXPECT_EQ(process(target, {under, over}), VA_STATUS_SUCCESS);
    EXPECT_THAT(pixel(target, 2, 8, 1), near({200}, 1));
    EXPECT_THAT(pixel(target, 13, 8, 1), near({120}, 1));
}

// A corner between samples of chroma: each pixel's own colour.
TEST_F(VaProcessing, CroppingBetweenSamplesOfChroma) {
    const VASurfaceID source = driver_.surface(16, 16, VA_FOURCC_NV12),
                      target = driver_.surface(4, 4, VA_FOURCC_NV12);
    Rows luma(16, std::vector<uint8_t>(16));
    for (size_t y = 0; y < 16; y++)
        for (size_t x = 0; x < 16; x++) luma[y][x] = static_cast<uint8_t>(16 * y + x);
    driver_.fill(source, 0, luma);
    driver_.fill(source, 1, Rows(8, std::vector<uint8_t>(16, 77)));
    auto pipeline = from(source);
    const VARectangle region{5, 3, 4, 4};
    pipeline.surface_region = &region;
    EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
    const Rows found = driver_.rows(target, 0, 4, 4);
    for (size_t y = 0; y < 4; y++)
        for (size_t x = 0; x < 4; x++) EXPECT_EQ(found[y][x], luma[y + 3][x + 5]);
    EXPECT_EQ(driver_.rows(target, 1, 4, 2), Rows(2, std::vector<uint8_t>(4, 77)));
}

// Of 10 bits: all of them, wherever it is cut out, put and turned. Blended over itself it is nearly the same,
// but of 8 bits between samples of chroma: libavfilter's overlay has no 4:4:4 of 10 bits.
TEST_F(VaProcessing, TenBitsStay) {
    constexpr int side = 16;
    const VASurfaceID source = driver_.surface(side, side, VA_FOURCC_P010);
    const auto sample = [](int x, int y) { return static_cast<uint16_t>((64 + 37 * x + 5 * y) << 6); };
    Rows luma(side), chroma(side / 2);
    const auto put = [](std::vector<uint8_t>& row, uint16_t value) {
        row.push_back(static_cast<uint8_t>(value));
        row.push_back(static_cast<uint8_t>(value >> 8));
    };
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) put(luma[static_cast<size_t>(y)], sample(x, y));
    for (Rows::value_type& row : chroma)
        for (int x = 0; x < side; x++) put(row, 513 << 6);
    driver_.fill(source, 0, luma);
    driver_.fill(source, 1, chroma);
    const VABlendState state{VA_BLEND_GLOBAL_ALPHA, 0.99f, 0, 0};
    for (const int from_x : {4, 5})
        for (const int to_x : {2, 3})
            for (const uint32_t rotation : {VA_ROTATION_NONE, VA_ROTATION_180})
                for (const bool blended : {false, true}) {
                    SCOPED_TRACE(::testing::Message()
                                 << from_x << ' ' << to_x << ' ' << rotation << ' ' << blended);
                    const VASurfaceID target = driver_.surface(side, side, VA_FOURCC_P010);
                    auto pipeline = from(source);
                    const VARectangle region{static_cast<int16_t>(from_x), 4, 6, 6},
                        place{static_cast<int16_t>(to_x), 2, 6, 6};
                    pipeline.surface_region = &region;
                    pipeline.output_region = &place;
                    pipeline.rotation_state = rotation;
                    std::vector<VAProcPipelineParameterBuffer> pipelines{pipeline};
                    pipeline.blend_state = &state;
                    if (blended) pipelines.push_back(pipeline);
                    ASSERT_EQ(process(target, pipelines), VA_STATUS_SUCCESS);
                    const int error = !blended ? 0 : to_x == 2 ? 1 : 4;
                    for (int y = 0; y < 6; y++)
                        for (int x = 0; x < 6; x++) {
                            const bool turned = rotation != VA_ROTATION_NONE;
                            const std::vector<uint8_t> found =
                                pixel(target, static_cast<size_t>(to_x + x), static_cast<size_t>(2 + y), 2);
                            EXPECT_NEAR((found[0] | found[1] << 8) >> 6,
                                        sample(from_x + (turned ? 5 - x : x), 4 + (turned ? 5 - y : y)) >> 6,
                                        error)
                                << x << ' ' << y;
                        }
                }
}

// What a decoder's surface has outside of the picture does not show in it.
TEST_F(VaProcessing, FiltersSeeTheRegionAlone) {
    const VASurfaceID source = driver_.surface(32, 32, VA_FOURCC_444P),
                      target = driver_.surface(16, 16, VA_FOURCC_444P);
    Rows rows(32, std::vector<uint8_t>(32, 255));
    for (size_t y = 4; y < 20; y++) std::fill_n(rows[y].begin() + 3, 16, uint8_t{90});
    driver_.fill(source, 0, rows);
    VABufferID filter =
        buffer(VAProcFilterParameterBufferType, VAProcFilterParameterBuffer{VAProcFilterSharpening, 5, {}});
    auto pipeline = from(source);
    const VARectangle region{3, 4, 16, 16};
    pipeline.surface_region = &region;
    pipeline.filters = &filter;
    pipeline.num_filters = 1;
    EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
    EXPECT_EQ(driver_.rows(target, 0, 16, 16), Rows(16, std::vector<uint8_t>(16, 90)));
}

// The field in the filter's flags, or in those of the source.
TEST_F(VaProcessing, FieldsByFilter) {
    const VASurfaceID source = driver_.surface(16, 16, VA_FOURCC_444P),
                      target = driver_.surface(16, 16, VA_FOURCC_444P);
    Rows rows;
    for (size_t y = 0; y < 16; y++) rows.emplace_back(16, static_cast<uint8_t>(y % 2 == 0 ? 40 : 200));
    driver_.fill(source, 0, rows);
    const auto level = [&](uint32_t filter_flags, uint32_t source_flags) {
        VABufferID filter = buffer(VAProcFilterParameterBufferType,
                                   VAProcFilterParameterBufferDeinterlacing{
                                       VAProcFilterDeinterlacing, VAProcDeinterlacingBob, filter_flags, {}});
        auto pipeline = from(source);
        pipeline.filters = &filter;
        pipeline.num_filters = 1;
        pipeline.input_surface_flag = source_flags;
        EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
        return driver_.rows(target, 0, 1, 1)[0][0];
    };
    EXPECT_EQ(level(0, 0), 40);
    EXPECT_EQ(level(VA_DEINTERLACING_BOTTOM_FIELD, 0), 200);
    EXPECT_EQ(level(0, VA_TOP_FIELD_FIRST | VA_TOP_FIELD), 40);
    EXPECT_EQ(level(0, VA_TOP_FIELD_FIRST | VA_BOTTOM_FIELD), 200);
}

TEST_F(VaProcessing, OntoItself) {
    const VASurfaceID target = driver_.surface(16, 16, VA_FOURCC_Y800);
    Rows rows(16, std::vector<uint8_t>(16));
    for (size_t y = 0; y < 16; y++) std::fill(rows[y].begin(), rows[y].end(), static_cast<uint8_t>(10 * y));
    driver_.fill(target, 0, rows);
    auto pipeline = from(target);
    const VARectangle down{0, 4, 16, 16};
    pipeline.output_region = &down;
    EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
    const Rows found = driver_.rows(target, 0, 16, 16);
    for (size_t y = 4; y < 16; y++) EXPECT_EQ(found[y], rows[y - 4]);
}

// Bob by the flags of vaPutSurface: a field's lines stay.
TEST_F(VaProcessing, FieldsByFlags) {
    const VASurfaceID source = driver_.surface(16, 16, VA_FOURCC_444P),
                      target = driver_.surface(16, 16, VA_FOURCC_444P);
    Rows rows;
    for (size_t y = 0; y < 16; y++) rows.emplace_back(16, static_cast<uint8_t>(y % 2 == 0 ? 40 : 200));
    driver_.fill(source, 0, rows);
    for (const auto& [flag, level] : {std::pair{VA_TOP_FIELD, 40}, {VA_BOTTOM_FIELD, 200}}) {
        auto pipeline = from(source);
        pipeline.filter_flags = static_cast<uint32_t>(flag);
        EXPECT_EQ(process(target, {pipeline}), VA_STATUS_SUCCESS);
        EXPECT_EQ(driver_.rows(target, 0, 16, 16),
                  Rows(16, std::vector<uint8_t>(16, static_cast<uint8_t>(level))));
    }
}

TEST_F(VaProcessing, WhatIsAskedFor) {
    auto& vpp = driver_.processing;
    VAProcFilterType filters[VAProcFilterCount];
    unsigned count = VAProcFilterCount;
    ASSERT_EQ(vpp.vaQueryVideoProcFilters(driver_.context(), context_, filters, &count), VA_STATUS_SUCCESS);
    EXPECT_EQ(count, 4u);
    count = 1;
    EXPECT_EQ(vpp.vaQueryVideoProcFilters(driver_.context(), context_, filters, &count),
              VA_STATUS_ERROR_MAX_NUM_EXCEEDED);
    EXPECT_EQ(count, 4u);
    VAProcFilterCapColorBalance balance[VAProcColorBalanceCount];
    count = VAProcColorBalanceCount;
    ASSERT_EQ(vpp.vaQueryVideoProcFilterCaps(driver_.context(), context_, VAProcFilterColorBalance, balance,
                                             &count),
              VA_STATUS_SUCCESS);
    EXPECT_EQ(count, 4u);
    count = 1;
    EXPECT_EQ(vpp.vaQueryVideoProcFilterCaps(driver_.context(), context_,
                                             VAProcFilterHighDynamicRangeToneMapping, balance, &count),
              VA_STATUS_ERROR_UNSUPPORTED_FILTER);
    EXPECT_EQ(vpp.vaQueryVideoProcFilters(driver_.context(), context_ + 1, filters, &count),
              VA_STATUS_ERROR_INVALID_CONTEXT);
    EXPECT_EQ(vpp.vaQueryVideoProcFilters(driver_.context(), context_, filters, nullptr),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(vpp.vaQueryVideoProcPipelineCaps(driver_.context(), context_, nullptr, 0, nullptr),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    VAProcPipelineCaps caps{};
    VABufferID yadif = buffer(VAProcFilterParameterBufferType,
                              VAProcFilterParameterBufferDeinterlacing{
                                  VAProcFilterDeinterlacing, VAProcDeinterlacingMotionAdaptive, 0, {}});
    EXPECT_EQ(vpp.vaQueryVideoProcPipelineCaps(driver_.context(), context_, &yadif, 1, &caps),
              VA_STATUS_SUCCESS);
    EXPECT_EQ(caps.num_forward_references, 1u);
    EXPECT_EQ(caps.num_backward_references, 1u);
    EXPECT_EQ(caps.rotation_flags, 15u);
}

TEST_F(VaProcessing, WhatCannotBe) {
    const VASurfaceID source = filled(VA_FOURCC_BGRA, {1, 2, 3, 255}),
                      target = driver_.surface(16, 16, VA_FOURCC_NV12);
    EXPECT_EQ(process(target, {}), VA_STATUS_ERROR_INVALID_BUFFER);
    EXPECT_EQ(process(target, {from(0)}), VA_STATUS_ERROR_INVALID_SURFACE);
    const auto with = [&](auto change) {
        auto pipeline = from(source);
        change(pipeline);
        return process(target, {pipeline});
    };
    using Pipeline = VAProcPipelineParameterBuffer;
    const VARectangle outside{16, 0, 4, 4}, empty{0, 0, 0, 4};
    EXPECT_EQ(with([&](Pipeline& of) { of.surface_region = &outside; }), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(with([&](Pipeline& of) { of.output_region = &empty; }), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(with([&](Pipeline& of) { of.rotation_state = 4; }), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(with([&](Pipeline& of) { of.mirror_state = 8; }), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(with([&](Pipeline& of) { of.num_additional_outputs = 1; }), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(with([&](Pipeline& of) { of.filter_flags = VA_FILTER_SCALING_NL_ANAMORPHIC; }),
              VA_STATUS_ERROR_FLAG_NOT_SUPPORTED);
    EXPECT_EQ(with([&](Pipeline& of) { of.input_surface_flag = 0x80000000; }),
              VA_STATUS_ERROR_FLAG_NOT_SUPPORTED);
    EXPECT_EQ(with([&](Pipeline& of) { of.num_filters = 1; }), VA_STATUS_ERROR_INVALID_FILTER_CHAIN);
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    const VABlendState states[]{{VA_BLEND_LUMA_KEY, 0, 0, 1},
                                {VA_BLEND_GLOBAL_ALPHA, 2, 0, 0},
                                {VA_BLEND_GLOBAL_ALPHA, no_number, 0, 0},
                                {0x80, 0, 0, 0}};
    for (const VABlendState& state : states)
        EXPECT_EQ(with([&](Pipeline& of) { of.blend_state = &state; }), VA_STATUS_ERROR_INVALID_PARAMETER);
    // Colours that alpha has multiplied are those of RGB.
    auto multiplied = from(driver_.surface(16, 16, VA_FOURCC_NV12));
    const VABlendState by_alpha{VA_BLEND_PREMULTIPLIED_ALPHA, 0, 0, 0};
    multiplied.blend_state = &by_alpha;
    EXPECT_EQ(process(target, {multiplied}), VA_STATUS_ERROR_INVALID_PARAMETER);
    // A picture that failed leaves nothing behind.
    EXPECT_EQ(process(target, {from(source)}), VA_STATUS_SUCCESS);
}

TEST_F(VaProcessing, FiltersThatCannotBe) {
    const VASurfaceID source = driver_.surface(16, 16, VA_FOURCC_NV12),
                      target = driver_.surface(16, 16, VA_FOURCC_NV12);
    const auto with = [&](VABufferID filter) {
        auto pipeline = from(source);
        pipeline.filters = &filter;
        pipeline.num_filters = 1;
        return process(target, {pipeline});
    };
    const auto simple = [&](VAProcFilterType type, float value) {
        return with(buffer(VAProcFilterParameterBufferType, VAProcFilterParameterBuffer{type, value, {}}));
    };
    EXPECT_EQ(with(0), VA_STATUS_ERROR_INVALID_BUFFER);
    EXPECT_EQ(with(buffer(VAProcPipelineParameterBufferType, VAProcFilterParameterBuffer{})),
              VA_STATUS_ERROR_INVALID_FILTER_CHAIN);
    EXPECT_EQ(with(buffer(VAProcFilterParameterBufferType, uint8_t{1})), VA_STATUS_ERROR_INVALID_BUFFER);
    EXPECT_EQ(with(buffer(VAProcFilterParameterBufferType, uint32_t{VAProcFilterSharpening})),
              VA_STATUS_ERROR_INVALID_BUFFER);
    EXPECT_EQ(simple(VAProcFilterSharpening, 1), VA_STATUS_SUCCESS);
    EXPECT_EQ(simple(VAProcFilterSharpening, 6), VA_STATUS_ERROR_INVALID_VALUE);
    EXPECT_EQ(simple(VAProcFilterNoiseReduction, std::nanf("")), VA_STATUS_ERROR_INVALID_VALUE);
    EXPECT_EQ(simple(VAProcFilterSkinToneEnhancement, 1), VA_STATUS_ERROR_UNSUPPORTED_FILTER);
    EXPECT_EQ(simple(VAProcFilterCount, 1), VA_STATUS_ERROR_UNSUPPORTED_FILTER);
    EXPECT_EQ(with(buffer(VAProcFilterParameterBufferType,
                          VAProcFilterParameterBufferColorBalance{
                              VAProcFilterColorBalance, VAProcColorBalanceAutoContrast, 1, {}})),
              VA_STATUS_ERROR_UNSUPPORTED_FILTER);
    EXPECT_EQ(with(buffer(VAProcFilterParameterBufferType,
                          VAProcFilterParameterBufferDeinterlacing{
                              VAProcFilterDeinterlacing, VAProcDeinterlacingNone, 0, {}})),
              VA_STATUS_ERROR_UNSUPPORTED_FILTER);
}

// Any values: an error, or a picture; never an end. Pointers are the test's.
TEST_F(VaProcessing, ParametersAtRandom) {
    std::mt19937 random(1);
    const auto upto = [&](uint32_t most) { return static_cast<uint32_t>(random() % (most + 1)); };
    const unsigned formats[]{VA_FOURCC_NV12, VA_FOURCC_P010, VA_FOURCC_YUY2,
                             VA_FOURCC_Y800, VA_FOURCC_BGRX, VA_FOURCC_RGBA};
    std::vector<VASurfaceID> surfaces;
    for (const unsigned format : formats)
        for (const unsigned side : {1u, 2u, 17u, 48u})
            surfaces.push_back(driver_.surface(side, side + upto(3), format));
    const auto any_surface = [&] { return surfaces[random() % surfaces.size()]; };
    int done = 0;
    for (int round = 0; round < 400; round++) {
        VARectangle regions[2];
        for (VARectangle& region : regions)
            region = {static_cast<int16_t>(upto(30) - 8), static_cast<int16_t>(upto(30) - 8),
                      static_cast<uint16_t>(upto(40)), static_cast<uint16_t>(upto(40))};
        const auto eighths = [&](uint32_t most) { return static_cast<float>(upto(most)) / 8; };
        VABlendState state{upto(0x13), eighths(10), eighths(4), eighths(9)};
        VASurfaceID references[]{any_surface(), any_surface()};
        VAProcFilterParameterBufferDeinterlacing laced{
            VAProcFilterDeinterlacing, static_cast<VAProcDeinterlacingType>(upto(5)), upto(15), {}};
        VABufferID filter = buffer(VAProcFilterParameterBufferType, laced);
        auto pipeline = from(any_surface());
        if (upto(1)) pipeline.surface_region = &regions[0];
        if (upto(1)) pipeline.output_region = &regions[1];
        if (upto(3) == 0) pipeline.blend_state = &state;
        if (upto(3) == 0) pipeline.filters = &filter, pipeline.num_filters = 1;
        pipeline.forward_references = &references[0], pipeline.num_forward_references = upto(1);
        pipeline.backward_references = &references[1], pipeline.num_backward_references = upto(1);
        pipeline.surface_color_standard = static_cast<VAProcColorStandardType>(upto(15));
        pipeline.output_color_standard = static_cast<VAProcColorStandardType>(upto(15));
        pipeline.input_color_properties.matrix_coefficients = static_cast<uint8_t>(upto(15));
        pipeline.input_color_properties.color_range = static_cast<uint8_t>(upto(3));
        pipeline.output_color_properties.color_range = static_cast<uint8_t>(upto(3));
        pipeline.output_background_color = upto(1) * 0xff336699;
        pipeline.filter_flags = upto(3) | upto(4) << 8 | upto(4) << 12;
        pipeline.rotation_state = upto(4);
        pipeline.mirror_state = upto(4);
        done += process(any_surface(), {pipeline, pipeline}) == VA_STATUS_SUCCESS;
        driver_.table.vaDestroyBuffer(driver_.context(), filter);
    }
    EXPECT_GT(done, 50);
}

}  // namespace
}  // namespace genmedia::test
