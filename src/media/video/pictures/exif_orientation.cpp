// SPDX-License-Identifier: MIT
#include "media/video/pictures/exif_orientation.h"

#include "media/video/pictures/orientation.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>

namespace genmedia::media {
namespace {

using ByteView = std::span<const uint8_t>;

// A number of `count` bytes; empty behind the end.
std::optional<uint32_t> number_at(ByteView bytes, size_t at, size_t count, bool little_endian) {
    if (at > bytes.size() || bytes.size() - at < count) return {};
    uint32_t value = 0;
    for (size_t i = 0; i < count; i++) value = value << 8 | bytes[at + (little_endian ? count - 1 - i : i)];
    return value;
}

// Tag 274 of the first directory; 0: none. [TIFF 6.0, sections 2 and 8]
int orientation_in_tiff(ByteView tiff) {
    constexpr uint32_t intel = 0x4949, motorola = 0x4D4D, orientation = 274, sixteen_bits = 3;
    const auto order = number_at(tiff, 0, 2, false);
    if (order != intel && order != motorola) return 0;
    const bool little = order == intel;
    const size_t directory = number_at(tiff, 4, 4, little).value_or(0);
    const size_t entries = number_at(tiff, directory, 2, little).value_or(0);
    for (size_t i = 0; i < entries; i++) {
        const size_t at = directory + 2 + 12 * i;
        if (number_at(tiff, at, 2, little) == orientation &&
            number_at(tiff, at + 2, 2, little) == sixteen_bits)
            return static_cast<int>(number_at(tiff, at + 8, 2, little).value_or(0));
    }
    return 0;
}

// In a chunk eXIf. [PNG 3, 11.3.4.5]
int orientation_in_png(ByteView png) {
    constexpr uint32_t signature = 0x89504E47, exif = 0x65584966;
    size_t at = number_at(png, 0, 4, false) == signature ? 8 : 0;
    while (const auto bytes = number_at(png, at, 4, false)) {
        if (number_at(png, at + 4, 4, false) == exif) {
            const ByteView rest = png.subspan(at + 8);
            return orientation_in_tiff(rest.first(std::min<size_t>(*bytes, rest.size())));
        }
        at += 12 + size_t{*bytes};
    }
    return 0;
}

int orientation_in(ByteView packet, const AVCodecParameters& coded) {
    if (coded.codec_id == AV_CODEC_ID_TIFF) return orientation_in_tiff(packet);
    if (coded.codec_id == AV_CODEC_ID_PNG) return orientation_in_png(packet);
    if (coded.codec_id != AV_CODEC_ID_APNG) return 0;
    return orientation_in_png({coded.extradata, static_cast<size_t>(coded.extradata_size)});
}

}  // namespace

int add_exif_orientation(AVPacket& packet, const AVCodecParameters& coded) {
    const std::optional<Orientation> said =
        orientation_of_exif(orientation_in({packet.data, static_cast<size_t>(packet.size)}, coded));
    if (!said || av_packet_get_side_data(&packet, AV_PKT_DATA_DISPLAYMATRIX, nullptr)) return 0;
    const DisplayMatrix matrix = display_matrix_of(*said);
    uint8_t* data = av_packet_new_side_data(&packet, AV_PKT_DATA_DISPLAYMATRIX, sizeof matrix);
    if (!data) return AVERROR(ENOMEM);
    std::memcpy(data, matrix.data(), sizeof matrix);
    return 0;
}

}  // namespace genmedia::media
