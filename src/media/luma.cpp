// SPDX-License-Identifier: MIT
#include "media/luma.h"

namespace genmedia::media {
namespace {

// Whether plane 0 of such frames is 8-bit luma, one byte a sample.
bool has_plain_luma(AVPixelFormat format) {
    const AVPixFmtDescriptor* desc = av_pix_fmt_desc_get(format);
    constexpr uint64_t other = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM |
                               AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
    if (!desc || (desc->flags & other) != 0) return false;
    const AVComponentDescriptor& luma = desc->comp[0];
    return luma.plane == 0 && luma.step == 1 && luma.offset == 0 && luma.shift == 0 && luma.depth == 8;
}

// A turned copy of the luma; empty if there is no memory.
FrameHandle turned(const AVFrame& frame, Orientation orientation) {
    FrameHandle luma(av_frame_alloc());
    if (!luma) return luma;
    luma->format = AV_PIX_FMT_GRAY8;
    luma->width = orientation.transpose ? frame.height : frame.width;
    luma->height = orientation.transpose ? frame.width : frame.height;
    if (av_frame_get_buffer(luma.get(), 0) < 0) return {};
    turn<uint8_t>(orientation, frame.data[0], frame.linesize[0], frame.width, frame.height, luma->data[0],
                  luma->linesize[0]);
    return luma;
}

}  // namespace

int LumaConverter::to_yuv420(const AVFrame& frame, AVFrame& luma) {
    luma.format = AV_PIX_FMT_YUV420P;
    luma.width = frame.width;
    luma.height = frame.height;
    scaler_.reset(sws_getCachedContext(
        scaler_.release(), frame.width, frame.height, static_cast<AVPixelFormat>(frame.format), frame.width,
        frame.height, AV_PIX_FMT_YUV420P, SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr, nullptr));
    if (!scaler_) return AVERROR(ENOSYS);
    const int error = av_frame_get_buffer(&luma, 0);
    if (error < 0) return error;
    return sws_scale(scaler_.get(), frame.data, frame.linesize, 0, frame.height, luma.data, luma.linesize);
}

Status LumaConverter::convert(const AVFrame& frame, Orientation orientation, FrameHandle& luma) {
    const auto format = static_cast<AVPixelFormat>(frame.format);
    luma.reset(av_frame_alloc());
    int error = AVERROR(ENOMEM);
    if (luma) error = has_plain_luma(format) ? av_frame_ref(luma.get(), &frame) : to_yuv420(frame, *luma);
    if (error >= 0 && !orientation.upright()) luma = turned(*luma, orientation);
    if (error == AVERROR(ENOMEM) || !luma) return {StatusCode::exhausted, "out of memory"};
    if (error >= 0) return {};
    return {StatusCode::unsupported, std::string("pixel format ") + av_get_pix_fmt_name(format) +
                                         " cannot be converted: " + ffmpeg_error(error)};
}

}  // namespace genmedia::media
