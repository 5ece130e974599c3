// SPDX-License-Identifier: MIT
#include "media/video/output/tracks/tracks_left_out.h"

#include "media/video/output/tracks/track_tags.h"

namespace genmedia::media {
namespace {

// What a track has lost of its tags and marks.
void compare_track(const AVStream& is, const AVStream& was, bool is_video,
                   std::vector<std::string>& missing) {
    const std::string of = is_video ? " of the video" : " of " + name_of(was);
    const auto tags = tags_of(is.metadata);
    for (const auto& [key, value] : tags_of(was.metadata))
        if (!has_tag(tags, key, value)) missing.push_back(named(key, value) + of);
    const int lost = was.disposition & ~is.disposition & kMarks;
    for (int bit = 1; bit <= lost; bit <<= 1)
        if ((lost & bit) != 0)
            missing.push_back(std::string("mark '") + av_disposition_to_string(bit) + "'" + of);
}

}  // namespace

std::vector<std::string> missing_in(const AVFormatContext* output, const AVFormatContext& input,
                                    const CopiedTracks& copied) {
    std::vector<std::string> missing;
    unsigned covers = 0;
    for (unsigned i = 0; output && i < output->nb_streams; i++)
        covers += is_cover(*output->streams[i]) ? 1 : 0;
    const bool drops_empty = output && !is_matroska(*output);  // tracks, and those after it move up
    unsigned place = 0;                                        // of the last track that the output has
    for (const auto& [from, to] : copied.streams) {
        const AVStream& was = *input.streams[from];
        const bool has_track = is_track(was) && output && to >= 0 &&
                               (copied.written.contains(from) || !drops_empty) &&
                               ++place < output->nb_streams;
        if (has_track)
            compare_track(*output->streams[place], was, false, missing);
        else if (is_track(was) || !output || to < 0 || (is_cover(was) && covers == 0))
            missing.push_back(name_of(was));
        covers -= is_cover(was) && covers > 0 ? 1 : 0;
    }
    for (const auto& [number, texts] : copied.unreadable)
        missing.push_back(std::to_string(texts) + " texts of " + name_of(*input.streams[number]) +
                          ", which FFmpeg cannot read");
    if (output && copied.video >= 0)
        compare_track(*output->streams[0], *input.streams[copied.video], true, missing);
    if (input.nb_chapters > (output ? output->nb_chapters : 0)) missing.emplace_back("chapters");
    const auto tags = output ? tags_of(output->metadata) : Tags();
    for (const auto& [key, value] : tags_of(input.metadata))
        if (!has_tag(tags, key, value)) missing.push_back(named(key, value));
    return missing;
}

}  // namespace genmedia::media
