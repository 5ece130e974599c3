// SPDX-License-Identifier: MIT
// What a file and its tracks say of themselves, and their names in messages. Inside src/media only.
#pragma once

#include "media/video/ffmpeg_handles.h"

#include <map>
#include <string>
#include <vector>

namespace genmedia::media {

// Marks of a track that the output should have, too.
inline constexpr int kMarks = AV_DISPOSITION_DEFAULT | AV_DISPOSITION_DUB | AV_DISPOSITION_ORIGINAL |
                              AV_DISPOSITION_COMMENT | AV_DISPOSITION_LYRICS | AV_DISPOSITION_KARAOKE |
                              AV_DISPOSITION_FORCED | AV_DISPOSITION_HEARING_IMPAIRED |
                              AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_CLEAN_EFFECTS |
                              AV_DISPOSITION_CAPTIONS | AV_DISPOSITION_DESCRIPTIONS;

using Tags = std::map<std::string, std::string>;

bool is_matroska(const AVFormatContext& file);
// An output that is an MPEG transport stream.
bool is_transport_stream(const AVFormatContext& file);
bool is_cover(const AVStream& stream);
// Has packets, and times: a cover and an attachment have none.
bool is_track(const AVStream& stream);
// Whether a track comes along with the video, or is named where it cannot. `silent`: no sound.
bool is_wanted(const AVFormatContext& file, unsigned number, int video, bool silent);

const char* tag_of(const AVDictionary* tags, const char* key);  // "" if there is none
// Those that tell of what is in the file, not of the file.
Tags tags_of(const AVDictionary* tags);
bool has_tag(const Tags& tags, const std::string& key, const std::string& value);
void copy_tags(const AVDictionary* from, AVDictionary** to);

// For messages, as "title 'Film'", as "sound 2 (aac, eng)", and with commas.
std::string named(const std::string& key, const std::string& value);
std::string name_of(const AVStream& stream);
std::string joined(const std::vector<std::string>& words);

}  // namespace genmedia::media
