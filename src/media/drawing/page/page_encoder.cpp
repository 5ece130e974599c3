// SPDX-License-Identifier: MIT
#include "media/drawing/page/page_encoder.h"

#include "media/video/ffmpeg_handles.h"
#include "media/video/ffmpeg_log.h"

#include <array>
#include <cstdio>
#include <string_view>

namespace genmedia::media {
namespace {

constexpr int kKeyInterval = 24;  // pictures

// The three bytes behind the start of the sequence parameter set.
std::string codec_of(const std::string& bytes) {
    constexpr std::string_view start("\0\0\1\x67", 4);
    const size_t at = bytes.find(start);
    if (at == std::string::npos || at + start.size() + 3 > bytes.size()) return {};
    std::array<char, 16> text{};
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(bytes[at + start.size() + i]); };
    std::snprintf(text.data(), text.size(), "avc1.%02X%02X%02X", byte(0), byte(1), byte(2));
    return text.data();
}

int32_t even(int32_t side) { return (side + 1) / 2 * 2; }

Status failure(const char* what, int error) {
    return {StatusCode::io, std::string("cannot ") + what + " the page's pictures: " + ffmpeg_error(error)};
}

}  // namespace

struct PageEncoder::State {
    PageVideo video;
    Sink sink;
    CodecHandle codec;
    ScalerHandle scaler;
    FrameHandle frame{av_frame_alloc()};
    PacketHandle packet{av_packet_alloc()};
    std::string name;
    int64_t index = 0;

    int start(const AVCodec* encoder);
    int convert(const YuvImage& image);
    Status encode(const AVFrame* picture);
};

PageEncoder::PageEncoder() = default;
PageEncoder::~PageEncoder() = default;

int PageEncoder::State::start(const AVCodec* encoder) {
    codec.reset(avcodec_alloc_context3(encoder));
    if (!codec || !frame || !packet) return AVERROR(ENOMEM);
    codec->width = even(video.scaled_width());
    codec->height = even(video.scaled_height());
    codec->pix_fmt = AV_PIX_FMT_YUV420P;
    codec->time_base = {1, 25};
    codec->colorspace = static_cast<AVColorSpace>(video.colors.matrix);
    codec->color_primaries = static_cast<AVColorPrimaries>(video.colors.primaries);
    codec->color_trc = static_cast<AVColorTransferCharacteristic>(video.colors.transfer);
    codec->color_range = static_cast<AVColorRange>(video.colors.range);
    codec->chroma_sample_location = static_cast<AVChromaLocation>(video.colors.chroma);
    codec->max_b_frames = 0;
    codec->gop_size = kKeyInterval;
    AVDictionary* settings = nullptr;
    av_dict_set_int(&settings, "crf", video.quality, 0);
    av_dict_set(&settings, "preset", "veryfast", 0);
    av_dict_set(&settings, "x264-params", "scenecut=0:mbtree=0:rc-lookahead=0:sync-lookahead=0:open-gop=0",
                0);
    const int error = avcodec_open2(codec.get(), encoder, &settings);
    av_dict_free(&settings);
    if (error < 0) return error;
    // Odd sides have one sample more: so has the picture that is scaled.
    scaler.reset(sws_getContext(even(video.width), even(video.height), codec->pix_fmt, codec->width,
                                codec->height, codec->pix_fmt, video.scale == 1 ? SWS_POINT : SWS_AREA,
                                nullptr, nullptr, nullptr));
    if (!scaler) return AVERROR(ENOMEM);
    frame->format = codec->pix_fmt;
    frame->width = codec->width;
    frame->height = codec->height;
    return av_frame_get_buffer(frame.get(), 0);
}

Status PageEncoder::open(const PageVideo& video, Sink sink) {
    keep_ffmpeg_quiet();
    const AVCodec* encoder = avcodec_find_encoder_by_name("libx264");
    if (!encoder)
        return {StatusCode::unsupported, "pages need FFmpeg with the encoder libx264, which is not there"};
    auto state = std::make_unique<State>();
    state->video = video;
    state->sink = std::move(sink);
    if (const int error = state->start(encoder); error < 0) return failure("encode", error);
    state_ = std::move(state);
    return {};
}

// The picture with even sides, by repeating the last samples, then smaller.
int PageEncoder::State::convert(const YuvImage& image) {
    const int error = av_frame_make_writable(frame.get());
    if (error < 0) return error;
    const YuvImage* from = &image;
    YuvImage padded;
    if (image.width % 2 != 0 || image.height % 2 != 0) {
        padded = YuvImage(even(image.width), even(image.height));
        for (size_t p = 0; p < 3; p++)
            for (int32_t y = 0; y < padded.plane_height(p); y++)
                for (int32_t x = 0; x < padded.plane_width(p); x++)
                    padded.planes[p][static_cast<size_t>(y) * padded.plane_width(p) + x] =
                        image.plane(p).line(
                            std::min(y, image.plane_height(p) - 1))[std::min(x, image.plane_width(p) - 1)];
        from = &padded;
    }
    const uint8_t* planes[4] = {from->planes[0].data(), from->planes[1].data(), from->planes[2].data(),
                                nullptr};
    const int strides[4] = {from->plane_width(0), from->plane_width(1), from->plane_width(2), 0};
    return sws_scale(scaler.get(), planes, strides, 0, from->height, frame->data, frame->linesize);
}

Status PageEncoder::State::encode(const AVFrame* picture) {
    int error = avcodec_send_frame(codec.get(), picture);
    while (error >= 0) {
        error = avcodec_receive_packet(codec.get(), packet.get());
        if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return {};
        if (error < 0) break;
        const std::string bytes(reinterpret_cast<const char*>(packet->data),
                                static_cast<size_t>(packet->size));
        if (name.empty()) name = codec_of(bytes);
        const Status status = sink(packet->pts, bytes, (packet->flags & AV_PKT_FLAG_KEY) != 0);
        av_packet_unref(packet.get());
        if (!status.ok()) return status;
    }
    return failure("encode", error);
}

Status PageEncoder::append(const YuvImage& image) {
    if (image.width != state_->video.width || image.height != state_->video.height)
        return {StatusCode::unsupported, "a picture of " + std::to_string(image.width) + "x" +
                                             std::to_string(image.height) + " after those of " +
                                             std::to_string(state_->video.width) + "x" +
                                             std::to_string(state_->video.height) + "; expected one size"};
    if (const int error = state_->convert(image); error < 0) return failure("encode", error);
    state_->frame->pts = state_->index++;
    return state_->encode(state_->frame.get());
}

Status PageEncoder::finish() { return state_ ? state_->encode(nullptr) : Status(); }

const std::string& PageEncoder::codec() const { return state_->name; }

}  // namespace genmedia::media
