// SPDX-License-Identifier: MIT
// Reads the pictures of a video file, of every format that FFmpeg's libraries decode.
#pragma once

#include "genmedia/status.h"
#include "media/video/damage_log.h"
#include "media/video/pictures/frame_facts.h"
#include "media/video/pictures/picture.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace genmedia::media {

constexpr int32_t kMaxSide = 16384;  // pixels

// What a file of bare 8-bit 4:2:0 pictures does not say of itself. Sides are 1..kMaxSide; chroma's
// are half of them, rounded up.
struct RawFormat {
    enum class Layout : uint8_t { i420, nv12 };
    Layout layout = Layout::i420;
    int32_t width = 0, height = 0;
};

struct ReaderOptions {
    std::optional<RawFormat> raw = {};       // absent: the file says what it is
    int64_t max_pixels = 40'000'000;         // larger pictures are refused; a little above 8192x4320
    int threads = 0;                         // of the decoder; 0: as many as it likes
    bool strict = false;                     // the first damage is an error
    bool references = false;                 // playlists may refer to files of their own folder
    std::function<bool()> interrupted = {};  // asked while the reader waits; true: the video ends here
};

// Reads local files, "-" for standard input, pipes and numbered pictures (FILE%03d.png). Decodes as FFmpeg
// does and goes on after damage, which damage() and each picture's facts report. Luma of 8-bit planar YUV and
// gray formats is delivered as decoded; other formats are converted. Pictures are turned as the file says.
// Silences FFmpeg's own log for the whole process.
class VideoReader {
public:
    VideoReader();
    ~VideoReader();
    VideoReader(VideoReader&&) noexcept;
    VideoReader& operator=(VideoReader&&) noexcept;

    Status open(const std::string& path, const ReaderOptions& options = {});

    // Delivers the next picture, or sets `end`. After an error or the end, the answer stays the same.
    Status next(Picture& picture, bool& end);

    const std::vector<std::string>& references() const;  // other files that were opened so far
    std::string name() const;                            // for messages: in quotes, or "standard input"
    int64_t frame_count() const;                         // as the file claims; 0: it does not say
    FrameRate frame_rate() const;
    TimeBase time_base() const;
    FrameRate finest_rate() const;  // of which all times are multiples, as far as FFmpeg has looked
    int64_t last_ticks() const;     // how long the last picture is shown; 0: there may be more
    std::string beside_video(bool silent) const;  // other tracks, but for sound if silent, and tags, in words
    bool interlaced() const;                      // of the pictures so far
    Damage damage() const;                        // so far; at the end, of the whole video

private:
    struct State;
    std::unique_ptr<State> state_;
};

// "'clip' is not a video that FFmpeg can read", with FFmpeg's reasons: `words`, or what it said last.
Status not_a_video(const std::string& name, int error, const std::string& words = {});

}  // namespace genmedia::media
