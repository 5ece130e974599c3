// SPDX-License-Identifier: MIT
// Filters of a pipeline: how they are asked for, and what libavfilter makes of a picture.
#pragma once

#include "va/driver.h"
#include "va/surfaces/picture_frames.h"

#include <va/va_vpp.h>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace genmedia::va {

struct Deinterlacing {
    VAProcDeinterlacingType algorithm;
    uint32_t flags;  // VA_DEINTERLACING_*
};

struct Enhancement {
    std::optional<Deinterlacing> deinterlacing;
    float noise_reduction = 0;  // hqdn3d's luma_spatial
    float sharpening = 0;       // unsharp's luma_amount
    // By VAProcColorBalance*: degrees; a factor; levels of 8 bits; a factor.
    float hue = 0, saturation = 1, brightness = 0, contrast = 1;

    // Whether a pixel changes.
    bool changes() const;
};

// What can be asked for, in VA-API's order.
std::span<const VAProcFilterType> filters_offered();
struct BalanceRange {
    VAProcColorBalanceType attribute;
    VAProcFilterValueRange range;
    float Enhancement::*value;
};
std::span<const BalanceRange> balance_ranges();
const VAProcFilterValueRange& noise_range();
const VAProcFilterValueRange& sharpening_range();
std::span<const VAProcDeinterlacingType> deinterlacing_offered();
// Pictures before (and as many behind) that the algorithm looks at.
uint32_t references_of(VAProcDeinterlacingType algorithm);

// What the buffers ask for. Errors: va_vpp.h's, of filters.
VAStatus read_filters(const Driver& driver, const VABufferID* filters, unsigned count,
                      Enhancement& enhancement);

// The picture enhanced, in a planar format of its chroma and depth; `before` and `behind` are null where the
// program gave none. Null: libavfilter refuses it.
media::FrameHandle enhanced(const Planes& picture, const Planes* before, const Planes* behind,
                            const Enhancement& enhancement, const Colours& colours);

}  // namespace genmedia::va
