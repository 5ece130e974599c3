// SPDX-License-Identifier: MIT
#include "media/video/output/tracks/track_tags.h"

#include "base/printable.h"

#include <strings.h>

#include <algorithm>
#include <string_view>

namespace genmedia::media {
namespace {

// The text of chapters in MP4 is a track, which FFmpeg's muxer makes anew.
bool is_chapter_text(const AVFormatContext& file, const AVStream& stream) {
    return file.nb_chapters > 0 && stream.codecpar->codec_type == AVMEDIA_TYPE_DATA &&
           stream.codecpar->codec_id == AV_CODEC_ID_BIN_DATA;
}

bool same_key(const std::string& a, const char* b) { return strcasecmp(a.c_str(), b) == 0; }

// Whether a tag tells of the file, not of what is in it.
bool is_of_file(const std::string& key, const std::string& value) {
    for (const char* name : {"major_brand", "minor_version", "compatible_brands", "encoder", "software",
                             "handler_name", "vendor_id", "variant_bitrate", "duration", "BPS",
                             "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "filename", "mimetype", "rotate"})
        if (same_key(key, name)) return true;
    return key.starts_with("_STATISTICS") || key.starts_with("BPS-") || value.empty() ||
           (same_key(key, "language") && value == "und");
}

// A file's own words, for a message.
std::string plain(std::string_view words) {
    constexpr size_t most = 60;
    std::string text = base::printable(words.substr(0, most));
    std::ranges::replace(text, '\n', '?');
    std::ranges::replace(text, '\t', '?');
    return text + (words.size() > most ? "..." : "");
}

}  // namespace

bool is_matroska(const AVFormatContext& file) {
    const auto* const format = file.oformat ? file.oformat->name : file.iformat->name;
    return std::string_view(format).starts_with("matroska");
}

bool is_transport_stream(const AVFormatContext& file) {
    return file.oformat && std::string_view(file.oformat->name) == "mpegts";
}

bool is_cover(const AVStream& stream) { return (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0; }

bool is_track(const AVStream& stream) {
    return !is_cover(stream) && stream.codecpar->codec_type != AVMEDIA_TYPE_ATTACHMENT;
}

bool is_wanted(const AVFormatContext& file, unsigned number, int video, bool silent) {
    const AVStream& stream = *file.streams[number];
    return static_cast<int>(number) != video && !is_chapter_text(file, stream) &&
           !(silent && stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO);
}

const char* tag_of(const AVDictionary* tags, const char* key) {
    const AVDictionaryEntry* entry = av_dict_get(tags, key, nullptr, 0);
    return entry ? entry->value : "";
}

Tags tags_of(const AVDictionary* tags) {
    Tags found;
    const AVDictionaryEntry* entry = nullptr;
    while ((entry = av_dict_get(tags, "", entry, AV_DICT_IGNORE_SUFFIX)))
        if (!is_of_file(entry->key, entry->value)) found[entry->key] = entry->value;
    return found;
}

bool has_tag(const Tags& tags, const std::string& key, const std::string& value) {
    return std::ranges::any_of(
        tags, [&](const auto& tag) { return same_key(tag.first, key.c_str()) && tag.second == value; });
}

void copy_tags(const AVDictionary* from, AVDictionary** to) {
    for (const auto& [key, value] : tags_of(from)) av_dict_set(to, key.c_str(), value.c_str(), 0);
}

std::string named(const std::string& key, const std::string& value) {
    return plain(key) + " '" + plain(value) + "'";
}

std::string name_of(const AVStream& stream) {
    const AVCodecParameters& coded = *stream.codecpar;
    if (is_cover(stream)) return "cover";
    if (coded.codec_type == AVMEDIA_TYPE_ATTACHMENT)
        return "attachment '" + plain(tag_of(stream.metadata, "filename")) + "'";
    const std::string kind = coded.codec_type == AVMEDIA_TYPE_AUDIO      ? "sound"
                             : coded.codec_type == AVMEDIA_TYPE_SUBTITLE ? "subtitles"
                             : coded.codec_type == AVMEDIA_TYPE_VIDEO    ? "video"
                                                                         : "data";
    const std::string language = plain(tag_of(stream.metadata, "language"));
    return kind + " " + std::to_string(stream.index) + " (" + avcodec_get_name(coded.codec_id) +
           (language.empty() || language == "und" ? "" : ", " + language) + ")";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

}  // namespace genmedia::media
