// SPDX-License-Identifier: MIT
// Copies that run in a queue's order.
#include <cstring>

#include "cm/runtime/queue/cm_queue.h"
#include "cm/runtime/surfaces/buffer.h"

namespace genmedia::runtime {
namespace {

bool aligned_16(const void* memory) { return reinterpret_cast<uintptr_t>(memory) % 16 == 0; }

bool blocking(UINT option) { return (option & CM_FASTCOPY_OPTION_BLOCKING) != 0; }

// The state of an event to wait for, perhaps of another queue. Null for no event.
std::shared_ptr<EventState> state_of(CmEvent* event) {
    return event == nullptr || event == CM_NO_EVENT ? nullptr : static_cast<Event*>(event)->state();
}

// A copy may change the order of colours, nothing else.
bool may_copy(const Format& to, const Format& from) {
    const auto rgba = [](const Format& f) {
        return f.id == VA_CM_FMT_A8R8G8B8 || f.id == VA_CM_FMT_A8B8G8R8;
    };
    return to.id == from.id || (rgba(to) && rgba(from));
}

// Checks a range of a buffer for a copy to or from memory.
INT validate_range(const Buffer* buffer, size_t offset, const void* memory, uint64_t bytes) {
    if (buffer == nullptr || memory == nullptr) return CM_NULL_POINTER;
    const uint64_t all = buffer->core.storage().bytes();
    return offset > all || bytes > all - offset ? CM_INVALID_ARG_SIZE : CM_SUCCESS;
}

}  // namespace

// Strides of 0 mean the surface's own.
INT Queue::validate_surface_copy(const Surface2D* surface, const void* memory, UINT& stride,
                                 UINT& rows) const {
    if (surface == nullptr) return CM_FAILURE;
    if (stride == 0) stride = surface->row_bytes();
    if (rows == 0) rows = surface->height();
    if (stride % 16 != 0) return CM_GPUCOPY_INVALID_STRIDE;
    if (memory == nullptr || !aligned_16(memory)) return CM_GPUCOPY_INVALID_SYSMEM;
    if (stride < surface->row_bytes() || rows < surface->height()) return CM_GPUCOPY_INVALID_SIZE;
    return CM_SUCCESS;
}

INT Queue::EnqueueCopyCPUToGPUFullStride(CmSurface2D* to, const unsigned char* memory, UINT stride, UINT rows,
                                         UINT option, CmEvent*& event) {
    auto* surface = static_cast<Surface2D*>(to);
    UINT row = stride, height = rows;
    if (const INT code = validate_surface_copy(surface, memory, row, height); code != CM_SUCCESS) return code;
    return guarded([&] {
        auto job = std::make_unique<Job>();
        job->use(surface->core.shared_storage());
        // The surface object may be destroyed before the copy, so the job keeps what the copy needs.
        const CopyPlan plan = surface->plan(row, height);
        job->copy = [plan, memory] { plan.copy_in(memory); };
        return submit(std::move(job), event, blocking(option));
    });
}

INT Queue::EnqueueCopyGPUToCPUFullStride(CmSurface2D* from, unsigned char* memory, UINT stride, UINT rows,
                                         UINT option, CmEvent*& event) {
    auto* surface = static_cast<Surface2D*>(from);
    UINT row = stride, height = rows;
    if (const INT code = validate_surface_copy(surface, memory, row, height); code != CM_SUCCESS) return code;
    return guarded([&] {
        auto job = std::make_unique<Job>();
        job->use(surface->core.shared_storage());
        const CopyPlan plan = surface->plan(row, height);
        job->copy = [plan, memory] { plan.copy_out(memory); };
        return submit(std::move(job), event, blocking(option));
    });
}

INT Queue::EnqueueCopyCPUToGPU(CmSurface2D* surface, const unsigned char* memory, CmEvent*& event) {
    return EnqueueCopyCPUToGPUFullStride(surface, memory, 0, 0, CM_FASTCOPY_OPTION_NONBLOCKING, event);
}

INT Queue::EnqueueCopyGPUToCPU(CmSurface2D* surface, unsigned char* memory, CmEvent*& event) {
    return EnqueueCopyGPUToCPUFullStride(surface, memory, 0, 0, CM_FASTCOPY_OPTION_NONBLOCKING, event);
}

INT Queue::EnqueueCopyCPUToGPUFullStrideDup(CmSurface2D* surface, const unsigned char* memory, UINT stride,
                                            UINT rows, UINT option, CmEvent*& event) {
    return EnqueueCopyCPUToGPUFullStride(surface, memory, stride, rows, option, event);
}

INT Queue::EnqueueCopyGPUToCPUFullStrideDup(CmSurface2D* surface, unsigned char* memory, UINT stride,
                                            UINT rows, UINT option, CmEvent*& event) {
    return EnqueueCopyGPUToCPUFullStride(surface, memory, stride, rows, option, event);
}

INT Queue::EnqueueInitSurface2D(CmSurface2D* surface, DWORD value, CmEvent*& event) {
    if (surface == nullptr) return CM_FAILURE;
    return guarded([&] {
        auto job = std::make_unique<Job>();
        const std::shared_ptr<Storage> storage = static_cast<Surface2D*>(surface)->core.shared_storage();
        job->use(storage);
        job->copy = [storage, value] { fill_dwords(storage->data(), storage->bytes(), value); };
        return submit(std::move(job), event, false);
    });
}

INT Queue::EnqueueCopyGPUToGPU(CmSurface2D* to, CmSurface2D* from, UINT option, CmEvent*& event) {
    if (to == nullptr || from == nullptr) return CM_FAILURE;
    auto* target = static_cast<Surface2D*>(to);
    auto* source = static_cast<Surface2D*>(from);
    if (target->width() != source->width() || target->height() < source->height() ||
        target->format().pixel_bytes != source->format().pixel_bytes ||
        !may_copy(target->format(), source->format())) {
        return CM_GPUCOPY_INVALID_SURFACES;
    }
    return guarded([&] {
        auto job = std::make_unique<Job>();
        job->use(source->core.shared_storage());
        job->use(target->core.shared_storage());
        const CopyPlan plan = source->plan(target->pitch(), target->height());
        const std::shared_ptr<Storage> into = target->core.shared_storage();
        job->copy = [plan, into] { plan.copy_out(into->data()); };
        return submit(std::move(job), event, blocking(option));
    });
}

INT Queue::EnqueueCopyCPUToCPU(unsigned char* to, unsigned char* from, UINT bytes, UINT option,
                               CmEvent*& event) {
    if (to == nullptr || from == nullptr || !aligned_16(to) || !aligned_16(from))
        return CM_GPUCOPY_INVALID_SYSMEM;
    if (bytes > CM_MAX_1D_SURF_WIDTH) return CM_GPUCOPY_INVALID_SIZE;
    if (bytes < 4096) {  // as in CM: immediately, and without an event
        std::memcpy(to, from, bytes);
        event = nullptr;
        return CM_SUCCESS;
    }
    return guarded([&] {
        auto job = std::make_unique<Job>();
        job->copy = [to, from, bytes] { std::memcpy(to, from, bytes); };
        return submit(std::move(job), event, blocking(option));
    });
}

template <class Copy>
INT Queue::copy_buffer(const Buffer* buffer, size_t offset, const void* memory, uint64_t bytes,
                       CmEvent* first, CmEvent*& event, UINT option, const Copy& copy) {
    if (const INT code = validate_range(buffer, offset, memory, bytes); code != CM_SUCCESS) return code;
    return guarded([&] {
        auto job = std::make_unique<Job>();
        const std::shared_ptr<Storage> storage = buffer->core.shared_storage();
        job->use(storage);
        job->copy = [storage, offset, copy, before = state_of(first)] {
            if (before != nullptr) before->wait(static_cast<DWORD>(-1));
            copy(storage->data() + offset);
        };
        return submit(std::move(job), event, blocking(option));
    });
}

int32_t Queue::EnqueueReadBuffer(CmBuffer* from, size_t offset, const unsigned char* memory, uint64_t bytes,
                                 CmEvent* first, CmEvent*& event, unsigned option) {
    // The function writes to it, although the header says const.
    auto* to = const_cast<unsigned char*>(memory);
    return copy_buffer(static_cast<Buffer*>(from), offset, memory, bytes, first, event, option,
                       [to, bytes](const uint8_t* data) { std::memcpy(to, data, bytes); });
}

int32_t Queue::EnqueueWriteBuffer(CmBuffer* to, size_t offset, const unsigned char* memory, uint64_t bytes,
                                  CmEvent* first, CmEvent*& event, unsigned option) {
    return copy_buffer(static_cast<Buffer*>(to), offset, memory, bytes, first, event, option,
                       [memory, bytes](uint8_t* data) { std::memcpy(data, memory, bytes); });
}

}  // namespace genmedia::runtime
