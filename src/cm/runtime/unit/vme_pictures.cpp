// SPDX-License-Identifier: MIT
#include "cm/runtime/unit/vme_pictures.h"

#include <algorithm>
#include <string>

#include "cm/runtime/surfaces/formats.h"

namespace genmedia::runtime {
namespace {

Status refused(std::string message) { return {StatusCode::invalid_argument, std::move(message)}; }

std::string name_of(uint32_t format) {
    const Format* found = find_format(format);
    return found != nullptr ? found->name : "of an unknown format";
}

// The size as SetVmeSurfaceStateParam limits it, at least one pixel.
int32_t cut(int32_t size, uint32_t most) {
    return most == 0 ? size : std::min(size, static_cast<int32_t>(most));
}

}  // namespace

Status VmePictureSet::view(const cm_abi::Surface& surface, const char* role, PlaneView& luma) const {
    const cm_abi::Plane& plane = surface.plane[0];
    const bool luma_bytes = surface.kind == cm_abi::SurfaceKind::image_2d && plane.pixel_bytes == 1 &&
                            surface.layout != cm_abi::PixelLayout::yuyv &&
                            surface.layout != cm_abi::PixelLayout::uyvy;
    if (!luma_bytes) {
        return refused(std::string(role) + " is " + name_of(surface.format) +
                       "; expected a format with 8-bit luma, such as NV12");
    }
    luma = {plane.data, cut(surface.width, vme_->width), cut(surface.height, vme_->height), plane.pitch};
    return {};
}

Status VmePictureSet::source(bool chroma, ImageView& view_to) const {
    if (vme_ == nullptr)
        return refused("the surface is no VME surface; expected one of CreateVmeSurfaceG7_5");
    const cm_abi::Surface& surface = *vme_->source;
    if (Status status = view(surface, "the VME surface's source picture", view_to.luma); !status.ok())
        return status;
    const cm_abi::Plane& plane = surface.plane[1];
    if (chroma && surface.plane_count == 2 && plane.pixel_bytes == 2) {
        view_to.chroma = {plane.data, (view_to.luma.width + 1) / 2, (view_to.luma.height + 1) / 2,
                          plane.pitch, 2};
    }
    return {};
}

Status VmePictureSet::reference(unsigned id, bool backward, PlaneView& luma) const {
    const char* direction = backward ? "backward" : "forward";
    if (vme_ == nullptr)
        return refused("the surface is no VME surface; expected one of CreateVmeSurfaceG7_5");
    const uint32_t count = backward ? vme_->backward_count : vme_->forward_count;
    if (id >= count) {
        return refused(std::string(direction) + " reference " + std::to_string(id) +
                       " is asked for; the VME surface has " + std::to_string(count));
    }
    const std::string role = std::string(direction) + " reference " + std::to_string(id);
    return view(*(backward ? vme_->backward : vme_->forward)[id], role.c_str(), luma);
}

}  // namespace genmedia::runtime
