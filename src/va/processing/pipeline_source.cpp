// SPDX-License-Identifier: MIT
#include "va/processing/pipeline_source.h"

#include "va/calls.h"
#include "va/processing/processing.h"

extern "C" {
#include <libswscale/swscale.h>
}

#include <algorithm>

namespace genmedia::va {
namespace {

using Parameters = VAProcPipelineParameterBuffer;

Rectangle rectangle_of(const VARectangle& of) { return {of.x, of.y, of.width, of.height}; }

VAStatus read_regions(const Parameters& parameters, Pipeline& pipeline) {
    const PictureLayout& layout = pipeline.source->layout;
    pipeline.from = {0, 0, layout.width, layout.height};
    if (parameters.surface_region != nullptr) {
        // What is inside of the surface. FFmpeg's overlay_vaapi gives the main picture's region for both.
        const Rectangle asked = rectangle_of(*parameters.surface_region);
        Rectangle& from = pipeline.from;
        from.x = std::max(asked.x, 0);
        from.y = std::max(asked.y, 0);
        from.width = std::min(asked.x + asked.width, layout.width) - from.x;
        from.height = std::min(asked.y + asked.height, layout.height) - from.y;
        if (from.width <= 0 || from.height <= 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    }
    pipeline.background = parameters.output_background_color;
    if (parameters.output_region == nullptr) return VA_STATUS_SUCCESS;
    pipeline.to = rectangle_of(*parameters.output_region);
    const bool sized = pipeline.to->width > 0 && pipeline.to->height > 0 &&
                       pipeline.to->width <= kLargestSide && pipeline.to->height <= kLargestSide;
    return sized ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_PARAMETER;
}

VAStatus read_blending(const VABlendState* state, AVPixelFormat pixels, std::optional<Blending>& blending) {
    if (state == nullptr) return VA_STATUS_SUCCESS;
    if ((state->flags & ~kBlendFlags) != 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    blending.emplace();
    if ((state->flags & VA_BLEND_GLOBAL_ALPHA) != 0) {
        if (!(state->global_alpha >= 0 && state->global_alpha <= 1)) return VA_STATUS_ERROR_INVALID_PARAMETER;
        blending->global_alpha = state->global_alpha;
    }
    if ((state->flags & VA_BLEND_PREMULTIPLIED_ALPHA) != 0) {
        if (!is_rgb(pixels)) return VA_STATUS_ERROR_INVALID_PARAMETER;
        blending->premultiplied = true;
    }
    if ((state->flags & VA_BLEND_LUMA_KEY) != 0) {
        if (is_rgb(pixels) ||
            !(state->min_luma >= 0 && state->min_luma <= state->max_luma && state->max_luma <= 1))
            return VA_STATUS_ERROR_INVALID_PARAMETER;
        blending->luma_key = {state->min_luma, state->max_luma};
    }
    return VA_STATUS_SUCCESS;
}

// Bob by the flags of vaPutSurface, where no filter deinterlaces.
void read_field(uint32_t flags, Enhancement& enhancement) {
    const uint32_t field = flags & (VA_TOP_FIELD | VA_BOTTOM_FIELD);
    if (enhancement.deinterlacing || (field != VA_TOP_FIELD && field != VA_BOTTOM_FIELD)) return;
    const uint32_t bottom = field == VA_BOTTOM_FIELD ? VA_DEINTERLACING_BOTTOM_FIELD : 0;
    enhancement.deinterlacing = Deinterlacing{VAProcDeinterlacingBob, bottom};
}

// GStreamer says of the source which field it wants, where others say it in the filter.
void read_source_field(uint32_t flags, Enhancement& enhancement) {
    if (!enhancement.deinterlacing || (flags & (VA_TOP_FIELD_FIRST | VA_BOTTOM_FIELD_FIRST)) == 0) return;
    uint32_t& fields = enhancement.deinterlacing->flags;
    if ((flags & VA_BOTTOM_FIELD_FIRST) != 0) fields |= VA_DEINTERLACING_BOTTOM_FIELD_FIRST;
    if ((flags & VA_BOTTOM_FIELD) != 0) fields |= VA_DEINTERLACING_BOTTOM_FIELD;
}

VAStatus read_scaling(uint32_t flags, int& scaling) {
    switch (flags & VA_FILTER_INTERPOLATION_MASK) {
        case VA_FILTER_INTERPOLATION_DEFAULT: break;
        case VA_FILTER_INTERPOLATION_NEAREST_NEIGHBOR: scaling = SWS_POINT; return VA_STATUS_SUCCESS;
        case VA_FILTER_INTERPOLATION_BILINEAR: scaling = SWS_BILINEAR; return VA_STATUS_SUCCESS;
        case VA_FILTER_INTERPOLATION_ADVANCED: scaling = SWS_LANCZOS; return VA_STATUS_SUCCESS;
        default: return VA_STATUS_ERROR_FLAG_NOT_SUPPORTED;
    }
    switch (flags & VA_FILTER_SCALING_MASK) {
        case VA_FILTER_SCALING_DEFAULT:
        case VA_FILTER_SCALING_HQ: scaling = SWS_BICUBIC; return VA_STATUS_SUCCESS;
        case VA_FILTER_SCALING_FAST: scaling = SWS_BILINEAR; return VA_STATUS_SUCCESS;
        default: return VA_STATUS_ERROR_FLAG_NOT_SUPPORTED;
    }
}

// The first of a list; all pictures that are looked at are alike.
VAStatus read_reference(const Driver& driver, const VASurfaceID* list, uint32_t count,
                        const PictureLayout& layout, std::shared_ptr<const Surface>& reference) {
    if (count == 0) return VA_STATUS_SUCCESS;
    if (list == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    if (list[0] == VA_INVALID_SURFACE) return VA_STATUS_SUCCESS;
    reference = driver.surfaces.find(list[0]);
    if (!reference) return VA_STATUS_ERROR_INVALID_SURFACE;
    const PictureLayout& other = reference->layout;
    const bool alike =
        other.format == layout.format && other.width == layout.width && other.height == layout.height;
    return alike ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_PARAMETER;
}

VAStatus read_references(const Driver& driver, const Parameters& parameters, Pipeline& pipeline) {
    const auto& deinterlacing = pipeline.enhancement.deinterlacing;
    if (!deinterlacing || references_of(deinterlacing->algorithm) == 0) return VA_STATUS_SUCCESS;
    const VAStatus status =
        read_reference(driver, parameters.forward_references, parameters.num_forward_references,
                       pipeline.source->layout, pipeline.before);
    if (status != VA_STATUS_SUCCESS) return status;
    return read_reference(driver, parameters.backward_references, parameters.num_backward_references,
                          pipeline.source->layout, pipeline.behind);
}

}  // namespace

VAStatus read_pipeline(const Driver& driver, const Parameters& parameters, Pipeline& pipeline) {
    pipeline.source = driver.surfaces.find(parameters.surface);
    if (!pipeline.source) return VA_STATUS_ERROR_INVALID_SURFACE;
    // A picture of two fields is processed as one picture. Surfaces are not protected.
    constexpr uint32_t is_protected = 0x80000000;
    if (((parameters.input_surface_flag | parameters.output_surface_flag) & is_protected) != 0)
        return VA_STATUS_ERROR_FLAG_NOT_SUPPORTED;
    if (parameters.num_additional_outputs > 0 || parameters.rotation_state > VA_ROTATION_270 ||
        (parameters.mirror_state & ~uint32_t{VA_MIRROR_HORIZONTAL | VA_MIRROR_VERTICAL}) != 0)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    pipeline.rotation = parameters.rotation_state;
    pipeline.mirror = parameters.mirror_state;
    pipeline.subpictures = (parameters.pipeline_flags & VA_PROC_PIPELINE_SUBPICTURES) != 0;
    pipeline.source_colours = source_colours(parameters);
    pipeline.target_colours = target_colours(parameters, pipeline.source_colours);
    VAStatus status = read_regions(parameters, pipeline);
    if (status == VA_STATUS_SUCCESS)
        status =
            read_blending(parameters.blend_state, pipeline.source->layout.format->pixels, pipeline.blending);
    if (status == VA_STATUS_SUCCESS) status = read_scaling(parameters.filter_flags, pipeline.scaling);
    if (status == VA_STATUS_SUCCESS)
        status = read_filters(driver, parameters.filters, parameters.num_filters, pipeline.enhancement);
    if (status != VA_STATUS_SUCCESS) return status;
    read_field(parameters.filter_flags, pipeline.enhancement);
    read_source_field(parameters.input_surface_flag, pipeline.enhancement);
    return read_references(driver, parameters, pipeline);
}

}  // namespace genmedia::va
