// SPDX-License-Identifier: MIT
#include "va/calls.h"

#include <cstring>

namespace genmedia::va {
namespace {

VAStatus copy_surface(const Driver& driver, VASurfaceID to, VASurfaceID from) {
    const auto source = driver.surfaces.find(from), target = driver.surfaces.find(to);
    if (!source || !target) return VA_STATUS_ERROR_INVALID_SURFACE;
    const PictureLayout &one = source->layout, &other = target->layout;
    if (one.width != other.width || one.height != other.height) return VA_STATUS_ERROR_INVALID_PARAMETER;
    if (source->memory == target->memory) return VA_STATUS_SUCCESS;
    target->outcome = VA_STATUS_SUCCESS;
    return copy(source->planes(), target->planes()) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
}

VAStatus copy_buffer(const Driver& driver, VABufferID to, VABufferID from) {
    const auto source = driver.buffers.find(from), target = driver.buffers.find(to);
    if (!source || !target) return VA_STATUS_ERROR_INVALID_BUFFER;
    const size_t size = size_t{source->size} * source->count;
    if (size > target->memory->size()) return VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
    std::memmove(target->memory->data(), source->memory->data(), size);
    return VA_STATUS_SUCCESS;
}

void set(unsigned* to, unsigned value) {
    if (to != nullptr) *to = value;
}

}  // namespace

// All is copied when this returns, whatever the options say of waiting and of power.
VAStatus copy_object(Driver& driver, VACopyObject* to, VACopyObject* from, VACopyOption) {
    if (to == nullptr || from == nullptr || number_of(to->obj_type) != number_of(from->obj_type))
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    switch (number_of(to->obj_type)) {
        case VACopyObjectSurface: return copy_surface(driver, to->object.surface_id, from->object.surface_id);
        case VACopyObjectBuffer: return copy_buffer(driver, to->object.buffer_id, from->object.buffer_id);
        default: return VA_STATUS_ERROR_INVALID_PARAMETER;
    }
}

VAStatus lock_surface(Driver& driver, VASurfaceID surface, unsigned* fourcc, unsigned* luma_pitch,
                      unsigned* u_pitch, unsigned* v_pitch, unsigned* luma_offset, unsigned* u_offset,
                      unsigned* v_offset, unsigned* name, void** memory) {
    const auto found = driver.surfaces.find(surface);
    if (!found) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (found->locked) return VA_STATUS_ERROR_SURFACE_BUSY;
    const PictureLayout& layout = found->layout;
    // By their names, not by their order; U and V that share a plane begin a sample apart.
    const bool pairs = layout.plane_count == 2;
    const uint32_t sample = layout.format->pixels == AV_PIX_FMT_P010LE ? 2 : 1;
    const size_t u = layout.format->swapped ? 2 : 1, v = pairs ? 1 : 3 - u;
    set(fourcc, layout.format->fourcc);
    set(luma_pitch, layout.pitches[0]);
    set(u_pitch, layout.pitches[u]);
    set(v_pitch, layout.pitches[v]);
    set(luma_offset, layout.offsets[0]);
    set(u_offset, layout.offsets[u]);
    set(v_offset, layout.offsets[v] + (pairs ? sample : 0));
    set(name, 0);
    if (memory != nullptr) *memory = found->memory->data();
    found->locked = true;
    return VA_STATUS_SUCCESS;
}

VAStatus unlock_surface(Driver& driver, VASurfaceID surface) {
    const auto found = driver.surfaces.find(surface);
    if (!found) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (!found->locked) return VA_STATUS_ERROR_OPERATION_FAILED;
    found->locked = false;
    return VA_STATUS_SUCCESS;
}

}  // namespace genmedia::va
