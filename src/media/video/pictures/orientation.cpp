// SPDX-License-Identifier: MIT
#include "media/video/pictures/orientation.h"

#include "media/video/ffmpeg_handles.h"

#include <cstdlib>

namespace genmedia::media {
namespace {

// Nine numbers in 16.16 (libavutil/display.h), or null.
const int32_t* display_matrix(const AVStream& stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVCodecParameters& coded = *stream.codecpar;
    const AVPacketSideData* data =
        av_packet_side_data_get(coded.coded_side_data, coded.nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 36 ? reinterpret_cast<const int32_t*>(data->data) : nullptr;
#else
    size_t bytes = 0;
    const uint8_t* data = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, &bytes);
    return data && bytes >= 36 ? reinterpret_cast<const int32_t*>(data) : nullptr;
#endif
}

// A pixel (p, q) is shown at (a p + c q, b p + d q), up to a shift.
std::optional<Orientation> by_matrix(const int32_t* matrix) {
    if (!matrix) return {};
    const int64_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
    if (b == 0 && c == 0) return Orientation{false, a < 0, d < 0};
    if (a == 0 && d == 0) return Orientation{true, c < 0, b < 0};
    return Orientation();
}

}  // namespace

std::optional<Orientation> orientation_of(const AVStream& stream) {
    return by_matrix(display_matrix(stream));
}

std::optional<Orientation> orientation_of(const AVFrame& frame) {
    const AVFrameSideData* data = av_frame_get_side_data(&frame, AV_FRAME_DATA_DISPLAYMATRIX);
    if (data && data->size >= 36) return by_matrix(reinterpret_cast<const int32_t*>(data->data));
    // FFmpeg's WebP decoder has EXIF's number as text alone.
    const AVDictionaryEntry* exif = av_dict_get(frame.metadata, "Orientation", nullptr, 0);
    return orientation_of_exif(exif ? std::atoi(exif->value) : 0);
}

std::optional<Orientation> orientation_of_exif(int number) {
    constexpr Orientation by_number[] = {{false, false, false}, {false, true, false}, {false, true, true},
                                         {false, false, true},  {true, false, false}, {true, true, false},
                                         {true, true, true},    {true, false, true}};
    if (number < 1 || number > 8) return {};
    return by_number[number - 1];
}

DisplayMatrix display_matrix_of(const Orientation& orientation) {
    constexpr int32_t one = 1 << 16;
    const int32_t x = orientation.mirror_x ? -one : one, y = orientation.mirror_y ? -one : one;
    if (orientation.transpose) return {0, y, 0, x, 0, 0, 0, 0, 1 << 30};
    return {x, 0, 0, 0, y, 0, 0, 0, 1 << 30};
}

}  // namespace genmedia::media
