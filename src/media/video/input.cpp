// SPDX-License-Identifier: MIT
#include "media/video/input.h"

#include "media/video/containers/validate_container.h"
#include "media/video/ffmpeg_log.h"
#include "media/video/file_pattern.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace genmedia::media {
namespace {

constexpr int kWaitMilliseconds = 100;  // for a silent pipe, between two checks whether to go on

const AVInputFormat* raw_format() { return av_find_input_format("rawvideo"); }

bool is_raw_name(const std::string& path) {
    const AVInputFormat* raw = raw_format();
    return raw != nullptr && av_match_ext(path.c_str(), raw->extensions) != 0;
}

std::string size_text(const RawFormat& raw) {
    return std::to_string(raw.width) + "x" + std::to_string(raw.height);
}

Status validate_raw(const RawFormat& raw) {
    const auto bad = [](int32_t side) { return side < 1 || side > kMaxSide; };
    if (!bad(raw.width) && !bad(raw.height)) return {};
    return {StatusCode::invalid_argument,
            "raw video size " + size_text(raw) + ": expected sides in 1.." + std::to_string(kMaxSide)};
}

void add_raw_settings(const RawFormat& raw, AVDictionary** settings) {
    const bool nv12 = raw.layout == RawFormat::Layout::nv12;
    av_dict_set(settings, "pixel_format", nv12 ? "nv12" : "yuv420p", 0);
    av_dict_set(settings, "video_size", size_text(raw).c_str(), 0);
}

}  // namespace

Input::~Input() {
    context_.reset();
    if (descriptor_ > STDIN_FILENO) close(descriptor_);
}

// Finds errors that FFmpeg words badly or notices late. Opens what is not a regular file.
Status Input::look_at(const std::string& path) {
    struct stat facts {};
    const bool standard_input = path == "-";
    if ((standard_input ? fstat(STDIN_FILENO, &facts) : stat(path.c_str(), &facts)) != 0)
        return {StatusCode::not_found, name_ + (errno == ENOENT ? ": no such file" : ": ") +
                                           (errno == ENOENT ? "" : std::generic_category().message(errno))};
    if (S_ISDIR(facts.st_mode))
        return {StatusCode::corrupt, name_ + " is a directory, expected a video file"};
    if (S_ISREG(facts.st_mode)) {
        path_ = standard_input ? "/dev/stdin" : path;
        return facts.st_size > 0 ? Status()
                                 : Status(StatusCode::corrupt, name_ + " is empty, expected a video");
    }
    // Opening does not wait for the other end of a pipe; poll() waits for data.
    descriptor_ = standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor_ < 0) return {StatusCode::io, name_ + ": " + std::generic_category().message(errno)};
    return {};
}

int Input::read(void* opaque, uint8_t* data, int bytes) {
    const Input& self = *static_cast<Input*>(opaque);
    while (!self.interrupted()) {
        pollfd pipe{self.descriptor_, POLLIN, 0};
        const int ready = poll(&pipe, 1, kWaitMilliseconds);
        if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
        const ssize_t got = ready < 0 ? -1 : ::read(self.descriptor_, data, static_cast<size_t>(bytes));
        if (got > 0) return static_cast<int>(got);
        if (got == 0) return AVERROR_EOF;
        if (errno != EAGAIN && errno != EINTR) return AVERROR(errno);
    }
    return AVERROR_EXIT;
}

Status Input::open_context(const std::string& url, AVDictionary** settings, const AVInputFormat* format) {
    AVFormatContext* context = avformat_alloc_context();
    if (!context) return {StatusCode::exhausted, name_ + ": out of memory"};
    context->pb = io_.get();
    if (!is_sequence_) references_.guard(*context, url);
    context->interrupt_callback = {
        [](void* self) { return static_cast<const Input*>(self)->interrupted() ? 1 : 0; }, this};
    take_ffmpeg_message();
    const int error = avformat_open_input(&context, url.c_str(), format, settings);
    av_dict_free(settings);
    context_.reset(context);
    if (!references_.status().ok()) return references_.status();
    if (error >= 0) return {};
    if (error == AVERROR(EACCES)) return {StatusCode::io, name_ + ": " + ffmpeg_error(error)};
    if (!options_.raw && is_raw_name(path_))
        return {
            StatusCode::invalid_argument,
            name_ +
                " looks like raw video, which does not say what it is: --size WxH and --format i420|nv12 do"};
    const std::string words = take_ffmpeg_message();
    if (words.find("not on whitelist") != std::string::npos)
        return {StatusCode::unsupported,
                name_ + (options_.references
                             ? " is a list of a kind that is not supported; expected HLS or ffconcat"
                             : " is no video, but refers to others, as playlists do; expected a video, "
                               "or --references, which allows files of its own folder")};
    return not_a_video(name_, error, words);
}

