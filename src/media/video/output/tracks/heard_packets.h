// SPDX-License-Identifier: MIT
// A file's packets without the sound that an edit of it hides. Inside src/media only.
#pragma once

#include "media/video/ffmpeg_handles.h"

#include <deque>
#include <map>
#include <set>

namespace genmedia::media {

class HeardPackets {
public:
    // The next packet; false behind the last one. An error of the input counts as its end: the video's reader
    // reports it.
    bool next(AVFormatContext& input, PacketHandle& packet);
    // Of these tracks, reads on to their first sound, and keeps what comes.
    void look_for_padding(AVFormatContext& input, const std::set<int>& numbers);
    // Samples of a track of sound before its first audible one; null: not known.
    const int* padding_of(int number) const;

private:
    bool read(AVFormatContext& input);
    void keep_what_decoders_need(const AVStream& of, const AVPacket& next);

    std::deque<PacketHandle> first_;                  // that were read
    std::map<int, std::deque<PacketHandle>> hidden_;  // sound before what is heard, by the track's number
    std::set<int> heard_;                             // tracks of sound that have begun
    std::map<int, int> padding_;
};

}  // namespace genmedia::media
