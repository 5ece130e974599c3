// Reads the pictures of a video file, of every format that FFmpeg's libraries decode.
#pragma once

#include "genmedia/status.h"
#include "media/picture.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace genmedia::media {

// What a file of bare 8-bit 4:2:0 pictures does not say of itself. Sides are 1..16384; chroma's
// are half of them, rounded up.
struct RawFormat {
    enum class Layout : uint8_t { i420, nv12 };
    Layout layout = Layout::i420;
    int32_t width = 0, height = 0;
};

struct ReaderOptions {
    std::optional<RawFormat> raw;          // absent: the file says what it is
    int64_t max_pixels = 16384LL * 16384;  // larger pictures are refused
    int threads = 0;                       // of the decoder; 0: as many as it likes
};

struct FrameRate {
    int32_t numerator = 25, denominator = 1;  // frames per `denominator` seconds
};

// Local files only. Luma of 8-bit planar YUV and gray formats is delivered as it was decoded; other formats
// are converted to it. Silences FFmpeg's own log for the whole process.
class VideoReader {
public:
    VideoReader();
    ~VideoReader();
    VideoReader(VideoReader&&) noexcept;
    VideoReader& operator=(VideoReader&&) noexcept;

    Status open(const std::string& path, const ReaderOptions& options = {});

    // Delivers the next picture, or sets `end`. What is whole of a damaged file is delivered before the
    // error; after an error or the end, the answer stays the same.
    Status next(Picture& picture, bool& end);

    int64_t frame_count() const;  // as the file claims; 0: it does not say
    FrameRate frame_rate() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::media
