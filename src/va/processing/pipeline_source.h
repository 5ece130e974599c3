// SPDX-License-Identifier: MIT
// One source of a picture that is made: what VAProcPipelineParameterBuffer says, with its pointers followed.
#pragma once

#include "va/driver.h"
#include "va/processing/colours.h"
#include "va/processing/composition.h"
#include "va/processing/enhancement.h"

#include <memory>
#include <optional>

namespace genmedia::va {

struct Pipeline {
    std::shared_ptr<const Surface> source;
    std::shared_ptr<const Surface> before, behind;  // null: the program gave none
    Rectangle from;
    std::optional<Rectangle> to;  // nothing: the whole target
    uint32_t background = 0;      // 0xAARRGGBB
    Colours source_colours, target_colours;
    Enhancement enhancement;
    uint32_t rotation = 0, mirror = 0;
    std::optional<Blending> blending;  // nothing: VA-API's default
    int scaling = 0;                   // SWS_*
    bool subpictures = false;          // that are associated with the source
};

// Errors: va_vpp.h's for what is not supported, of surfaces and buffers that there are none of, and
// VA_STATUS_ERROR_INVALID_PARAMETER for regions outside of their surface.
VAStatus read_pipeline(const Driver& driver, const VAProcPipelineParameterBuffer& parameters,
                       Pipeline& pipeline);

// Draws it on the target; the first one of a picture clears what is around it. False: libavfilter or
// libswscale refuses.
bool process(const Pipeline& pipeline, const Planes& target, bool is_first);

}  // namespace genmedia::va
