// SPDX-License-Identifier: MIT
// What an encoder hands back: a buffer that programs see as a chain of one VACodedBufferSegment.
#pragma once

#include "va/driver.h"

#include <span>

namespace genmedia::va {

// Bytes of a coded buffer's memory before those of the stream: the segment.
inline constexpr size_t kSegmentRoom = (sizeof(VACodedBufferSegment) + 63) / 64 * 64;

// A buffer of `size` bytes, in which nothing is coded yet. Throws std::bad_alloc.
std::shared_ptr<Memory> make_coded_memory(size_t size);

// Null: there is no coded buffer of that number.
std::shared_ptr<Buffer> find_coded_buffer(Driver& driver, VABufferID number);
// Fills it. `status`: VA_CODED_BUF_STATUS_*. Too much for it: VA_STATUS_ERROR_NOT_ENOUGH_BUFFER, and the
// segment says so and is empty.
VAStatus fill(const Buffer& buffer, std::span<const uint8_t> stream, uint32_t status);

}  // namespace genmedia::va
