// SPDX-License-Identifier: MIT
// Tracks of a video in another file. Inside src/media only.
#pragma once

#include "genmedia/status.h"
#include "media/video/ffmpeg_handles.h"

namespace genmedia::media {

// Whether a file of that kind can hold the track.
bool can_hold(const AVFormatContext& output, const AVStream& source);

// Adds one like `source`, which is `index` then. `converted`: what its packets become; null: they stay.
// `padding`: samples of sound before the first audible one; null: not known.
Status add_track(AVFormatContext& output, const AVStream& source, const AVCodecContext* converted,
                 const int* padding, int& index);

// Those of a file, in one that begins at `start` seconds of it.
void add_chapters(AVFormatContext& output, const AVFormatContext& input, double start);

// Ticks that begin so many seconds later.
int64_t shifted(int64_t ticks, double seconds, AVRational time_base);

// Seconds that Matroska's times of a track are late, as demuxers know.
double delay_of(const AVCodecParameters& coded, const AVFormatContext& output);

// Of a packet that does not say it, in the track's ticks; 0: not known.
int64_t duration_of_sound(const AVPacket& packet, const AVStream& of, const AVFormatContext& input);

}  // namespace genmedia::media
