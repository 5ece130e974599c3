// SPDX-License-Identifier: MIT
// Every file that `genmedia encode` writes.
#pragma once

#include "media/drawing/overlay.h"
#include "media/results/writers/line_file.h"
#include "media/video/output/output_file.h"
#include "media/video/output/packet_writer.h"
#include "media/video/output/video_writer.h"
#include "media/video/pictures/picture.h"
#include "media/video/video_reader.h"
#include "tools/encode/encode_command.h"
#include "tools/outcome.h"

#include <string>
#include <vector>

class EncodeOutputs {
public:
    EncodeOutputs(const EncodeCommand& command, const genmedia::media::VideoReader& reader)
        : command_(command), reader_(reader) {}

    // Before the first picture is decoded: what FFmpeg says of other tracks is none of the pictures'.
    genmedia::Status open_tracks();
    // Before the first picture; `options` are the encoder's.
    genmedia::Status open(const genmedia::media::Picture& first, const genmedia::EncoderOptions& options,
                          const genmedia::Encoder& encoder);
    genmedia::Status append(const genmedia::media::Picture& picture, const genmedia::media::YuvImage& image,
                            const genmedia::Encoder& encoder, const genmedia::EncodedPicture& coded);
    // Completes all files, even where one of them fails; reports the first failure.
    genmedia::Status finish(const genmedia::Encoder& encoder);

    std::string left_out() const { return left_out_of(tracks_, reader_, command_.silent); }
    int64_t pictures() const { return pictures_; }
    int64_t bytes() const { return bytes_; }
    double seconds_shown() const;  // from the first picture's begin to the last one's end
    const std::vector<std::string>& files() const { return files_; }  // that finish() completed
    bool is_complete() const { return is_complete_; }                 // the video, or one of these

private:
    bool overlay_is_on_standard_output() const {
        return genmedia::media::is_standard_output(command_.overlay);
    }
    genmedia::Status write_reconstruction(const genmedia::Yuv420View& view);
    genmedia::Status write_stats(const genmedia::media::YuvImage& image, const genmedia::Yuv420View& view,
                                 const genmedia::EncodedPicture& coded);
    genmedia::Status finish_overlay(int64_t last_ticks);
    genmedia::Status draw(const genmedia::media::Picture& picture, const genmedia::EncodedPicture& coded);

    const EncodeCommand& command_;
    const genmedia::media::VideoReader& reader_;
    genmedia::media::TrackCopy tracks_;
    genmedia::media::PacketWriter video_;
    genmedia::media::OutputFile reconstruction_;
    genmedia::media::LineFile stats_;
    genmedia::media::Overlay overlay_{{.heat = "bits"}};
    genmedia::media::VideoWriter overlay_video_;
    bool has_overlay_ = false, overlay_has_ended_ = false;  // ended: who read it has left
    size_t parameter_sets_ = 0;                             // bytes that begin an IDR picture
    int64_t pictures_ = 0, bytes_ = 0, first_pts_ = 0, last_pts_ = 0;
    std::vector<std::string> files_;
    bool is_complete_ = false;
};
