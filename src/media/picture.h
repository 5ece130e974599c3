// SPDX-License-Identifier: MIT
// One decoded picture of a video. Copies share the pixels.
#pragma once

#include "genmedia/image.h"
#include "genmedia/status.h"
#include "media/frame_facts.h"
#include "media/orientation.h"
#include "media/rgb_image.h"
#include "media/yuv_image.h"

#include <memory>

struct AVFrame;

namespace genmedia::media {

class Picture {
public:
    Picture() = default;
    // `decoded` as it left the decoder; the first plane of `luma` is its 8-bit luma, upright. `pixel_aspect`
    // is a pixel's width by its height, upright.
    Picture(std::shared_ptr<const AVFrame> decoded, std::shared_ptr<const AVFrame> luma,
            Orientation orientation, double pixel_aspect, const FrameFacts& facts)
        : decoded_(std::move(decoded)),
          luma_(std::move(luma)),
          orientation_(orientation),
          pixel_aspect_(pixel_aspect),
          facts_(facts) {}

    bool empty() const { return luma_ == nullptr; }
    int32_t width() const { return luma().width; }
    int32_t height() const { return luma().height; }
    PlaneView luma() const;                // valid while any copy of the picture lives
    Status color(RgbImage& image) const;   // the picture as people see it
    Status yuv420(YuvImage& image) const;  // formats of more than 8 bits lose the rest
    ColorTags color_tags() const;          // of yuv420()
    double pixel_aspect() const { return pixel_aspect_; }
    const FrameFacts& facts() const { return facts_; }

private:
    std::shared_ptr<const AVFrame> decoded_, luma_;
    Orientation orientation_;
    double pixel_aspect_ = 1;
    FrameFacts facts_;
};

}  // namespace genmedia::media
