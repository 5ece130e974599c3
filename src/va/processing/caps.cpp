// SPDX-License-Identifier: MIT
#include "va/calls.h"
#include "va/processing/colours.h"
#include "va/processing/enhancement.h"
#include "va/processing/processing.h"

#include <algorithm>

namespace genmedia::va {
namespace {

// A list to the program, which says in `count` for how many it has memory.
template <class T, class List>
VAStatus give(const List& list, T* to, unsigned* count) {
    const auto size = static_cast<unsigned>(std::size(list));
    const bool fits = to != nullptr && *count >= size;
    if (fits) std::copy(std::begin(list), std::end(list), to);
    *count = size;
    return fits ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_MAX_NUM_EXCEEDED;
}

VAStatus check(const Driver& driver, VAContextID context) {
    const auto found = driver.contexts.find(context);
    const bool processes = found && found->config->entrypoint == VAEntrypointVideoProc;
    return processes ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_CONTEXT;
}

std::vector<VAProcFilterCapDeinterlacing> deinterlacing_caps() {
    std::vector<VAProcFilterCapDeinterlacing> caps;
    for (const VAProcDeinterlacingType algorithm : deinterlacing_offered()) caps.push_back({algorithm, {}});
    return caps;
}

std::vector<VAProcFilterCapColorBalance> balance_caps() {
    std::vector<VAProcFilterCapColorBalance> caps;
    for (const BalanceRange& one : balance_ranges()) caps.push_back({one.attribute, one.range, {}});
    return caps;
}

// What is known of pixel formats and standards, in lists that are the driver's.
void fill_lists(VAProcPipelineCaps& caps) {
    static std::vector<VAProcColorStandardType> standards(colour_standards().begin(),
                                                          colour_standards().end());
    static std::vector<uint32_t> formats = [] {
        std::vector<uint32_t> made;
        for (const PictureFormat& format : picture_formats()) made.push_back(format.fourcc);
        return made;
    }();
    caps.input_color_standards = caps.output_color_standards = standards.data();
    caps.num_input_color_standards = caps.num_output_color_standards =
        static_cast<uint32_t>(standards.size());
    caps.input_pixel_format = caps.output_pixel_format = formats.data();
    caps.num_input_pixel_formats = caps.num_output_pixel_formats = static_cast<uint32_t>(formats.size());
}

}  // namespace

VAStatus query_filters(Driver& driver, VAContextID context, VAProcFilterType* filters, unsigned* count) {
    if (const VAStatus status = check(driver, context); status != VA_STATUS_SUCCESS) return status;
    if (count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    return give(filters_offered(), filters, count);
}

VAStatus query_filter_caps(Driver& driver, VAContextID context, VAProcFilterType type, void* caps,
                           unsigned* count) {
    if (const VAStatus status = check(driver, context); status != VA_STATUS_SUCCESS) return status;
    if (count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    auto* one = static_cast<VAProcFilterCap*>(caps);
    switch (type) {
        case VAProcFilterNoiseReduction:
            return give(std::array{VAProcFilterCap{noise_range(), {}}}, one, count);
        case VAProcFilterSharpening:
            return give(std::array{VAProcFilterCap{sharpening_range(), {}}}, one, count);
        case VAProcFilterDeinterlacing:
            return give(deinterlacing_caps(), static_cast<VAProcFilterCapDeinterlacing*>(caps), count);
        case VAProcFilterColorBalance:
            return give(balance_caps(), static_cast<VAProcFilterCapColorBalance*>(caps), count);
        default: *count = 0; return VA_STATUS_ERROR_UNSUPPORTED_FILTER;
    }
}

VAStatus query_pipeline_caps(Driver& driver, VAContextID context, VABufferID* filters, unsigned count,
                             VAProcPipelineCaps* caps) {
    if (const VAStatus status = check(driver, context); status != VA_STATUS_SUCCESS) return status;
    if (caps == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    Enhancement enhancement;
    if (const VAStatus status = read_filters(driver, filters, count, enhancement);
        status != VA_STATUS_SUCCESS)
        return status;
    *caps = {};
    caps->pipeline_flags = VA_PROC_PIPELINE_FAST | VA_PROC_PIPELINE_SUBPICTURES;
    caps->filter_flags = kScalingFlags | kInterpolationFlags | VA_TOP_FIELD | VA_BOTTOM_FIELD;
    if (enhancement.deinterlacing)
        caps->num_forward_references = caps->num_backward_references =
            references_of(enhancement.deinterlacing->algorithm);
    fill_lists(*caps);
    for (const int rotation : {VA_ROTATION_NONE, VA_ROTATION_90, VA_ROTATION_180, VA_ROTATION_270})
        caps->rotation_flags |= 1u << rotation;
    caps->blend_flags = kBlendFlags;
    caps->mirror_flags = VA_MIRROR_HORIZONTAL | VA_MIRROR_VERTICAL;
    caps->max_input_width = caps->max_input_height = caps->max_output_width = caps->max_output_height =
        kLargestSide;
    caps->min_input_width = caps->min_input_height = caps->min_output_width = caps->min_output_height = 1;
    return VA_STATUS_SUCCESS;
}

}  // namespace genmedia::va
