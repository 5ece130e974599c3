// SPDX-License-Identifier: MIT
// The pictures of a page: H.264 as browsers decode it, with a key picture every few, so that any of them is
// found soon.
#pragma once

#include "genmedia/status.h"
#include "media/video/pictures/yuv_image.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace genmedia::media {

struct PageVideo {
    int32_t width = 0, height = 0;  // of the video
    int32_t scale = 1;              // by which the page's pictures are smaller
    int quality = 26;               // constant rate factor, 0 (lossless) to 51
    ColorTags colors;

    int32_t scaled_width() const { return (width + scale - 1) / scale; }
    int32_t scaled_height() const { return (height + scale - 1) / scale; }
};

class PageEncoder {
public:
    // Told of each picture's bytes, in their order.
    using Sink = std::function<Status(int64_t index, const std::string& bytes, bool is_key)>;

    PageEncoder();
    ~PageEncoder();

    Status open(const PageVideo& video, Sink sink);
    Status append(const YuvImage& image);
    Status finish();

    // As WebCodecs names the codec: "avc1.42C01E". Known after the first packet.
    const std::string& codec() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
