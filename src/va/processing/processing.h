// SPDX-License-Identifier: MIT
// VAEntrypointVideoProc: pictures scaled, converted, enhanced, turned and drawn over each other.
#pragma once

#include "va/driver.h"

#include <va/va_vpp.h>

namespace genmedia::va {

std::unique_ptr<Operation> make_processing();

VAStatus query_filters(Driver& driver, VAContextID context, VAProcFilterType* filters, unsigned* count);
VAStatus query_filter_caps(Driver& driver, VAContextID context, VAProcFilterType type, void* caps,
                           unsigned* count);
VAStatus query_pipeline_caps(Driver& driver, VAContextID context, VABufferID* filters, unsigned count,
                             VAProcPipelineCaps* caps);

// Of VAProcPipelineParameterBuffer: what is known of them, here and in the caps.
inline constexpr uint32_t kScalingFlags = VA_FILTER_SCALING_FAST | VA_FILTER_SCALING_HQ;
inline constexpr uint32_t kInterpolationFlags = VA_FILTER_INTERPOLATION_NEAREST_NEIGHBOR |
                                                VA_FILTER_INTERPOLATION_BILINEAR |
                                                VA_FILTER_INTERPOLATION_ADVANCED;
inline constexpr uint32_t kBlendFlags =
    VA_BLEND_GLOBAL_ALPHA | VA_BLEND_PREMULTIPLIED_ALPHA | VA_BLEND_LUMA_KEY;

}  // namespace genmedia::va
