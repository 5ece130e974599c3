// SPDX-License-Identifier: MIT
#include "media/video/output/video_writer.h"

#include "media/video/ffmpeg_handles.h"
#include "media/video/output/video_file.h"

#include <algorithm>
#include <deque>

namespace genmedia::media {
namespace {

// libx264's packets take their time of decoding from a picture as many places earlier, at most: three B
// pictures, which may be references.
constexpr size_t kMostReordered = 5;

const char* container_of(const std::string& path, const VideoFormat& format) {
    if (!is_standard_output(path)) return format_of_name(path);
    return format.pictures_alone ? "yuv4mpegpipe" : "nut";
}

}  // namespace

struct VideoWriter::State {
    std::string path;
    VideoFile file;
    CodecHandle codec;
    ScalerHandle converter;
    FrameHandle frame;
    PacketHandle packet;
    AVRational ticks{1, 25};  // of the pictures, in seconds
    int64_t first_pts = AV_NOPTS_VALUE, last_pts = -1;
    std::deque<int64_t> earlier;  // the last times, the oldest first
    VideoFormat format;

    Status failure(const char* action, int error) const { return file.failure(action, error); }
    int start_encoder();
    Status start_file();
    int start_conversion();
    Status encode_at(int64_t pts);
    int encode(const AVFrame* picture);
};

int VideoWriter::State::start_encoder() {
    const AVCodec* encoder = file.uncoded() != AV_CODEC_ID_NONE ? avcodec_find_encoder(file.uncoded())
                                                                : avcodec_find_encoder_by_name("libx264");
    if (!encoder) encoder = avcodec_find_encoder(AV_CODEC_ID_MPEG4);
    if (!encoder) return AVERROR_ENCODER_NOT_FOUND;
    codec.reset(avcodec_alloc_context3(encoder));
    codec->width = format.width;
    codec->height = format.height;
    codec->pix_fmt = AV_PIX_FMT_YUV420P;
    // MPEG-4 has 16 bits for the ticks of a second.
    const bool fine = codec->codec_id == AV_CODEC_ID_MPEG4 && ticks.den > 0xFFFF;
    codec->time_base = fine ? AVRational{1, 1000} : ticks;
    codec->framerate = {format.rate.numerator, format.rate.denominator};
    // libx264 holds no larger numbers.
    av_reduce(&codec->sample_aspect_ratio.num, &codec->sample_aspect_ratio.den, format.pixel_aspect.numerator,
              format.pixel_aspect.denominator, 4096);
    const ColorTags colors = format.colors.value_or(
        ColorTags{AVCOL_SPC_BT709, AVCOL_PRI_BT709, AVCOL_TRC_BT709, AVCOL_RANGE_MPEG});
    codec->colorspace = static_cast<AVColorSpace>(colors.matrix);
    codec->color_primaries = static_cast<AVColorPrimaries>(colors.primaries);
    codec->color_trc = static_cast<AVColorTransferCharacteristic>(colors.transfer);
    codec->color_range = static_cast<AVColorRange>(colors.range);
    codec->chroma_sample_location = static_cast<AVChromaLocation>(colors.chroma);
    // Drawings come at any times: then the last picture is the last packet, which tells how long it is shown.
    if (!format.colors) codec->max_b_frames = 0;
    if (file.has_global_header()) codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    AVDictionary* settings = nullptr;
    if (file.uncoded() != AV_CODEC_ID_NONE) {
        codec->max_b_frames = 0;
    } else if (codec->codec_id == AV_CODEC_ID_H264) {
        av_dict_set_int(&settings, "crf", format.quality, 0);
        av_dict_set(&settings, "preset", "veryfast", 0);
    } else {
        codec->flags |= AV_CODEC_FLAG_QSCALE;
        codec->global_quality = std::clamp(format.quality / 6, 1, 31) * FF_QP2LAMBDA;
    }
    const int error = avcodec_open2(codec.get(), encoder, &settings);
    av_dict_free(&settings);
    return error;
}

Status VideoWriter::State::start_file() {
    const std::unique_ptr<AVCodecParameters, FreeByAddress<AVCodecParameters, avcodec_parameters_free>>
        parameters(avcodec_parameters_alloc());
    const int error =
        parameters ? avcodec_parameters_from_context(parameters.get(), codec.get()) : AVERROR(ENOMEM);
    if (error < 0) return failure("create", error);
    return file.start({.parameters = parameters.get(),
                       .time_base = codec->time_base,
                       .rate = codec->framerate,
                       .pixel_aspect = codec->sample_aspect_ratio,
                       .tracks = format.tracks,
                       .first_seconds = format.first_seconds});
}

int VideoWriter::State::start_conversion() {
    converter.reset(sws_getContext(codec->width, codec->height, AV_PIX_FMT_BGR0, codec->width, codec->height,
                                   AV_PIX_FMT_YUV420P, SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr,
                                   nullptr));
    frame.reset(av_frame_alloc());
    packet.reset(av_packet_alloc());
    if (!converter || !frame || !packet) return AVERROR(ENOMEM);
    const int* matrix = sws_getCoefficients(SWS_CS_ITU709);
    sws_setColorspaceDetails(converter.get(), matrix, 1, matrix, 0, 0, 1 << 16, 1 << 16);
    frame->format = codec->pix_fmt;
    frame->width = codec->width;
    frame->height = codec->height;
    return av_frame_get_buffer(frame.get(), 0);
}

// A null picture ends the stream.
int VideoWriter::State::encode(const AVFrame* picture) {
    int error = avcodec_send_frame(codec.get(), picture);
    while (error >= 0) {
        error = avcodec_receive_packet(codec.get(), packet.get());
        if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
        if (error < 0) break;
        error = file.write(*packet);
    }
    return error;
}

VideoWriter::VideoWriter() = default;
VideoWriter::~VideoWriter() = default;

Status VideoWriter::open(const std::string& path, const VideoFormat& format) {
    if (format.width % 2 != 0 || format.height % 2 != 0)
        return {StatusCode::invalid_argument, "video '" + path + "': size " + std::to_string(format.width) +
                                                  "x" + std::to_string(format.height) +
                                                  ", expected even sides"};
    auto state = std::make_unique<State>();
    state->path = path;
    state->format = format;
    state->ticks = {format.time_base.numerator, format.time_base.denominator};
    // YUV4MPEG2 has no times, but for a rate that FFmpeg takes for the time base.
    if (format.pictures_alone) state->ticks = {format.rate.denominator, format.rate.numerator};
    if (Status status = state->file.open(path, container_of(path, format)); !status.ok()) return status;
    int error = state->start_encoder();
    if (error >= 0)
        if (Status status = state->start_file(); !status.ok()) return status;
    if (error >= 0) error = state->start_conversion();
    if (error < 0) return state->failure("create", error);
    state_ = std::move(state);
    return {};
}

// The picture in `frame`, after the sound that is due before it.
Status VideoWriter::State::encode_at(int64_t pts) {
    if (first_pts == AV_NOPTS_VALUE) first_pts = pts;
    last_pts =
        std::max(av_rescale_q(pts - first_pts, ticks, codec->time_base) + file.first_pts(), last_pts + 1);
    if (format.pictures_alone) last_pts = earlier.empty() ? 0 : earlier.back() + 1;
    // The encoder still has pictures from before: none of them may be lost, so this one must not enter.
    earlier.push_back(last_pts);
    if (earlier.size() > kMostReordered + 1) earlier.pop_front();
    if (Status status = file.check_step(earlier.front(), last_pts); !status.ok()) return status;
    frame->pts = last_pts;
    int error = encode(frame.get());
    if (error >= 0) error = file.write_tracks_until(last_pts);
    return error >= 0 ? Status() : failure("write", error);
}

Status VideoWriter::append(const RgbImage& image, int64_t pts) {
    State& s = *state_;
    if (image.width != s.codec->width || image.height != s.codec->height)
        return {StatusCode::invalid_argument, "video '" + s.path + "': a picture differs in size"};
    int error = av_frame_make_writable(s.frame.get());
    const uint8_t* const planes[4] = {image.pixels.data(), nullptr, nullptr, nullptr};
    const int strides[4] = {static_cast<int>(image.stride), 0, 0, 0};
    if (error >= 0)
        error =
            sws_scale(s.converter.get(), planes, strides, 0, image.height, s.frame->data, s.frame->linesize);
    return error >= 0 ? s.encode_at(pts) : s.failure("write", error);
}

Status VideoWriter::append(const YuvImage& image, int64_t pts) {
    State& s = *state_;
    if ((image.width + 1) / 2 != s.codec->width / 2 || (image.height + 1) / 2 != s.codec->height / 2)
        return {StatusCode::invalid_argument, "video '" + s.path + "': a picture differs in size"};
    if (const int error = av_frame_make_writable(s.frame.get()); error < 0) return s.failure("write", error);
    for (size_t p = 0; p < image.planes.size(); p++) {
        const int32_t width = image.plane_width(p), height = image.plane_height(p);
        const int32_t lines = p == 0 ? s.codec->height : s.codec->height / 2;
        for (int32_t y = 0; y < lines; y++) {
            const uint8_t* from = &image.planes[p][static_cast<size_t>(std::min(y, height - 1)) * width];
            uint8_t* to = s.frame->data[p] + ptrdiff_t{y} * s.frame->linesize[p];
            std::copy_n(from, width, to);
            if (p == 0 && width < s.codec->width) to[width] = from[width - 1];
        }
    }
    return s.encode_at(pts);
}

Status VideoWriter::finish(int64_t last_ticks) {
    if (!state_) return {};
    const std::unique_ptr<State> s = std::move(state_);
    return s->file.finish(s->encode(nullptr), av_rescale_q(last_ticks, s->ticks, s->codec->time_base));
}

}  // namespace genmedia::media
