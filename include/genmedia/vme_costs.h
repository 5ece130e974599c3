// SPDX-License-Identifier: MIT
// Costs that the motion estimation unit adds to a distortion, and the driver's default tables.
//
// [ext] is Khronos' registry text of cl_intel_device_side_avc_motion_estimation, section 6.13.14.X;
// the words after it name its subsection.
#pragma once

#include "genmedia/status.h"

#include <array>
#include <cstdint>

namespace genmedia::vme {

// An unsigned value in one byte: the low four bits, shifted left by the high four. [ext: terms]
struct U4U4 {
    uint8_t bits = 0;

    // The plain number.
    constexpr uint32_t value() const { return static_cast<uint32_t>(bits & 15) << (bits >> 4); }
    friend constexpr bool operator==(U4U4, U4U4) = default;
};

// Units of a motion vector's distance from its cost centre. [ext: New OpenCL C Enums]
enum class CostPrecision : uint8_t { quarter_pixel = 0, half_pixel = 1, pixel = 2, two_pixels = 3 };

// The kind of slice that the default tables are for.
enum class SliceType : uint8_t { p = 0, b = 1, intra = 2 };

// Motion vector cost at eight distances: [0] at 0, [p + 1] at 2^p units for p = 0..6; [7] is also the
// base beyond 64 units. Each value fits in 10 bits. [ext: MCE, inter motion vector cost]
using CostTable = std::array<U4U4, 8>;

// Added once a macroblock for 16x16, 16x8 and 8x16, once a quadrant for the others. 16x16 and 16x8 / 8x16
// fit in 12 bits, the others in 10. [ext: MCE, inter shape and direction cost]
struct InterShapePenalty {
    U4U4 shape_16x16, shape_16x8_8x16, shape_8x8, shape_8x4_4x8, shape_4x4;

    // The packed form of [ext]: from the lowest byte 16x8 / 8x16, 8x8, 8x4 / 4x8, 4x4, 16x16.
    static constexpr InterShapePenalty from_packed(uint64_t packed) {
        const auto byte = [packed](int i) { return U4U4{static_cast<uint8_t>(packed >> (8 * i))}; };
        return {byte(4), byte(0), byte(1), byte(2), byte(3)};
    }
};

// Added once a macroblock; each fits in 12 bits. [ext: SIC, intra shape cost]
struct IntraShapePenalty {
    U4U4 shape_16x16, shape_8x8, shape_4x4;

    // The packed form of [ext]: byte 0 zero, then 16x16, 8x8, 4x4.
    static constexpr IntraShapePenalty from_packed(uint32_t packed) {
        const auto byte = [packed](int i) { return U4U4{static_cast<uint8_t>(packed >> (8 * i))}; };
        return {byte(1), byte(2), byte(3)};
    }
};

// Added to a block whose best mode is not DC, in plain integers. [ext: SIC, intra mode cost]
struct NonDcPenalty {
    uint8_t shape_16x16 = 0, shape_8x8 = 0, shape_4x4 = 0;
};

// The defaults of the real driver. `qp` is clamped to 0..51. Slice types for which the driver has no
// table give zeros.
GENMEDIA_API CostTable default_motion_vector_cost(SliceType slice, int qp);
GENMEDIA_API CostTable high_penalty_cost_table();
GENMEDIA_API CostTable medium_penalty_cost_table();
GENMEDIA_API CostTable low_penalty_cost_table();
GENMEDIA_API InterShapePenalty default_inter_shape_penalty(SliceType slice, int qp);
GENMEDIA_API U4U4 default_inter_direction_penalty(SliceType slice, int qp);
GENMEDIA_API U4U4 default_base_multi_reference_penalty(SliceType slice, int qp);
GENMEDIA_API IntraShapePenalty default_intra_luma_shape_penalty(SliceType slice, int qp);
GENMEDIA_API U4U4 default_intra_luma_mode_penalty(SliceType slice, int qp);
GENMEDIA_API NonDcPenalty default_non_dc_luma_penalty();
GENMEDIA_API U4U4 default_intra_chroma_mode_base_penalty();

}  // namespace genmedia::vme
