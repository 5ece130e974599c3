// SPDX-License-Identifier: MIT
// What FFmpeg's concatenation takes for granted of its files. Inside src/media only.
#pragma once

#include "genmedia/status.h"
#include "media/video/ffmpeg_handles.h"

#include <map>
#include <memory>
#include <string>

namespace genmedia::media {

// It takes the tracks of each file for those of the first, by their numbers, with its time bases and its
// decoders' settings. And where a file does not say how long it lasts, the next one has no time.
class ConcatenationParts {
public:
    // `list`: its name, for messages.
    explicit ConcatenationParts(const std::string& list) : list_(list) {}

    // A file, and what the list calls it.
    Status add(const std::string& file, const std::string& named);
    // How long a file lasts that was added, in microseconds; 0: it says so.
    int64_t counted_duration(const std::string& file) const { return durations_.at(file); }

private:
    Status open(const std::string& file, InputHandle& part) const;
    Status compare(const AVFormatContext& part, const std::string& named) const;

    std::string list_, first_name_;
    std::map<std::string, int64_t> durations_;
    InputHandle first_;
};

}  // namespace genmedia::media
