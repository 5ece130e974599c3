// SPDX-License-Identifier: MIT
// Functions that need libva or a unit of the GPU that is not implemented.
#include "cm/runtime/device.h"

namespace genmedia::runtime {

INT Device::CreateHevcVmeSurfaceG10(CmSurface2D* current, CmSurface2D**, CmSurface2D**, UINT, UINT,
                                    SurfaceIndex*&) {
    return current == nullptr ? CM_NULL_POINTER : CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE;
}

INT Device::DestroyHevcVmeSurfaceG10(SurfaceIndex*&) { return CM_FAILURE; }

INT Device::CreateVebox(CmVebox*& vebox) {
    vebox = nullptr;
    return CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE;
}

INT Device::DestroyVebox(CmVebox*& vebox) { return vebox == nullptr ? CM_NULL_POINTER : CM_FAILURE; }

INT Device::GetVaDpy(VADisplay*& display) {
    if (display_ == nullptr) return CM_VA_SURFACE_NOT_SUPPORTED;
    display = &display_;
    return CM_SUCCESS;
}

INT Device::CreateVaSurface2D(UINT width, UINT height, CM_SURFACE_FORMAT format, VASurfaceID& id,
                              CmSurface2D*& surface) {
    id = VA_INVALID_SURFACE;
    surface = nullptr;
    const INT code = validate_2d(width, height, format);
    return code == CM_SUCCESS ? CM_VA_SURFACE_NOT_SUPPORTED : code;
}

INT Device::CreateSurface2D(VASurfaceID, CmSurface2D*& surface) {
    surface = nullptr;
    return CM_VA_SURFACE_NOT_SUPPORTED;
}

INT Device::CreateSurface2D(VASurfaceID* ids, UINT, CmSurface2D** surfaces) {
    return ids == nullptr || surfaces == nullptr ? CM_NULL_POINTER : CM_VA_SURFACE_NOT_SUPPORTED;
}

}  // namespace genmedia::runtime
