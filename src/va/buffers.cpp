// SPDX-License-Identifier: MIT
#include "va/calls.h"
#include "va/encoding/coded_buffer.h"

#include <cstring>

namespace genmedia::va {
namespace {

constexpr size_t kLargestBuffer = size_t{1} << 30;

}  // namespace

VAStatus create_buffer(Driver& driver, VAContextID context, VABufferType type, unsigned size, unsigned count,
                       void* data, VABufferID* buffer) {
    const auto found = driver.contexts.find(context);
    if (!found) return VA_STATUS_ERROR_INVALID_CONTEXT;
    if (!takes(*found->config, type)) return VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE;
    if (buffer == nullptr || size == 0 || count == 0) return VA_STATUS_ERROR_INVALID_PARAMETER;
    if (size > kLargestBuffer / count) return VA_STATUS_ERROR_ALLOCATION_FAILED;
    const bool is_coded = type == VAEncCodedBufferType;
    if (is_coded && data != nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    auto memory =
        is_coded ? make_coded_memory(size_t{size} * count) : std::make_shared<Memory>(size_t{size} * count);
    if (data != nullptr) std::memcpy(memory->data(), data, memory->size());
    *buffer = driver.buffers.add(std::make_shared<Buffer>(Buffer{type, size, count, std::move(memory)}));
    return VA_STATUS_SUCCESS;
}

// Fewer than there were when it was made.
VAStatus set_element_count(Driver& driver, VABufferID buffer, unsigned count) {
    const auto found = driver.buffers.find(buffer);
    if (!found) return VA_STATUS_ERROR_INVALID_BUFFER;
    const size_t more = found->type == VAEncCodedBufferType ? kSegmentRoom : 0;
    if (count > (found->memory->size() - more) / found->size) return VA_STATUS_ERROR_INVALID_PARAMETER;
    found->count = count;
    return VA_STATUS_SUCCESS;
}

VAStatus map_buffer(Driver& driver, VABufferID buffer, void** memory) {
    const auto found = driver.buffers.find(buffer);
    if (!found) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (memory == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    found->mapped++;
    *memory = found->memory->data();
    return VA_STATUS_SUCCESS;
}

VAStatus unmap_buffer(Driver& driver, VABufferID buffer) {
    const auto found = driver.buffers.find(buffer);
    if (!found) return VA_STATUS_ERROR_INVALID_BUFFER;
    if (found->mapped == 0) return VA_STATUS_ERROR_OPERATION_FAILED;
    found->mapped--;
    return VA_STATUS_SUCCESS;
}

VAStatus destroy_buffer(Driver& driver, VABufferID buffer) {
    return driver.buffers.remove(buffer) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

VAStatus buffer_info(Driver& driver, VABufferID buffer, VABufferType* type, unsigned* size, unsigned* count) {
    const auto found = driver.buffers.find(buffer);
    if (!found) return VA_STATUS_ERROR_INVALID_BUFFER;
    *type = found->type;
    *size = found->size;
    *count = found->count;
    return VA_STATUS_SUCCESS;
}

VAStatus sync_buffer(Driver& driver, VABufferID buffer, uint64_t) {
    return driver.buffers.find(buffer) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_BUFFER;
}

}  // namespace genmedia::va
