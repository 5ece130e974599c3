// SPDX-License-Identifier: MIT
// Samplers and surfaces for adaptive video scaling. Those for video analytics are not supported.
#include "cm/runtime/device.h"
#include "cm/runtime/runtime_log.h"

namespace genmedia::runtime {
namespace {

// Whether cm_avs_sampler can scale it: see include/cm/dataport/avs_sampler.h.
bool can_be_scaled(CM_SURFACE_FORMAT format) {
    switch (format) {
        case VA_CM_FMT_A8R8G8B8:
        case VA_CM_FMT_X8R8G8B8:
        case VA_CM_FMT_A8B8G8R8:
        case VA_CM_FMT_A16B16G16R16:
        case VA_CM_FMT_R16G16UN:
        case VA_CM_FMT_A8:
        case VA_CM_FMT_L8:
        case VA_CM_FMT_L16:
        case VA_CM_FMT_R8UN:
        case VA_CM_FMT_R16UN:
        case VA_CM_FMT_YUY2:
        case VA_CM_FMT_UYVY:
        case VA_CM_FMT_NV12:
        case VA_CM_FMT_P010:
        case VA_CM_FMT_P016: return true;
        default: return false;
    }
}

bool adapts(const CM_AVS_NONPIPLINED_STATE& state) { return !state.BypassXAF || !state.BypassYAF; }

}  // namespace

INT Device::CreateSampler8x8(const CM_SAMPLER_8X8_DESCR& state, CmSampler8x8*& sampler) {
    if (state.stateType != CM_SAMPLER8X8_AVS) return CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE;
    if (state.avs == nullptr || state.avs->AvsState == nullptr || sampler != nullptr)
        return CM_INVALID_ARG_VALUE;
    if (!state.avs->AVSTYPE && adapts(*state.avs->AvsState))
        log().warn("CreateSampler8x8: adaptive sharpness is not supported; the default level {} applies",
                   state.avs->AvsState->DefaultSharpLvl);
    return guarded([&]() -> INT {
        const auto made = std::make_shared<Sampler8x8>(*state.avs);
        if (!samplers_.add(made)) return CM_EXCEED_SAMPLER_AMOUNT;
        sampler = made.get();
        return CM_SUCCESS;
    });
}

INT Device::DestroySampler8x8(CmSampler8x8*& sampler) {
    if (sampler == nullptr || !samplers_.remove(sampler)) return CM_FAILURE;
    sampler = nullptr;
    return CM_SUCCESS;
}

INT Device::CreateSampler8x8Surface(CmSurface2D* surface, SurfaceIndex*& index, CM_SAMPLER8x8_SURFACE type,
                                    CM_SURFACE_ADDRESS_CONTROL_MODE mode) {
    if (surface == nullptr) return CM_NULL_POINTER;
    if (type != CM_AVS_SURFACE) return CM_FEATURE_NOT_SUPPORTED_BY_HARDWARE;
    const Binding& binding = static_cast<Surface2D*>(surface)->core.binding();
    const cm_abi::Surface as = *binding.descriptor();
    if (!can_be_scaled(static_cast<CM_SURFACE_FORMAT>(as.format))) return CM_SURFACE_FORMAT_NOT_SUPPORTED;
    if (as.format == CM_SURFACE_FORMAT_NV12 && (as.width % 4 != 0 || as.height % 4 != 0))
        return CM_SYSTEM_MEMORY_NOT_4PIXELS_ALIGNED;
    return add_sampler_surface(binding, index, mode == CM_SURFACE_MIRROR);
}

INT Device::CreateSampler8x8SurfaceEx(CmSurface2D* surface, SurfaceIndex*& index, CM_SAMPLER8x8_SURFACE type,
                                      CM_SURFACE_ADDRESS_CONTROL_MODE mode, CM_FLAG* flag) {
    if (surface != nullptr && !is_plain(flag)) return CM_NOT_IMPLEMENTED;
    return CreateSampler8x8Surface(surface, index, type, mode);
}

INT Device::DestroySampler8x8Surface(SurfaceIndex*& index) { return DestroySamplerSurface(index); }

}  // namespace genmedia::runtime
