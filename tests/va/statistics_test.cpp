// SPDX-License-Identifier: MIT
// VAEntrypointStats, by pictures of which the answers are known.
#include "va/loaded_driver.h"
#include "va/statistics/block_statistics.h"

#include <gtest/gtest.h>
#include <va/va_fei.h>
#include <va/va_fei_h264.h>

#include <cmath>
#include <random>

namespace genmedia::test {
namespace {

constexpr int kWidth = 96, kHeight = 64, kColumns = kWidth / 16, kRows = kHeight / 16,
              kBlocks = kColumns * kRows;
constexpr int16_t kNone = -32768;

using Rows = std::vector<std::vector<uint8_t>>;

// A window on one large random picture, `dx` and `dy` pixels from its middle.
Rows view(int dx, int dy) {
    constexpr int margin = 64;
    std::mt19937 random(7);
    Rows large(kHeight + 2 * margin, std::vector<uint8_t>(kWidth + 2 * margin));
    for (auto& row : large)
        for (uint8_t& pixel : row) pixel = static_cast<uint8_t>(random() >> 8);
    Rows part;
    for (int y = 0; y < kHeight; y++) {
        const auto start = large[static_cast<size_t>(y + dy + margin)].begin() + margin + dx;
        part.emplace_back(start, start + kWidth);
    }
    return part;
}

class Statistics : public ::testing::Test {
protected:
    Statistics() {
        EXPECT_EQ(driver.table.vaCreateConfig(driver.context(), VAProfileNone, VAEntrypointStats, nullptr, 0,
                                              &config_),
                  VA_STATUS_SUCCESS);
        source = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
        past = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
        future = driver.surface(kWidth, kHeight, VA_FOURCC_NV12);
        VASurfaceID target = source;
        EXPECT_EQ(
            driver.table.vaCreateContext(driver.context(), config_, kWidth, kHeight, 0, &target, 1, &context),
            VA_STATUS_SUCCESS);
        vectors = buffer(VAStatsMVBufferType, 16 * sizeof(VAMotionVector), kBlocks);
        numbers = buffer(VAStatsStatisticsBufferType, sizeof(VAStatsStatisticsH264), kBlocks);
        asked.stats_params.input = {source, 0};
        asked.stats_params.past_references = &past_picture_;
        asked.stats_params.num_past_references = 1;
        asked.stats_params.future_references = &future_picture_;
        asked.stats_params.outputs = outputs_;
        asked.search_window = 5;
        asked.sub_pel_mode = 3;
        past_picture_ = {past, 0};
        future_picture_ = {future, 0};
        outputs_[0] = vectors;
        outputs_[1] = numbers;
    }

    VABufferID buffer(VABufferType type, unsigned size, unsigned count, const void* data = nullptr) {
        VABufferID made = VA_INVALID_ID;
        EXPECT_EQ(driver.table.vaCreateBuffer(driver.context(), context, type, size, count,
                                              const_cast<void*>(data), &made),
                  VA_STATUS_SUCCESS);
        return made;
    }
    template <class T>
    std::vector<T> contents(VABufferID id, size_t count) {
        void* memory = nullptr;
        EXPECT_EQ(driver.table.vaMapBuffer(driver.context(), id, &memory), VA_STATUS_SUCCESS);
        const auto* start = static_cast<const T*>(memory);
        const std::vector<T> all(start, start + count);
        driver.table.vaUnmapBuffer(driver.context(), id);
        return all;
    }
    VAStatus run() {
        EXPECT_EQ(driver.table.vaBeginPicture(driver.context(), context, source), VA_STATUS_SUCCESS);
        VABufferID parameters = buffer(VAStatsStatisticsParameterBufferType, sizeof asked, 1, &asked);
        const VAStatus rendered = driver.table.vaRenderPicture(driver.context(), context, &parameters, 1);
        const VAStatus ended = driver.table.vaEndPicture(driver.context(), context);
        return rendered == VA_STATUS_SUCCESS ? ended : rendered;
    }
    // In the middle, where windows are not cut off.
    static std::vector<int> inner_blocks() {
        std::vector<int> inner;
        for (int y = 1; y + 1 < kRows; y++)
            for (int x = 1; x + 1 < kColumns; x++) inner.push_back(y * kColumns + x);
        return inner;
    }

