// SPDX-License-Identifier: MIT
#include "media/video/output/tracks/heard_packets.h"

#include "media/video/ticks.h"

#include <algorithm>
#include <iterator>

namespace genmedia::media {
namespace {

bool read_packet(AVFormatContext& input, AVPacket& to) {
    if (av_read_frame(&input, &to) < 0) return false;
    for (int64_t* time : {&to.pts, &to.dts, &to.duration})
        if (*time != AV_NOPTS_VALUE) *time = bounded_ticks(*time);
    return true;
}

}  // namespace

// Of a track's hidden sound, decoders need the last packet before its beginning, and Opus 80 ms
// [RFC 7845, 4.6]; plain samples need none.
void HeardPackets::keep_what_decoders_need(const AVStream& of, const AVPacket& next) {
    constexpr double opus_seconds = 0.08;
    std::deque<PacketHandle>& packets = hidden_[of.index];
    const AVCodecID codec = of.codecpar->codec_id;
    const size_t least = av_get_exact_bits_per_sample(codec) > 0 ? 0 : 1;
    const auto needed = [&](const AVPacket& one) {
        const double early = static_cast<double>(next.pts - one.pts - one.duration) * av_q2d(of.time_base);
        return codec == AV_CODEC_ID_OPUS && early < opus_seconds;
    };
    while (packets.size() > least && !needed(*packets.front())) packets.pop_front();
}

// Puts the next packets into `first_`. What an edit of the file hides of its sound is not heard in the output
// either, whose container may have no such edits.
bool HeardPackets::read(AVFormatContext& input) {
    for (size_t before = first_.size(); first_.size() == before;) {
        PacketHandle next(av_packet_alloc());
        if (!next || !read_packet(input, *next)) return false;
        const int number = next->stream_index;
        const AVStream& of = *input.streams[number];
        const bool sound = of.codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
        const bool is_hidden = sound && (next->flags & AV_PKT_FLAG_DISCARD) != 0;
        if (is_hidden && heard_.contains(number)) continue;
        if (is_hidden) {
            keep_what_decoders_need(of, *next);
            hidden_[number].push_back(std::move(next));
            continue;
        }
        if (sound && heard_.insert(number).second) {
            keep_what_decoders_need(of, *next);
            std::ranges::move(hidden_[number], std::back_inserter(first_));
            hidden_.erase(number);
        }
        first_.push_back(std::move(next));
    }
    return true;
}

bool HeardPackets::next(AVFormatContext& input, PacketHandle& packet) {
    if (first_.empty() && !read(input)) return false;
    packet = std::move(first_.front());
    first_.pop_front();
    return true;
}

// Encoders of sound put some samples before the first one that is heard. FFmpeg's muxers want to know how
// many, its demuxers tell it by the times alone: a track's first packet is before the track's start.
void HeardPackets::look_for_padding(AVFormatContext& input, const std::set<int>& numbers) {
    constexpr size_t most_packets = 1000;
    while (padding_.size() < numbers.size() && first_.size() < most_packets) {
        const size_t place = first_.size();
        if (!read(input)) break;
        const PacketHandle& next = first_[place];
        const AVStream& of = *input.streams[next->stream_index];
        if (!numbers.contains(of.index)) continue;
        const bool timed = of.start_time != AV_NOPTS_VALUE && next->pts != AV_NOPTS_VALUE;
        const int64_t before = timed ? bounded_ticks(of.start_time) - next->pts : 0;
        const int64_t samples =
            av_rescale_q(before, of.time_base, {1, std::max(1, of.codecpar->sample_rate)});
        padding_.try_emplace(of.index, static_cast<int>(std::clamp<int64_t>(samples, 0, INT32_MAX)));
    }
}

const int* HeardPackets::padding_of(int number) const {
    const auto found = padding_.find(number);
    return found == padding_.end() ? nullptr : &found->second;
}

}  // namespace genmedia::media
