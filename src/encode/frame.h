// SPDX-License-Identifier: MIT
// A picture as it is coded: 8-bit 4:2:0 of whole macroblocks.
#pragma once

#include "genmedia/image.h"

#include <algorithm>
#include <array>
#include <vector>

namespace genmedia::encode {

// Clip1. [5.7]
constexpr uint8_t clip_sample(int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); }

struct Frame {
    int32_t columns = 0, rows = 0;               // macroblocks
    std::array<std::vector<uint8_t>, 3> planes;  // luma, Cb, Cr, without gaps

    Frame() = default;
    Frame(int32_t columns_, int32_t rows_) : columns(columns_), rows(rows_) {
        for (int p = 0; p < 3; p++) planes[p].resize(static_cast<size_t>(width(p)) * height(p));
    }
    int32_t width(int plane) const { return columns * (plane == 0 ? 16 : 8); }
    int32_t height(int plane) const { return rows * (plane == 0 ? 16 : 8); }
    int stride(int plane) const { return width(plane); }
    uint8_t* at(int plane, int x, int y) {
        return planes[plane].data() + static_cast<ptrdiff_t>(y) * stride(plane) + x;
    }
    const uint8_t* at(int plane, int x, int y) const {
        return planes[plane].data() + static_cast<ptrdiff_t>(y) * stride(plane) + x;
    }
    PlaneView view(int plane) const {
        return {planes[plane].data(), width(plane), height(plane), stride(plane)};
    }
};

}  // namespace genmedia::encode
