// SPDX-License-Identifier: MIT
#include "media/picture.h"

#include "media/ffmpeg_handles.h"

namespace genmedia::media {

PlaneView Picture::luma() const {
    if (empty()) return {};
    return {luma_->data[0], luma_->width, luma_->height, luma_->linesize[0], 1};
}

Status Picture::color(RgbImage& image) const {
    const AVFrame& from = *decoded_;
    const auto format = static_cast<AVPixelFormat>(from.format);
    const ScalerHandle scaler(sws_getContext(from.width, from.height, format, from.width, from.height,
                                             AV_PIX_FMT_BGR0, SWS_BICUBIC | SWS_ACCURATE_RND, nullptr,
                                             nullptr, nullptr));
    RgbImage flat = blank_image(from.width, from.height);
    uint8_t* const planes[4] = {flat.pixels.data(), nullptr, nullptr, nullptr};
    const int strides[4] = {static_cast<int>(flat.stride), 0, 0, 0};
    if (!scaler || sws_scale(scaler.get(), from.data, from.linesize, 0, from.height, planes, strides) < 0)
        return {StatusCode::unsupported,
                std::string("pixel format ") + av_get_pix_fmt_name(format) + " cannot be converted to RGB"};
    if (orientation_.upright()) {
        image = std::move(flat);
        return {};
    }
    image = blank_image(width(), height());
    turn<uint32_t>(orientation_, flat.pixels.data(), flat.stride, flat.width, flat.height,
                   image.pixels.data(), image.stride);
    return {};
}

}  // namespace genmedia::media
