// SPDX-License-Identifier: MIT
#include "va/calls.h"
#include "va/display/x11_drawable.h"
#include "va/processing/pipeline_source.h"

#include <algorithm>

namespace genmedia::va {

VAStatus put_surface(Driver& driver, VASurfaceID surface, void* drawable, short from_x, short from_y,
                     unsigned short from_width, unsigned short from_height, short to_x, short to_y,
                     unsigned short to_width, unsigned short to_height, VARectangle* clips,
                     unsigned clip_count, unsigned flags) {
    if (driver.x11_display == nullptr) return VA_STATUS_ERROR_UNIMPLEMENTED;  // a display without windows
    const auto found = driver.surfaces.find(surface);
    if (!found) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (to_width == 0 || to_height == 0 || (clips == nullptr && clip_count > 0))
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    if (to_width > kLargestSide || to_height > kLargestSide) return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
    const X11Drawable target{driver.x11_display, reinterpret_cast<unsigned long>(drawable)};
    const auto pixels = pixels_of(target);
    if (!pixels) return VA_STATUS_ERROR_INVALID_PARAMETER;
    // As a pipeline of video processing with the same region and flags.
    VAProcPipelineParameterBuffer parameters{};
    const VARectangle region{from_x, from_y, from_width, from_height};
    parameters.surface = surface;
    parameters.surface_region = &region;
    parameters.filter_flags = flags;
    parameters.pipeline_flags = VA_PROC_PIPELINE_SUBPICTURES;
    Pipeline pipeline;
    if (const VAStatus status = read_pipeline(driver, parameters, pipeline); status != VA_STATUS_SUCCESS)
        return status;
    const media::FrameHandle shown = new_frame(*pixels, to_width, to_height);
    const Planes picture = planes_of(*shown);
    if (!process(pipeline, picture, true) || !draw_on_screen(*found, picture, to_x, to_y))
        return VA_STATUS_ERROR_OPERATION_FAILED;
    const bool clear = (flags & VA_CLEAR_DRAWABLE) != 0;
    return put(target, picture, to_x, to_y, {clips, clip_count}, clear) ? VA_STATUS_SUCCESS
                                                                        : VA_STATUS_ERROR_OPERATION_FAILED;
}

}  // namespace genmedia::va
