// SPDX-License-Identifier: MIT
// ISO/IEC 13818-1: transport streams and program streams.
#include "media/video/containers/container_checks.h"

#include <algorithm>
#include <string_view>

namespace genmedia::media {
namespace {

// Every packet of a transport stream begins with a byte of its own.
std::string transport_packets(FileBytes& file, size_t first, size_t packet_bytes) {
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

// The length of the packet of a program stream at a position (2.5.3 and 2.4.3.6); 0: no packet.
uint64_t program_packet_bytes(std::string_view bytes) {
    if (bytes.substr(0, 3) != std::string_view("\0\0\1", 3)) return 0;
    const auto byte = [&](size_t at) { return static_cast<uint8_t>(bytes[at]); };
    if (byte(3) == 0xB9) return 4;
    if (byte(3) == 0xBA) return (byte(4) & 0xC0) != 0x40 ? 12 : 14 + (byte(13) & 7U);
    if (byte(3) < 0xBB) return 0;
    return 6 + (uint64_t{byte(4)} << 8 | byte(5));
}

}  // namespace

// 2.4.3: packets of 188 bytes, with 4 before or 16 after them in some files.
std::string check_transport_stream(FileBytes& file) {
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

// Each packet leads to the next one. Some programs put zeros between them.
std::string check_program_stream(FileBytes& file) {
    constexpr size_t header = 14;
    constexpr std::string_view start_code("\0\0\1\xBA", 4);
    const size_t first = file.at(0, 1 << 16).find(start_code);
    if (first == std::string::npos || file.at(0, 4) == "RIFF") return {};  // sectors of a Video CD
    for (uint64_t at = first; at < file.size();) {
        const uint64_t bytes = program_packet_bytes(file.at(at, header));
        if (bytes == 0 && file.big_endian(at, 1) != 0) return no_block(at);
        at += std::max<uint64_t>(bytes, 1);
        if (at > file.size()) return beyond("the last packet", at, file.size());
    }
    return {};
}

}  // namespace genmedia::media
