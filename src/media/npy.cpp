// SPDX-License-Identifier: MIT
#include "media/npy.h"

#include <bit>

namespace genmedia::media {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

namespace {

// Bytes of an element, which end the description of its type: "<i2", "|u1".
int64_t element_bytes(const std::string& type) { return type.back() - '0'; }

}  // namespace

// Always 128 bytes, so that it can be replaced once the number of frames is known.
std::string NpyFile::header(int64_t frames) const {
    constexpr size_t total = 128, preamble = 10;
    std::string shape = std::to_string(frames) + ",";
    for (const int64_t side : item_shape_) shape.append(" ").append(std::to_string(side)).append(",");
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(total - preamble);
    bytes += '\0';
    bytes.append("{'descr': '").append(type_).append("', 'fortran_order': False, 'shape': (");
    bytes.append(shape).append("), }");
    bytes.resize(total - 1, ' ');
    bytes += '\n';
    return bytes;
}

Status NpyFile::create(const std::string& path, const std::string& type,
                       const std::vector<int64_t>& item_shape) {
    type_ = type;
    item_shape_ = item_shape;
    Status status = file_.open(path);
    return status.ok() ? file_.write(header(0)) : status;
}

Status NpyFile::finish(int64_t frames) {
    const std::string bytes = header(frames);
    int64_t whole = frames * element_bytes(type_);
    for (const int64_t side : item_shape_) whole *= side;
    Status status = file_.shorten(static_cast<int64_t>(bytes.size()) + whole);
    return status.ok() ? file_.write_at(0, bytes.data(), bytes.size()) : status;
}

}  // namespace genmedia::media
