// SPDX-License-Identifier: MIT
// A colour picture for people, as it goes into a PNG or a video.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace genmedia::media {

// Four bytes a pixel: blue, green, red, unused.
struct RgbImage {
    int32_t width = 0, height = 0;
    ptrdiff_t stride = 0;  // bytes
    std::vector<uint8_t> pixels;
};

// Black, its lines as Cairo wants them: each begins at a multiple of four bytes.
inline RgbImage blank_image(int32_t width, int32_t height) {
    const ptrdiff_t stride = ptrdiff_t{4} * width;
    return {width, height, stride,
            std::vector<uint8_t>(static_cast<size_t>(stride) * static_cast<size_t>(height))};
}

}  // namespace genmedia::media
