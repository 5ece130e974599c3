// SPDX-License-Identifier: MIT
// An 8-bit 4:2:0 picture, upright, as encoders take it.
#pragma once

#include "genmedia/image.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace genmedia::media {

// How samples stand for colours, and where those of chroma lie: values of FFmpeg's AVColorSpace,
// AVColorPrimaries, AVColorTransferCharacteristic, AVColorRange and AVChromaLocation.
struct ColorTags {
    int matrix = 2, primaries = 2, transfer = 2, range = 0, chroma = 0;  // not said
};

struct YuvImage {
    int32_t width = 0, height = 0;
    std::array<std::vector<uint8_t>, 3> planes;  // luma, Cb, Cr, without gaps

    YuvImage() = default;
    YuvImage(int32_t its_width, int32_t its_height) : width(its_width), height(its_height) {
        for (size_t p = 0; p < planes.size(); p++)
            planes[p].resize(static_cast<size_t>(plane_width(p)) * static_cast<size_t>(plane_height(p)));
    }
    int32_t plane_width(size_t plane) const { return plane == 0 ? width : (width + 1) / 2; }
    int32_t plane_height(size_t plane) const { return plane == 0 ? height : (height + 1) / 2; }
    PlaneView plane(size_t p) const {
        return {planes[p].data(), plane_width(p), plane_height(p), plane_width(p)};
    }
    Yuv420View view() const { return {plane(0), plane(1), plane(2)}; }
};

}  // namespace genmedia::media
