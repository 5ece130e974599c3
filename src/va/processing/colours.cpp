// SPDX-License-Identifier: MIT
#include "va/processing/colours.h"

#include "va/picture_parts.h"

extern "C" {
#include <libswscale/swscale.h>
}

#include <algorithm>
#include <optional>

namespace genmedia::va {
namespace {

// ISO/IEC 23091-2, table 4.
std::optional<int> matrix_of_code(int code) {
    switch (code) {
        case 1: return SWS_CS_ITU709;
        case 4: return SWS_CS_FCC;
        case 5:
        case 6: return SWS_CS_ITU601;
        case 7: return SWS_CS_SMPTE240M;
        case 9:
        case 10: return SWS_CS_BT2020;
        default: return std::nullopt;
    }
}

std::optional<int> matrix_of(uint32_t standard, const VAProcColorProperties& properties) {
    switch (standard) {
        case VAProcColorStandardBT601:
        case VAProcColorStandardBT470BG:
        case VAProcColorStandardSMPTE170M:
        case VAProcColorStandardXVYCC601: return SWS_CS_ITU601;
        case VAProcColorStandardBT709:
        case VAProcColorStandardGenericFilm:
        case VAProcColorStandardSRGB:
        case VAProcColorStandardSTRGB:
        case VAProcColorStandardXVYCC709: return SWS_CS_ITU709;
        case VAProcColorStandardBT470M: return SWS_CS_FCC;
        case VAProcColorStandardSMPTE240M: return SWS_CS_SMPTE240M;
        case VAProcColorStandardBT2020: return SWS_CS_BT2020;
        case VAProcColorStandardExplicit: return matrix_of_code(properties.matrix_coefficients);
        default: return std::nullopt;
    }
}

int matrix_of_flags(uint32_t flags) {
    switch (flags & VA_SRC_COLOR_MASK) {
        case VA_SRC_BT709: return SWS_CS_ITU709;
        case VA_SRC_SMPTE_240: return SWS_CS_SMPTE240M;
        default: return SWS_CS_ITU601;
    }
}

}  // namespace

std::span<const VAProcColorStandardType> colour_standards() {
    static constexpr VAProcColorStandardType standards[]{
        VAProcColorStandardBT601,    VAProcColorStandardBT709,       VAProcColorStandardBT470M,
        VAProcColorStandardBT470BG,  VAProcColorStandardSMPTE170M,   VAProcColorStandardSMPTE240M,
        VAProcColorStandardSRGB,     VAProcColorStandardGenericFilm, VAProcColorStandardXVYCC601,
        VAProcColorStandardXVYCC709, VAProcColorStandardBT2020,      VAProcColorStandardExplicit};
    return standards;
}

Colours source_colours(const VAProcPipelineParameterBuffer& pipeline) {
    const auto matrix =
        matrix_of(number_of(pipeline.surface_color_standard), pipeline.input_color_properties);
    return {matrix.value_or(matrix_of_flags(pipeline.filter_flags)),
            pipeline.input_color_properties.color_range == VA_SOURCE_RANGE_FULL};
}

Colours target_colours(const VAProcPipelineParameterBuffer& pipeline, const Colours& source) {
    const auto matrix =
        matrix_of(number_of(pipeline.output_color_standard), pipeline.output_color_properties);
    const int range = pipeline.output_color_properties.color_range;
    return {matrix.value_or(source.matrix),
            range == VA_SOURCE_RANGE_UNKNOWN ? source.full : range == VA_SOURCE_RANGE_FULL};
}

}  // namespace genmedia::va
