#include "media/video_reader.h"

#include "media/ffmpeg_handles.h"

#include <algorithm>
#include <filesystem>

namespace genmedia::media {
namespace {

constexpr int32_t max_side = 16384;  // pixels

std::string size_text(int64_t width, int64_t height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

// The errors that FFmpeg words badly or only notices later.
Status check_file(const std::string& path) {
    std::error_code error;
    const auto type = std::filesystem::status(path, error).type();
    if (type == std::filesystem::file_type::not_found)
        return {StatusCode::not_found, "'" + path + "': no such file"};
    if (error) return {StatusCode::io, "'" + path + "': " + error.message()};
    if (type == std::filesystem::file_type::directory)
        return {StatusCode::invalid_argument, "'" + path + "' is a directory, expected a video file"};
    if (type == std::filesystem::file_type::regular && std::filesystem::file_size(path, error) == 0)
        return {StatusCode::corrupt, "'" + path + "' is empty, expected a video"};
    return {};
}

Status check_raw(const RawFormat& raw) {
    const auto bad = [](int32_t side) { return side < 1 || side > max_side; };
    if (!bad(raw.width) && !bad(raw.height)) return {};
    return {StatusCode::invalid_argument, "raw video size " + size_text(raw.width, raw.height) +
                                              ": expected sides in 1.." + std::to_string(max_side)};
}

// Chroma has half the luma's sides, rounded up.
int64_t raw_frame_bytes(const RawFormat& raw) {
    const int64_t chroma_width = (raw.width + 1) / 2, chroma_height = (raw.height + 1) / 2;
    return int64_t{raw.width} * raw.height + 2 * chroma_width * chroma_height;
}

// Whether plane 0 of such frames is 8-bit luma, one byte a sample.
bool has_plain_luma(AVPixelFormat format) {
    const AVPixFmtDescriptor* desc = av_pix_fmt_desc_get(format);
    constexpr uint64_t other = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM |
                               AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_FLOAT;
    if (!desc || (desc->flags & other) != 0) return false;
    const AVComponentDescriptor& luma = desc->comp[0];
    return luma.plane == 0 && luma.step == 1 && luma.offset == 0 && luma.shift == 0 && luma.depth == 8;
}

Status not_a_video(const std::string& path, const std::string& reason) {
    return {StatusCode::corrupt, "'" + path + "' is not a video that FFmpeg can read: " + reason};
}

}  // namespace

struct VideoReader::State {
    std::string path;
    ReaderOptions options;
    InputHandle input;
    CodecHandle codec;
    PacketHandle packet;
    ScalerHandle converter;
    AVStream* stream = nullptr;

    int64_t frame_count = 0, delivered = 0;
    int64_t packets_end = -1;       // position in the file after the last packet; -1: unknown
    int32_t width = 0, height = 0;  // of the first picture
    bool ended = false;
    Status damage;  // what the end of the file will be reported as

