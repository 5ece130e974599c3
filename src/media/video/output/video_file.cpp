// SPDX-License-Identifier: MIT
#include "media/video/output/video_file.h"

#include "media/video/output/tracks/track_tags.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string_view>
#include <vector>

namespace genmedia::media {

const char* format_of_name(const std::string& path) {
    if (is_standard_output(path) || has_ending(path, ".264") || has_ending(path, ".h264")) return "h264";
    return has_ending(path, ".mkv") ? "matroska" : has_ending(path, ".mov") ? "mov" : "mp4";
}

// FFmpeg's muxer of Matroska leaves the aspect out where the width that is shown rounds to the picture's own.
PixelAspect aspect_in_file(const std::string& path, int32_t width, const PixelAspect& aspect) {
    const bool rounds = av_rescale(width, aspect.numerator, aspect.denominator) == width;
    return rounds && std::string_view(format_of_name(path)) == "matroska" ? PixelAspect() : aspect;
}

// The file as FFmpeg's muxer sees it.
int VideoFile::write_bytes(void* opaque, uint8_t* data, int bytes) {
    VideoFile& self = *static_cast<VideoFile*>(opaque);
    Status status = self.file_.write_at(self.position_, data, static_cast<size_t>(bytes));
    if (!status.ok() && self.failure_.ok()) self.failure_ = status;
    if (!status.ok()) return AVERROR(EIO);
    self.position_ += bytes;
    return bytes;
}

int64_t VideoFile::seek(void* opaque, int64_t offset, int whence) {
    VideoFile& self = *static_cast<VideoFile*>(opaque);
    if (whence == AVSEEK_SIZE) return self.file_.size();
    if (whence == SEEK_CUR) offset += self.position_;
    if (whence == SEEK_END) offset += self.file_.size();
    return self.position_ = offset;
}

Status VideoFile::failure(const char* action, int error) const {
    if (!failure_.ok()) return failure_;
    return {StatusCode::io,
            std::string("cannot ") + action + " video '" + path_ + "': " + ffmpeg_error(error)};
}

AVCodecID VideoFile::uncoded() const {
    const std::string_view kind = output_->oformat->name;
    if (kind == "yuv4mpegpipe") return output_->oformat->video_codec;
    return kind == "nut" ? AV_CODEC_ID_RAWVIDEO : AV_CODEC_ID_NONE;
}

Status VideoFile::open(const std::string& path, const char* container) {
    av_log_set_level(AV_LOG_QUIET);
    path_ = path;
    if (Status status = file_.open(path); !status.ok()) return status;
    AVFormatContext* output = nullptr;
    const int error = avformat_alloc_output_context2(&output, nullptr, container, nullptr);
    output_.reset(output);
    return error >= 0 ? Status() : failure("create", error);
}

Status VideoFile::start(const Stream& stream) {
    stream_ = stream;
    AVStream* video = avformat_new_stream(output_.get(), nullptr);
    if (!video) return failure("create", AVERROR(ENOMEM));
    video->time_base = stream.time_base;
    video->avg_frame_rate = stream.rate;
    video->sample_aspect_ratio = stream.pixel_aspect;
    int error = avcodec_parameters_copy(video->codecpar, stream.parameters);
    io_ = make_io(this, nullptr, write_bytes, seek);
    if (!io_ || !held_) return failure("create", AVERROR(ENOMEM));
    if (is_standard_output(path_)) io_->seekable = 0;
    output_->pb = io_.get();
    output_->flags |= AVFMT_FLAG_CUSTOM_IO;
    if (error >= 0 && stream.tracks) {
        const TimeBase ticks{stream.time_base.num, stream.time_base.den};
        first_pts_ = stream.tracks->ticks_before(stream.first_seconds, ticks);
        const double start =
            stream.first_seconds - static_cast<double>(first_pts_) * av_q2d(stream.time_base);
        if (Status status = stream.tracks->add_streams(*output_, *video, start); !status.ok()) return status;
    }
    constexpr int delay =
        700'000;  // of what is shown behind the clock, microseconds: as FFmpeg's program has it
    if (is_transport_stream(*output_)) output_->max_delay = delay;
    if (error >= 0) error = avformat_write_header(output_.get(), nullptr);
    return error >= 0 ? Status() : failure("create", error);
}

Status VideoFile::check_step(const AVStream& stream, int64_t ticks) const {
    constexpr int64_t most = std::numeric_limits<int32_t>::max() - 1;
    const std::string_view kind = output_->oformat->name;
    if (kind == "matroska" || kind == "h264" || uncoded() != AV_CODEC_ID_NONE || ticks <= most) return {};
    const auto seconds = [&](int64_t number) {
        return std::to_string(static_cast<int64_t>(static_cast<double>(number) * av_q2d(stream.time_base)));
    };
    const bool is_sound = stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
    return {StatusCode::unsupported, "video '" + path_ +
                                         "': " + (is_sound ? "its sound pauses" : "its pictures pause") +
                                         " for " + seconds(ticks) + " s; expected at most " + seconds(most) +
                                         " s in " + output_->oformat->name + ", or an output in .mkv"};
}

Status VideoFile::check_step(int64_t from, int64_t to) const {
    const AVStream& video = *output_->streams[0];
    return check_step(video, av_rescale_q(to - from, stream_.time_base, video.time_base));
}

// Muxers want rising times. What rounding makes of them is mended, and a track that begins anew refused.
Status VideoFile::go_on_after(int64_t last, const AVStream& stream, AVPacket& packet) const {
    constexpr double little = 0.05;
    const auto seconds = [&](int64_t ticks) { return static_cast<double>(ticks) * av_q2d(stream.time_base); };
    if (seconds(last - packet.dts) > little)
        return {StatusCode::corrupt,
                "video '" + path_ + "': track " + std::to_string(packet.stream_index) + " goes back by " +
                    std::to_string(seconds(last - packet.dts)) +
                    " s in the input; expected times that rise (or --silent, if it is sound)"};
    // Packets of TrueHD are shorter than Matroska's ticks, of which several may have one time.
    packet.dts = (output_->oformat->flags & AVFMT_TS_NONSTRICT) != 0 ? last : last + 1;
    packet.pts = std::max(packet.pts, packet.dts);
    return {};
}

int VideoFile::check_time(AVPacket& packet) {
    const auto [last, is_first] = last_dts_.try_emplace(packet.stream_index, packet.dts);
    if (Status status = check_step(*output_->streams[packet.stream_index], packet.duration); !status.ok()) {
        if (failure_.ok()) failure_ = status;
        return AVERROR(ERANGE);
    }
    if (!is_first && packet.dts != AV_NOPTS_VALUE && last->second != AV_NOPTS_VALUE) {
        const AVStream& stream = *output_->streams[packet.stream_index];
        Status status = check_step(stream, packet.dts - last->second);
        if (packet.dts <= last->second) status = go_on_after(last->second, stream, packet);
        if (!status.ok()) {
            if (failure_.ok()) failure_ = status;
            return AVERROR(ERANGE);
        }
    }
    last->second = packet.dts;
    return 0;
}

int VideoFile::write_packet(AVPacket& packet) { return av_interleaved_write_frame(output_.get(), &packet); }

int VideoFile::write_held(int64_t ticks) {
    if (held_->size == 0) return 0;
    held_->duration = ticks;
    return write_packet(*held_);
}

int VideoFile::write(AVPacket& packet) {
    av_packet_rescale_ts(&packet, stream_.time_base, output_->streams[0]->time_base);
    int error = check_time(packet);
    if (error >= 0 && held_->size > 0) error = write_held(packet.dts - held_->dts);
    if (error >= 0) av_packet_move_ref(held_.get(), &packet);
    return error;
}

int VideoFile::write_tracks_until(int64_t pts) {
    return write_tracks(static_cast<double>(pts) * av_q2d(stream_.time_base));
}

int VideoFile::write_tracks(double seconds) {
    if (!stream_.tracks) return 0;
    return stream_.tracks->write_until(*output_, seconds, [this](AVPacket& packet) {
        const int error = check_time(packet);
        return error >= 0 ? write_packet(packet) : error;
    });
}

void VideoFile::change_level(std::span<const uint8_t> before, std::span<const uint8_t> after) {
    constexpr size_t start_code = 4, level = start_code + 3;
    if (before.size() != after.size() || before.size() <= level || before[level] == after[level]) return;
    const std::string text(before.begin(), before.end());
    const size_t next = text.find(std::string("\0\0\1", 3), start_code);
    sequence_parameters_ = text.substr(start_code, (text[next - 1] == 0 ? next - 1 : next) - start_code);
    level_ = after[level];
}

// In the parameters themselves, and in MP4's and Matroska's header before them. [ISO/IEC 14496-15, 5.3.3.1]
Status VideoFile::write_level() {
    constexpr size_t chunk = 1 << 20, header = 8;
    std::ifstream file(file_.unfinished_path(), std::ios::binary);
    std::string text;
    std::vector<int64_t> places;
    for (int64_t offset = 0; file;) {
        const size_t kept = std::min(text.size(), header + sequence_parameters_.size());
        text.erase(0, text.size() - kept);
        text.resize(kept + chunk);
        file.read(text.data() + kept, chunk);
        text.resize(kept + static_cast<size_t>(file.gcount()));
        for (size_t at = text.find(sequence_parameters_); at != std::string::npos;
             at = text.find(sequence_parameters_, at + 1)) {
            const int64_t place = offset - static_cast<int64_t>(kept) + static_cast<int64_t>(at);
            places.push_back(place + 3);
            if (at >= header && text[at - header] == 1 &&
                text.compare(at - header + 1, 3, sequence_parameters_, 1, 3) == 0)
                places.push_back(place - static_cast<int64_t>(header) + 3);
        }
        offset += file.gcount();
    }
    for (const int64_t place : places)
        if (Status status = file_.write_at(place, &level_, 1); !status.ok()) return status;
    return {};
}

Status VideoFile::finish(int error, int64_t last_ticks) {
    const AVRational ticks = output_->streams[0]->time_base;
    const int64_t shown = last_ticks > 0 ? av_rescale_q(last_ticks, stream_.time_base, ticks)
                                         : av_rescale_q(1, av_inv_q(stream_.rate), ticks);
    if (Status status = check_step(*output_->streams[0], shown); error >= 0 && !status.ok()) return status;
    if (error >= 0) error = write_held(std::max<int64_t>(1, shown));
    // Where pictures could not be written, the sound ends with them.
    if (error >= 0 && failure_.ok()) error = write_tracks(std::numeric_limits<double>::infinity());
    if (error >= 0) error = av_write_trailer(output_.get());
    if (error >= 0) {
        avio_flush(io_.get());
        error = io_->error;
    }
    if (error < 0) return failure("write", error);
    if (Status status = file_.flush(); !status.ok()) return status;
    if (Status status = level_ > 0 ? write_level() : Status(); !status.ok()) return status;
    if (stream_.tracks && !is_standard_output(path_))
        stream_.tracks->look_what_is_left_out(file_.unfinished_path());
    else if (stream_.tracks)
        stream_.tracks->take_what_was_written(*output_);
    return file_.publish();
}

}  // namespace genmedia::media
