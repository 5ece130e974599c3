// SPDX-License-Identifier: MIT
#include "media/picture.h"

#include "media/ffmpeg_handles.h"

namespace genmedia::media {

PlaneView Picture::luma() const {
    if (empty()) return {};
    return {luma_->data[0], luma_->width, luma_->height, luma_->linesize[0], 1};
}

namespace {

// `to` gets the picture in another format, of which `name` is for the message. FFmpeg's scaler writes whole
// vectors: so its planes are FFmpeg's own, which have room after each line.
Status converted(const AVFrame& from, AVPixelFormat format, const char* name, FrameHandle& to) {
    const auto given = static_cast<AVPixelFormat>(from.format);
    to.reset(av_frame_alloc());
    if (to) {
        to->format = format;
        to->width = from.width;
        to->height = from.height;
    }
    if (!to || av_frame_get_buffer(to.get(), 0) < 0) return {StatusCode::exhausted, "out of memory"};
    const ScalerHandle scaler(sws_getContext(from.width, from.height, given, from.width, from.height, format,
                                             SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr, nullptr));
    if (!scaler ||
        sws_scale(scaler.get(), from.data, from.linesize, 0, from.height, to->data, to->linesize) < 0)
        return {StatusCode::unsupported, std::string("pixel format ") + av_get_pix_fmt_name(given) +
                                             " cannot be converted to " + name};
    return {};
}

}  // namespace

Status Picture::color(RgbImage& image) const {
    FrameHandle rgb;
    if (Status status = converted(*decoded_, AV_PIX_FMT_BGR0, "RGB", rgb); !status.ok()) return status;
    image = blank_image(width(), height());
    if (orientation_.upright())
        av_image_copy_plane(image.pixels.data(), static_cast<int>(image.stride), rgb->data[0],
                            rgb->linesize[0], 4 * image.width, image.height);
    else
        turn<uint32_t>(orientation_, rgb->data[0], rgb->linesize[0], rgb->width, rgb->height,
                       image.pixels.data(), image.stride);
    return {};
}

Status Picture::yuv420(YuvImage& image) const {
    const AVFrame* from = decoded_.get();
    FrameHandle yuv;
    if (from->format != AV_PIX_FMT_YUV420P && from->format != AV_PIX_FMT_YUVJ420P) {
        const bool full = from->color_range == AVCOL_RANGE_JPEG;
        Status status = converted(*from, full ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P, "4:2:0", yuv);
        if (!status.ok()) return status;
        from = yuv.get();
    }
    image = YuvImage(width(), height());
    for (size_t p = 0; p < image.planes.size(); p++) {
        uint8_t* const to = image.planes[p].data();
        if (orientation_.upright())
            av_image_copy_plane(to, image.plane_width(p), from->data[p], from->linesize[p],
                                image.plane_width(p), image.plane_height(p));
        else
            turn<uint8_t>(orientation_, from->data[p], from->linesize[p],
                          p == 0 ? from->width : (from->width + 1) / 2,
                          p == 0 ? from->height : (from->height + 1) / 2, to, image.plane_width(p));
    }
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
