// SPDX-License-Identifier: MIT
#include "media/deflate.h"

#include <zlib.h>

#include <new>

namespace genmedia::media {
namespace {

constexpr int kLightest = 1, kUsualMemory = 8;

uint32_t crc_of(const void* data, int64_t size) {
    return static_cast<uint32_t>(crc32_z(0, static_cast<const Bytef*>(data), static_cast<z_size_t>(size)));
}

std::string stored_block(bool is_last, const std::string& data) {
    const auto size = static_cast<uint16_t>(data.size());
    std::string block(1, is_last ? 1 : 0);
    for (const uint16_t word : {size, static_cast<uint16_t>(~size)})
        for (const int shift : {0, 8}) block += static_cast<char>(word >> shift);
    return block + data;
}

}  // namespace

Deflated deflate(const void* data, int64_t size) {
    Deflated result{.bytes = {}, .size = size, .crc = crc_of(data, size)};
    z_stream stream{};
    if (deflateInit2(&stream, kLightest, Z_DEFLATED, -MAX_WBITS, kUsualMemory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    // What a flush may add is not in the bound.
    result.bytes.resize(deflateBound(&stream, static_cast<uLong>(size)) + 64);
    stream.next_in = static_cast<Bytef*>(const_cast<void*>(data));  // it only reads
    stream.avail_in = static_cast<uInt>(size);
    stream.next_out = reinterpret_cast<Bytef*>(result.bytes.data());
    stream.avail_out = static_cast<uInt>(result.bytes.size());
    ::deflate(&stream, Z_SYNC_FLUSH);
    result.bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

Deflated store(const std::string& data) {
    const auto size = static_cast<int64_t>(data.size());
    return {.bytes = stored_block(false, data), .size = size, .crc = crc_of(data.data(), size)};
}

std::string end_of_deflate() { return stored_block(true, ""); }

uint32_t joined_crc(uint32_t first, const Deflated& second) {
    return static_cast<uint32_t>(crc32_combine(first, second.crc, second.size));
}

}  // namespace genmedia::media
