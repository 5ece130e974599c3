// SPDX-License-Identifier: MIT
// Colour standards of VA-API, as far as libswscale converts them: the matrix and the range. Primaries and
// transfer functions stay.
#pragma once

#include "va/surfaces/picture_layout.h"

#include <va/va_vpp.h>

#include <span>

namespace genmedia::va {

std::span<const VAProcColorStandardType> colour_standards();

// Of a pipeline's source: of a standard that says nothing, BT.601, or what `filter_flags` say (VA_SRC_*).
Colours source_colours(const VAProcPipelineParameterBuffer& pipeline);
// Of its target: of a standard that says nothing, the source's.
Colours target_colours(const VAProcPipelineParameterBuffer& pipeline, const Colours& source);

}  // namespace genmedia::va
