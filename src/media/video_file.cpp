// SPDX-License-Identifier: MIT
#include "media/video_file.h"

#include <cstdio>
#include <limits>

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
    const bool bare = path.ends_with(".264") || path.ends_with(".h264");
    const char* kind = bare                     ? "h264"
                       : path.ends_with(".mkv") ? "matroska"
                       : path.ends_with(".mov") ? "mov"
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

int VideoFile::write(AVPacket& packet) {
    packet.duration = av_rescale_q(1, av_inv_q(stream_.rate), stream_.time_base);  // of the last one
    av_packet_rescale_ts(&packet, stream_.time_base, output_->streams[0]->time_base);
    return av_interleaved_write_frame(output_.get(), &packet);
}

int VideoFile::write_sound_until(int64_t pts) {
    if (!stream_.audio) return 0;
    return stream_.audio->write_until(*output_, stream_.audio_start,
                                      static_cast<double>(pts) * av_q2d(stream_.time_base));
}

Status VideoFile::finish(int error) {
    if (error >= 0 && stream_.audio)
        error = stream_.audio->write_until(*output_, stream_.audio_start,
                                           std::numeric_limits<double>::infinity());
    if (error >= 0) error = av_write_trailer(output_.get());
    if (error >= 0) {
        avio_flush(io_.get());
        error = io_->error;
    }
    return error < 0 ? failure("write", error) : file_.publish();
}

}  // namespace genmedia::media
