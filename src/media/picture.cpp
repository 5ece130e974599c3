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

Status Picture::yuv420(YuvImage& image) const {
    const AVFrame& from = *decoded_;
    const auto format = static_cast<AVPixelFormat>(from.format);
    YuvImage flat(from.width, from.height);
    uint8_t* planes[4] = {};
    int strides[4] = {};
    for (size_t p = 0; p < flat.planes.size(); p++) {
        planes[p] = flat.planes[p].data();
        strides[p] = flat.plane_width(p);
    }
    if (format == AV_PIX_FMT_YUV420P || format == AV_PIX_FMT_YUVJ420P) {
        for (size_t p = 0; p < flat.planes.size(); p++)
            av_image_copy_plane(planes[p], strides[p], from.data[p], from.linesize[p], flat.plane_width(p),
                                flat.plane_height(p));
    } else {
        const bool full = from.color_range == AVCOL_RANGE_JPEG;
        const ScalerHandle scaler(sws_getContext(from.width, from.height, format, from.width, from.height,
                                                 full ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P,
                                                 SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr, nullptr));
        if (!scaler || sws_scale(scaler.get(), from.data, from.linesize, 0, from.height, planes, strides) < 0)
            return {StatusCode::unsupported, std::string("pixel format ") + av_get_pix_fmt_name(format) +
                                                 " cannot be converted to 4:2:0"};
    }
    if (orientation_.upright()) {
        image = std::move(flat);
        return {};
    }
    image = YuvImage(width(), height());
    for (size_t p = 0; p < flat.planes.size(); p++)
        turn<uint8_t>(orientation_, planes[p], strides[p], flat.plane_width(p), flat.plane_height(p),
                      image.planes[p].data(), image.plane_width(p));
    return {};
}

ColorTags Picture::color_tags() const {
    const AVFrame& from = *decoded_;
    const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(from.format));
    const bool rgb = format && (format->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0;
    const bool full = from.format == AV_PIX_FMT_YUVJ420P || (!rgb && from.color_range == AVCOL_RANGE_JPEG);
    return {.matrix = rgb ? AVCOL_SPC_SMPTE170M : from.colorspace,
            .primaries = from.color_primaries,
            .transfer = from.color_trc,
            .range = full  ? AVCOL_RANGE_JPEG
                     : rgb ? AVCOL_RANGE_MPEG
                           : from.color_range};
}

}  // namespace genmedia::media