    LoadedDriver driver;
    VAContextID context = VA_INVALID_ID;
    VASurfaceID source, past, future;
    VABufferID vectors, numbers;
    VAStatsStatisticsParameterH264 asked{};

private:
    VAConfigID config_ = VA_INVALID_ID;
    VAPictureStats past_picture_{}, future_picture_{};
    VABufferID outputs_[2]{};
};

TEST_F(Statistics, VectorsOfMovedPictures) {
    driver.fill(source, 0, view(0, 0));
    driver.fill(past, 0, view(5, -3));  // the same is 5 pixels to the left there, and 3 down
    driver.fill(future, 0, view(-8, 6));
    asked.stats_params.num_future_references = 1;
    ASSERT_EQ(run(), VA_STATUS_SUCCESS);
    const auto found = contents<VAMotionVector>(vectors, 16 * kBlocks);
    const auto told = contents<VAStatsStatisticsH264>(numbers, kBlocks);
    for (const int block : inner_blocks()) {
        for (int i = 0; i < 16; i++) {
            const VAMotionVector& vector = found[static_cast<size_t>(16 * block + i)];
            EXPECT_EQ((std::array{vector.mv0[0], vector.mv0[1], vector.mv1[0], vector.mv1[1]}),
                      (std::array<int16_t, 4>{-20, 12, 32, -24}))
                << block << ", " << i;
        }
        EXPECT_EQ(told[static_cast<size_t>(block)].best_inter_distortion0, 0u);
        EXPECT_EQ(told[static_cast<size_t>(block)].best_inter_distortion1, 0u);
        EXPECT_GT(told[static_cast<size_t>(block)].best_intra_distortion, 1000u);
    }
}

TEST_F(Statistics, PredictorsMoveTheWindow) {
    driver.fill(source, 0, view(0, 0));
    driver.fill(past, 0, view(30, 0));  // beyond any window around the macroblock
    ASSERT_EQ(run(), VA_STATUS_SUCCESS);
    const size_t block = kColumns + 3, first = 16 * block;  // far enough from the left edge
    EXPECT_NE(contents<VAMotionVector>(vectors, 16 * kBlocks)[first].mv0[0], -120);
    const std::vector<VAMotionVector> predicted(kBlocks, VAMotionVector{{-112, 4}, {0, 0}});
    asked.stats_params.mv_predictor =
        buffer(VAStatsMVPredictorBufferType, sizeof predicted[0], kBlocks, predicted.data());
    asked.mv_predictor_ctrl = 1;
    ASSERT_EQ(run(), VA_STATUS_SUCCESS);
    const VAMotionVector found = contents<VAMotionVector>(vectors, 16 * kBlocks)[first];
    EXPECT_EQ(found.mv0[0], -120);
    EXPECT_EQ(found.mv0[1], 0);
    EXPECT_EQ(found.mv1[0], kNone);  // there is no future picture
}

TEST_F(Statistics, WindowsOfAnySize) {
    driver.fill(source, 0, view(0, 0));
    driver.fill(past, 0, view(-20, 2));  // 20 to the right: only the wide windows have it
    const size_t block = kColumns + 2;
    const auto distortion = [&] {
        EXPECT_EQ(run(), VA_STATUS_SUCCESS);
        return contents<VAStatsStatisticsH264>(numbers, kBlocks)[block].best_inter_distortion0;
    };
    for (const unsigned window : {1u, 2u, 3u, 5u}) {
        asked.search_window = window & 15;
        EXPECT_GT(distortion(), 0u) << window;
    }
    asked.search_window = 0;
    asked.ref_width = 64;
    asked.ref_height = 40;
    asked.search_path = 1;
    asked.len_sp = 63;
    const uint32_t wide = distortion();
    asked.ref_width = 32;
    EXPECT_GT(distortion(), 0u);
    // All 12 by 6 search units are more than a path has; so the wide window is only seen to be searched.
    EXPECT_LE(wide, distortion());
    for (const unsigned window : {6u, 7u, 8u}) {
        asked.search_window = window & 15;
        static_cast<void>(distortion());
    }
}

TEST_F(Statistics, MeansAndVariances) {
    Rows rows = view(0, 0);
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) rows[static_cast<size_t>(y)][static_cast<size_t>(x)] = x < 8 ? 10 : 14;
    driver.fill(source, 0, rows);
    asked.stats_params.num_past_references = 0;
    asked.enable_8x8_statistics = 1;
    ASSERT_EQ(run(), VA_STATUS_SUCCESS);
    const auto told = contents<VAStatsStatisticsH264>(numbers, kBlocks);
    EXPECT_EQ(told[0].pixel_average_16x16, 12u);
    EXPECT_EQ(told[0].variance_16x16, 4u);  // all pixels are 2 from the mean
    EXPECT_EQ(told[0].mb_is_flat, 1u);
    EXPECT_EQ(told[0].pixel_average_8x8[0], 10u);
    EXPECT_EQ(told[0].pixel_average_8x8[1], 14u);
    EXPECT_EQ(told[0].variance_8x8[3], 0u);
    for (size_t block = 1; block < kBlocks; block++) {
        double sum = 0, squares = 0;
        for (size_t y = 0; y < 16; y++)
            for (size_t x = 0; x < 16; x++) {
                const double pixel = rows[block / kColumns * 16 + y][block % kColumns * 16 + x];
                sum += pixel;
                squares += pixel * pixel;
            }
        EXPECT_EQ(told[block].pixel_average_16x16, std::floor(sum / 256 + 0.5));
        EXPECT_NEAR(told[block].variance_16x16, squares / 256 - sum / 256 * sum / 256, 1);
        EXPECT_EQ(told[block].mb_is_flat, 0u);
        EXPECT_EQ(told[block].best_inter_distortion0, 0xFFFFu);
    }
}

TEST_F(Statistics, Coefficients) {
    driver.fill(source, 0, view(0, 0));
    driver.fill(past, 0, view(0, 0));
    asked.ft_enable = 1;
    asked.frame_qp = 20;
    ASSERT_EQ(run(), VA_STATUS_SUCCESS);
    for (const auto& one : contents<VAStatsStatisticsH264>(numbers, kBlocks))
        EXPECT_EQ(one.num_non_zero_coef, 0u);
    driver.fill(past, 0, Rows(kHeight, std::vector<uint8_t>(kWidth, 128)));
    ASSERT_EQ(run(), VA_STATUS_SUCCESS);
    const auto fine = contents<VAStatsStatisticsH264>(numbers, kBlocks);
    asked.frame_qp = 51;
    ASSERT_EQ(run(), VA_STATUS_SUCCESS);
    const auto coarse = contents<VAStatsStatisticsH264>(numbers, kBlocks);
    for (size_t block = 0; block < kBlocks; block++) {
        EXPECT_GT(fine[block].num_non_zero_coef, 200u);
        EXPECT_LT(coarse[block].num_non_zero_coef, fine[block].num_non_zero_coef);
        EXPECT_GT(fine[block].sum_coef, coarse[block].sum_coef);
    }
    // A QP of its own for each block.
    std::vector<int8_t> qps(kBlocks, 20);
    qps[5] = 51;
    asked.mb_qp = 1;
    asked.stats_params.qp = buffer(VAEncQPBufferType, 1, kBlocks, qps.data());
    ASSERT_EQ(run(), VA_STATUS_SUCCESS);
    const auto mixed = contents<VAStatsStatisticsH264>(numbers, kBlocks);
    for (size_t block = 0; block < kBlocks; block++)
        EXPECT_EQ(mixed[block].num_non_zero_coef, (block == 5 ? coarse : fine)[block].num_non_zero_coef);
}

TEST_F(Statistics, WrongQuestions) {
    const VAStatsStatisticsParameterH264 right = asked;
    const auto expect = [&](VAStatus status) {
        EXPECT_EQ(run(), status);
        asked = right;
    };
    asked.stats_params.input.picture_id = 4711;
    expect(VA_STATUS_ERROR_INVALID_SURFACE);
    asked.stats_params.input.flags = VA_PICTURE_STATS_TOP_FIELD;
    expect(VA_STATUS_ERROR_FLAG_NOT_SUPPORTED);
    VAPictureStats small{driver.surface(64, 64, VA_FOURCC_NV12), 0};
    asked.stats_params.past_references = &small;
    expect(VA_STATUS_ERROR_INVALID_SURFACE);
    VAPictureStats packed{driver.surface(kWidth, kHeight, VA_FOURCC_YUY2), 0};
    asked.stats_params.past_references = &packed;
    expect(VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT);
    asked.stats_params.past_references = nullptr;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER);
    asked.stats_params.num_past_references = 2;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER);
    VABufferID too_small[2] = {buffer(VAStatsMVBufferType, 16, 1), numbers};
    asked.stats_params.outputs = too_small;
    expect(VA_STATUS_ERROR_NOT_ENOUGH_BUFFER);
    asked.stats_params.outputs = nullptr;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER);
    asked.mv_predictor_ctrl = 1;
    asked.stats_params.mv_predictor = 4711;
    expect(VA_STATUS_ERROR_INVALID_BUFFER);
    asked.search_window = 9;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER);
    asked.sub_pel_mode = 2;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER);
    asked.sub_mb_part_mask = 127;
    expect(VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(driver.table.vaBeginPicture(driver.context(), context, source), VA_STATUS_SUCCESS);
    EXPECT_EQ(driver.table.vaEndPicture(driver.context(), context), VA_STATUS_ERROR_INVALID_PARAMETER);
    expect(VA_STATUS_SUCCESS);
}

}  // namespace
}  // namespace genmedia::test
