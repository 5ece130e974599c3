// SPDX-License-Identifier: MIT
#include "media/video/track_copy.h"

#include "base/printable.h"
#include "media/video/ffmpeg_log.h"
#include "media/video/input.h"
#include "media/video/subtitle_conversion.h"
#include "media/video/ticks.h"
#include "media/video/video_reader.h"

extern "C" {
#include <libavutil/intreadwrite.h>
}

#include <strings.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace genmedia::media {
namespace {

// Marks of a track that the output should have, too.
constexpr int kMarks = AV_DISPOSITION_DEFAULT | AV_DISPOSITION_DUB | AV_DISPOSITION_ORIGINAL |
                       AV_DISPOSITION_COMMENT | AV_DISPOSITION_LYRICS | AV_DISPOSITION_KARAOKE |
                       AV_DISPOSITION_FORCED | AV_DISPOSITION_HEARING_IMPAIRED |
                       AV_DISPOSITION_VISUAL_IMPAIRED | AV_DISPOSITION_CLEAN_EFFECTS |
                       AV_DISPOSITION_CAPTIONS | AV_DISPOSITION_DESCRIPTIONS;

bool is_matroska(const AVFormatContext& file) {
    const auto* const format = file.oformat ? file.oformat->name : file.iformat->name;
    return std::string_view(format).starts_with("matroska");
}

bool is_cover(const AVStream& stream) { return (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0; }

// The text of chapters in MP4 is a track, which FFmpeg's muxer makes anew.
bool is_chapter_text(const AVFormatContext& file, const AVStream& stream) {
    return file.nb_chapters > 0 && stream.codecpar->codec_type == AVMEDIA_TYPE_DATA &&
           stream.codecpar->codec_id == AV_CODEC_ID_BIN_DATA;
}

// Whether a track comes along with the video, or is named where it cannot. `silent`: no sound.
bool is_wanted(const AVFormatContext& file, unsigned number, int video, bool silent) {
    const AVStream& stream = *file.streams[number];
    return static_cast<int>(number) != video && !is_chapter_text(file, stream) &&
           !(silent && stream.codecpar->codec_type == AVMEDIA_TYPE_AUDIO);
}

const char* tag_of(const AVDictionary* tags, const char* key) {
    const AVDictionaryEntry* entry = av_dict_get(tags, key, nullptr, 0);
    return entry ? entry->value : "";
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

std::map<std::string, std::string> tags_of(const AVDictionary* tags) {
    std::map<std::string, std::string> found;
    const AVDictionaryEntry* entry = nullptr;
    while ((entry = av_dict_get(tags, "", entry, AV_DICT_IGNORE_SUFFIX)))
        if (!is_of_file(entry->key, entry->value)) found[entry->key] = entry->value;
    return found;
}

bool has_tag(const std::map<std::string, std::string>& tags, const std::string& key,
             const std::string& value) {
    return std::ranges::any_of(
        tags, [&](const auto& tag) { return same_key(tag.first, key.c_str()) && tag.second == value; });
}

void copy_tags(const AVDictionary* from, AVDictionary** to) {
    for (const auto& [key, value] : tags_of(from)) av_dict_set(to, key.c_str(), value.c_str(), 0);
}

// A file's own words, for a message.
std::string plain(std::string_view words) {
    constexpr size_t most = 60;
    std::string text = printable(words.substr(0, most));
    std::ranges::replace(text, '\n', '?');
    std::ranges::replace(text, '\t', '?');
    return text + (words.size() > most ? "..." : "");
}

std::string named(const std::string& key, const std::string& value) {
    return plain(key) + " '" + plain(value) + "'";
}

// As "sound 2 (aac, eng)".
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

// Whether a file of that kind can hold the track. Matroska takes codecs of AVI files by their tags, beside
// those that it names itself. Formats list codecs that they then refuse, such as FLAC in MP4: a start tells,
// which writes nothing.
bool can_hold(const AVFormatContext& output, const AVStream& source) {
    if (std::string_view(output.oformat->name) == "h264") return false;
    if (source.codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT) return is_matroska(output);
    if (source.codecpar->codec_type == AVMEDIA_TYPE_DATA) return false;
    const AVCodecID codec = source.codecpar->codec_id;
    if (avformat_query_codec(output.oformat, codec, FF_COMPLIANCE_NORMAL) == 0 &&
        av_codec_get_tag(output.oformat->codec_tag, codec) == 0)
        return false;
    const std::unique_ptr<AVFormatContext, decltype(&avformat_free_context)> trial(avformat_alloc_context(),
                                                                                   avformat_free_context);
    AVStream* stream = trial ? avformat_new_stream(trial.get(), nullptr) : nullptr;
    if (!stream || avcodec_parameters_copy(stream->codecpar, source.codecpar) < 0) return true;
    stream->codecpar->codec_tag = 0;
    stream->time_base = source.time_base;
    trial->oformat = output.oformat;
    trial->pb = output.pb;
    trial->flags |= AVFMT_FLAG_CUSTOM_IO;
    return avformat_init_output(trial.get(), nullptr) >= 0;
}

int64_t shifted(int64_t ticks, double seconds, AVRational time_base) {
    if (ticks == AV_NOPTS_VALUE) return ticks;
    return bounded_ticks(ticks) - whole_ticks(seconds / av_q2d(time_base));
}

// Seconds that Matroska's times of a track are late, as demuxers know. FFmpeg's muxer before 6.0 says so in
// the file, for Opus alone, and does not act so.
double delay_of(const AVCodecParameters& coded, const AVFormatContext& output) {
#if LIBAVFORMAT_VERSION_MAJOR < 60
    if (is_matroska(output) && coded.codec_id == AV_CODEC_ID_OPUS && coded.sample_rate > 0)
        return static_cast<double>(coded.initial_padding) / coded.sample_rate;
#endif
    return 0;
}

// Of a packet that does not say it, in the track's ticks; 0: not known. In MP4 a last packet of no duration
// is not heard.
int64_t duration_of_sound(const AVPacket& packet, const AVStream& of, std::string_view format) {
    const AVCodecParameters& coded = *of.codecpar;
    if (coded.codec_type != AVMEDIA_TYPE_AUDIO || coded.sample_rate <= 0) return 0;
    const int samples = av_get_audio_frame_duration2(const_cast<AVCodecParameters*>(&coded), packet.size);
    if (samples > 0) return av_rescale_q(samples, {1, coded.sample_rate}, of.time_base);
    const bool has_end = format.starts_with("mov") && of.start_time != AV_NOPTS_VALUE && of.duration > 0 &&
                         packet.pts != AV_NOPTS_VALUE;  // MP4 says all but the last
    const int64_t end = bounded_ticks(of.start_time) + bounded_ticks(of.duration);
    return has_end ? std::max<int64_t>(0, end - packet.pts) : 0;
}

// How many samples are not heard at the beginning. A codec may have its own; of Opus in Matroska the
// container says it for both, and has no other way to hide sound. [RFC 7845, 5.1]
void set_padding(AVCodecParameters& coded, int samples, bool matroska) {
    constexpr int pre_skip = 10, most = UINT16_MAX;
    const bool opus = matroska && coded.codec_id == AV_CODEC_ID_OPUS;
    if (coded.initial_padding == 0 || (opus && samples <= most))
        coded.initial_padding = std::max(coded.initial_padding, samples);
    if (opus && coded.initial_padding <= most && coded.extradata_size >= pre_skip + 2)
        AV_WL16(coded.extradata + pre_skip, static_cast<uint16_t>(coded.initial_padding));
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

}  // namespace

struct TrackCopy::State {
    Input input;
    int video = -1;                  // the track that is made anew
    std::map<int, int> streams;      // from the number in the input to that in the output, or -1
    std::map<int, int> padding;      // samples of sound before its first audible one, by number
    std::deque<PacketHandle> first;  // that open() read
    std::map<int, std::deque<PacketHandle>> hidden;                  // sound before what is heard, by number
    std::set<int> heard;                                             // tracks of sound that have begun
    std::map<int, std::unique_ptr<SubtitleConversion>> conversions;  // by number
    std::map<int, int> unreadable;                                   // texts that were left out, by number
    std::set<int> written;  // tracks that have a packet in the output
    PacketHandle packet{av_packet_alloc()};
    double start = 0;                                          // of the output, in the input's seconds
    bool pending = false, ended = false, covers_left = false;  // `packet` waits for its time

    const AVStream& stream(int number) const { return *input->streams[number]; }
    // An error of the input counts as its end: the video's reader reports it.
    bool read(AVPacket& to) {
        av_packet_unref(&to);
        if (av_read_frame(input.get(), &to) < 0) return false;
        for (int64_t* time : {&to.pts, &to.dts, &to.duration})
            if (*time != AV_NOPTS_VALUE) *time = bounded_ticks(*time);
        return true;
    }
    bool read_heard();
    void keep_what_decoders_need(int number, const AVPacket& next);
    int convert_text(bool& shown);
    // The next packet that is copied.
    void advance() {
        while (!pending && !ended) {
            ended = first.empty() && !read_heard();
            if (!ended) {
                packet = std::move(first.front());
                first.pop_front();
            }
            const auto found = ended ? streams.end() : streams.find(packet->stream_index);
            pending = found != streams.end() && found->second >= 0 && !is_cover(stream(found->first));
        }
    }
    double seconds() const {
        const int64_t ticks = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
        if (ticks == AV_NOPTS_VALUE) return start;
        return static_cast<double>(ticks) * av_q2d(stream(packet->stream_index).time_base);
    }
    void look_for_padding();
    // When the track's first picture, word or audible sample is due; empty: it does not say.
    std::optional<double> seconds_of_start(int number) const;
    Status add_stream(AVFormatContext& output, int number);
    void add_chapters(AVFormatContext& output) const;
    int write_covers(AVFormatContext& output, const std::function<int(AVPacket&)>& write);
    void compare_track(const AVStream& is, const AVStream& was, bool is_video,
                       std::vector<std::string>& missing) const;
    std::vector<std::string> missing_in(const AVFormatContext* output) const;
};

// Of a track's hidden sound, decoders need the last packet before its beginning, and Opus 80 ms
// [RFC 7845, 4.6]; plain samples need none.
void TrackCopy::State::keep_what_decoders_need(int number, const AVPacket& next) {
    constexpr double opus_seconds = 0.08;
    std::deque<PacketHandle>& packets = hidden[number];
    const AVStream& of = stream(number);
    const AVCodecID codec = of.codecpar->codec_id;
    const size_t least = av_get_exact_bits_per_sample(codec) > 0 ? 0 : 1;
    const auto needed = [&](const AVPacket& one) {
        const double early = static_cast<double>(next.pts - one.pts - one.duration) * av_q2d(of.time_base);
        return codec == AV_CODEC_ID_OPUS && early < opus_seconds;
    };
    while (packets.size() > least && !needed(*packets.front())) packets.pop_front();
}

// Puts the next packets into `first`. What an edit of the file hides of its sound is not heard in the output
// either, whose container may have no such edits.
bool TrackCopy::State::read_heard() {
    for (size_t before = first.size(); first.size() == before;) {
        PacketHandle next(av_packet_alloc());
        if (!next || !read(*next)) return false;
        const int number = next->stream_index;
        const bool sound = stream(number).codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
        const bool is_hidden = sound && (next->flags & AV_PKT_FLAG_DISCARD) != 0;
        if (is_hidden && heard.contains(number)) continue;
        if (is_hidden) {
            keep_what_decoders_need(number, *next);
            hidden[number].push_back(std::move(next));
            continue;
        }
        if (sound && heard.insert(number).second) {
            keep_what_decoders_need(number, *next);
            std::ranges::move(hidden[number], std::back_inserter(first));
            hidden.erase(number);
        }
        first.push_back(std::move(next));
    }
    return true;
}

// Encoders of sound put some samples before the first one that is heard. FFmpeg's muxers want to know how
// many, its demuxers tell it by the times alone: a track's first packet is before the track's start.
void TrackCopy::State::look_for_padding() {
    constexpr size_t most_packets = 1000;
    size_t wanted = 0;
    for (const auto& [number, to] : streams)
        wanted += stream(number).codecpar->codec_type == AVMEDIA_TYPE_AUDIO ? 1 : 0;
    while (padding.size() < wanted && first.size() < most_packets) {
        const size_t place = first.size();
        if (!read_heard()) break;
        const PacketHandle& next = first[place];
        const AVStream& of = stream(next->stream_index);
        if (of.codecpar->codec_type == AVMEDIA_TYPE_AUDIO && streams.contains(of.index)) {
            const int64_t before = of.start_time == AV_NOPTS_VALUE || next->pts == AV_NOPTS_VALUE
                                       ? 0
                                       : bounded_ticks(of.start_time) - next->pts;
            padding.try_emplace(
                of.index, static_cast<int>(std::clamp<int64_t>(
                              av_rescale_q(before, of.time_base, {1, std::max(1, of.codecpar->sample_rate)}),
                              0, std::numeric_limits<int32_t>::max())));
        }
    }
}

std::optional<double> TrackCopy::State::seconds_of_start(int number) const {
    const AVStream& of = stream(number);
    if (of.start_time == AV_NOPTS_VALUE || is_cover(of) || of.codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT)
        return {};
    const double begins = static_cast<double>(of.start_time) * av_q2d(of.time_base);
    // Where the demuxer tells of inaudible samples, the start is with them.
    const bool tells = of.codecpar->codec_type == AVMEDIA_TYPE_AUDIO && of.codecpar->sample_rate > 0;
    return tells ? begins + static_cast<double>(of.codecpar->initial_padding) / of.codecpar->sample_rate
                 : begins;
}

Status TrackCopy::State::add_stream(AVFormatContext& output, int number) {
    const AVStream& source = stream(number);
    AVStream* to = avformat_new_stream(&output, nullptr);
    if (!to || avcodec_parameters_copy(to->codecpar, source.codecpar) < 0)
        return {StatusCode::exhausted, "out of memory"};
    const auto conversion = conversions.find(number);
    if (conversion != conversions.end() &&
        avcodec_parameters_from_context(to->codecpar, &conversion->second->encoder()) < 0)
        return {StatusCode::exhausted, "out of memory"};
    to->codecpar->codec_tag = 0;  // the other format's
    to->time_base = source.time_base;
    to->disposition = source.disposition;
    to->avg_frame_rate = source.avg_frame_rate;
    to->sample_aspect_ratio = source.sample_aspect_ratio;
    copy_tags(source.metadata, &to->metadata);
    if (const auto found = padding.find(number); found != padding.end())
        set_padding(*to->codecpar, found->second, is_matroska(output));
    streams[number] = to->index;
    const bool attached = is_cover(source) && is_matroska(output);
    if (!attached && source.codecpar->codec_type != AVMEDIA_TYPE_ATTACHMENT) return {};
    // Matroska has both as files inside.
    AVCodecParameters& file = *to->codecpar;
    const bool png = file.codec_id == AV_CODEC_ID_PNG;
    for (const char* key : {"filename", "mimetype"})
        av_dict_set(&to->metadata, key, tag_of(source.metadata, key), AV_DICT_DONT_OVERWRITE);
    if (!attached) return {};
    if (!*tag_of(to->metadata, "filename"))
        av_dict_set(&to->metadata, "filename", png ? "cover.png" : "cover.jpg", 0);
    if (!*tag_of(to->metadata, "mimetype"))
        av_dict_set(&to->metadata, "mimetype", png ? "image/png" : "image/jpeg", 0);
    to->disposition = 0;
    file.codec_type = AVMEDIA_TYPE_ATTACHMENT;
    av_freep(&file.extradata);
    const AVPacket& picture = source.attached_pic;
    file.extradata =
        static_cast<uint8_t*>(av_mallocz(static_cast<size_t>(picture.size) + AV_INPUT_BUFFER_PADDING_SIZE));
    if (!file.extradata) return {StatusCode::exhausted, "out of memory"};
    std::memcpy(file.extradata, picture.data, static_cast<size_t>(picture.size));
    file.extradata_size = picture.size;
    return {};
}

void TrackCopy::State::add_chapters(AVFormatContext& output) const {
    output.chapters = static_cast<AVChapter**>(av_calloc(input->nb_chapters + 1, sizeof(AVChapter*)));
    for (unsigned i = 0; output.chapters && i < input->nb_chapters; i++) {
        const AVChapter& from = *input->chapters[i];
        auto* const to = static_cast<AVChapter*>(av_mallocz(sizeof(AVChapter)));
        if (!to) return;
        to->id = from.id;
        to->time_base = from.time_base;
        to->start = std::max<int64_t>(0, shifted(from.start, start, from.time_base));
        to->end = std::max(to->start, shifted(from.end, start, from.time_base));
        av_dict_copy(&to->metadata, from.metadata, 0);
        output.chapters[output.nb_chapters++] = to;
    }
}

// What cannot be read is left out and counted.
int TrackCopy::State::convert_text(bool& shown) {
    const int number = packet->stream_index;
    const auto conversion = conversions.find(number);
    if (conversion == conversions.end()) return 0;
    const int error = conversion->second->convert(*packet, shown);
    if (error >= 0 || error == AVERROR(ENOMEM)) return error;
    unreadable[number]++;
    shown = false;
    return 0;
}

int TrackCopy::State::write_covers(AVFormatContext& output, const std::function<int(AVPacket&)>& write) {
    for (const auto& [from, to] : streams) {
        if (to < 0 || (output.streams[to]->disposition & AV_DISPOSITION_ATTACHED_PIC) == 0) continue;
        const PacketHandle picture(av_packet_clone(&stream(from).attached_pic));
        if (!picture) return AVERROR(ENOMEM);
        picture->stream_index = to;
        picture->pts = picture->dts = 0;
        if (const int error = write(*picture); error < 0) return error;
    }
    return 0;
}

// What a track has lost of its tags and marks.
void TrackCopy::State::compare_track(const AVStream& is, const AVStream& was, bool is_video,
                                     std::vector<std::string>& missing) const {
    const std::string of = is_video ? " of the video" : " of " + name_of(was);
    const auto tags = tags_of(is.metadata);
    for (const auto& [key, value] : tags_of(was.metadata))
        if (!has_tag(tags, key, value)) missing.push_back(named(key, value) + of);
    const int lost = was.disposition & ~is.disposition & kMarks;
    for (int bit = 1; bit <= lost; bit <<= 1)
        if ((lost & bit) != 0)
            missing.push_back(std::string("mark '") + av_disposition_to_string(bit) + "'" + of);
}

// `output`: null if it holds none of this.
std::vector<std::string> TrackCopy::State::missing_in(const AVFormatContext* output) const {
    std::vector<std::string> missing;
    unsigned covers = 0;
    for (unsigned i = 0; output && i < output->nb_streams; i++)
        covers += is_cover(*output->streams[i]) ? 1 : 0;
    const bool drops_empty = output && !is_matroska(*output);  // tracks, and those after it move up
    unsigned place = 0;                                        // of the last track that the output has
    for (const auto& [from, to] : streams) {
        const AVStream& was = stream(from);
        const bool is_track = !is_cover(was) && was.codecpar->codec_type != AVMEDIA_TYPE_ATTACHMENT;
        const bool has_track = is_track && output && to >= 0 && (written.contains(from) || !drops_empty) &&
                               ++place < output->nb_streams;
        if (has_track)
            compare_track(*output->streams[place], was, false, missing);
        else if (is_track || !output || to < 0 || (is_cover(was) && covers == 0))
            missing.push_back(name_of(was));
        covers -= is_cover(was) && covers > 0 ? 1 : 0;
    }
    for (const auto& [number, texts] : unreadable)
        missing.push_back(std::to_string(texts) + " texts of " + name_of(stream(number)) +
                          ", which FFmpeg cannot read");
    if (output && video >= 0) compare_track(*output->streams[0], stream(video), true, missing);
    if (input->nb_chapters > (output ? output->nb_chapters : 0)) missing.emplace_back("chapters");
    const auto tags = output ? tags_of(output->metadata) : std::map<std::string, std::string>();
    for (const auto& [key, value] : tags_of(input->metadata))
        if (!has_tag(tags, key, value)) missing.push_back(named(key, value));
    return missing;
}

TrackCopy::TrackCopy() = default;
TrackCopy::~TrackCopy() = default;

Status TrackCopy::open(const std::string& path, bool silent, bool references) {
    keep_ffmpeg_quiet();
    if (path == "-") return {};
    auto state = std::make_unique<State>();
    if (Status status = state->input.open(path, {.references = references}); !status.ok()) return status;
    if (!state->packet) return {StatusCode::exhausted, "out of memory"};
    if (state->input.is_pipe()) return {};
    if (const int error = avformat_find_stream_info(state->input.get(), nullptr); error < 0)
        return not_a_video(state->input.name(), error);
    state->video = av_find_best_stream(state->input.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    for (unsigned i = 0; i < state->input->nb_streams; i++) {
        AVStream& stream = *state->input->streams[i];
        const bool wanted = is_wanted(*state->input.get(), i, state->video, silent);
        if (wanted) state->streams[static_cast<int>(i)] = -1;
        if (!wanted) stream.discard = AVDISCARD_ALL;
    }
    if (!state->streams.empty()) state->look_for_padding();
    take_ffmpeg_message();
    state_ = std::move(state);
    return {};
}

int64_t TrackCopy::ticks_before(double seconds, const TimeBase& ticks) const {
    double first = seconds;
    if (state_)
        for (const auto& [number, to] : state_->streams)
            first = std::min(first, state_->seconds_of_start(number).value_or(seconds));
    constexpr double rounding = 1e-3;  // seconds, of Matroska's times; and ticks, of numbers here
    const double early = seconds - first;
    if (early <= rounding) return 0;
    return whole_ticks(std::ceil(early * ticks.denominator / ticks.numerator - rounding));
}

Status TrackCopy::add_streams(AVFormatContext& output, AVStream& video, double start) {
    if (!state_) return {};
    State& s = *state_;
    s.start = start;
    s.covers_left = true;
    if (std::string_view(output.oformat->name) == "h264") return {};
    // Files inside come last, as demuxers have them.
    for (const bool inside : {false, true})
        for (const auto& [number, to] : s.streams) {
            const AVStream& source = s.stream(number);
            if ((is_cover(source) || source.codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT) != inside)
                continue;
            bool held = can_hold(output, source);
            if (!held && source.codecpar->codec_type == AVMEDIA_TYPE_SUBTITLE) {
                auto conversion = SubtitleConversion::open(source, output.oformat->name);
                held = conversion != nullptr;
                if (held) s.conversions[number] = std::move(conversion);
            }
            if (!held && source.codecpar->codec_type == AVMEDIA_TYPE_AUDIO)
                return {StatusCode::unsupported, s.input.name() + " has sound of codec " +
                                                     avcodec_get_name(source.codecpar->codec_id) +
                                                     ", which " + output.oformat->name +
                                                     " cannot hold; expected an output " +
                                                     (is_matroska(output) ? "without sound" : "in .mkv")};
            if (Status status = held ? s.add_stream(output, number) : Status(); !status.ok()) return status;
        }
    if (s.video >= 0) {
        copy_tags(s.stream(s.video).metadata, &video.metadata);
        video.disposition = s.stream(s.video).disposition & kMarks;
    }
    copy_tags(s.input->metadata, &output.metadata);
    s.add_chapters(output);
    return {};
}

int TrackCopy::write_until(AVFormatContext& output, double seconds,
                           const std::function<int(AVPacket&)>& write) {
    if (!state_) return 0;
    State& s = *state_;
    if (s.covers_left)
        if (const int error = s.write_covers(output, write); error < 0) return error;
    s.covers_left = false;
    for (s.advance(); s.pending && s.seconds() - s.start <= seconds; s.advance()) {
        bool shown = true;
        if (const int error = s.convert_text(shown); error < 0) return error;
        s.pending = shown;
        if (!shown) continue;
        const AVStream& from = s.stream(s.packet->stream_index);
        const AVStream& to = *output.streams[s.streams.at(s.packet->stream_index)];
        const double shift = s.start - delay_of(*to.codecpar, output);
        s.packet->pts = shifted(s.packet->pts, shift, from.time_base);
        s.packet->dts = shifted(s.packet->dts, shift, from.time_base);
        if (s.packet->duration <= 0)
            s.packet->duration = duration_of_sound(*s.packet, from, s.input->iformat->name);
        av_packet_rescale_ts(s.packet.get(), from.time_base, to.time_base);
        s.packet->stream_index = to.index;
        s.packet->pos = -1;
        s.pending = false;
        s.written.insert(from.index);
        if (const int error = write(*s.packet); error < 0) return error;
    }
    return 0;
}

void TrackCopy::look_what_is_left_out(const std::string& path) {
    if (!state_) return;
    AVFormatContext* file = nullptr;
    const bool opened = avformat_open_input(&file, ("file:" + path).c_str(), nullptr, nullptr) >= 0;
    const InputHandle output(file);
    const bool bare = opened && std::string_view(output->iformat->name) == "h264";
    left_out_ = joined(state_->missing_in(opened && !bare ? output.get() : nullptr));
    take_ffmpeg_message();
}

std::string beside_video(const AVFormatContext& input, int video, bool silent) {
    std::vector<std::string> names;
    for (unsigned i = 0; i < input.nb_streams; i++)
        if (is_wanted(input, i, video, silent)) names.push_back(name_of(*input.streams[i]));
    if (input.nb_chapters > 0) names.emplace_back("chapters");
    for (const auto& [key, value] : tags_of(input.metadata)) names.push_back(named(key, value));
    return joined(names);
}

}  // namespace genmedia::media
