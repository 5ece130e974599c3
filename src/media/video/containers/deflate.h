// SPDX-License-Identifier: MIT
// Compression in parts that threads make and that are then put one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace genmedia::media {

// A part of a deflate stream (RFC 1951): whole bytes that refer to nothing before them. Further parts may
// follow.
struct Deflated {
    std::string bytes;
    int64_t size = 0;  // bytes before compression
    uint32_t crc = 0;  // its CRC-32
};

// Compresses lightly. Equal data give equal bytes, on all processors with SSE4.2.
Deflated deflate(const void* data, int64_t size);

// The same without compression: always kStoredOverhead bytes longer than the data, which are at most 65535.
inline constexpr int64_t kStoredOverhead = 5;
Deflated store(const std::string& data);

// Ends a stream.
std::string end_of_deflate();

// The CRC-32 of data that goes on after data of `crc`, which is 0 at the beginning.
uint32_t crc_behind(uint32_t crc, const void* data, size_t bytes);

// The CRC-32 of data of two parts.
uint32_t joined_crc(uint32_t first, const Deflated& second);

}  // namespace genmedia::media
