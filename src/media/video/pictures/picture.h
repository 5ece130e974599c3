// SPDX-License-Identifier: MIT
// One decoded picture of a video. Copies share the pixels.
#pragma once

#include "genmedia/image.h"
#include "genmedia/status.h"
#include "media/video/pictures/frame_facts.h"
#include "media/video/pictures/orientation.h"
#include "media/video/pictures/rgb_image.h"
#include "media/video/pictures/yuv_image.h"

#include <memory>
#include <string>

struct AVFrame;

namespace genmedia::media {

class Picture {
public:
    Picture() = default;
    // `decoded` as it left the decoder; the first plane of `luma` is its 8-bit luma, upright, of full or
    // limited range. `pixel_aspect` is a pixel's width by its height, upright.
    Picture(std::shared_ptr<const AVFrame> decoded, std::shared_ptr<const AVFrame> luma, bool full_range,
            Orientation orientation, PixelAspect pixel_aspect, const FrameFacts& facts)
        : decoded_(std::move(decoded)),
          luma_(std::move(luma)),
          full_range_(full_range),
          orientation_(orientation),
          pixel_aspect_(pixel_aspect),
          facts_(facts) {}

    bool empty() const { return luma_ == nullptr; }
    int32_t width() const { return luma().width; }
    int32_t height() const { return luma().height; }
    PlaneView luma() const;                          // valid while any copy of the picture lives
    bool full_range() const { return full_range_; }  // of luma()
    Status color(RgbImage& image) const;             // the picture as people see it
    // Formats that hold more lose the rest. The samples are those of `tags`, which one of the video's
    // pictures has.
    Status yuv420(YuvImage& image, const ColorTags& tags) const;
    ColorTags color_tags() const;
    std::string beyond_yuv420() const;  // what yuv420() loses, as "10 bits, 4:2:2 and alpha"; empty: nothing
    PixelAspect pixel_aspect() const { return pixel_aspect_; }
    const FrameFacts& facts() const { return facts_; }

private:
    std::shared_ptr<const AVFrame> decoded_, luma_;
    bool full_range_ = false;
    Orientation orientation_;
    PixelAspect pixel_aspect_;
    FrameFacts facts_;
};

}  // namespace genmedia::media
