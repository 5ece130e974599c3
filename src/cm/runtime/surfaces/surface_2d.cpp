// SPDX-License-Identifier: MIT
#include "cm/runtime/surfaces/surface_2d.h"

#include <cstring>

#include "base/va_sharing.h"

namespace genmedia::runtime {
namespace {

void copy_rows(uint8_t* to, uint64_t to_pitch, const uint8_t* from, uint64_t from_pitch, uint64_t row_bytes,
               uint64_t rows) {
    if (to_pitch == from_pitch && from_pitch == row_bytes) {
        std::memcpy(to, from, row_bytes * rows);
        return;
    }
    for (uint64_t y = 0; y < rows; y++) std::memcpy(to + y * to_pitch, from + y * from_pitch, row_bytes);
}

// The fields of interlaced frames are not distinguished: kernels see the whole frame.
INT validate_frame_type(CM_FRAME_TYPE type) {
    if (type < CM_FRAME || type >= MAX_FRAME_TYPE) return CM_INVALID_ARG_VALUE;
    return type == CM_FRAME ? CM_SUCCESS : CM_NOT_IMPLEMENTED;
}

}  // namespace

Surface2D::Surface2D(SurfaceTable& table, std::shared_ptr<Storage> memory, const Format& format, UINT width,
                     UINT height, UINT pitch, const VaIdentity& va)
    : core(table, memory, describe_2d(format, width, height, pitch, memory->data())),
      format_(format),
      width_(width),
      height_(height),
      pitch_(pitch),
      va_(va) {}

Surface2D::~Surface2D() {
    const auto* sharing = va_.is_own ? base::va_sharing_of(va_.display) : nullptr;
    if (sharing != nullptr) sharing->destroy(va_.display, va_.id);
}

INT Surface2D::GetIndex(SurfaceIndex*& index) {
    index = core.index();
    return CM_SUCCESS;
}

INT Surface2D::validate_copy(const void* memory, UINT stride, UINT rows, UINT64 bytes) const {
    if (memory == nullptr) return CM_INVALID_ARG_VALUE;
    if (stride < row_bytes() || rows < height_) return CM_INVALID_ARG_VALUE;
    if (bytes < picture_bytes(format_, width_, height_, stride, rows)) return CM_INVALID_ARG_SIZE;
    return CM_SUCCESS;
}

CopyPlan Surface2D::plan(UINT stride, UINT rows) const {
    return {core.shared_storage(), &format_, width_, height_, pitch_, stride, rows};
}

void CopyPlan::copy_out(unsigned char* memory) const {
    for (UINT p = 0; p < format->planes; p++) {
        const PlanePlace here = plane_place(*format, width, height, pitch, height, p);
        const PlanePlace there = plane_place(*format, width, height, stride, rows, p);
        copy_rows(memory + there.offset, there.pitch, storage->data() + here.offset, here.pitch,
                  here.row_bytes, here.rows);
    }
}

void CopyPlan::copy_in(const unsigned char* memory) const {
    for (UINT p = 0; p < format->planes; p++) {
        const PlanePlace here = plane_place(*format, width, height, pitch, height, p);
        const PlanePlace there = plane_place(*format, width, height, stride, rows, p);
        copy_rows(storage->data() + here.offset, here.pitch, memory + there.offset, there.pitch,
                  here.row_bytes, here.rows);
    }
}

INT Surface2D::ReadSurface(unsigned char* memory, CmEvent* event, UINT64 bytes) {
    return ReadSurfaceHybridStrides(memory, event, row_bytes(), height_, bytes, 0);
}

INT Surface2D::WriteSurface(const unsigned char* memory, CmEvent* event, UINT64 bytes) {
    return WriteSurfaceHybridStrides(memory, event, row_bytes(), height_, bytes, 0);
}

INT Surface2D::ReadSurfaceStride(unsigned char* memory, CmEvent* event, UINT stride, UINT64 bytes) {
    return ReadSurfaceHybridStrides(memory, event, stride, height_, bytes, 0);
}

INT Surface2D::WriteSurfaceStride(const unsigned char* memory, CmEvent* event, UINT stride, UINT64 bytes) {
    return WriteSurfaceHybridStrides(memory, event, stride, height_, bytes, 0);
}

INT Surface2D::ReadSurfaceHybridStrides(unsigned char* memory, CmEvent* event, UINT stride, UINT rows,
                                        UINT64 bytes, UINT) {
    if (const INT code = validate_copy(memory, stride, rows, bytes); code != CM_SUCCESS) return code;
    wait_for(event);
    core.storage().uses.wait();
    plan(stride, rows).copy_out(memory);
    return CM_SUCCESS;
}

INT Surface2D::WriteSurfaceHybridStrides(const unsigned char* memory, CmEvent* event, UINT stride, UINT rows,
                                         UINT64 bytes, UINT) {
    if (const INT code = validate_copy(memory, stride, rows, bytes); code != CM_SUCCESS) return code;
    wait_for(event);
    core.storage().uses.wait();
    plan(stride, rows).copy_in(memory);
    return CM_SUCCESS;
}

INT Surface2D::InitSurface(DWORD value, CmEvent* event, unsigned int) {
    wait_for(event);
    core.storage().uses.wait();
    fill_dwords(core.data(), core.storage().bytes(), value);
    return CM_SUCCESS;
}

INT Surface2D::GetVaSurfaceID(VASurfaceID& id) {
    id = va_.id;
    return va_.display == nullptr ? CM_VA_SURFACE_NOT_SUPPORTED : CM_SUCCESS;
}

INT Surface2D::SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) {
    return validate_memory_control(option);
}

