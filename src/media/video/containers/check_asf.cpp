// SPDX-License-Identifier: MIT
// Microsoft's Advanced Systems Format, 01.20.03: objects, each a GUID and its size. One has packets of one
// size.
#include "media/video/containers/container_checks.h"

#include <array>
#include <string_view>

namespace genmedia::media {
namespace {

using namespace std::string_view_literals;

constexpr auto kProperties = "\xA1\xDC\xAB\x8C\x47\xA9\xCF\x11\x8E\xE4\x00\xC0\x0C\x20\x53\x65"sv,
               kData = "\x36\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9\x00\xAA\x00\x62\xCE\x6C"sv;
constexpr uint64_t kDataHeader = 50;

// What packets have of a track so far. Its frames and pieces of sound, "media objects", are numbered.
struct Track {
    bool begun = false;
    uint64_t object = 0, bytes = 0,
             size = 0;  // of the last one: its number, what came of it, what is to come
};

// 5.2: packets, each of one or more payloads.
class Payloads {
public:
    Payloads(FileBytes& file, uint64_t packet_bytes) : file_(file), packet_bytes_(packet_bytes) {}

    // Whether the packet's payloads fill it, and go on where the ones before ended.
    bool go_on(uint64_t packet) {
        at_ = packet;
        const uint64_t correction = next(1);
        if ((correction & 0x80) != 0) at_ += correction & 0xF;
        const uint64_t lengths = next(1);
        properties_ = next(1);
        const uint64_t length = field(lengths >> 5);
        field(lengths >> 1);
        const uint64_t padding = field(lengths >> 3);
        at_ += 6;  // times
        const uint64_t bytes = length > 0 ? length : packet_bytes_;
        if (bytes > packet_bytes_ || padding > bytes) return false;
        const uint64_t end = packet + bytes - padding;
        if ((lengths & 1) == 0) return payload(end, 0);
        const uint64_t flags = next(1);
        for (uint64_t left = flags & 0x3F; left > 0; left--)
            if (!payload(end, flags >> 6)) return false;
        return true;
    }

private:
    uint64_t next(size_t bytes) {
        at_ += bytes;
        return file_.little_endian(at_ - bytes, bytes);
    }
    // Two bits say how wide a field is.
    uint64_t field(uint64_t type) { return next(std::array<size_t, 4>{0, 1, 2, 4}[type & 3]); }

    // `length_type`: of its length; 0: it reaches to `end`.
    bool payload(uint64_t end, uint64_t length_type) {
        Track& track = tracks_[next(1) & 0x7F];
        const uint64_t object = field(properties_ >> 4), offset = field(properties_ >> 2),
                       more = field(properties_);
        const bool many = more == 1;  // small objects in one payload, which `offset` is the time of
        const uint64_t size = more >= 8 ? file_.little_endian(at_, 4) : 0;
        at_ += more;
        const uint64_t bytes = length_type != 0 ? field(length_type) : end - at_;
        if (at_ > end || bytes > end - at_) return false;
        at_ += bytes;
        if (many || more < 8) {
            track.begun = false;
            return true;
        }
        const uint64_t most = std::array<uint64_t, 4>{0, 0xFF, 0xFFFF, 0xFFFFFFFF}[properties_ >> 4 & 3];
        const bool is_new = !track.begun || track.bytes == track.size;
        const bool fits =
            !track.begun || (is_new ? object == ((track.object + 1) & most) && offset == 0
                                    : object == track.object && offset == track.bytes && size == track.size);
        track = {true, object, offset + bytes, size};
        return fits && track.bytes <= size;
    }

    FileBytes& file_;
    uint64_t packet_bytes_, at_ = 0, properties_ = 0;
    std::array<Track, 128> tracks_;
};

// Where the packets are.
struct Packets {
    uint64_t begin = 0, bytes = 0, count = 0;
};

std::string check_packets(FileBytes& file, const Packets& packets) {
    Payloads payloads(file, packets.bytes);
    for (uint64_t i = 0; i < packets.count; i++) {
        const uint64_t at = packets.begin + i * packets.bytes;
        if (!payloads.go_on(at)) return damaged_part("the packet", at);
    }
    return {};
}

}  // namespace

std::string check_asf(FileBytes& file) {
    const uint64_t at = file.little_endian(16, 8);
    const std::string header = at < 1 << 20 ? file.at(0, at) : "";
    const size_t place = header.find(kProperties);
    const uint64_t size = file.little_endian(at + 16, 8), count = file.little_endian(at + 40, 8);
    if (place == std::string::npos || file.at(at, 16) != kData || size <= kDataHeader)
        return {};  // a broadcast's
    const uint64_t packet = file.little_endian(place + 92, 4);
    if (packet == 0 || count > file.size()) return {};
    if (std::string why = beyond("the last packet", at + kDataHeader + count * packet, file.size());
        !why.empty())
        return why;
    for (uint64_t object = at + size; object + 24 <= file.size();) {
        const uint64_t bytes = file.little_endian(object + 16, 8);
        if (bytes < 24 || bytes > file.size() - object) return no_block(object);
        object += bytes;
    }
    return check_packets(file, {at + kDataHeader, packet, count});
}

}  // namespace genmedia::media
