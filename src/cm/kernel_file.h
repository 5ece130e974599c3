// SPDX-License-Identifier: MIT
// The checksum of a kernel file: it finds damage, not deliberate changes.
#pragma once

#include <cm/abi.h>

#include <boost/crc.hpp>
#include <cstddef>
#include <cstdint>

namespace genmedia {

// The checksum of the header, with its own field taken as 0, and of the image behind it.
inline uint32_t kernel_file_checksum(cm_abi::FileHeader header, const void* image, size_t bytes) {
    header.checksum = 0;
    boost::crc_32_type crc;
    crc.process_bytes(&header, sizeof(header));
    crc.process_bytes(image, bytes);
    return crc.checksum();
}

}  // namespace genmedia
