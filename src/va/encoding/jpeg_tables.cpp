// SPDX-License-Identifier: MIT
#include "va/encoding/jpeg_tables.h"

#include <algorithm>
#include <numeric>

namespace genmedia::va {
namespace {

constexpr uint8_t kStartOfImage = 0xd8, kStartOfFrame = 0xc0, kCodeTables = 0xc4, kQuantisers = 0xdb,
                  kRestartInterval = 0xdd;

int at16(std::span<const uint8_t> bytes, size_t place) { return bytes[place] << 8 | bytes[place + 1]; }

struct Segment {
    size_t begin;  // of its marker
    uint8_t marker;
    std::span<const uint8_t> content;
};

// The segment at a place, behind bytes that fill up. Nothing: there is no whole one.
std::optional<Segment> segment_at(std::span<const uint8_t> stream, size_t place) {
    if (place + 1 >= stream.size() || stream[place] != 0xff) return std::nullopt;
    while (place + 1 < stream.size() && stream[place + 1] == 0xff) place++;
    if (place + 4 > stream.size()) return std::nullopt;
    const auto length = static_cast<size_t>(at16(stream, place + 2));
    if (length < 2 || length > stream.size() - place - 2) return std::nullopt;
    return Segment{place, stream[place + 1], stream.subspan(place + 4, length - 2)};
}

template <class Visit>
bool visit_segments(std::span<const uint8_t> stream, Visit visit) {
    if (stream.size() < 2 || stream[0] != 0xff || stream[1] != kStartOfImage) return false;
    for (size_t place = 2;;) {
        const auto segment = segment_at(stream, place);
        if (!segment) return false;
        if (visit(*segment)) return true;
        place = segment->begin + 4 + segment->content.size();
    }
}

}  // namespace

std::optional<size_t> find_segment(std::span<const uint8_t> stream, uint8_t marker) {
    size_t found = 0;
    const auto is_it = [&](const Segment& segment) {
        found = segment.begin;
        return segment.marker == marker;
    };
    return visit_segments(stream, is_it) ? std::optional(found) : std::nullopt;
}

bool JpegTables::read_header(std::span<const uint8_t> header) {
    bool is_read = true;
    components.clear();
    const bool has_scan = visit_segments(header, [&](const Segment& segment) {
        is_read &= read_segment(segment.marker, segment.content);
        return segment.marker == kStartOfScan;
    });
    return has_scan && is_read && !components.empty();
}

bool JpegTables::read_segment(uint8_t marker, std::span<const uint8_t> content) {
    switch (marker) {
        case kQuantisers: return read_quantisers(content);
        case kStartOfFrame: return read_frame(content);
        case kCodeTables: return read_codes(content);
        case kStartOfScan: return read_scan(content);
        case kRestartInterval:
            if (content.size() < 2) return false;
            restart_interval = at16(content, 0);
            return true;
        default: return marker < 0xc1 || marker > 0xcf;  // other frames than baseline's
    }
}

// [B.2.4.1]
bool JpegTables::read_quantisers(std::span<const uint8_t> content) {
    for (; content.size() >= 65; content = content.subspan(65)) {
        if (content[0] > 3) return false;  // also where they have 16 bits
        std::copy_n(content.begin() + 1, 64, quantisers[content[0]].emplace().begin());
    }
    return content.empty();
}

// [B.2.2]
bool JpegTables::read_frame(std::span<const uint8_t> content) {
    if (content.size() < 6 || content[0] != 8 || content.size() != 6 + size_t{3} * content[5]) return false;
    height = at16(content, 1);
    width = at16(content, 3);
    components.resize(content[5]);
    for (size_t i = 0; i < components.size(); i++) {
        const auto of = content.subspan(6 + 3 * i, 3);
        components[i] = {.id = of[0],
                         .across = static_cast<uint8_t>(of[1] >> 4),
                         .down = static_cast<uint8_t>(of[1] & 15),
                         .quantisers = of[2]};
    }
    return true;
}

// [B.2.4.2]
bool JpegTables::read_codes(std::span<const uint8_t> content) {
    while (content.size() >= 17) {
        const int kind = content[0] >> 4, number = content[0] & 15;
        const auto counts = content.subspan(1, 16);
        const size_t count = std::accumulate(counts.begin(), counts.end(), size_t{0});
        if (kind > 1 || number > 3 || count > 256 || count > content.size() - 17) return false;
        auto& codes =
            (kind == 0 ? dc_codes : ac_codes)[static_cast<size_t>(number)].emplace(JpegTables::Codes{});
        std::ranges::copy(counts, codes.counts.begin());
        std::ranges::copy(content.subspan(17, count), codes.values.begin());
        content = content.subspan(17 + count);
    }
    return content.empty();
}

// All components in one scan. [B.2.3]
bool JpegTables::read_scan(std::span<const uint8_t> content) {
    if (content.size() < 4 || content[0] != components.size() || content.size() != 4 + 2 * components.size())
        return false;
    for (size_t i = 0; i < components.size(); i++) {
        if (content[1 + 2 * i] != components[i].id) return false;
        components[i].dc_codes = content[2 + 2 * i] >> 4;
        components[i].ac_codes = content[2 + 2 * i] & 15;
    }
    return true;
}

}  // namespace genmedia::va
