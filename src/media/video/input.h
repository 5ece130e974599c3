// SPDX-License-Identifier: MIT
// What a video is read from: a file, numbered pictures, standard input or another pipe. Inside src/media
// only.
#pragma once

#include "media/video/containers/references.h"
#include "media/video/ffmpeg_handles.h"
#include "media/video/video_reader.h"

#include <string>

namespace genmedia::media {

class Input {
public:
    Input() = default;
    ~Input();
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    // `path`: "-" is standard input; FILE%03d.png with no file of that very name stands for numbered
    // pictures.
    Status open(const std::string& path, const ReaderOptions& options);

    AVFormatContext* operator->() const { return context_.get(); }
    AVFormatContext* get() const { return context_.get(); }
    const std::string& name() const { return name_; }  // for messages, in quotes
    bool is_pipe() const { return descriptor_ >= 0; }
    bool interrupted() const { return options_.interrupted && options_.interrupted(); }

    const std::vector<std::string>& references() const { return references_.files(); }
    // A reference to another file that was refused.
    const Status& refused_reference() const { return references_.status(); }

    // What is wrong by the container's own data, in words for people; empty: nothing.
    std::string container_fault() const;

private:
    Status look_at(const std::string& path);
    Status open_context(const std::string& url, AVDictionary** settings, const AVInputFormat* format);
    Status open_sequence();
    Status open_concatenation();
    static int read(void* opaque, uint8_t* data, int bytes);
    static int read_script(void* opaque, uint8_t* data, int bytes);

    ReaderOptions options_;
    std::string path_, name_;
    int descriptor_ = -1;
    References references_;
    std::string script_;  // of a concatenation, and what of it was read
    size_t script_place_ = 0;
    IoHandle io_;  // of a pipe or a script
    InputHandle context_;
    bool is_sequence_ = false;
    std::string missing_picture_;  // of a sequence, which ends before it
};

}  // namespace genmedia::media
