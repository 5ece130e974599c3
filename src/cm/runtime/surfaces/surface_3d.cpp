// SPDX-License-Identifier: MIT
#include "cm/runtime/surfaces/surface_3d.h"

#include <cstring>

namespace genmedia::runtime {
namespace {

cm_abi::Surface describe_3d(const Format& format, UINT width, UINT height, UINT depth, uint8_t* data) {
    cm_abi::Surface surface = describe_2d(format, width, height, width * format.pixel_bytes, data);
    surface.kind = cm_abi::SurfaceKind::image_3d;
    surface.depth = static_cast<int32_t>(depth);
    surface.slice_pitch = static_cast<int64_t>(surface.bytes);
    surface.bytes *= depth;
    return surface;
}

}  // namespace

INT validate_3d(UINT width, UINT height, UINT depth, CM_SURFACE_FORMAT id) {
    if (width < CM_MIN_SURF_WIDTH || width > CM_MAX_3D_SURF_WIDTH) return CM_INVALID_WIDTH;
    if (height < CM_MIN_SURF_HEIGHT || height > CM_MAX_3D_SURF_HEIGHT) return CM_INVALID_HEIGHT;
    if (depth < CM_MIN_SURF_DEPTH || depth > CM_MAX_3D_SURF_DEPTH) return CM_INVALID_DEPTH;
    const Format* format = find_format(id);
    return format == nullptr || format->planes != 1 ? CM_SURFACE_FORMAT_NOT_SUPPORTED : CM_SUCCESS;
}

Surface3D::Surface3D(SurfaceTable& table, std::shared_ptr<Storage> memory, const Format& format, UINT width,
                     UINT height, UINT depth)
    : core(table, memory, describe_3d(format, width, height, depth, memory->data())) {}

INT Surface3D::GetIndex(SurfaceIndex*& index) {
    index = core.index();
    return CM_SUCCESS;
}

INT Surface3D::ReadSurface(unsigned char* memory, CmEvent* event, UINT64 bytes) {
    if (memory == nullptr) return CM_INVALID_ARG_VALUE;
    if (bytes < core.storage().bytes()) return CM_INVALID_ARG_SIZE;
    wait_for(event);
    core.storage().uses.wait();
    std::memcpy(memory, core.data(), core.storage().bytes());
    return CM_SUCCESS;
}

INT Surface3D::WriteSurface(const unsigned char* memory, CmEvent* event, UINT64 bytes) {
    if (memory == nullptr) return CM_INVALID_ARG_VALUE;
    if (bytes < core.storage().bytes()) return CM_INVALID_ARG_SIZE;
    wait_for(event);
    core.storage().uses.wait();
    std::memcpy(core.data(), memory, core.storage().bytes());
    return CM_SUCCESS;
}

INT Surface3D::InitSurface(DWORD value, CmEvent* event) {
    wait_for(event);
    core.storage().uses.wait();
    fill_dwords(core.data(), core.storage().bytes(), value);
    return CM_SUCCESS;
}

INT Surface3D::SelectMemoryObjectControlSetting(MEMORY_OBJECT_CONTROL option) {
    return validate_memory_control(option);
}

}  // namespace genmedia::runtime
