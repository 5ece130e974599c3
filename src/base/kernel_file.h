// SPDX-License-Identifier: MIT
// The checksum of a kernel file: it finds damage, and nothing that somebody did on purpose.
#pragma once

#include <cm/abi.h>

#include <boost/crc.hpp>
#include <cstddef>
#include <cstdint>

namespace genmedia {

// Of the header, its own field taken as 0, and the image behind it.
inline std::uint32_t kernel_file_checksum(cm_abi::FileHeader header, const void* image, std::size_t bytes) {
    header.checksum = 0;
    boost::crc_32_type crc;
    crc.process_bytes(&header, sizeof(header));
    crc.process_bytes(image, bytes);
    return crc.checksum();
}

}  // namespace genmedia
