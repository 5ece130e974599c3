// SPDX-License-Identifier: MIT
// What a finished file has not of another one's tracks, marks and tags. Inside src/media only.
#pragma once

#include "media/video/ffmpeg_handles.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace genmedia::media {

// What became of a file's tracks, by their numbers.
struct CopiedTracks {
    int video = -1;                 // the one that is made anew
    std::map<int, int> streams;     // from the number in the input to that in the output, or -1
    std::set<int> written;          // those that have a packet in the output
    std::map<int, int> unreadable;  // texts that were left out
};

// As "subtitles 3 (subrip, eng)". `output`: null if it holds none of this.
std::vector<std::string> missing_in(const AVFormatContext* output, const AVFormatContext& input,
                                    const CopiedTracks& copied);

}  // namespace genmedia::media
