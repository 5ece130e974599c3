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

}  // namespace genmedia::media
