// SPDX-License-Identifier: MIT
#include "media/video/video_reader.h"

#include "media/video/containers/validate_container.h"
#include "media/video/ffmpeg_log.h"
#include "media/video/input.h"
#include "media/video/output/tracks/track_copy.h"
#include "media/video/pictures/exif_orientation.h"
#include "media/video/pictures/luma.h"
#include "media/video/ticks.h"
#include "media/video/timeline.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

namespace genmedia::media {
namespace {

std::string size_text(int64_t width, int64_t height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

// Chroma has half the luma's sides, rounded up.
int64_t raw_frame_bytes(const RawFormat& raw) {
    const int64_t chroma_width = (raw.width + 1) / 2, chroma_height = (raw.height + 1) / 2;
    return int64_t{raw.width} * raw.height + 2 * chroma_width * chroma_height;
}

// FFmpeg's own words about an error, or if it has none, the meaning of the error's number.
std::string reason(int error) {
    const std::string words = take_ffmpeg_message();
    return words.empty() ? ffmpeg_error(error) : words;
}

int64_t duration_of(const AVFrame& frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame.duration;
#else
    return frame.pkt_duration;
#endif
}

bool is_interlaced(const AVFrame& frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame.flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame.interlaced_frame != 0;
#endif
}

}  // namespace

Status not_a_video(const std::string& name, int error, const std::string& words) {
    return {StatusCode::corrupt,
            name + " is not a video that FFmpeg can read: " + (words.empty() ? reason(error) : words)};
}

struct VideoReader::State {
    ReaderOptions options;
    Input input;
    CodecHandle codec;
    PacketHandle packet;
    LumaConverter converter;
    AVStream* stream = nullptr;
    Orientation orientation;  // of the last picture, at first the stream's
    Timeline timeline;

    int64_t frame_count = 0, delivered = 0;
    int64_t indexed_packets = 0, packets = 0;  // of the stream: claimed by its index, or 0; read so far
    int64_t packets_end = -1;                  // position in the file after the last packet; -1: unknown
    int64_t last_pts = 0, last_duration = 0;   // in ticks; 0: not known
    int64_t last_ticks = 0;                    // how long the last picture is shown; 0: there may be more
    int32_t width = 0, height = 0;             // of the first picture, upright
    std::string last_file;                     // of a concatenation: its last packet's
    std::deque<int64_t> file_starts;           // when those begin whose pictures are still to come, in ticks
    bool has_time = false;                     // the container told that of a picture
    bool ended = false, drained = false, interlaced = false;
    std::string header_complaint;          // FFmpeg's, of the file's header
    std::string container_fault;           // noted once everything has been decoded
    std::optional<std::string> looked_at;  // what input.container_fault() said
    DamageLog log;
    Status failure;  // what the end of the video is reported as

