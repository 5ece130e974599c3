// SPDX-License-Identifier: MIT
// What VAEntrypointStats tells of a macroblock: matches in other pictures, intra prediction, coefficients,
// and the pixels' mean and variance. [va_fei.h, va_fei_h264.h] These headers say what is asked and answered.
// How Intel's kernels came to their answers is not public: what is marked as a guess is genmedia's own
// choice.
#pragma once

#include "genmedia/vme.h"

#include <array>
#include <cstdint>
#include <optional>

namespace genmedia::va {

struct StatisticsSettings {
    // One of the two says what is searched. With `path`, its window is centred on the macroblock.
    std::optional<vme::SearchWindow> window;
    vme::CustomSearchPath path;

    vme::SubpixelMode subpixel = vme::SubpixelMode::integer;
    vme::Distortion inter = vme::Distortion::sad, intra = vme::Distortion::sad;
    uint8_t disabled_partitions = 0;        // vme::PartitionBit
    uint8_t disabled_intra_partitions = 0;  // vme::IntraPartitionBit
};

// The path of len_sp search units (0: 1), in a window of width times height pixels, as multiples of 4 from 20
// to 64; `full`: the exhaustive search's spiral, else the diamond. Both are genmedia's choice (guess).
vme::CustomSearchPath statistics_path(int width, int height, int length, bool full, bool adaptive);

// A reference, and where to begin.
struct StatisticsReference {
    PlaneView luma;
    vme::MotionVector predictor;  // the window is moved by its whole pixels (guess)
};

struct Match {
    vme::InterResult result;
    // The unit's names for the partitioning: major shape in bits 1:0, minor shapes in 15:8 (guess).
    uint16_t mode() const;
};
// Costs are those of no table: distortions are plain sums (guess).
Match find_match(const StatisticsSettings& settings, PlaneView source, int x, int y,
                 const StatisticsReference& reference);

struct IntraEstimate {
    uint16_t distortion = 0xFFFF;  // 0xFFFF: all are ruled out
    uint16_t mode = 0;             // 0: 16x16, 1: 8x8, 2: 4x4 (guess)
};
// From the source's own pixels, as there is no decoded picture.
IntraEstimate estimate_intra(const StatisticsSettings& settings, PlaneView source, int x, int y);

struct Coefficients {
    uint16_t count = 0;
    uint32_t sum = 0;
};
// Of the differences to the match, behind a quantiser's thresholds: what the unit counts of each quadrant, by
// the quadrant's first vector (guess).
Coefficients count_coefficients(const vme::InterResult& match, PlaneView source, int x, int y,
                                PlaneView reference, int qp);

struct PixelStatistics {
    uint32_t mean_16x16 = 0,
             variance_16x16 = 0;  // rounded; the squares' mean less the mean's square, rounded down
    std::array<uint32_t, 4> mean_8x8{}, variance_8x8{};
    // A variance below 128, the threshold that Intel's driver names (codechal_encode_csc_ds.cpp); of what, is
    // a guess.
    bool is_flat() const { return variance_16x16 < 128; }
};
// Outside of the picture its edge is repeated.
PixelStatistics measure(PlaneView source, int x, int y);

}  // namespace genmedia::va
