// SPDX-License-Identifier: MIT
#include "media/audio_copy.h"

#include "media/ffmpeg_log.h"
#include "media/input.h"
#include "media/video_reader.h"

#include <map>
#include <string_view>

namespace genmedia::media {

struct AudioCopy::State {
    Input input;
    std::map<int, int> streams;  // from a stream's number in the input to its number in the output
    PacketHandle packet{av_packet_alloc()};
    bool pending = false, ended = false;  // `packet` waits for its time

    // The next packet of sound. An error of the input counts as its end: the video's reader reports it.
    void advance() {
        while (!pending && !ended) {
            av_packet_unref(packet.get());
            ended = av_read_frame(input.get(), packet.get()) < 0;
            pending = !ended && streams.contains(packet->stream_index);
        }
    }
    double seconds() const {
        const int64_t ticks = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
        if (ticks == AV_NOPTS_VALUE) return 0;
        return static_cast<double>(ticks) * av_q2d(input->streams[packet->stream_index]->time_base);
    }
};

namespace {

// Whether a file of that kind can hold the sound. Matroska takes codecs of AVI files by their tags, beside
// those that it names itself. Formats list codecs that they then refuse, such as FLAC in MP4: a start tells,
// which writes nothing.
bool can_hold(const AVFormatContext& output, const AVStream& source) {
    const AVCodecID codec = source.codecpar->codec_id;
    if (avformat_query_codec(output.oformat, codec, FF_COMPLIANCE_NORMAL) == 0 &&
        av_codec_get_tag(output.oformat->codec_tag, codec) == 0)
        return false;
    const std::unique_ptr<AVFormatContext, decltype(&avformat_free_context)> trial(avformat_alloc_context(),
                                                                                   avformat_free_context);
    AVStream* stream = trial ? avformat_new_stream(trial.get(), nullptr) : nullptr;
    if (!stream || avcodec_parameters_copy(stream->codecpar, source.codecpar) < 0) return true;
    stream->codecpar->codec_tag = 0;
    stream->time_base = source.time_base;
    trial->oformat = output.oformat;
    trial->pb = output.pb;
    trial->flags |= AVFMT_FLAG_CUSTOM_IO;
    return avformat_init_output(trial.get(), nullptr) >= 0;
}

}  // namespace

AudioCopy::AudioCopy() = default;
AudioCopy::~AudioCopy() = default;

Status AudioCopy::open(const std::string& path, bool references) {
    keep_ffmpeg_quiet();
    if (path == "-") return {};
    auto state = std::make_unique<State>();
    if (Status status = state->input.open(path, {.references = references}); !status.ok()) return status;
    if (!state->packet) return {StatusCode::exhausted, "out of memory"};
    if (state->input.is_pipe()) return {};
    if (const int error = avformat_find_stream_info(state->input.get(), nullptr); error < 0)
        return not_a_video(state->input.name(), error);
    for (unsigned i = 0; i < state->input->nb_streams; i++) {
        AVStream& stream = *state->input->streams[i];
        if (stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO)
            state->streams[static_cast<int>(i)] = -1;
        else
            stream.discard = AVDISCARD_ALL;
    }
    take_ffmpeg_message();
    if (!state->streams.empty()) state_ = std::move(state);
    return {};
}

Status AudioCopy::add_streams(AVFormatContext& output) {
    if (!state_) return {};
    const bool is_matroska = std::string_view(output.oformat->name) == "matroska";
    for (auto& [from, to] : state_->streams) {
        const AVStream& source = *state_->input->streams[from];
        const AVCodecID codec = source.codecpar->codec_id;
        if (!can_hold(output, source))
            return {StatusCode::unsupported, state_->input.name() + " has sound of codec " +
                                                 avcodec_get_name(codec) + ", which " + output.oformat->name +
                                                 " cannot hold; expected an output " +
                                                 (is_matroska ? "without sound" : "in .mkv")};
        AVStream* stream = avformat_new_stream(&output, nullptr);
        if (!stream || avcodec_parameters_copy(stream->codecpar, source.codecpar) < 0)
            return {StatusCode::exhausted, "out of memory"};
        stream->codecpar->codec_tag = 0;  // the other format's
        stream->time_base = source.time_base;
        av_dict_copy(&stream->metadata, source.metadata, 0);
        to = stream->index;
    }
    return {};
}

int AudioCopy::write_until(AVFormatContext& output, double start, double seconds,
                           const std::function<int(AVPacket&)>& write) {
    if (!state_) return 0;
    State& s = *state_;
    for (s.advance(); s.pending && s.seconds() - start <= seconds; s.advance()) {
        const AVStream& from = *s.input->streams[s.packet->stream_index];
        const AVStream& to = *output.streams[s.streams.at(s.packet->stream_index)];
        const auto shift = static_cast<int64_t>(start / av_q2d(from.time_base) + (start < 0 ? -0.5 : 0.5));
        if (s.packet->pts != AV_NOPTS_VALUE) s.packet->pts -= shift;
        if (s.packet->dts != AV_NOPTS_VALUE) s.packet->dts -= shift;
        av_packet_rescale_ts(s.packet.get(), from.time_base, to.time_base);
        s.packet->stream_index = to.index;
        s.packet->pos = -1;
        s.pending = false;
        if (const int error = write(*s.packet); error < 0) return error;
    }
    return 0;
}

}  // namespace genmedia::media