    // A status about a picture, with the video's name.
    Status of_input(const Status& status) const {
        return status.ok() ? status : Status(status.code(), input.name() + ": " + status.message());
    }
    Status out_of_memory() const { return {StatusCode::exhausted, input.name() + ": out of memory"}; }
    Status find_stream();
    Status validate_size(int64_t columns, int64_t rows) const;
    Status open_decoder();
    void forget_unwritten_length();
    void count_frames();
    Place place() const { return {delivered, static_cast<double>(last_pts) * av_q2d(stream->time_base)}; }
    Damage damage() const { return log.damage(delivered, timeline.knows_gaps()); }
    Status refused() const;
    // In strict reading, damage is an error. Whether gaps are damage is known only at the end.
    Status strictly() const { return options.strict && log.anything_but_gaps() ? refused() : Status(); }
    Status note_undecodable(int error);
    Status feed();
    std::string fault_of_container();
    std::string fault_at_end(int error, bool last_was_broken, bool raw_rest);
    Status receive(FrameHandle& frame);
    void update_orientation(const AVFrame& frame);
    Status validate_same_size(int32_t columns, int32_t rows) const;
    PixelAspect pixel_aspect(const AVFrame& frame) const;
    Status facts_of(const AVFrame& frame, FrameFacts& facts);
    void note_file(const AVPacket& of);
    bool index_has_between(int64_t from, int64_t to) const;
    int64_t count_indexed() const;
    Status deliver(FrameHandle frame, Picture& picture);
    double frame_ticks() const;
    int64_t promised_end() const;
    Status end();
    Status without_frames() const;
};

Status VideoReader::State::validate_size(int64_t columns, int64_t rows) const {
    const auto refuse = [&](const std::string& expected) {
        return Status(StatusCode::unsupported,
                      input.name() + ": pictures of " + size_text(columns, rows) + ", expected " + expected);
    };
    if (columns > kMaxSide || rows > kMaxSide) return refuse("sides of at most " + std::to_string(kMaxSide));
    if (columns * rows > options.max_pixels)
        return refuse("at most " + std::to_string(options.max_pixels) + " pixels (--max-pixels)");
    return {};
}

// What FFmpeg is to refuse: it counts a line with what its vectors need behind it. Sizes that it takes are
// looked at by validate_size().
int64_t decoders_limit(const ReaderOptions& options) {
    constexpr int64_t alignment = 64;
    return options.max_pixels + alignment * kMaxSide;
}

Status VideoReader::State::find_stream() {
    // FFmpeg takes any text file of certain names for ANSI art.
    if (std::string(input->iformat->name) == "tty")
        return {StatusCode::corrupt,
                input.name() + " is not a video that FFmpeg can read: it is a text file"};
    for (unsigned i = 0; i < input->nb_streams; i++)
        if (const AVCodecParameters& coded = *input->streams[i]->codecpar;
            coded.codec_type == AVMEDIA_TYPE_VIDEO)
            if (Status status = validate_size(coded.width, coded.height); !status.ok()) return status;
    std::vector<AVDictionary*> settings(input->nb_streams);
    for (AVDictionary*& of_stream : settings)
        av_dict_set_int(&of_stream, "max_pixels", decoders_limit(options), 0);
    const int error = avformat_find_stream_info(input.get(), settings.data());
    for (AVDictionary*& of_stream : settings) av_dict_free(&of_stream);
    if (error < 0) return not_a_video(input.name(), error);
    const int index = av_find_best_stream(input.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    if (index < 0 || (input->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0)
        return {StatusCode::not_found, input.name() + " has no video stream"};
    stream = input->streams[index];
    for (unsigned i = 0; i < input->nb_streams; i++)
        if (input->streams[i] != stream) input->streams[i]->discard = AVDISCARD_ALL;
    orientation = orientation_of(*stream).value_or(Orientation());
    timeline = Timeline(constant_frame_ticks(av_q2d(stream->avg_frame_rate), av_q2d(stream->r_frame_rate),
                                             av_q2d(stream->time_base)));
    return {};
}

Status VideoReader::State::open_decoder() {
    const AVCodecParameters& coded = *stream->codecpar;
    const AVCodec* decoder = avcodec_find_decoder(coded.codec_id);
    if (!decoder)
        return {StatusCode::unsupported,
                input.name() + ": no decoder for video codec " + avcodec_get_name(coded.codec_id)};
    if (Status status = validate_size(coded.width, coded.height); !status.ok()) return status;
    if (coded.width == 0)  // FFmpeg refused to look at the first picture
        if (const std::string words = take_ffmpeg_message(); words.find("max pixel") != std::string::npos)
            return {StatusCode::unsupported, input.name() + ": " + words + " (--max-pixels)"};
    codec.reset(avcodec_alloc_context3(decoder));
    packet.reset(av_packet_alloc());
    int error = codec && packet ? avcodec_parameters_to_context(codec.get(), &coded) : AVERROR(ENOMEM);
    if (error >= 0) {
        codec->thread_count = options.threads;
        codec->max_pixels = decoders_limit(options);
        codec->pkt_timebase = stream->time_base;
        codec->flags |= AV_CODEC_FLAG_UNALIGNED;  // else it leaves columns at the left that are to be cut off
        error = avcodec_open2(codec.get(), decoder, nullptr);
    }
    if (error >= 0) return {};
    return {StatusCode::corrupt, input.name() + ": cannot start decoding " +
                                     avcodec_get_name(coded.codec_id) + ": " + reason(error)};
}

// What FFmpeg's muxers write where they cannot go back to write the length, as in a pipe.
void VideoReader::State::forget_unwritten_length() {
    constexpr int64_t in_avi = int64_t{1} << 30, in_ivf = UINT32_MAX;  // frames
    const std::string_view format = input->iformat->name;
    const bool is_unwritten =
        (format == "avi" && stream->nb_frames == in_avi) || (format == "ivf" && stream->duration == in_ivf);
    if (!is_unwritten) return;
    stream->nb_frames = 0;
    stream->duration = input->duration = AV_NOPTS_VALUE;
}

// How many frames the file claims.
void VideoReader::State::count_frames() {
    const AVRational frame_time = av_inv_q(stream->avg_frame_rate);
    frame_count = indexed_packets = count_indexed();
    if (frame_count <= 0 && stream->duration > 0 && frame_time.num > 0 && frame_time.den > 0)
        frame_count = av_rescale_q(stream->duration, stream->time_base, frame_time);
    if (options.raw && !input.is_pipe())
        frame_count = std::max<int64_t>(avio_size(input->pb), 0) / raw_frame_bytes(*options.raw);
}

Status VideoReader::State::refused() const {
    return {StatusCode::corrupt, input.name() + ": the video is damaged at or soon after " + damage().first};
}

Status VideoReader::State::note_undecodable(int error) {
    if (error == AVERROR(ENOMEM)) return out_of_memory();
    log.note_undecodable(place(), reason(error));
    return strictly();
}

// In a concatenation, packets say which file they are from.
void VideoReader::State::note_file(const AVPacket& of) {
    size_t bytes = 0;
    const uint8_t* words = av_packet_get_side_data(&of, AV_PKT_DATA_STRINGS_METADATA, &bytes);
    const std::string file = words ? std::string(words, words + bytes) : "";
    if (std::exchange(last_file, file) != file && of.pts != AV_NOPTS_VALUE) file_starts.push_back(of.pts);
}

// Gives the decoder one more packet, or tells it that there are no more.
Status VideoReader::State::feed() {
    const bool last_was_broken = (packet->flags & AV_PKT_FLAG_CORRUPT) != 0;
    int error = 0;
    do {
        av_packet_unref(packet.get());
        error = av_read_frame(input.get(), packet.get());
    } while (error >= 0 && packet->stream_index != stream->index);
    if (error == AVERROR(ENOMEM)) return out_of_memory();
    if (!input.refused_reference().ok()) return input.refused_reference();
    const bool raw_rest = error >= 0 && options.raw && packet->size < raw_frame_bytes(*options.raw);
    if (error < 0 || raw_rest) {
        avcodec_send_packet(codec.get(), nullptr);
        drained = true;
        container_fault = fault_at_end(error, last_was_broken, raw_rest);
        return {};
    }
    packets++;
    note_file(*packet);
    packets_end = packet->pos < 0 ? -1 : packet->pos + packet->size;
    if (packet->pts != AV_NOPTS_VALUE && (packet->flags & AV_PKT_FLAG_DISCARD) == 0)
        timeline.add_packet(packet->pts);
    if (add_exif_orientation(*packet, *stream->codecpar) < 0) return out_of_memory();
    error = avcodec_send_packet(codec.get(), packet.get());
    return error >= 0 ? Status() : note_undecodable(error);
}

// Reads the file once more.
std::string VideoReader::State::fault_of_container() {
    if (!looked_at) looked_at = input.container_fault();
    return *looked_at;
}

// FFmpeg takes a cut in a file for the file's end.
std::string VideoReader::State::fault_at_end(int error, bool last_was_broken, bool raw_rest) {
    if (input.interrupted()) return {};
    if (std::string why = fault_of_container(); !why.empty()) return why;
    const bool y4m = std::string(input->iformat->name) == "yuv4mpegpipe";
    if (raw_rest || (y4m && packets_end >= 0 && packets_end < avio_tell(input->pb)))
        return "it ends inside a frame";
    // Some demuxers take the end of the file for an error.
    const bool at_end = packets_end >= 0 && packets_end == avio_size(input->pb) && !last_was_broken;
    if (error < 0 && error != AVERROR_EOF && !at_end) return reason(error);
    if (packets < indexed_packets)
        return "it has " + std::to_string(packets) + " of the " + std::to_string(indexed_packets) +
               " frames of its index";
    return last_was_broken ? "it ends too early: its last packet is not whole" : "";
}

// Receives the next frame; at the end, an empty one.
Status VideoReader::State::receive(FrameHandle& frame) {
    for (int64_t failures = 0; failures < 1000;) {
        const int error = avcodec_receive_frame(codec.get(), frame.get());
        if (error >= 0) return {};
        if (error == AVERROR_EOF) break;
        const bool hungry = error == AVERROR(EAGAIN);
        if (hungry && (drained || input.interrupted())) break;
        failures += drained ? 1 : 0;
        if (Status status = hungry ? feed() : note_undecodable(error); !status.ok()) return status;
    }
    frame.reset();
    return {};
}

// Pictures of their own say it each for itself; in a coded video it holds until another one is told.
void VideoReader::State::update_orientation(const AVFrame& frame) {
    const AVCodecDescriptor* kind = avcodec_descriptor_get(codec->codec_id);
    const bool is_intra = (kind && (kind->props & AV_CODEC_PROP_INTRA_ONLY) != 0) ||
                          codec->codec_id == AV_CODEC_ID_PNG;  // which FFmpeg does not say
    const std::optional<Orientation> said = orientation_of(frame);
    if (said)
        orientation = *said;
    else if (is_intra)
        orientation = orientation_of(*stream).value_or(Orientation());
}

Status VideoReader::State::validate_same_size(int32_t columns, int32_t rows) const {
    if (Status status = validate_size(columns, rows); !status.ok()) return status;
    if (delivered == 0 || (columns == width && rows == height)) return {};
    return {StatusCode::unsupported, input.name() + ": frame " + std::to_string(delivered) + " is " +
                                         size_text(columns, rows) + " but the frames before it are " +
                                         size_text(width, height) + ", expected one size"};
}

double VideoReader::State::frame_ticks() const {
    const AVRational average = stream->avg_frame_rate;
    return 1 / (av_q2d(average.num > 0 ? average : AVRational{25, 1}) * av_q2d(stream->time_base));
}

// FFmpeg counts AVI's empty chunks, which keep the picture before them, and what an edit of MP4 cuts off. Its
// index has neither.
int64_t VideoReader::State::count_indexed() const {
    const std::string_view format = input->iformat->name;
    const bool may_differ = format == "avi" || format.starts_with("mov");
    const int entries = avformat_index_get_entries_count(stream);
    return may_differ && entries > 0 ? std::min<int64_t>(entries, stream->nb_frames) : stream->nb_frames;
}

bool VideoReader::State::index_has_between(int64_t from, int64_t to) const {
    const int last = av_index_search_timestamp(stream, to - 1, AVSEEK_FLAG_ANY | AVSEEK_FLAG_BACKWARD);
    const AVIndexEntry* entry = last < 0 ? nullptr : avformat_index_get_entry(stream, last);
    return entry && entry->timestamp > from;
}

// When the picture is shown, and what is wrong with it.
Status VideoReader::State::facts_of(const AVFrame& frame, FrameFacts& facts) {
    const bool timed = frame.best_effort_timestamp != AV_NOPTS_VALUE;
    facts.number = delivered;
    facts.pts = bounded_ticks(timed            ? frame.best_effort_timestamp
                              : delivered == 0 ? 0
                                               : last_pts + whole_ticks(frame_ticks()));
    facts.seconds = static_cast<double>(facts.pts) * av_q2d(stream->time_base);
    facts.damaged = frame.decode_error_flags != 0 || (frame.flags & AV_FRAME_FLAG_CORRUPT) != 0;
    if (delivered > 0 && std::string_view(input->iformat->name) == "avi" &&
        !index_has_between(last_pts, facts.pts))
        timeline.allow_gap(facts.pts);
    for (; !file_starts.empty() && file_starts.front() <= facts.pts; file_starts.pop_front())
        timeline.allow_gap(facts.pts);
    if (timed)
        facts.missing_before = timeline.add_picture(facts.pts, [this] {
            return tells_losses(input->iformat->name) && !input.is_pipe() && fault_of_container().empty();
        });
    if (!timed && has_time)
        timeline.add_picture(facts.pts);  // it takes its place, and none is missing after it
    has_time = has_time || timed;
    last_pts = facts.pts;
    last_duration = bounded_ticks(duration_of(frame));
    if (delivered == 0 && facts.missing_before != 0)
        log.note_missing_start(facts.missing_before);
    else if (facts.missing_before != 0)
        log.note_gap(place(), facts.missing_before);
    if (facts.damaged) log.note_damaged(place());
    return strictly();
}

PixelAspect VideoReader::State::pixel_aspect(const AVFrame& frame) const {
    AVRational aspect =
        av_guess_sample_aspect_ratio(input.get(), stream, const_cast<AVFrame*>(&frame));  // C's constness
    if (aspect.num <= 0 || aspect.den <= 0) return {};
    av_reduce(&aspect.num, &aspect.den, aspect.num, aspect.den, 0xFFFF);  // H.264 holds no larger numbers
    if (orientation.transpose) std::swap(aspect.num, aspect.den);
    return {aspect.num, aspect.den};
}

Status VideoReader::State::deliver(FrameHandle frame, Picture& picture) {
    FrameHandle luma;
    FrameFacts facts;
    update_orientation(*frame);
    const bool turned = orientation.transpose;
    const int32_t columns = turned ? frame->height : frame->width,
                  rows = turned ? frame->width : frame->height;
    Status status = validate_same_size(columns, rows);
    if (status.ok()) status = of_input(converter.convert(*frame, orientation, luma));
    if (status.ok()) status = facts_of(*frame, facts);
    if (!status.ok()) return status;
    width = columns;
    height = rows;
    interlaced = interlaced || is_interlaced(*frame);
    const PixelAspect aspect = pixel_aspect(*frame);
    picture = Picture(std::shared_ptr<const AVFrame>(frame.release(), FrameHandle::deleter_type()),
                      std::shared_ptr<const AVFrame>(luma.release(), FrameHandle::deleter_type()),
                      converter.full_range(), orientation, aspect, facts);
    // FFmpeg's decoder of H.261 knows of no key frames.
    if (delivered++ == 0 && codec->codec_id == AV_CODEC_ID_H261) take_ffmpeg_message();
    return {};
}

// When the stream ends, in its ticks; -1: the file does not say.
int64_t VideoReader::State::promised_end() const {
    const int64_t start = stream->start_time == AV_NOPTS_VALUE ? 0 : bounded_ticks(stream->start_time);
    if (input->duration_estimation_method == AVFMT_DURATION_FROM_BITRATE) return -1;
    // FFmpeg gives each track of a list, and of ASF, the length of all.
    const std::string_view format = input->iformat->name;
    const bool is_of_all = (format == "concat" || format == "asf") && input->nb_streams != 1;
    if (stream->duration > 0 && !is_of_all) return start + bounded_ticks(stream->duration);
    // Matroska has the duration of the whole file, and of a stream as a tag: hours, minutes, seconds.
    const AVDictionaryEntry* tag = av_dict_get(stream->metadata, "DURATION", nullptr, 0);
    int hours = 0, minutes = 0;
    double seconds = 0;
    if (tag && std::sscanf(tag->value, "%9d:%9d:%lf", &hours, &minutes, &seconds) == 3)
        return whole_ticks((hours * 3600.0 + minutes * 60.0 + seconds) / av_q2d(stream->time_base));
    if (input->nb_streams != 1 || input->duration <= 0) return -1;
    const int64_t length = bounded_ticks(av_rescale_q(input->duration, AV_TIME_BASE_Q, stream->time_base));
    if (format == "nut")  // when its last picture begins
        return length + whole_ticks(frame_ticks());
    return start + length;
}

// Notes the damage that only the end shows.
Status VideoReader::State::end() {
    if (input.interrupted()) return {};
    if (!container_fault.empty()) log.note(place(), "the file is not whole: " + container_fault);
    if (delivered == 0) return without_frames();
    const int64_t promised = promised_end();
    // An index says it better. In whole files of these kinds the last picture may last.
    const std::string_view format = input->iformat->name;
    const bool may_last = format.starts_with("matroska") || format == "concat" || format == "asf";
    const bool held = indexed_packets > 0 || (container_fault.empty() && may_last);
    const int64_t missing = promised < 0 || held ? 0 : timeline.missing_before_end(promised);
    last_ticks = last_duration > 0 ? last_duration : std::max<int64_t>(1, whole_ticks(frame_ticks()));
    if (container_fault.empty() && missing == 0) last_ticks = std::max(last_ticks, promised - last_pts);
    if (missing > 0) log.note_missing_end(place(), missing);
    // FFmpeg's complaints that no picture was marked for.
    const std::string complaint = take_ffmpeg_message();
    const std::string& words = header_complaint.empty() ? complaint : header_complaint;
    if (!words.empty()) log.note(place(), "FFmpeg says: " + words);
    return options.strict && !damage().first.empty() ? refused() : Status();
}

Status VideoReader::State::without_frames() const {
    if (input.is_pipe() && std::string(input->iformat->name).starts_with("mov"))
        return {StatusCode::unsupported,
                input.name() +
                    " is an MP4 whose index stands at its end, which no pipe can go back from; "
                    "expected a file, or an MP4 made with -movflags +faststart"};
    const std::string first = damage().first;
    return {StatusCode::corrupt, input.name() + " has a video stream without a single frame" +
                                     (first.empty() ? "" : ": " + first)};
}

VideoReader::VideoReader() = default;
VideoReader::~VideoReader() = default;
VideoReader::VideoReader(VideoReader&&) noexcept = default;
VideoReader& VideoReader::operator=(VideoReader&&) noexcept = default;

Status VideoReader::open(const std::string& path, const ReaderOptions& options) {
    keep_ffmpeg_quiet();
    auto state = std::make_unique<State>();
    state->options = options;
    Status status = state->input.open(path, options);
    state->header_complaint = take_ffmpeg_message();
    if (status.ok()) status = state->find_stream();
    if (status.ok()) status = state->input.refused_reference();
    if (status.ok()) status = state->open_decoder();
    if (!status.ok()) return status;
    state->forget_unwritten_length();
    state->count_frames();
    take_ffmpeg_message();  // drops its complaints about the streams
    state_ = std::move(state);
    return {};
}

Status VideoReader::next(Picture& picture, bool& end) {
    end = true;
    if (!state_) return {StatusCode::invalid_argument, "no video is open"};
    State& s = *state_;
    if (s.ended) return s.failure;
    FrameHandle frame(av_frame_alloc());
    Status status = frame ? s.receive(frame) : s.out_of_memory();
    if (status.ok() && frame) {
        status = s.deliver(std::move(frame), picture);
        end = !status.ok();
    } else if (status.ok()) {
        status = s.end();
    }
    s.ended = end;
    return s.failure = status;
}

const std::vector<std::string>& VideoReader::references() const { return state_->input.references(); }

std::string VideoReader::name() const { return state_ ? state_->input.name() : ""; }

int64_t VideoReader::frame_count() const { return state_ ? state_->frame_count : 0; }

FrameRate VideoReader::frame_rate() const {
    const AVRational rate = state_ ? state_->stream->avg_frame_rate : AVRational{0, 1};
    if (rate.num <= 0 || rate.den <= 0) return {};
    return {rate.num, rate.den};
}

TimeBase VideoReader::time_base() const {
    if (!state_) return {};
    return {state_->stream->time_base.num, state_->stream->time_base.den};
}

FrameRate VideoReader::finest_rate() const {
    const AVRational rate = state_ ? state_->stream->r_frame_rate : AVRational{0, 1};
    return rate.num > 0 && rate.den > 0 ? FrameRate{rate.num, rate.den} : frame_rate();
}

int64_t VideoReader::last_ticks() const { return state_ ? state_->last_ticks : 0; }

std::string VideoReader::beside_video(bool silent) const {
    return state_ ? media::beside_video(*state_->input.get(), state_->stream->index, silent) : "";
}

bool VideoReader::interlaced() const { return state_ && state_->interlaced; }

Damage VideoReader::damage() const { return state_ ? state_->damage() : Damage(); }

}  // namespace genmedia::media
