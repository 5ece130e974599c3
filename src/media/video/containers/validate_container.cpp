// SPDX-License-Identifier: MIT
#include "media/video/containers/validate_container.h"

#include "media/video/containers/container_checks.h"

#include <boost/crc.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace genmedia::media {

std::string beyond(const std::string& what, uint64_t end, uint64_t size) {
    if (end <= size) return {};
    return "it ends too early: " + what + " reaches to byte " + std::to_string(end) + " of " +
           std::to_string(size);
}

std::string no_block(uint64_t at) {
    return "what stands at byte " + std::to_string(at) + " is no part of such a file";
}

std::string damaged_part(const std::string& what, uint64_t at) {
    return what + " at byte " + std::to_string(at) + " is damaged";
}

namespace {

// ISO/IEC 14496-12, 4.2: boxes, each with its size first.
std::string mov(FileBytes& file) {
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

// RIFF chunks, padded to even sizes. A recorder that never finished leaves a size of 0; AMV has no sizes, and
// FFmpeg writes none to a pipe.
std::string avi(FileBytes& file) {
    for (uint64_t at = 0; at + 8 <= file.size() && file.at(at, 4) == "RIFF";) {
        const uint64_t bytes = file.little_endian(at + 4, 4), end = at + 8 + bytes;
        if (file.at(at + 8, 4) == "AMV ") return {};
        if (bytes == 0) return "it was never finished: its size is 0";
        if (bytes == UINT32_MAX) return {};
        if (end > file.size()) return beyond("the RIFF chunk", end, file.size());
        at = end + bytes % 2;
    }
    return {};
}

// GIF89a, appendix A: blocks up to a trailer, images that lie on the screen (20). Some programs put zeros
// behind the trailer.
std::string gif(FileBytes& file) {
    const auto byte = [&](uint64_t at) { return static_cast<uint8_t>(file.big_endian(at, 1)); };
    const auto table = [](uint8_t packed) {
        return (packed & 0x80) != 0 ? uint64_t{3} << ((packed & 7) + 1) : 0;
    };
    const auto size = [&](uint64_t place) { return file.little_endian(place, 2); };
    const auto is_on_screen = [&](uint64_t image) {
        return size(image + 1) + size(image + 5) <= size(6) && size(image + 3) + size(image + 7) <= size(8);
    };
    uint64_t at = 13 + table(byte(10));
    while (at < file.size() && byte(at) != ';') {
        if (byte(at) == ',' && !is_on_screen(at)) return damaged_part("the image", at);
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

// Adobe's FLV, annex E: each tag is followed by its size. Some programs write another one there, so tags are
// known by their types.
std::string flv(FileBytes& file) {
    constexpr const char* not_whole = "it ends too early: its last tag is not whole";
    if (file.size() < 13 + 4) return "it ends too early: it has no tags";
    for (uint64_t at = file.big_endian(5, 4) + 4; at + 11 < file.size();) {
        const uint64_t type = file.big_endian(at, 1) & 0x1F;
        if (type != 8 && type != 9 && type != 18) return no_block(at);
        at += 11 + file.big_endian(at + 1, 3) + 4;
        if (at > file.size()) return not_whole;
    }
    const uint64_t tag = file.big_endian(file.size() - 4, 4);
    const bool whole =
        tag + 4 + 9 <= file.size() && tag >= 11 && file.big_endian(file.size() - 4 - tag + 1, 3) + 11 == tag;
    return whole ? "" : not_whole;
}

// PNG 3, 5.3: chunks up to an end. That of APNG is a picture's.
std::string apng(FileBytes& file) {
    for (uint64_t at = 8; at + 12 <= file.size();) {
        const uint64_t bytes = file.big_endian(at, 4);
        if (file.at(at + 4, 4) == "IEND") return {};
        at += 12 + bytes;
    }
    return "it ends too early: it has no chunk 'IEND'";
}

// A header of 32 bytes, then frames of 12 bytes and their size.
std::string ivf(FileBytes& file) {
    uint64_t at = std::max<uint64_t>(file.little_endian(6, 2), 32);
    while (at + 12 <= file.size()) at += 12 + file.little_endian(at, 4);
    return at == file.size() ? "" : beyond("the last frame", std::max(at, file.size() + 1), file.size());
}

// RFC 3533, 6: pages, one after the other, each with a checksum; the last one of a stream is marked.
std::string ogg(FileBytes& file) {
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
        boost::crc_optimal<32, 0x04C11DB7> found;
        found.process_bytes(page.data(), page.size());
        if (sum != found.checksum()) return damaged_part("the page", at);
        last = (page[5] & 4) != 0;
        at += bytes;
    }
    return last ? "" : "it ends too early: its last page is not marked as such";
}

}  // namespace

bool tells_losses(const std::string& format) {
    return format == "matroska,webm" || format == "nut" || format == "asf" || format == "flv";
}

std::string validate_container(const std::string& path, const std::string& format) {
    using Check = std::string (*)(FileBytes&);
    constexpr std::array<std::pair<std::string_view, Check>, 12> checks = {
        {{"mov,mp4,m4a,3gp,3g2,mj2", mov},
         {"matroska,webm", check_matroska},
         {"avi", avi},
         {"gif", gif},
         {"mpegts", check_transport_stream},
         {"mpeg", check_program_stream},
         {"flv", flv},
         {"ivf", ivf},
         {"ogg", ogg},
         {"apng", apng},
         {"asf", check_asf},
         {"nut", check_nut}}};
    const auto* check =
        std::find_if(checks.begin(), checks.end(), [&](const auto& c) { return c.first == format; });
    if (check == checks.end()) return {};
    FileBytes file(path);
    return check->second(file);
}

}  // namespace genmedia::media