INT Surface2D::SetProperty(CM_FRAME_TYPE type) { return validate_frame_type(type); }

// Zeros leave a field as it is. Offsets only for formats of one plane. A view must lie inside the surface.
INT Surface2D::SetSurfaceStateParam(SurfaceIndex* index, const CM_SURFACE2D_STATE_PARAM* state) {
    if (state == nullptr) return CM_NULL_POINTER;
    Binding* view = core.view(index);
    if (view == nullptr) return CM_INVALID_ARG_VALUE;
    const Format* as = state->format == 0 ? &format_ : find_format(state->format);
    if (as == nullptr) return CM_SURFACE_FORMAT_NOT_SUPPORTED;
    const bool moved = state->surface_x_offset != 0 || state->surface_y_offset != 0;
    if (moved && as->planes != 1) return CM_NOT_IMPLEMENTED;
    const UINT width = state->width == 0 ? width_ : state->width;
    const UINT height = state->height == 0 ? height_ : state->height;
    const UINT row = state->pitch == 0 ? pitch() : state->pitch;
    const uint64_t start =
        uint64_t{state->surface_y_offset} * row + uint64_t{state->surface_x_offset} * as->pixel_bytes;
    if (width > CM_MAX_2D_SURF_WIDTH || height > CM_MAX_2D_SURF_HEIGHT || row < width * as->pixel_bytes ||
        start + picture_bytes(*as, width, height, row, height) > core.storage().bytes()) {
        return CM_INVALID_ARG_VALUE;
    }
    return guarded([&] {
        view->set_descriptor(describe_2d(*as, width, height, row, core.data() + start));
        return CM_SUCCESS;
    });
}

Surface2DUP::Surface2DUP(SurfaceTable& table, std::shared_ptr<Storage> memory, const Format& format,
                         UINT width, UINT height)
    : core(table, memory, describe_2d(format, width, height, width * format.pixel_bytes, memory->data())) {}

INT Surface2DUP::GetIndex(SurfaceIndex*& index) {
    index = core.index();
    return CM_SUCCESS;
}

INT Surface2DUP::SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) {
    return validate_memory_control(option);
}

INT Surface2DUP::SetProperty(CM_FRAME_TYPE type) { return validate_frame_type(type); }

Surface2DStateless::Surface2DStateless(SurfaceTable& table, std::shared_ptr<Storage> memory, UINT width,
                                       UINT height, UINT pitch)
    : core(table, memory, describe_2d(*find_format(VA_CM_FMT_A8), width, height, pitch, memory->data())),
      width_(width),
      height_(height),
      pitch_(pitch) {}

INT Surface2DStateless::GetGfxAddress(uint64_t& address) {
    address = reinterpret_cast<uintptr_t>(core.data());
    return CM_SUCCESS;
}

INT Surface2DStateless::ReadSurface(unsigned char* memory, CmEvent* event, uint64_t bytes) {
    if (memory == nullptr) return CM_INVALID_ARG_VALUE;
    if (bytes < uint64_t{width_} * height_) return CM_INVALID_ARG_SIZE;
    wait_for(event);
    core.storage().uses.wait();
    copy_rows(memory, width_, core.data(), pitch_, width_, height_);
    return CM_SUCCESS;
}

INT Surface2DStateless::WriteSurface(const unsigned char* memory, CmEvent* event, uint64_t bytes) {
    if (memory == nullptr) return CM_INVALID_ARG_VALUE;
    if (bytes < uint64_t{width_} * height_) return CM_INVALID_ARG_SIZE;
    wait_for(event);
    core.storage().uses.wait();
    copy_rows(core.data(), pitch_, memory, width_, width_, height_);
    return CM_SUCCESS;
}

}  // namespace genmedia::runtime
