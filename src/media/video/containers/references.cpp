// SPDX-License-Identifier: MIT
#include "media/video/containers/references.h"

#include "media/video/containers/concatenation_parts.h"
#include "media/video/containers/reference_formats.h"

extern "C" {
#include <libavutil/avstring.h>
}

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>
#include <vector>

namespace genmedia::media {
namespace {

namespace fs = std::filesystem;

std::string read_list(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text(kMostListBytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(file.gcount()));
    return text;
}

bool has_line(const std::string& text, std::string_view begin) {
    return text.find("\n" + std::string(begin)) != std::string::npos;
}

bool is_reference_format(const char* name) {
    return std::ranges::any_of(kReferenceFormats,
                               [&](const char* other) { return av_match_name(other, name) != 0; });
}

// What FFmpeg takes a file for by its content, and its name if there is one; null: nothing.
const AVInputFormat* format_of(const std::string& path, const std::string& name) {
    AVIOContext* io = nullptr;
    const AVInputFormat* format = nullptr;
    if (avio_open(&io, ("file:" + path).c_str(), AVIO_FLAG_READ) < 0) return nullptr;
    av_probe_input_buffer2(io, &format, name.c_str(), nullptr, 0, 0);
    avio_close(io);
    return format;
}

// As av_get_token() reads it.
std::string quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

}  // namespace

bool begins_with(const std::string& path, const std::string& bytes) {
    std::string begin(bytes.size(), '\0');
    std::ifstream(path, std::ios::binary).read(begin.data(), static_cast<std::streamsize>(begin.size()));
    return begin == bytes;
}

std::string container_of(const std::string& path) {
    constexpr const char* with_marks =
        "mov,matroska,avi,yuv4mpegpipe,gif,apng,flv,ogg,ivf,asf,mxf,nut,wav,png_pipe,jpeg_pipe,webp_pipe,bmp_"
        "pipe";
    const AVInputFormat* format = format_of(path, "");
    return format && av_match_list(format->name, with_marks, ',') > 0 ? format->name : "";
}

std::string formats_without_references(const char* allowed) {
    std::string names = allowed ? allowed : "";
    void* place = nullptr;
    while (const AVInputFormat* format = av_demuxer_iterate(&place))
        if (!is_reference_format(format->name))
            names += (names.empty() ? "" : ",") + std::string(format->name);
    return names;
}

void References::begin(const std::string& path, const std::string& name, bool allowed) {
    std::error_code error;
    folder_ = fs::canonical(fs::absolute(path, error), error).parent_path().string();
    name_ = name;
    allowed_ = allowed;
}

void References::guard(AVFormatContext& context, const std::string& url) {
    url_ = url;
    open_ = context.io_open;
    context.opaque = this;
    context.io_open = open;
}

// `file`: what `url` leads to.
Status References::check(const std::string& url, std::string& file) {
    if (!allowed_)
        return {StatusCode::unsupported,
                name_ + " refers to another file, '" + url +
                    "'; expected one file that has all, or --references, which allows files "
                    "of its own folder"};
    std::error_code error;
    const fs::path path = url.starts_with("file:") ? url.substr(5) : url;
    file = fs::canonical(path.is_absolute() ? path : fs::path(folder_) / path, error).string();
    if (error == std::errc::no_such_file_or_directory && path.is_absolute()) {
        file = fs::weakly_canonical(path, error).string();
        error.clear();
    }
    if (error || (folder_ != "/" && !file.starts_with(folder_ + "/")))
        return {StatusCode::unsupported,
                name_ + " refers to '" + url + "'; expected files of its own folder, which are there"};
    if (fs::exists(file, error) && !fs::is_regular_file(file, error))
        return {StatusCode::unsupported, name_ + " refers to '" + url + "'; expected regular files"};
    files_.push_back(file);
    if (files_.size() > kMostReferences)
        return {StatusCode::unsupported, name_ + " refers to more than " + std::to_string(kMostReferences) +
                                             " files; expected no more"};
    return check_playlist(file);
}

int References::open(AVFormatContext* context, AVIOContext** io, const char* url, int flags,
                     AVDictionary** options) {
    References& self = *static_cast<References*>(context->opaque);
    if (url == self.url_) return self.open_(context, io, url, flags, options);
    std::string file;
    if (const Status status = self.check(url, file); !status.ok()) {
        if (self.status_.ok()) self.status_ = status;
        return AVERROR(EPERM);
    }
    const int error = self.open_(context, io, ("file:" + file).c_str(), flags, options);
    if (error < 0 && self.missing_.empty()) self.missing_ = url;
    return error;
}

// Of HLS.
Status References::check_playlist(const std::string& path) const {
    if (!begins_with(path, "#EXTM3U")) return {};
    const std::string text = read_list(path);
    if (text.size() > kMostListBytes)
        return {StatusCode::unsupported, name_ + ": a playlist of more than 16 MB, expected a shorter one"};
    if (has_line(text, "#EXT-X-ENDLIST") || has_line(text, "#EXT-X-STREAM-INF")) return {};
    return {StatusCode::unsupported,
            name_ + " is a live playlist, which never ends; expected one with #EXT-X-ENDLIST"};
}

Status References::read_concatenation(const std::string& path, std::string& script) {
    constexpr const char* blanks = " \n\t\r";
    constexpr std::array known = {"file",   "duration",        "inpoint", "outpoint",
                                  "stream", "exact_stream_id", "ffconcat"};
    std::string text = read_list(path);
    if (text.size() > kMostListBytes)
        return {StatusCode::unsupported, name_ + ": a list of more than 16 MB, expected a shorter one"};
    std::ranges::replace_if(
        text, [](char c) { return c == '\r' || c == '\0'; }, '\n');  // they end lines, too
    ConcatenationParts parts(name_);
    std::string last;  // file, until the list says how long it lasts
    const auto end_last = [&] {
        const int64_t microseconds = last.empty() ? 0 : parts.counted_duration(last);
        if (microseconds > 0) script += "duration " + std::to_string(microseconds) + "us\n";
    };
    for (size_t at = 0, end = 0; at < text.size(); at = end + 1) {
        end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        const char* cursor = line.c_str() + std::strspn(line.c_str(), blanks);
        if (*cursor == '\0' || *cursor == '#') continue;
        const std::string keyword(cursor, std::strcspn(cursor, blanks));
        if (std::ranges::find(known, keyword) == known.end())
            return {StatusCode::unsupported,
                    name_ + ": '" + keyword + "' in a list of files is not supported"};
        if (keyword == "duration" || keyword == "outpoint") last.clear();
        if (keyword == "inpoint" && !last.empty() && parts.counted_duration(last) > 0)
            return {StatusCode::unsupported,
                    name_ +
                        ": 'inpoint' after a file that does not say how long it lasts; expected "
                        "'outpoint' or 'duration' before it"};
        if (keyword != "file") {
            script += line + "\n";
            continue;
        }
        cursor += keyword.size();
        cursor += std::strspn(cursor, blanks);
        const std::unique_ptr<char, decltype(&av_free)> token(av_get_token(&cursor, blanks), av_free);
        const std::string named = token ? token.get() : "";
        std::string file;
        if (Status status = check(named, file); !status.ok()) return status;
        std::error_code error;
        if (!fs::exists(file, error))
            return {StatusCode::not_found, name_ + " refers to '" + named + "': no such file"};
        const AVInputFormat* format = format_of(file, file);
        // FFmpeg takes the name of a picture for a pattern of names.
        if ((format && is_reference_format(format->name)) || begins_with(file, "#EXTM3U") ||
            file.find_first_of("%*?[{\n\r", folder_.size()) != std::string::npos)
            return {StatusCode::unsupported, name_ + " refers to '" + named +
                                                 "'; expected a video: a list in a list is not supported"};
        if (Status status = parts.add(file, named); !status.ok()) return status;
        end_last();
        last = file;
        script += "file " + quoted("file:" + file) + "\n";
    }
    end_last();
    return {};
}

}  // namespace genmedia::media
