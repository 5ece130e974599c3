// SPDX-License-Identifier: MIT
#include "media/video_file.h"

#include <cstdio>
#include <limits>
#include <string_view>

namespace genmedia::media {

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

Status VideoFile::open(const std::string& path) {
    av_log_set_level(AV_LOG_QUIET);
    path_ = path;
    if (Status status = file_.open(path); !status.ok()) return status;
    const bool bare = has_ending(path, ".264") || has_ending(path, ".h264");
    const char* kind = bare                       ? "h264"
                       : has_ending(path, ".mkv") ? "matroska"
                       : has_ending(path, ".mov") ? "mov"
                                                  : "mp4";
    AVFormatContext* output = nullptr;
    const int error = avformat_alloc_output_context2(&output, nullptr, kind, nullptr);
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
    if (!io_) return failure("create", AVERROR(ENOMEM));
    output_->pb = io_.get();
    output_->flags |= AVFMT_FLAG_CUSTOM_IO;
    if (error >= 0 && stream.audio)
        if (Status status = stream.audio->add_streams(*output_); !status.ok()) return status;
    if (error >= 0) error = avformat_write_header(output_.get(), nullptr);
    return error >= 0 ? Status() : failure("create", error);
}

Status VideoFile::check_step(const AVStream& stream, int64_t ticks) const {
    constexpr int64_t most = std::numeric_limits<int32_t>::max() - 1;
    const std::string_view kind = output_->oformat->name;
    if (kind == "matroska" || kind == "h264" || ticks <= most) return {};
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

int VideoFile::write_packet(AVPacket& packet) {
    const auto [last, is_first] = last_dts_.try_emplace(packet.stream_index, packet.dts);
    if (!is_first && packet.dts != AV_NOPTS_VALUE && last->second != AV_NOPTS_VALUE) {
        const Status status = check_step(*output_->streams[packet.stream_index], packet.dts - last->second);
        if (!status.ok()) {
            if (failure_.ok()) failure_ = status;
            return AVERROR(ERANGE);
        }
    }
    last->second = packet.dts;
    return av_interleaved_write_frame(output_.get(), &packet);
}

int VideoFile::write(AVPacket& packet) {
    packet.duration = av_rescale_q(1, av_inv_q(stream_.rate), stream_.time_base);  // of the last one
    av_packet_rescale_ts(&packet, stream_.time_base, output_->streams[0]->time_base);
    return write_packet(packet);
}

int VideoFile::write_sound_until(int64_t pts) {
    return write_sound(static_cast<double>(pts) * av_q2d(stream_.time_base));
}

int VideoFile::write_sound(double seconds) {
    if (!stream_.audio) return 0;
    return stream_.audio->write_until(*output_, stream_.audio_start, seconds,
                                      [this](AVPacket& packet) { return write_packet(packet); });
}

Status VideoFile::finish(int error) {
    // Where pictures could not be written, the sound ends with them.
    if (error >= 0 && failure_.ok()) error = write_sound(std::numeric_limits<double>::infinity());
    if (error >= 0) error = av_write_trailer(output_.get());
    if (error >= 0) {
        avio_flush(io_.get());
        error = io_->error;
    }
    return error < 0 ? failure("write", error) : file_.publish();
}

}  // namespace genmedia::media
