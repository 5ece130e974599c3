// SPDX-License-Identifier: MIT
#include "media/video/output/packet_writer.h"

#include "media/video/output/video_file.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace genmedia::media {

struct PacketWriter::State {
    VideoFile file;
    PacketHandle packet{av_packet_alloc()};
    std::vector<uint8_t> parameter_sets;
    bool in_band = false;  // they go before each key picture; else the file keeps them apart
    int64_t first_pts = AV_NOPTS_VALUE, last_pts = -1;
    bool holds_period = false;  // what is written cannot be changed: pictures wait for the next key picture
    struct Held {
        std::vector<uint8_t> picture;
        bool is_key;
        int64_t pts;
    };
    std::vector<Held> held;

    Status start(const VideoFormat& format);
    int write(std::span<const uint8_t> picture, bool is_key, int64_t pts);
    int write_held();
};

Status PacketWriter::State::start(const VideoFormat& format) {
    const std::unique_ptr<AVCodecParameters, FreeByAddress<AVCodecParameters, avcodec_parameters_free>>
        parameters(avcodec_parameters_alloc());
    if (!packet || !parameters) return file.failure("create", AVERROR(ENOMEM));
    parameters->codec_type = AVMEDIA_TYPE_VIDEO;
    parameters->codec_id = AV_CODEC_ID_H264;
    parameters->format = AV_PIX_FMT_YUV420P;
    parameters->width = format.width;
    parameters->height = format.height;
    parameters->sample_aspect_ratio = {format.pixel_aspect.numerator, format.pixel_aspect.denominator};
    if (format.colors) {
        parameters->color_space = static_cast<AVColorSpace>(format.colors->matrix);
        parameters->color_primaries = static_cast<AVColorPrimaries>(format.colors->primaries);
        parameters->color_trc = static_cast<AVColorTransferCharacteristic>(format.colors->transfer);
        parameters->color_range = static_cast<AVColorRange>(format.colors->range);
        parameters->chroma_location = static_cast<AVChromaLocation>(format.colors->chroma);
    }
    if (file.has_global_header()) {
        parameters->extradata =
            static_cast<uint8_t*>(av_mallocz(parameter_sets.size() + AV_INPUT_BUFFER_PADDING_SIZE));
        if (!parameters->extradata) return file.failure("create", AVERROR(ENOMEM));
        std::copy(parameter_sets.begin(), parameter_sets.end(), parameters->extradata);
        parameters->extradata_size = static_cast<int>(parameter_sets.size());
    }
    in_band = !file.has_global_header();
    return file.start({.parameters = parameters.get(),
                       .time_base = {format.time_base.numerator, format.time_base.denominator},
                       .rate = {format.rate.numerator, format.rate.denominator},
                       .pixel_aspect = parameters->sample_aspect_ratio,
                       .tracks = format.tracks,
                       .first_seconds = format.first_seconds});
}

int PacketWriter::State::write(std::span<const uint8_t> picture, bool is_key, int64_t pts) {
    const size_t sets = in_band && is_key ? parameter_sets.size() : 0;
    av_packet_unref(packet.get());  // what a write that failed has left
    if (const int error = av_new_packet(packet.get(), static_cast<int>(sets + picture.size())); error < 0)
        return error;
    std::copy_n(parameter_sets.begin(), sets, packet->data);
    std::copy(picture.begin(), picture.end(), packet->data + sets);
    packet->pts = packet->dts = pts;
    if (is_key) packet->flags |= AV_PKT_FLAG_KEY;
    const int error = file.write(*packet);
    return error >= 0 ? file.write_tracks_until(pts) : error;
}

int PacketWriter::State::write_held() {
    int error = 0;
    for (const Held& one : held)
        if (error >= 0) error = write(one.picture, one.is_key, one.pts);
    held.clear();
    return error;
}

PacketWriter::PacketWriter() = default;
PacketWriter::~PacketWriter() = default;

Status PacketWriter::open(const std::string& path, const VideoFormat& format,
                          std::span<const uint8_t> parameter_sets) {
    auto state = std::make_unique<State>();
    const bool is_transport = is_standard_output(path) && format.transport_stream;
    Status status = state->file.open(path, is_transport ? "mpegts" : format_of_name(path));
    state->parameter_sets.assign(parameter_sets.begin(), parameter_sets.end());
    state->holds_period = is_standard_output(path) && !format.level_is_known;
    if (status.ok()) status = state->start(format);
    if (status.ok()) state_ = std::move(state);
    return status;
}

Status PacketWriter::append(std::span<const uint8_t> picture, bool is_key, int64_t pts,
                            std::span<const uint8_t> parameter_sets) {
    State& s = *state_;
    if (s.first_pts == AV_NOPTS_VALUE) s.first_pts = pts;
    s.last_pts = std::max(pts - s.first_pts + s.file.first_pts(), s.last_pts + 1);
    int error = 0;
    if (!s.holds_period) {
        error = s.write(picture, is_key, s.last_pts);
    } else {
        if (is_key) error = s.write_held();
        s.held.push_back({{picture.begin(), picture.end()}, is_key, s.last_pts});
        s.parameter_sets.assign(parameter_sets.begin(), parameter_sets.end());
    }
    return error >= 0 ? Status() : s.file.failure("write", error);
}

Status PacketWriter::finish(int64_t last_ticks, std::span<const uint8_t> parameter_sets) {
    if (!state_) return {};
    const std::unique_ptr<State> s = std::move(state_);
    if (s->holds_period) return s->file.finish(s->write_held(), last_ticks);
    s->file.change_level(s->parameter_sets, parameter_sets);
    return s->file.finish(0, last_ticks);
}

}  // namespace genmedia::media