// FFmpeg opens what a concatenation names past all callbacks, so its script is read here.
Status Input::open_concatenation() {
    if (Status status = references_.read_concatenation(path_, script_); !status.ok()) return status;
    io_ = make_io(this, read_script, nullptr, nullptr);
    if (!io_) return {StatusCode::exhausted, name_ + ": out of memory"};
    AVDictionary* settings = nullptr;
    av_dict_set(&settings, "protocol_whitelist", "file", 0);
    av_dict_set(&settings, "format_whitelist", formats_without_references("concat").c_str(), 0);
    av_dict_set(&settings, "safe", "0", 0);
    av_dict_set(&settings, "segment_time_metadata", "1", 0);  // says where a file begins
    return open_context("", &settings, av_find_input_format("concat"));
}

int Input::read_script(void* opaque, uint8_t* data, int bytes) {
    Input& self = *static_cast<Input*>(opaque);
    const size_t count =
        self.script_.copy(reinterpret_cast<char*>(data), static_cast<size_t>(bytes), self.script_place_);
    self.script_place_ += count;
    return count > 0 ? static_cast<int>(count) : AVERROR_EOF;
}

Status Input::open_sequence() {
    is_sequence_ = true;
    const FilePattern pattern = *FilePattern::parse(path_);
    const std::vector<int64_t> numbers = pattern.existing();
    if (numbers.empty())
        return {StatusCode::not_found, name_ + ": no such file, and no numbered files of that pattern"};
    for (size_t i = 1; i < numbers.size() && missing_picture_.empty(); i++)
        if (numbers[i] != numbers[0] + static_cast<int64_t>(i))
            missing_picture_ = pattern.path(numbers[i - 1] + 1);
    AVDictionary* settings = nullptr;
    av_dict_set(&settings, "protocol_whitelist", "file", 0);
    av_dict_set(&settings, "pattern_type", "sequence", 0);
    av_dict_set_int(&settings, "start_number", numbers.front(), 0);
    return open_context(pattern.for_ffmpeg(), &settings, av_find_input_format("image2"));
}

Status Input::open(const std::string& path, const ReaderOptions& options) {
    options_ = options;
    path_ = path;
    name_ = path == "-" ? "standard input" : "'" + path + "'";
    if (Status status = options.raw ? validate_raw(*options.raw) : Status(); !status.ok()) return status;
    std::error_code error;
    if (path != "-" && FilePattern::parse(path) && !std::filesystem::exists(path, error))
        return open_sequence();
    if (Status status = look_at(path); !status.ok()) return status;
    if (const std::string kind = options.raw && !is_pipe() ? container_of(path_) : ""; !kind.empty())
        return {StatusCode::invalid_argument, name_ + " is no raw video, but a file of FFmpeg's format " +
                                                  kind + ", which says its size; expected it without --size"};
    if (descriptor_ >= 0) io_ = make_io(this, read, nullptr, nullptr);
    if (descriptor_ >= 0 && !io_) return {StatusCode::exhausted, name_ + ": out of memory"};
    AVDictionary* settings = nullptr;
    // Nothing beyond this machine; a reference of MOV's comes to `references_`, and formats that are nothing
    // but references only where they are allowed.
    const bool may_refer = options.references && !is_pipe();
    references_.begin(path_, name_, may_refer);
    if (may_refer && begins_with(path_, "ffconcat version 1.0")) return open_concatenation();
    if (Status status = may_refer ? references_.check_playlist(path_) : Status(); !status.ok()) return status;
    av_dict_set(&settings, "protocol_whitelist", "file", 0);
    av_dict_set(&settings, "format_whitelist",
                formats_without_references(may_refer ? "hls" : nullptr).c_str(), 0);
    av_dict_set(&settings, "enable_drefs", "1", 0);
    av_dict_set(&settings, "pattern_type", "none", 0);  // of a picture, whose name is as it is
    if (options.raw) add_raw_settings(*options.raw, &settings);
    const std::string place = may_refer ? std::filesystem::absolute(path_, error).string() : path_;
    return open_context(is_pipe() ? "" : "file:" + place, &settings, options.raw ? raw_format() : nullptr);
}

std::string Input::container_fault() const {
    if (!missing_picture_.empty())
        return "'" + missing_picture_ + "' is missing, and what follows it was not read";
    if (!references_.missing().empty()) return "'" + references_.missing() + "' cannot be opened";
    return is_pipe() ? "" : validate_container(path_, context_->iformat->name);
}

}  // namespace genmedia::media
