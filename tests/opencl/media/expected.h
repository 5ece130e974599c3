// SPDX-License-Identifier: MIT
// The results that the built-in kernels must give, from the native unit. Numbers on the left are the host's,
// those on the right the unit's. [registry texts cl_intel_motion_estimation,
// cl_intel_advanced_motion_estimation]
#pragma once

#include "opencl/media/media.h"

#include <ostream>
#include <random>
#include <span>

namespace genmedia::test {

inline vme::Distortion distortion_of(const Descriptor& descriptor) {
    return descriptor.sad_adjust_mode == CL_ME_SAD_ADJUST_MODE_HAAR_INTEL ? vme::Distortion::haar
                                                                          : vme::Distortion::sad;
}

inline vme::SearchWindow window_of(const Descriptor& descriptor) {
    switch (descriptor.search_path_type) {
        case CL_ME_SEARCH_PATH_RADIUS_2_2_INTEL: return vme::SearchWindow::radius_2x2;
        case CL_ME_SEARCH_PATH_RADIUS_4_4_INTEL: return vme::SearchWindow::radius_4x4;
        default: return vme::SearchWindow::radius_16x12;
    }
}

inline uint8_t disabled_partitions(const Descriptor& descriptor) {
    constexpr uint8_t enabled[] = {vme::partition_16x16, vme::partition_8x8, vme::partition_4x4};
    return vme::partition_all & ~enabled[descriptor.mb_block_type];
}

// The entries of one macroblock, quadrant by quadrant.
struct Found {
    std::array<vme::MotionVector, 16> vectors;
    std::array<cl_ushort, 16> distortions;
};

inline Found found(const vme::InterResult& result) {
    Found all;
    for (size_t n = 0; n < 16; n++) {
        all.vectors[n] = result.vectors[n].forward;
        all.distortions[n] = result.distortions[n];
    }
    return all;
}

// The predictor in whole pixels. Each component is divided by four towards zero; y is then made even.
inline vme::PixelOffset whole_pixels(Short2 predictor) {
    const int y = predictor.y / 4;
    return {predictor.x / 4, y - (y % 2 != 0)};
}

// The driver's fixed tables, with U4U4 points packed as in the driver.
inline vme::CostTable cost_table(cl_uint penalty) {
    constexpr uint8_t points[3][8] = {{0x01, 0x04, 0x05, 0x09, 0x0A, 0x0C, 0x0E, 0x0F},
                                      {0x05, 0x1A, 0x1D, 0x2B, 0x2D, 0x2F, 0x39, 0x39},
                                      {0x1D, 0x3D, 0x48, 0x4E, 0x58, 0x59, 0x5B, 0x5C}};
    vme::CostTable table;
    for (size_t i = 0; i < 8; i++) table[i] = {points[penalty - 1][i]};
    return table;
}

struct SearchCost {
    cl_uint penalty = CL_ME_COST_PENALTY_NONE_INTEL, precision = CL_ME_COST_PRECISION_QPEL_INTEL;
};

inline vme::InterCosts costs_of(const SearchCost& cost, vme::PixelOffset center) {
    vme::InterCosts costs;
    if (cost.penalty == CL_ME_COST_PENALTY_NONE_INTEL) return costs;
    vme::MotionVectorCost& vector = costs.motion_vector.emplace();
    vector.table = cost_table(cost.penalty);
    vector.precision = static_cast<vme::CostPrecision>(cost.precision);
    const vme::MotionVector at{static_cast<int16_t>(center.x * 4), static_cast<int16_t>(center.y * 4)};
    vector.center.fill({at, at});
    return costs;
}

// The best result in the windows around the predictors, for each block separately. Then refined if the
// accelerator asks for it.
inline Found expected_search(const Picture& source, const Picture& reference_picture, int x, int y,
                             const Descriptor& descriptor, std::span<const Short2> predictors,
                             const SearchCost& cost) {
    vme::ImeRequest request;
    request.source = source_at(source, x, y);
    request.forward = reference(reference_picture);
    request.window = window_of(descriptor);
    request.disabled_partitions = disabled_partitions(descriptor);
    request.distortion = distortion_of(descriptor);
    request.costs = costs_of(cost, whole_pixels(predictors.front()));
    vme::ImeResult best;
    for (size_t i = 0; i < predictors.size(); i++) {
        request.forward_offset = whole_pixels(predictors[i]);
        const auto result = evaluated<vme::ImeResult>(request);
        if (i == 0) best = result;
        for (size_t n = 0; n < 16; n++) {
            if (result.distortions[n] >= best.distortions[n]) continue;
            best.vectors[n] = result.vectors[n];
            best.distortions[n] = result.distortions[n];
        }
    }
    if (descriptor.subpixel_mode == CL_ME_SUBPIXEL_MODE_INTEGER_INTEL) return found(best);
    vme::RefineRequest refine;
    refine.source = request.source;
    refine.set_forward(request.forward);
    refine.set_partition(best);
    refine.subpixel = descriptor.subpixel_mode == CL_ME_SUBPIXEL_MODE_HPEL_INTEL ? vme::SubpixelMode::half
                                                                                 : vme::SubpixelMode::quarter;
    refine.distortion = request.distortion;
    refine.costs = request.costs;
    return found(evaluated<vme::RefineResult>(refine));
}

inline std::ostream& operator<<(std::ostream& to, const Short2& vector) {
    return to << "(" << vector.x << ", " << vector.y << ")";
}
inline bool operator==(const Short2& a, const vme::MotionVector& b) { return a.x == b.x && a.y == b.y; }

// Predictors for which a component often is no multiple of four. None leaves the unit's
// range.
inline std::vector<Short2> scattered_predictors(size_t count, unsigned seed, int farthest) {
    std::mt19937 random(seed);
    const auto component = [&] {
        return static_cast<cl_short>(static_cast<int>(random() % (2u * farthest + 1)) - farthest);
    };
    std::vector<Short2> all(count);
    for (Short2& one : all) {
        one.x = component();
        one.y = component();
    }
    return all;
}

}  // namespace genmedia::test
