// SPDX-License-Identifier: MIT
#include "va/encoding/coded_buffer.h"

#include <algorithm>

namespace genmedia::va {
namespace {

// Written anew each time: programs may write there, too.
void set_segment(const Memory& memory, size_t size, uint32_t status) {
    auto* segment = new (memory.data()) VACodedBufferSegment{};
    segment->size = static_cast<uint32_t>(size);
    segment->status = status;
    segment->buf = memory.data() + kSegmentRoom;
}

}  // namespace

std::shared_ptr<Memory> make_coded_memory(size_t size) {
    auto memory = std::make_shared<Memory>(kSegmentRoom + size);
    set_segment(*memory, 0, 0);
    return memory;
}

std::shared_ptr<Buffer> find_coded_buffer(Driver& driver, VABufferID number) {
    auto found = driver.buffers.find(number);
    return found && found->type == VAEncCodedBufferType ? found : nullptr;
}

VAStatus fill(const Buffer& buffer, std::span<const uint8_t> stream, uint32_t status) {
    const Memory& memory = *buffer.memory;
    if (stream.size() > memory.size() - kSegmentRoom) {
        set_segment(memory, 0, status | VA_CODED_BUF_STATUS_SLICE_OVERFLOW_MASK);
        return VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
    }
    std::copy(stream.begin(), stream.end(), memory.data() + kSegmentRoom);
    set_segment(memory, stream.size(), status);
    return VA_STATUS_SUCCESS;
}

}  // namespace genmedia::va
