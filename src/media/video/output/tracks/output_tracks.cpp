// SPDX-License-Identifier: MIT
#include "media/video/output/tracks/output_tracks.h"

#include "media/video/ffmpeg_handles.h"
#include "media/video/ffmpeg_log.h"
#include "media/video/output/tracks/track_tags.h"
#include "media/video/ticks.h"

extern "C" {
#include <libavutil/intreadwrite.h>
}

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

namespace genmedia::media {
namespace {

const Status kOutOfMemory{StatusCode::exhausted, "out of memory"};

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

// Matroska has covers and attachments as files inside, which have names.
void name_file_inside(const AVStream& source, AVStream& to) {
    const bool png = to.codecpar->codec_id == AV_CODEC_ID_PNG;
    for (const char* key : {"filename", "mimetype"})
        av_dict_set(&to.metadata, key, tag_of(source.metadata, key), AV_DICT_DONT_OVERWRITE);
    if (!is_cover(source)) return;
    if (!*tag_of(to.metadata, "filename"))
        av_dict_set(&to.metadata, "filename", png ? "cover.png" : "cover.jpg", 0);
    if (!*tag_of(to.metadata, "mimetype"))
        av_dict_set(&to.metadata, "mimetype", png ? "image/png" : "image/jpeg", 0);
}

Status attach_cover(const AVPacket& picture, AVStream& to) {
    AVCodecParameters& file = *to.codecpar;
    const auto bytes = static_cast<size_t>(picture.size);
    to.disposition = 0;
    file.codec_type = AVMEDIA_TYPE_ATTACHMENT;
    av_freep(&file.extradata);
    file.extradata = static_cast<uint8_t*>(av_mallocz(bytes + AV_INPUT_BUFFER_PADDING_SIZE));
    if (!file.extradata) return kOutOfMemory;
    std::memcpy(file.extradata, picture.data, bytes);
    file.extradata_size = picture.size;
    return {};
}

// FFmpeg's muxer takes anything, and writes what has no type of its own as data without a name.
bool transport_stream_holds(const AVCodecParameters& coded) {
    switch (coded.codec_id) {
        case AV_CODEC_ID_MP1:
        case AV_CODEC_ID_MP2:
        case AV_CODEC_ID_MP3:
        case AV_CODEC_ID_AC3:
        case AV_CODEC_ID_EAC3:
        case AV_CODEC_ID_DTS:
        case AV_CODEC_ID_TRUEHD:
        case AV_CODEC_ID_OPUS:
        case AV_CODEC_ID_AAC_LATM:
        case AV_CODEC_ID_DVB_SUBTITLE: return true;
        case AV_CODEC_ID_AAC:  // with what becomes a header of each packet
            return coded.extradata_size > 0;
        default: return false;
    }
}

bool can_decode(const AVCodec& codec, const AVCodecParameters& coded, int block_bytes) {
    const CodecHandle decoder(avcodec_alloc_context3(&codec));
    if (!decoder || avcodec_parameters_to_context(decoder.get(), &coded) < 0) return false;
    decoder->block_align = block_bytes;
    return avcodec_open2(decoder.get(), &codec, nullptr) >= 0;
}

// NUT does not say how large blocks of sound are, without which those of WMA cannot be decoded.
bool nut_holds(const AVCodecParameters& coded) {
    if (coded.codec_type != AVMEDIA_TYPE_AUDIO || coded.block_align == 0) return true;
    const AVCodec* codec = avcodec_find_decoder(coded.codec_id);
    return !codec || can_decode(*codec, coded, 0) || !can_decode(*codec, coded, coded.block_align);
}

}  // namespace

// Matroska takes codecs of AVI files by their tags, beside those that it names itself. Formats list codecs
// that they then refuse, such as FLAC in MP4: a start tells, which writes nothing.
bool can_hold(const AVFormatContext& output, const AVStream& source) {
    const FfmpegTrial dropped;
    const std::string_view format = output.oformat->name;
    if (format == "h264" || (format == "nut" && !nut_holds(*source.codecpar))) return false;
    if (is_transport_stream(output)) return transport_stream_holds(*source.codecpar);
    if (source.codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT) return is_matroska(output);
    if (source.codecpar->codec_type == AVMEDIA_TYPE_DATA) return false;
    const AVCodecID codec = source.codecpar->codec_id;
    // FFmpeg takes the length of a Matroska file for that of its TTA, which it then cannot decode.
    if (codec == AV_CODEC_ID_TTA) return false;
    if (codec == AV_CODEC_ID_RAWVIDEO) return false;  // tags say how samples lie, others in each format
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

Status add_track(AVFormatContext& output, const AVStream& source, const AVCodecContext* converted,
                 const int* padding, int& index) {
    AVStream* to = avformat_new_stream(&output, nullptr);
    if (!to || avcodec_parameters_copy(to->codecpar, source.codecpar) < 0) return kOutOfMemory;
    if (converted && avcodec_parameters_from_context(to->codecpar, converted) < 0) return kOutOfMemory;
    to->codecpar->codec_tag = 0;  // the other format's
    to->time_base = source.time_base;
    to->disposition = source.disposition;
    to->avg_frame_rate = source.avg_frame_rate;
    to->sample_aspect_ratio = source.sample_aspect_ratio;
    if (is_transport_stream(output)) {
        av_dict_set(&to->metadata, "language", tag_of(source.metadata, "language"), 0);
        to->disposition &= AV_DISPOSITION_DEFAULT;  // players begin with the first track
    } else {
        copy_tags(source.metadata, &to->metadata);
    }
    if (padding) set_padding(*to->codecpar, *padding, is_matroska(output));
    index = to->index;
    if (!is_track(source) && is_matroska(output)) name_file_inside(source, *to);
    return is_cover(source) && is_matroska(output) ? attach_cover(source.attached_pic, *to) : Status();
}

void add_chapters(AVFormatContext& output, const AVFormatContext& input, double start) {
    output.chapters = static_cast<AVChapter**>(av_calloc(input.nb_chapters + 1, sizeof(AVChapter*)));
    for (unsigned i = 0; output.chapters && i < input.nb_chapters; i++) {
        const AVChapter& from = *input.chapters[i];
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

int64_t shifted(int64_t ticks, double seconds, AVRational time_base) {
    if (ticks == AV_NOPTS_VALUE) return ticks;
    return bounded_ticks(ticks) - whole_ticks(seconds / av_q2d(time_base));
}

// FFmpeg's muxer before 6.0 says so in the file, for Opus alone, and does not act so.
double delay_of(const AVCodecParameters& coded, const AVFormatContext& output) {
#if LIBAVFORMAT_VERSION_MAJOR < 60
    if (is_matroska(output) && coded.codec_id == AV_CODEC_ID_OPUS && coded.sample_rate > 0)
        return static_cast<double>(coded.initial_padding) / coded.sample_rate;
#endif
    return 0;
}

// In MP4 a last packet of no duration is not heard.
int64_t duration_of_sound(const AVPacket& packet, const AVStream& of, const AVFormatContext& input) {
    const AVCodecParameters& coded = *of.codecpar;
    if (coded.codec_type != AVMEDIA_TYPE_AUDIO || coded.sample_rate <= 0) return 0;
    const int samples = av_get_audio_frame_duration2(const_cast<AVCodecParameters*>(&coded), packet.size);
    if (samples > 0) return av_rescale_q(samples, {1, coded.sample_rate}, of.time_base);
    const bool has_end = std::string_view(input.iformat->name).starts_with("mov") &&
                         of.start_time != AV_NOPTS_VALUE && of.duration > 0 &&
                         packet.pts != AV_NOPTS_VALUE;  // MP4 says all but the last
    const int64_t end = bounded_ticks(of.start_time) + bounded_ticks(of.duration);
    return has_end ? std::max<int64_t>(0, end - packet.pts) : 0;
}

}  // namespace genmedia::media
