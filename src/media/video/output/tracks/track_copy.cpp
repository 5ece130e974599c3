// SPDX-License-Identifier: MIT
#include "media/video/output/tracks/track_copy.h"

#include "media/video/ffmpeg_log.h"
#include "media/video/input.h"
#include "media/video/output/tracks/heard_packets.h"
#include "media/video/output/tracks/output_tracks.h"
#include "media/video/output/tracks/subtitle_conversion.h"
#include "media/video/output/tracks/track_tags.h"
#include "media/video/output/tracks/tracks_left_out.h"
#include "media/video/ticks.h"
#include "media/video/video_reader.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

namespace genmedia::media {

struct TrackCopy::State {
    Input input;
    CopiedTracks copied;
    HeardPackets packets;
    std::map<int, std::unique_ptr<SubtitleConversion>> conversions;  // by the track's number
    PacketHandle packet{av_packet_alloc()};
    double start = 0;                                          // of the output, in the input's seconds
    bool pending = false, ended = false, covers_left = false;  // `packet` waits for its time

    const AVStream& stream(int number) const { return *input->streams[number]; }
    // The next packet that is copied.
    void advance() {
        while (!pending && !ended) {
            ended = !packets.next(*input.get(), packet);
            const auto found = ended ? copied.streams.end() : copied.streams.find(packet->stream_index);
            pending = found != copied.streams.end() && found->second >= 0 && !is_cover(stream(found->first));
        }
    }
    double seconds() const {
        const int64_t ticks = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
        if (ticks == AV_NOPTS_VALUE) return start;
        return static_cast<double>(ticks) * av_q2d(stream(packet->stream_index).time_base);
    }
    // When the track's first picture, word or audible sample is due; empty: it does not say.
    std::optional<double> seconds_of_start(int number) const;
    Status add_stream(AVFormatContext& output, int number);
    int convert_text(bool& shown);
    void move_to(const AVStream& to, const AVFormatContext& output);
    int write_covers(AVFormatContext& output, const std::function<int(AVPacket&)>& write);
};

std::optional<double> TrackCopy::State::seconds_of_start(int number) const {
    const AVStream& of = stream(number);
    if (of.start_time == AV_NOPTS_VALUE || !is_track(of)) return {};
    const double begins = static_cast<double>(of.start_time) * av_q2d(of.time_base);
    // Where the demuxer tells of inaudible samples, the start is with them.
    const bool tells = of.codecpar->codec_type == AVMEDIA_TYPE_AUDIO && of.codecpar->sample_rate > 0;
    return tells ? begins + static_cast<double>(of.codecpar->initial_padding) / of.codecpar->sample_rate
                 : begins;
}

// Refuses sound that the output cannot hold. What else it cannot hold is left out, and sound of which there
// is nothing.
Status TrackCopy::State::add_stream(AVFormatContext& output, int number) {
    const AVStream& source = stream(number);
    const AVMediaType kind = source.codecpar->codec_type;
    const bool is_silence = kind == AVMEDIA_TYPE_AUDIO && source.codecpar->sample_rate <= 0;
    bool held = !is_silence && can_hold(output, source);
    const AVCodecContext* converted = nullptr;
    if (!held && kind == AVMEDIA_TYPE_SUBTITLE) {
        auto conversion = SubtitleConversion::open(source, output.oformat->name);
        held = conversion != nullptr;
        if (held) converted = &(conversions[number] = std::move(conversion))->encoder();
    }
    if (!held && kind == AVMEDIA_TYPE_AUDIO && !is_silence)
        return {StatusCode::unsupported, input.name() + " has sound of codec " +
                                             avcodec_get_name(source.codecpar->codec_id) + ", which " +
                                             output.oformat->name + " cannot hold; expected an output " +
                                             (is_matroska(output) ? "without sound" : "in .mkv")};
    if (!held) return {};
    return add_track(output, source, converted, packets.padding_of(number), copied.streams[number]);
}

// What cannot be read is left out and counted.
int TrackCopy::State::convert_text(bool& shown) {
    const int number = packet->stream_index;
    const auto conversion = conversions.find(number);
    if (conversion == conversions.end()) return 0;
    const int error = conversion->second->convert(*packet, shown);
    if (error >= 0 || error == AVERROR(ENOMEM)) return error;
    copied.unreadable[number]++;
    shown = false;
    return 0;
}

// `packet` becomes one of the output's.
void TrackCopy::State::move_to(const AVStream& to, const AVFormatContext& output) {
    const AVStream& from = stream(packet->stream_index);
    const double shift = start - delay_of(*to.codecpar, output);
    packet->pts = shifted(packet->pts, shift, from.time_base);
    packet->dts = shifted(packet->dts, shift, from.time_base);
    if (packet->duration <= 0) packet->duration = duration_of_sound(*packet, from, *input.get());
    av_packet_rescale_ts(packet.get(), from.time_base, to.time_base);
    packet->stream_index = to.index;
    packet->pos = -1;
    copied.written.insert(from.index);
}

int TrackCopy::State::write_covers(AVFormatContext& output, const std::function<int(AVPacket&)>& write) {
    for (const auto& [from, to] : copied.streams) {
        if (to < 0 || (output.streams[to]->disposition & AV_DISPOSITION_ATTACHED_PIC) == 0) continue;
        const PacketHandle picture(av_packet_clone(&stream(from).attached_pic));
        if (!picture) return AVERROR(ENOMEM);
        picture->stream_index = to;
        picture->pts = picture->dts = 0;
        if (const int error = write(*picture); error < 0) return error;
    }
    return 0;
}

TrackCopy::TrackCopy() = default;
TrackCopy::~TrackCopy() = default;

Status TrackCopy::open(const std::string& path, bool silent, bool references) {
    keep_ffmpeg_quiet();
    if (path == "-") return {};
    auto state = std::make_unique<State>();
    if (Status status = state->input.open(path, {.references = references}); !status.ok()) return status;
    if (!state->packet) return {StatusCode::exhausted, "out of memory"};
    if (state->input.is_pipe()) return {};
    if (const int error = avformat_find_stream_info(state->input.get(), nullptr); error < 0)
        return not_a_video(state->input.name(), error);
    state->copied.video = av_find_best_stream(state->input.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    for (unsigned i = 0; i < state->input->nb_streams; i++) {
        AVStream& stream = *state->input->streams[i];
        const bool wanted = is_wanted(*state->input.get(), i, state->copied.video, silent);
        if (wanted) state->copied.streams[static_cast<int>(i)] = -1;
        if (!wanted) stream.discard = AVDISCARD_ALL;
    }
    std::set<int> sounds;
    for (const auto& [number, to] : state->copied.streams)
        if (state->stream(number).codecpar->codec_type == AVMEDIA_TYPE_AUDIO) sounds.insert(number);
    state->packets.look_for_padding(*state->input.get(), sounds);
    take_ffmpeg_message();
    state_ = std::move(state);
    return {};
}

int64_t TrackCopy::ticks_before(double seconds, const TimeBase& ticks) const {
    double first = seconds;
    if (state_)
        for (const auto& [number, to] : state_->copied.streams)
            first = std::min(first, state_->seconds_of_start(number).value_or(seconds));
    constexpr double rounding = 1e-3;  // seconds, of Matroska's times; and ticks, of numbers here
    const double early = seconds - first;
    if (early <= rounding) return 0;
    return whole_ticks(std::ceil(early * ticks.denominator / ticks.numerator - rounding));
}

Status TrackCopy::add_streams(AVFormatContext& output, AVStream& video, double start) {
    if (!state_) return {};
    State& s = *state_;
    s.start = start;
    s.covers_left = true;
    if (std::string_view(output.oformat->name) == "h264") return {};
    // Files inside come last, as demuxers have them.
    for (const bool inside : {false, true})
        for (const auto& [number, to] : s.copied.streams)
            if (is_track(s.stream(number)) != inside)
                if (Status status = s.add_stream(output, number); !status.ok()) return status;
    if (is_transport_stream(output)) {  // it has no names, marks and chapters
        video.disposition = AV_DISPOSITION_DEFAULT;
        return {};
    }
    if (s.copied.video >= 0) {
        copy_tags(s.stream(s.copied.video).metadata, &video.metadata);
        video.disposition = s.stream(s.copied.video).disposition & kMarks;
    }
    copy_tags(s.input->metadata, &output.metadata);
    add_chapters(output, *s.input.get(), s.start);
    return {};
}

int TrackCopy::write_until(AVFormatContext& output, double seconds,
                           const std::function<int(AVPacket&)>& write) {
    if (!state_) return 0;
    State& s = *state_;
    if (s.covers_left)
        if (const int error = s.write_covers(output, write); error < 0) return error;
    s.covers_left = false;
    for (s.advance(); s.pending && s.seconds() - s.start <= seconds; s.advance()) {
        bool shown = true;
        if (const int error = s.convert_text(shown); error < 0) return error;
        s.pending = shown;
        if (!shown) continue;
        s.move_to(*output.streams[s.copied.streams.at(s.packet->stream_index)], output);
        s.pending = false;
        if (const int error = write(*s.packet); error < 0) return error;
    }
    return 0;
}

void TrackCopy::take_what_was_written(const AVFormatContext& output) {
    if (state_) left_out_ = joined(missing_in(&output, *state_->input.get(), state_->copied));
}

void TrackCopy::look_what_is_left_out(const std::string& path) {
    if (!state_) return;
    AVFormatContext* file = nullptr;
    const bool opened = avformat_open_input(&file, ("file:" + path).c_str(), nullptr, nullptr) >= 0;
    const InputHandle output(file);
    const bool bare = opened && std::string_view(output->iformat->name) == "h264";
    left_out_ =
        joined(missing_in(opened && !bare ? output.get() : nullptr, *state_->input.get(), state_->copied));
    take_ffmpeg_message();
}

std::string beside_video(const AVFormatContext& input, int video, bool silent) {
    std::vector<std::string> names;
    for (unsigned i = 0; i < input.nb_streams; i++)
        if (is_wanted(input, i, video, silent)) names.push_back(name_of(*input.streams[i]));
    if (input.nb_chapters > 0) names.emplace_back("chapters");
    for (const auto& [key, value] : tags_of(input.metadata)) names.push_back(named(key, value));
    return joined(names);
}

}  // namespace genmedia::media
