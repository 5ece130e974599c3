// SPDX-License-Identifier: MIT
// The file that a video is written to: packets of its pictures, and the sound beside them. Inside src/media
// only.
#pragma once

#include "genmedia/status.h"
#include "media/video/ffmpeg_handles.h"
#include "media/video/output/output_file.h"
#include "media/video/output/tracks/track_copy.h"

#include <map>
#include <span>
#include <string>

namespace genmedia::media {

// A name in .mkv is a Matroska file, in .mov QuickTime's, in .264 or .h264 and standard output bare H.264,
// any other MP4.
const char* format_of_name(const std::string& path);

// The file appears under its name in finish(), whole; an older one stays as it was until then.
class VideoFile {
public:
    // `container`: FFmpeg's name of it.
    Status open(const std::string& path, const char* container);
    // Whether parameter sets are kept beside the packets, not in them.
    bool has_global_header() const { return (output_->oformat->flags & AVFMT_GLOBALHEADER) != 0; }

    // How the container takes pictures that are not coded; AV_CODEC_ID_NONE where it is for coded ones.
    AVCodecID uncoded() const;

    struct Stream {
        AVCodecParameters* parameters = nullptr;
        AVRational time_base{1, 25}, rate{25, 1}, pixel_aspect{1, 1};
        TrackCopy* tracks = nullptr;  // must live until finish()
        double first_seconds = 0;     // when the first picture is shown in the input of `tracks`
    };
    Status start(const Stream& stream);
    // The first picture's time, in ticks of the stream's time base.
    int64_t first_pts() const { return first_pts_; }

    // Refuses pictures so far apart that the file would lose their times: MP4 has 31 bits for a step. Times
    // in ticks of the stream's time base.
    Status check_step(int64_t from, int64_t to) const;
    // Writes a packet whose times are in ticks of the stream's time base; it is empty afterwards.
    int write(AVPacket& packet);
    // Writes what other tracks have before a picture at that time.
    int write_tracks_until(int64_t pts);
    // What the stream's level turned out to be: finish() writes it wherever the file has `before`, both
    // parameter sets behind start codes.
    void change_level(std::span<const uint8_t> before, std::span<const uint8_t> after);
    // `error`: what failed before, or 0. `last_ticks`: how long the last picture is shown; 0: as the rate
    // says.
    Status finish(int error, int64_t last_ticks);

    Status failure(const char* action, int error) const;

private:
    struct FreeOutput {
        void operator()(AVFormatContext* output) const { avformat_free_context(output); }
    };
    Status check_step(const AVStream& stream, int64_t ticks) const;
    Status write_level();
    Status go_on_after(int64_t last, const AVStream& stream, AVPacket& packet) const;
    int check_time(AVPacket& packet);
    int write_packet(AVPacket& packet);
    int write_held(int64_t ticks);     // `held_`, shown so long
    int write_tracks(double seconds);  // until then
    static int write_bytes(void* opaque, uint8_t* data, int bytes);
    static int64_t seek(void* opaque, int64_t offset, int whence);

    std::string path_;
    OutputFile file_;
    Status failure_;                   // of the file or of a packet, the first
    std::map<int, int64_t> last_dts_;  // by stream
    int64_t position_ = 0;
    IoHandle io_;
    std::unique_ptr<AVFormatContext, FreeOutput> output_;
    Stream stream_;
    int64_t first_pts_ = 0;
    std::string sequence_parameters_;  // that have another level
    uint8_t level_ = 0;
    PacketHandle held_{av_packet_alloc()};  // the last of the pictures: how long it is shown comes later
};

}  // namespace genmedia::media