    Status open_file();
    Status find_stream();
    Status open_decoder();
    Status count_frames();
    Status cannot_decode(int error) const;
    bool y4m_ends_inside_a_frame() const;
    Status feed();
    Status receive(FrameHandle& frame, bool& end);
    Status check_size(const AVFrame& frame) const;
    Status convert(FrameHandle& frame);
    Status finish();
};

Status VideoReader::State::open_file() {
    AVDictionary* settings = nullptr;
    // Playlists and scripts that name other files or hosts must not reach beyond this machine.
    av_dict_set(&settings, "protocol_whitelist", "file", 0);
    const AVInputFormat* format = nullptr;
    if (options.raw) {
        const bool nv12 = options.raw->layout == RawFormat::Layout::nv12;
        format = av_find_input_format("rawvideo");
        av_dict_set(&settings, "pixel_format", nv12 ? "nv12" : "yuv420p", 0);
        av_dict_set(&settings, "video_size", size_text(options.raw->width, options.raw->height).c_str(), 0);
    }
    AVFormatContext* opened = nullptr;
    const int error = avformat_open_input(&opened, ("file:" + path).c_str(), format, &settings);
    av_dict_free(&settings);
    input.reset(opened);
    if (error == AVERROR(EACCES)) return {StatusCode::io, "'" + path + "': " + ffmpeg_error(error)};
    if (error >= 0) return {};
    const AVInputFormat* raw_format = av_find_input_format("rawvideo");
    if (!options.raw && raw_format && av_match_ext(path.c_str(), raw_format->extensions))
        return {StatusCode::invalid_argument,
                "'" + path + "' looks like raw video: its size and format (i420 or nv12) must be given"};
    return not_a_video(path, ffmpeg_error(error));
}

Status VideoReader::State::find_stream() {
    // FFmpeg takes any text file of certain names for ANSI art.
    if (std::string(input->iformat->name) == "tty") return not_a_video(path, "it is a text file");
    if (const int error = avformat_find_stream_info(input.get(), nullptr); error < 0)
        return not_a_video(path, ffmpeg_error(error));
    const int index = av_find_best_stream(input.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    if (index < 0 || (input->streams[index]->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0)
        return {StatusCode::not_found, "'" + path + "' has no video stream"};
    stream = input->streams[index];
    for (unsigned i = 0; i < input->nb_streams; i++)
        if (input->streams[i] != stream) input->streams[i]->discard = AVDISCARD_ALL;
    return {};
}

Status VideoReader::State::open_decoder() {
    const AVCodecParameters& coded = *stream->codecpar;
    const AVCodec* decoder = avcodec_find_decoder(coded.codec_id);
    if (!decoder)
        return {StatusCode::unsupported,
                "'" + path + "': no decoder for video codec " + avcodec_get_name(coded.codec_id)};
    if (coded.width > max_side || coded.height > max_side)
        return {StatusCode::unsupported, "'" + path + "': pictures of " +
                                             size_text(coded.width, coded.height) +
                                             ", expected sides of at most " + std::to_string(max_side)};
    codec.reset(avcodec_alloc_context3(decoder));
    packet.reset(av_packet_alloc());
    int error = codec && packet ? avcodec_parameters_to_context(codec.get(), &coded) : AVERROR(ENOMEM);
    if (error >= 0) {
        codec->thread_count = options.threads;
        codec->max_pixels = options.max_pixels;
        codec->err_recognition = AV_EF_EXPLODE;  // no made-up pixels in place of damaged ones
        codec->pkt_timebase = stream->time_base;
        error = avcodec_open2(codec.get(), decoder, nullptr);
    }
    if (error >= 0) return {};
    return {StatusCode::corrupt, "'" + path + "': cannot start decoding " + avcodec_get_name(coded.codec_id) +
                                     ": " + ffmpeg_error(error)};
}

// How many frames the file claims; what is amiss with a raw file's size is reported after its last frame.
Status VideoReader::State::count_frames() {
    const AVRational frame_time = av_inv_q(stream->avg_frame_rate);
    frame_count = stream->nb_frames;
    if (frame_count <= 0 && stream->duration > 0 && frame_time.num > 0 && frame_time.den > 0)
        frame_count = av_rescale_q(stream->duration, stream->time_base, frame_time);
    std::error_code error;
    if (!options.raw || !std::filesystem::is_regular_file(path, error)) return {};
    const auto bytes = static_cast<int64_t>(std::filesystem::file_size(path, error));
    const int64_t frame_bytes = raw_frame_bytes(*options.raw);
    frame_count = bytes / frame_bytes;
    if (bytes % frame_bytes != 0)
        damage = {StatusCode::corrupt, "'" + path + "' ends inside frame " + std::to_string(frame_count) +
                                           ": " + std::to_string(bytes) + " bytes are no multiple of the " +
                                           std::to_string(frame_bytes) + " of a " +
                                           size_text(options.raw->width, options.raw->height) + " frame"};
    return {};
}

Status VideoReader::State::cannot_decode(int error) const {
    return {StatusCode::corrupt, "'" + path + "': the video is damaged at or soon after frame " +
                                     std::to_string(delivered) + ": " + ffmpeg_error(error)};
}

// FFmpeg takes the rest of a cut y4m file for its end.
bool VideoReader::State::y4m_ends_inside_a_frame() const {
    std::error_code error;
    if (std::string(input->iformat->name) != "yuv4mpegpipe" || packets_end < 0) return false;
    const auto bytes = std::filesystem::file_size(path, error);
    return !error && packets_end < static_cast<int64_t>(bytes);
}

// Gives the decoder one more packet, or tells it that there are no more.
Status VideoReader::State::feed() {
    const bool last_was_broken = (packet->flags & AV_PKT_FLAG_CORRUPT) != 0;
    int error = 0;
    do {
        av_packet_unref(packet.get());
        error = av_read_frame(input.get(), packet.get());
    } while (error >= 0 && packet->stream_index != stream->index);

    const bool raw_rest = error >= 0 && options.raw && packet->size < raw_frame_bytes(*options.raw);
    if (error >= 0 && !raw_rest) {
        packets_end = packet->pos < 0 ? -1 : packet->pos + packet->size;
        error = avcodec_send_packet(codec.get(), packet.get());
        return error >= 0 ? Status() : cannot_decode(error);
    }
    // A demuxer marks a packet that the file's end cuts short.
    if (damage.ok() && error < 0 && error != AVERROR_EOF)
        damage = {StatusCode::corrupt, "'" + path + "': " + ffmpeg_error(error)};
    else if (damage.ok() && (last_was_broken || raw_rest || y4m_ends_inside_a_frame()))
        damage = {StatusCode::corrupt, "'" + path + "' ends inside a frame"};
    avcodec_send_packet(codec.get(), nullptr);
    return {};
}

Status VideoReader::State::receive(FrameHandle& frame, bool& end) {
    for (;;) {
        const int error = avcodec_receive_frame(codec.get(), frame.get());
        end = error == AVERROR_EOF;
        if (error >= 0 || end) return {};
        if (error != AVERROR(EAGAIN)) return cannot_decode(error);
        if (Status status = feed(); !status.ok()) return status;
    }
}

Status VideoReader::State::check_size(const AVFrame& frame) const {
    if (frame.width > max_side || frame.height > max_side)
        return {StatusCode::unsupported, "'" + path + "': pictures of " +
                                             size_text(frame.width, frame.height) +
                                             ", expected sides of at most " + std::to_string(max_side)};
    if (delivered == 0 || (frame.width == width && frame.height == height)) return {};
    return {StatusCode::unsupported, "'" + path + "': frame " + std::to_string(delivered) + " is " +
                                         size_text(frame.width, frame.height) +
                                         " but the frames before it are " + size_text(width, height) +
                                         ", expected one size"};
}

// Anything that has no plain luma plane becomes 8-bit 4:2:0.
Status VideoReader::State::convert(FrameHandle& frame) {
    const auto format = static_cast<AVPixelFormat>(frame->format);
    if (has_plain_luma(format)) return {};
    FrameHandle plain(av_frame_alloc());
    plain->format = AV_PIX_FMT_YUV420P;
    plain->width = frame->width;
    plain->height = frame->height;
    converter.reset(sws_getCachedContext(converter.release(), frame->width, frame->height, format,
                                         frame->width, frame->height, AV_PIX_FMT_YUV420P,
                                         SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr, nullptr));
    int error = converter ? av_frame_get_buffer(plain.get(), 0) : AVERROR(ENOSYS);
    if (error >= 0)
        error = sws_scale(converter.get(), frame->data, frame->linesize, 0, frame->height, plain->data,
                          plain->linesize);
    if (error < 0)
        return {StatusCode::unsupported, "'" + path + "': pixel format " + av_get_pix_fmt_name(format) +
                                             " cannot be converted: " + ffmpeg_error(error)};
    av_frame_copy_props(plain.get(), frame.get());
    frame = std::move(plain);
    return {};
}

Status VideoReader::State::finish() {
    if (!damage.ok() || delivered > 0) return damage;
    return {StatusCode::corrupt, "'" + path + "' has a video stream without a single frame"};
}

VideoReader::VideoReader() = default;
VideoReader::~VideoReader() = default;
VideoReader::VideoReader(VideoReader&&) noexcept = default;
VideoReader& VideoReader::operator=(VideoReader&&) noexcept = default;

Status VideoReader::open(const std::string& path, const ReaderOptions& options) {
    av_log_set_level(AV_LOG_QUIET);
    auto state = std::make_unique<State>();
    state->path = path;
    state->options = options;
    Status status = options.raw ? check_raw(*options.raw) : Status();
    if (status.ok()) status = check_file(path);
    if (status.ok()) status = state->open_file();
    if (status.ok()) status = state->find_stream();
    if (status.ok()) status = state->open_decoder();
    if (status.ok()) status = state->count_frames();
    if (status.ok()) state_ = std::move(state);
    return status;
}

Status VideoReader::next(Picture& picture, bool& end) {
    end = true;
    if (!state_) return {StatusCode::invalid_argument, "no video is open"};
    State& s = *state_;
    if (s.ended) return s.finish();
    FrameHandle frame(av_frame_alloc());
    Status status = s.receive(frame, s.ended);
    if (status.ok() && s.ended) return s.finish();
    if (status.ok()) status = s.check_size(*frame);
    if (status.ok()) status = s.convert(frame);
    if (!status.ok()) {
        s.ended = true;
        return s.damage = status;
    }
    s.width = frame->width;
    s.height = frame->height;
    const double seconds =
        frame->best_effort_timestamp == AV_NOPTS_VALUE
            ? static_cast<double>(s.delivered) * frame_rate().denominator / frame_rate().numerator
            : static_cast<double>(frame->best_effort_timestamp) * av_q2d(s.stream->time_base);
    picture = Picture(std::shared_ptr<const AVFrame>(frame.release(), FrameHandle::deleter_type()),
                      s.delivered++, seconds);
    end = false;
    return {};
}

int64_t VideoReader::frame_count() const { return state_ ? state_->frame_count : 0; }

FrameRate VideoReader::frame_rate() const {
    const AVRational rate = state_ ? state_->stream->avg_frame_rate : AVRational{0, 1};
    if (rate.num <= 0 || rate.den <= 0) return {};
    return {rate.num, rate.den};
}

}  // namespace genmedia::media
