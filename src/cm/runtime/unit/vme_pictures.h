// SPDX-License-Identifier: MIT
// The pictures of a VME surface, as the unit takes them.
#pragma once

#include <cm/abi.h>
#include <genmedia/image.h>
#include <genmedia/status.h>

namespace genmedia::runtime {

class VmePictureSet {
public:
    // A surface that is no VME surface has no pictures: source() then reports that.
    explicit VmePictureSet(const cm_abi::Surface& surface) : vme_(surface.vme) {}

    // With chroma if it is asked for and the picture is NV12, else without.
    Status source(bool chroma, ImageView& view) const;
    Status reference(unsigned id, bool backward, PlaneView& luma) const;
    bool has_backward() const { return vme_ != nullptr && vme_->backward_count > 0; }

private:
    Status view(const cm_abi::Surface& surface, const char* role, PlaneView& luma) const;

    const cm_abi::VmePictures* vme_;
};

}  // namespace genmedia::runtime
