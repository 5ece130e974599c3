// SPDX-License-Identifier: MIT
// What the file of a video may have FFmpeg open besides. Inside src/media only.
#pragma once

#include "genmedia/status.h"
#include "media/video/ffmpeg_handles.h"

#include <string>
#include <vector>

namespace genmedia::media {

// All of FFmpeg's formats but those of reference_formats.h, and `allowed`; commas between them.
std::string formats_without_references(const char* allowed = nullptr);

// Files that one refers to are opened where all of this is so: they were asked for, lie in its folder or
// below, also behind links, and are no more than kMostReferences. A list in a list is none of them.
class References {
public:
    // `name`: of the video, for messages.
    void begin(const std::string& path, const std::string& name, bool allowed);

    // Has all that FFmpeg opens for `context` come here. The video's own URL is opened.
    void guard(AVFormatContext& context, const std::string& url);

    // The reference that was refused first.
    const Status& status() const { return status_; }
    // Those that were allowed.
    const std::vector<std::string>& files() const { return files_; }
    // One that could not be opened; empty: none.
    const std::string& missing() const { return missing_; }

    // What a playlist says of its end, before FFmpeg waits for more.
    Status check_playlist(const std::string& path) const;
    // FFmpeg opens what a concatenation names by itself, past guard(). So this is `path` once more, with
    // those files by their whole names, after a look at each.
    Status read_concatenation(const std::string& path, std::string& script);

private:
    static int open(AVFormatContext* context, AVIOContext** io, const char* url, int flags,
                    AVDictionary** options);
    Status check(const std::string& url, std::string& file);

    decltype(AVFormatContext::io_open) open_ = nullptr;  // FFmpeg's own
    std::string folder_, name_, url_, missing_;
    bool allowed_ = false;
    std::vector<std::string> files_;
    Status status_;
};

// The container that a file's first bytes say it is; empty: none that a raw picture would not be taken for,
// too.
std::string container_of(const std::string& path);

// Whether a file begins with those bytes.
bool begins_with(const std::string& path, const std::string& bytes);

}  // namespace genmedia::media
