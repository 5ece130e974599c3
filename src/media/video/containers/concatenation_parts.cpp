// SPDX-License-Identifier: MIT
#include "media/video/containers/concatenation_parts.h"

#include "media/video/containers/references.h"
#include "media/video/ffmpeg_log.h"
#include "media/video/ticks.h"

#include <algorithm>
#include <vector>

namespace genmedia::media {
namespace {

// By all packets: bare streams, single pictures, and what was written to a pipe do not say it, and of others
// FFmpeg guesses.
int64_t counted_duration_of(AVFormatContext& part) {
    if (part.duration > 0 && part.duration_estimation_method == AVFMT_DURATION_FROM_STREAM) return 0;
    const PacketHandle packet(av_packet_alloc());
    const int64_t start = part.start_time == AV_NOPTS_VALUE ? 0 : bounded_ticks(part.start_time);
    int64_t end = 0;
    std::vector<int64_t> counted(part.nb_streams);  // ticks of what has no time
    while (packet && av_read_frame(&part, packet.get()) >= 0) {
        const AVRational ticks = part.streams[packet->stream_index]->time_base;
        const int64_t step = std::max<int64_t>(1, bounded_ticks(packet->duration));
        int64_t& last = counted.at(static_cast<size_t>(packet->stream_index));
        const bool timed = packet->pts != AV_NOPTS_VALUE;
        if (!timed) last = bounded_ticks(last + step);
        const int64_t next = timed ? bounded_ticks(packet->pts) + step : last;
        end = std::max(end, bounded_ticks(av_rescale_q(next, ticks, AV_TIME_BASE_Q)) - (timed ? start : 0));
        av_packet_unref(packet.get());
    }
    return std::max<int64_t>(1, end);
}

// FFmpeg puts H.264's parameters before each file's pictures, and behind start codes they are there anyway.
bool has_parameters_inside(const AVCodecParameters& coded) {
    const uint8_t* bytes = coded.extradata;
    const int size = coded.extradata_size;
    const bool start_code = size > 3 && bytes[0] == 0 && bytes[1] == 0 && (bytes[2] == 1 || bytes[3] == 1);
    return coded.codec_id == AV_CODEC_ID_H264 || (start_code && coded.codec_id != AV_CODEC_ID_MPEG4);
}

bool same_parameters(const AVCodecParameters& a, const AVCodecParameters& b) {
    if (a.codec_type != AVMEDIA_TYPE_VIDEO && a.codec_type != AVMEDIA_TYPE_AUDIO) return true;
    if (has_parameters_inside(a) && has_parameters_inside(b)) return true;
    return a.extradata_size == b.extradata_size &&
           std::equal(a.extradata, a.extradata + a.extradata_size, b.extradata);
}

// What differs, as "its track 1 is aac, not ac3"; empty: nothing.
std::string difference(const AVStream& is, const AVStream& expected) {
    const AVCodecParameters &a = *is.codecpar, &b = *expected.codecpar;
    const std::string track = "its track " + std::to_string(is.index);
    if (a.codec_id != b.codec_id)
        return track + " is " + avcodec_get_name(a.codec_id) + ", not " + avcodec_get_name(b.codec_id);
    if (av_cmp_q(is.time_base, expected.time_base) != 0)
        return track + " has " + std::to_string(is.time_base.den) + "/" + std::to_string(is.time_base.num) +
               " ticks a second, not " + std::to_string(expected.time_base.den) + "/" +
               std::to_string(expected.time_base.num);
    if (a.sample_rate != b.sample_rate)
        return track + " has " + std::to_string(a.sample_rate) + " Hz, not " + std::to_string(b.sample_rate);
    return same_parameters(a, b) ? "" : track + " is coded with other settings";
}

}  // namespace

Status ConcatenationParts::compare(const AVFormatContext& part, const std::string& named) const {
    std::string what;
    if (part.nb_streams > first_->nb_streams)
        what = "it has " + std::to_string(part.nb_streams) + " tracks, not " +
               std::to_string(first_->nb_streams);
    for (unsigned i = 0; what.empty() && i < part.nb_streams; i++)
        what = difference(*part.streams[i], *first_->streams[i]);
    if (what.empty()) return {};
    return {StatusCode::unsupported, list_ + " goes on with '" + named + "' after '" + first_name_ +
                                         "', but " + what + "; expected files that are made alike"};
}

Status ConcatenationParts::open(const std::string& file, InputHandle& part) const {
    AVFormatContext* context = nullptr;
    AVDictionary* settings = nullptr;
    av_dict_set(&settings, "protocol_whitelist", "file", 0);
    av_dict_set(&settings, "format_whitelist", formats_without_references().c_str(), 0);
    int error = avformat_open_input(&context, ("file:" + file).c_str(), nullptr, &settings);
    av_dict_free(&settings);
    part.reset(context);
    if (error >= 0) error = avformat_find_stream_info(part.get(), nullptr);
    const std::string words = take_ffmpeg_message();
    if (error >= 0) return {};
    return {StatusCode::corrupt, list_ + " refers to '" + file +
                                     "', which is not a video that FFmpeg can read: " +
                                     (words.empty() ? ffmpeg_error(error) : words)};
}

Status ConcatenationParts::add(const std::string& file, const std::string& named) {
    if (durations_.contains(file)) return {};
    InputHandle part;
    Status status = open(file, part);
    if (status.ok() && first_) status = compare(*part, named);
    if (!status.ok()) return status;
    durations_[file] = counted_duration_of(*part);
    if (first_) return {};
    first_ = std::move(part);
    first_name_ = named;
    return {};
}

}  // namespace genmedia::media
