// SPDX-License-Identifier: MIT
// Functions that need a unit of the GPU that is not supported.
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

}  // namespace genmedia::runtime
