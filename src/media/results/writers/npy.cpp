// SPDX-License-Identifier: MIT
#include "media/results/writers/npy.h"

#include <bit>

namespace genmedia::media {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

namespace {

// Deflate; no name, time or system.
constexpr char kGzipHeader[] = {'\x1F', '\x8B', 8, 0, 0, 0, 0, 0, 0, '\xFF'};
constexpr int64_t kHeader = 128;  // of an array

// Bytes of an element, which end the description of its type: "<i2", "|u1".
int64_t element_bytes(const std::string& type) { return type.back() - '0'; }

void append_word(std::string& bytes, uint32_t word) {
    for (const int shift : {0, 8, 16, 24}) bytes += static_cast<char>(word >> shift);
}

}  // namespace

// Always of one length, so that it can be replaced once the number of frames is known.
std::string NpyFile::header(int64_t frames) const {
    constexpr size_t preamble = 10;
    std::string shape = std::to_string(frames) + ",";
    for (const int64_t side : item_shape_) shape.append(" ").append(std::to_string(side)).append(",");
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(kHeader - preamble);
    bytes += '\0';
    bytes.append("{'descr': '").append(type_).append("', 'fortran_order': False, 'shape': (");
    bytes.append(shape).append("), }");
    bytes.resize(kHeader - 1, ' ');
    bytes += '\n';
    return bytes;
}

Status NpyFile::create(const std::string& path, const std::string& type,
                       const std::vector<int64_t>& item_shape) {
    type_ = type;
    item_shape_ = item_shape;
    header_ = header(0);
    now_ = before_ = {.end = std::size(kGzipHeader) + kStoredOverhead + kHeader};
    Status status = file_.open(path);
    if (status.ok()) status = file_.write(kGzipHeader, std::size(kGzipHeader));
    return status.ok() ? file_.write(store(header_).bytes) : status;
}

// The file is whole after each frame: on a full disk there may be no room for the end later.
Status NpyFile::append(const Deflated& part) {
    const Content next{now_.end + static_cast<int64_t>(part.bytes.size()), now_.size + part.size,
                       joined_crc(now_.crc, part)};
    const std::string bytes = part.bytes + end_after(next);
    Status status = file_.write_at(now_.end, bytes.data(), bytes.size());
    if (!status.ok()) return status;
    before_ = now_;
    now_ = next;
    return status;
}

NpyFile::Stream NpyFile::stream() const { return stream_of(now_); }

NpyFile::Stream NpyFile::stream_of(const Content& content) const {
    const Deflated header = store(header_);
    const Deflated rest{.bytes = {}, .size = content.size, .crc = content.crc};
    return {.begin = std::size(kGzipHeader),
            .size = content.end + static_cast<int64_t>(end_of_deflate().size() - std::size(kGzipHeader)),
            .content_size = header.size + content.size,
            .content_crc = joined_crc(header.crc, rest)};
}

std::string NpyFile::end_after(const Content& content) const {
    const Stream stream = stream_of(content);
    std::string bytes = end_of_deflate();
    append_word(bytes, stream.content_crc);
    append_word(bytes, static_cast<uint32_t>(stream.content_size));
    return bytes;
}

Status NpyFile::finish(int64_t frames) {
    header_ = header(frames);
    int64_t whole = frames * element_bytes(type_);
    for (const int64_t side : item_shape_) whole *= side;
    if (now_.size != whole) now_ = before_;
    Status status = file_.shorten(now_.end);
    if (status.ok()) status = file_.write(end_after(now_));
    const std::string bytes = store(header_).bytes;
    return status.ok() ? file_.write_at(std::size(kGzipHeader), bytes.data(), bytes.size()) : status;
}

}  // namespace genmedia::media
