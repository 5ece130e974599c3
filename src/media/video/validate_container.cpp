// SPDX-License-Identifier: MIT
#include "media/video/validate_container.h"

#include "media/video/ffmpeg_handles.h"

extern "C" {
#include <libavutil/bswap.h>
#include <libavutil/crc.h>
}

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace genmedia::media {
namespace {

// Bytes of a file by their position; zeros behind its end.
class Bytes {
public:
    explicit Bytes(const std::string& path) : file_(path, std::ios::binary) {
        std::error_code error;
        size_ = std::filesystem::file_size(path, error);
        if (error) size_ = 0;
    }
    uint64_t size() const { return size_; }

    std::string at(uint64_t position, size_t count) {
        std::string bytes(count, '\0');
        file_.clear();
        file_.seekg(static_cast<std::streamoff>(position));
        file_.read(bytes.data(), static_cast<std::streamsize>(count));
        return bytes;
    }
    uint64_t big_endian(uint64_t position, size_t count) {
        uint64_t value = 0;
        for (const char c : at(position, count)) value = value << 8 | static_cast<uint8_t>(c);
        return value;
    }
    uint64_t little_endian(uint64_t position, size_t count) {
        const std::string bytes = at(position, count);
        uint64_t value = 0;
        for (size_t i = count; i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
        return value;
    }

private:
    std::ifstream file_;
    uint64_t size_ = 0;
};

std::string beyond(const std::string& what, uint64_t end, uint64_t size) {
    if (end <= size) return {};
    return "it ends too early: " + what + " reaches to byte " + std::to_string(end) + " of " +
           std::to_string(size);
}

std::string no_block(uint64_t at) {
    return "what stands at byte " + std::to_string(at) + " is no part of such a file";
}

// ISO/IEC 14496-12, 4.2: boxes, each with its size first.
std::string mov(Bytes& file) {
    for (uint64_t at = 0; at + 8 <= file.size();) {
        uint64_t bytes = file.big_endian(at, 4);
        const std::string type = file.at(at + 4, 4);
        const bool is_type = std::ranges::all_of(type, [](char c) { return c >= ' ' && c <= '~'; });
        if (!is_type && type != std::string(4, '\0')) return no_block(at);
        if (bytes == 0) return {};  // to the end of the file
        if (bytes == 1) bytes = file.big_endian(at + 8, 8);
        if (bytes < 8 || bytes > UINT64_MAX - at)
            return "a box at byte " + std::to_string(at) + " has no valid size";
        if (at + bytes > file.size())
            return beyond("box '" + file.at(at + 4, 4) + "'", at + bytes, file.size());
        at += bytes;
    }
    return {};
}

// RFC 8794, 4 and 6: a variable-length number, whose first byte's leading zeros tell its length.
struct VariableNumber {
    uint64_t value = 0;
    size_t bytes = 0;  // 0: not one
    bool unknown = false;
};

VariableNumber variable_number(Bytes& file, uint64_t at) {
    const auto first = static_cast<uint8_t>(file.big_endian(at, 1));
    size_t bytes = 1;
    while (bytes <= 8 && (first >> (8 - bytes) & 1) == 0) bytes++;
    if (bytes > 8) return {};
    const uint64_t ones = (uint64_t{1} << (7 * bytes)) - 1, value = file.big_endian(at, bytes) & ones;
    return {value, bytes, value == ones};
}

// Elements of a segment or cluster without a size, which end where the file ends.
std::string open_ended(Bytes& file, uint64_t at) {
    while (at < file.size()) {
        const size_t id_bytes = variable_number(file, at).bytes;
        const VariableNumber size = variable_number(file, at + id_bytes);
        if (id_bytes == 0 || id_bytes > 4 || size.bytes == 0) return no_block(at);
        const uint64_t begin = at + id_bytes + size.bytes;
        at = size.unknown ? begin : begin + size.value;
        if (at < begin) return no_block(begin);
    }
    return beyond("the last element", at, file.size());
}

// The segment, which holds everything, follows the header (RFC 8794, RFC 9559).
std::string matroska(Bytes& file) {
    constexpr uint64_t header_id = 0x1A45DFA3, segment_id = 0x18538067;
    for (uint64_t at = 0; at + 5 <= file.size();) {
        const uint64_t id = file.big_endian(at, 4);
        const VariableNumber size = variable_number(file, at + 4);
        if (size.bytes == 0 || (id != header_id && id != segment_id)) return at > 0 ? no_block(at) : "";
        if (size.unknown) return open_ended(file, at + 4 + size.bytes);
        const uint64_t end = at + 4 + size.bytes + size.value;
        if (id == segment_id && end > file.size()) return beyond("the segment", end, file.size());
        at = end;
    }
    return {};
}

// RIFF chunks, padded to even sizes. A recorder that never finished leaves a size of 0.
std::string avi(Bytes& file) {
    for (uint64_t at = 0; at + 8 <= file.size() && file.at(at, 4) == "RIFF";) {
        const uint64_t bytes = file.little_endian(at + 4, 4), end = at + 8 + bytes;
        if (bytes == 0) return "it was never finished: its size is 0";
        if (end > file.size()) return beyond("the RIFF chunk", end, file.size());
        at = end + bytes % 2;
    }
    return {};
}

// GIF89a, appendix A: blocks up to a trailer. Some programs put zeros behind it.
std::string gif(Bytes& file) {
    const auto byte = [&](uint64_t at) { return static_cast<uint8_t>(file.big_endian(at, 1)); };
    const auto table = [](uint8_t packed) {
        return (packed & 0x80) != 0 ? uint64_t{3} << ((packed & 7) + 1) : 0;
    };
    uint64_t at = 13 + table(byte(10));
    while (at < file.size() && byte(at) != ';') {
        if (byte(at) == ',')
            at += 10 + table(byte(at + 9)) + 1;  // an image, up to its data
        else if (byte(at) == '!')
            at += 2;  // an extension
        else
            return no_block(at);
        while (at < file.size() && byte(at) != 0) at += 1 + byte(at);
        at++;
    }
    if (at >= file.size()) return "it ends too early: it has no trailer";
    const std::string rest = file.at(at + 1, std::min<uint64_t>(file.size() - at - 1, 4096));
    return rest.find_first_not_of('\0') == std::string::npos ? "" : no_block(at + 1);
}

// Every packet of a transport stream begins with a byte of its own.
std::string transport_packets(Bytes& file, size_t first, size_t packet_bytes) {
    const size_t at_once = 4096 * packet_bytes;
    for (uint64_t chunk = 0; chunk < file.size(); chunk += at_once) {
        const std::string bytes = file.at(chunk, std::min<uint64_t>(at_once, file.size() - chunk));
        for (size_t at = first; at < bytes.size(); at += packet_bytes)
            if (bytes[at] != 'G') return no_block(chunk + at);
    }
    const uint64_t rest = file.size() % packet_bytes;
    if (rest == 0) return {};
    return "it ends too early: its last packet has " + std::to_string(rest) + " of " +
           std::to_string(packet_bytes) + " bytes";
}

// ISO/IEC 13818-1, 2.4.3: packets of 188 bytes, with 4 before or 16 after them in some files.
std::string transport_stream(Bytes& file) {
    const std::string start = file.at(0, 5 * 208);
    for (const size_t packet_bytes : {188U, 192U, 204U, 208U}) {
        for (const size_t first : {0U, 4U}) {
            bool all = true;
            for (size_t packet = 0; packet < 4; packet++)
                all = all && start[first + packet * packet_bytes] == 'G';
            if (all) return transport_packets(file, first, packet_bytes);
        }
    }
    return {};
}

// The length of the packet of a program stream at a position (ISO/IEC 13818-1, 2.5.3 and 2.4.3.6); 0: no
// packet, or one whose length is not told.
uint64_t program_packet_bytes(std::string_view bytes) {
    if (bytes.size() < 6 || bytes.substr(0, 3) != std::string_view("\0\0\1", 3)) return 0;
    const auto id = static_cast<uint8_t>(bytes[3]);
    if (id == 0xB9) return 4;
    if (id == 0xBA) return (bytes[4] & 0xC0) != 0x40 ? 12 : bytes.size() < 14 ? 0 : 14 + (bytes[13] & 7U);
    if (id < 0xBB) return 0;
    return 6 + (static_cast<uint64_t>(static_cast<uint8_t>(bytes[4])) << 8 | static_cast<uint8_t>(bytes[5]));
}

// Follows packets through the file's last 256 KB, where at least three lead from one to the next.
std::string program_stream(Bytes& file) {
    const uint64_t begin = file.size() - std::min<uint64_t>(file.size(), 1 << 18);
    const std::string tail = file.at(begin, file.size() - begin);
    for (size_t start = tail.find(std::string_view("\0\0\1", 3)); start != std::string::npos;
         start = tail.find(std::string_view("\0\0\1", 3), start + 1)) {
        size_t at = start, packets = 0;
        uint64_t bytes = 0;
        while (at < tail.size() && (bytes = program_packet_bytes(std::string_view(tail).substr(at))) > 0) {
            at += bytes;
            packets++;
        }
        if (packets >= 3) return beyond("the last packet", begin + at, file.size());
    }
    return {};
}

// Adobe's FLV, annex E: each tag is followed by its size. Some programs write another one there, so tags are
// known by their types.
std::string flv(Bytes& file) {
    if (file.size() < 13 + 4) return "it ends too early: it has no tags";
    for (uint64_t at = file.big_endian(5, 4) + 4; at + 11 < file.size();) {
        const uint64_t type = file.big_endian(at, 1) & 0x1F;
        if (type != 8 && type != 9 && type != 18) return no_block(at);
        at += 11 + file.big_endian(at + 1, 3) + 4;
    }
    const uint64_t tag = file.big_endian(file.size() - 4, 4);
    const bool whole =
        tag + 4 + 9 <= file.size() && tag >= 11 && file.big_endian(file.size() - 4 - tag + 1, 3) + 11 == tag;
    return whole ? "" : "it ends too early: its last tag is not whole";
}

// PNG 3, 5.3: chunks up to an end. That of APNG is a picture's.
std::string apng(Bytes& file) {
    for (uint64_t at = 8; at + 12 <= file.size();) {
        const uint64_t bytes = file.big_endian(at, 4);
        if (file.at(at + 4, 4) == "IEND") return {};
        at += 12 + bytes;
    }
    return "it ends too early: it has no chunk 'IEND'";
}

// Microsoft's ASF, 3: objects, each a GUID and its size. One has packets of one size.
std::string asf(Bytes& file) {
    using namespace std::string_view_literals;
    constexpr auto properties = "\xA1\xDC\xAB\x8C\x47\xA9\xCF\x11\x8E\xE4\x00\xC0\x0C\x20\x53\x65"sv,
                   data = "\x36\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9\x00\xAA\x00\x62\xCE\x6C"sv;
    constexpr uint64_t data_header = 50;
    const uint64_t at = file.little_endian(16, 8);
    const std::string header = at < 1 << 20 ? file.at(0, at) : "";
    const size_t place = header.find(properties);
    const uint64_t size = file.little_endian(at + 16, 8), count = file.little_endian(at + 40, 8);
    if (place == std::string::npos || file.at(at, 16) != data || size <= data_header)
        return {};  // a broadcast's
    const uint64_t packet = file.little_endian(place + 92, 4);
    if (packet == 0 || count > file.size()) return {};
    if (std::string why = beyond("the last packet", at + data_header + count * packet, file.size());
        !why.empty())
        return why;
    for (uint64_t object = at + size; object + 24 <= file.size();) {
        const uint64_t bytes = file.little_endian(object + 16, 8);
        if (bytes < 24 || bytes > file.size() - object) return no_block(object);
        object += bytes;
    }
    // They begin with flags of error correction, all alike.
    for (uint64_t i = 1; i < count; i++)
        if (file.at(at + data_header + i * packet, 1) != file.at(at + data_header, 1))
            return no_block(at + data_header + i * packet);
    return {};
}

// A header of 32 bytes, then frames of 12 bytes and their size.
std::string ivf(Bytes& file) {
    uint64_t at = std::max<uint64_t>(file.little_endian(6, 2), 32);
    while (at + 12 <= file.size()) at += 12 + file.little_endian(at, 4);
    return at == file.size() ? "" : beyond("the last frame", std::max(at, file.size() + 1), file.size());
}

// RFC 3533, 6: pages, one after the other, each with a checksum; the last one of a stream is marked.
std::string ogg(Bytes& file) {
    bool last = false;
    for (uint64_t at = 0; at < file.size();) {
        std::string page = file.at(at, 27 + 255);
        if (page.substr(0, 4) != "OggS") return no_block(at);
        const auto segments = static_cast<uint8_t>(page[26]);
        uint64_t bytes = 27 + uint64_t{segments};
        for (size_t i = 27; i < 27U + segments; i++) bytes += static_cast<uint8_t>(page[i]);
        if (at + bytes > file.size()) return beyond("the last page", at + bytes, file.size());
        page = file.at(at, bytes);
        const auto sum = static_cast<uint32_t>(file.little_endian(at + 22, 4));
        std::fill_n(page.begin() + 22, 4, '\0');
        const uint32_t found = av_bswap32(av_crc(av_crc_get_table(AV_CRC_32_IEEE), 0,
                                                 reinterpret_cast<const uint8_t*>(page.data()), page.size()));
        if (sum != found) return "the page at byte " + std::to_string(at) + " is damaged";
        last = (page[5] & 4) != 0;
        at += bytes;
    }
    return last ? "" : "it ends too early: its last page is not marked as such";
}

}  // namespace

std::string validate_container(const std::string& path, const std::string& format) {
    using Check = std::string (*)(Bytes&);
    constexpr std::array<std::pair<std::string_view, Check>, 11> checks = {{{"mov,mp4,m4a,3gp,3g2,mj2", mov},
                                                                            {"matroska,webm", matroska},
                                                                            {"avi", avi},
                                                                            {"gif", gif},
                                                                            {"mpegts", transport_stream},
                                                                            {"mpeg", program_stream},
                                                                            {"flv", flv},
                                                                            {"ivf", ivf},
                                                                            {"ogg", ogg},
                                                                            {"apng", apng},
                                                                            {"asf", asf}}};
    const auto* check =
        std::find_if(checks.begin(), checks.end(), [&](const auto& c) { return c.first == format; });
    if (check == checks.end()) return {};
    Bytes file(path);
    return check->second(file);
}

}  // namespace genmedia::media
