// One decoded picture of a video. Copies share the pixels.
#pragma once

#include "genmedia/image.h"

#include <cstdint>
#include <memory>

struct AVFrame;

namespace genmedia::media {

class Picture {
public:
    Picture() = default;
    // Shares a frame whose first plane is 8-bit luma.
    Picture(std::shared_ptr<const AVFrame> frame, int64_t number, double seconds)
        : frame_(std::move(frame)), number_(number), seconds_(seconds) {}

    bool empty() const { return frame_ == nullptr; }
    int32_t width() const { return luma().width; }
    int32_t height() const { return luma().height; }
    PlaneView luma() const;                      // valid while any copy of the picture lives
    int64_t number() const { return number_; }   // counted from 0 in the order of display
    double seconds() const { return seconds_; }  // when it is displayed

private:
    std::shared_ptr<const AVFrame> frame_;
    int64_t number_ = 0;
    double seconds_ = 0;
};

}  // namespace genmedia::media
