// SPDX-License-Identifier: MIT
// What the device says about itself: a Gen9 GPU, with the limits of CM's own runtime.
#include <algorithm>
#include <cstring>

#include "cm/runtime/device.h"

namespace genmedia::runtime {
namespace {

constexpr UINT kMegahertz = 1000;  // a host may use it as it likes

INT give(const void* from, size_t from_bytes, size_t& bytes, void* value) {
    if (bytes < from_bytes) return CM_FAILURE;
    bytes = from_bytes;
    std::memcpy(value, from, from_bytes);
    return CM_SUCCESS;
}

INT give(UINT number, size_t& bytes, void* value) { return give(&number, sizeof(number), bytes, value); }

INT give_formats(bool for_3d, size_t& bytes, void* value) {
    std::vector<CM_SURFACE_FORMAT> ids;
    for (const Format& format : formats()) {
        if (!for_3d || format.planes == 1) ids.push_back(format.id);
    }
    return give(ids.data(), ids.size() * sizeof(ids[0]), bytes, value);
}

UINT count_formats(bool for_3d) {
    const auto all = formats();
    return static_cast<UINT>(
        std::ranges::count_if(all, [&](const Format& format) { return !for_3d || format.planes == 1; }));
}

}  // namespace

INT Device::GetCaps(CM_DEVICE_CAP_NAME name, size_t& bytes, void* value) {
    if (value == nullptr) return CM_NULL_POINTER;
    switch (name) {
        case CAP_KERNEL_COUNT_PER_TASK: return give(kMaxKernelsPerTask, bytes, value);
        case CAP_KERNEL_BINARY_SIZE: return give(kMaxKernelFileBytes, bytes, value);
        case CAP_SAMPLER_COUNT: return give(kMaxSamplers, bytes, value);
        case CAP_SAMPLER_COUNT_PER_KERNEL: return give(kMaxSamplersPerKernel, bytes, value);
        case CAP_BUFFER_COUNT: return give(kMaxBuffers, bytes, value);
        case CAP_SURFACE2D_COUNT: return give(kMaxSurfaces2d, bytes, value);
        case CAP_SURFACE2DUP_COUNT: return give(kMaxSurfaces2dUp, bytes, value);
        case CAP_SURFACE3D_COUNT: return give(kMaxSurfaces3d, bytes, value);
        case CAP_SURFACE_COUNT_PER_KERNEL: return give(kMaxSurfacesPerKernel, bytes, value);
        case CAP_ARG_COUNT_PER_KERNEL: return give(kMaxArguments, bytes, value);
        case CAP_ARG_SIZE_PER_KERNEL: return give(kMaxArgumentBytes, bytes, value);
        case CAP_USER_DEFINED_THREAD_COUNT_PER_TASK:
        case CAP_USER_DEFINED_THREAD_COUNT_PER_TASK_NO_THREAD_ARG:
            return give(kMaxThreadsPerTask, bytes, value);
        case CAP_USER_DEFINED_THREAD_COUNT_PER_MEDIA_WALKER:
            return give(CM_MAX_THREADSPACE_WIDTH_SKLUP_FOR_MW * CM_MAX_THREADSPACE_HEIGHT_SKLUP_FOR_MW, bytes,
                        value);
        case CAP_USER_DEFINED_THREAD_COUNT_PER_THREAD_GROUP: return give(kMaxThreadsPerGroup, bytes, value);
        case CAP_HW_THREAD_COUNT: {
            const std::lock_guard lock(mutex_);
            return give(hardware_threads_, bytes, value);
        }
        case CAP_SURFACE2D_FORMAT_COUNT: return give(count_formats(false), bytes, value);
        case CAP_SURFACE2D_FORMATS: return guarded([&] { return give_formats(false, bytes, value); });
        case CAP_SURFACE3D_FORMAT_COUNT: return give(count_formats(true), bytes, value);
        case CAP_SURFACE3D_FORMATS: return guarded([&] { return give_formats(true, bytes, value); });
        case CAP_VME_STATE_COUNT: return give(UINT{0}, bytes, value);
        case CAP_GPU_PLATFORM: return give(UINT{PLATFORM_INTEL_SKL}, bytes, value);
        case CAP_GT_PLATFORM: return give(UINT{PLATFORM_INTEL_GT2}, bytes, value);
        case CAP_MIN_FREQUENCY:
        case CAP_MAX_FREQUENCY:
        case CAP_GPU_CURRENT_FREQUENCY: return give(kMegahertz, bytes, value);
        case CAP_L3_CONFIG: {
            const std::lock_guard lock(mutex_);
            return give(&l3_config_, sizeof(l3_config_), bytes, value);
        }
        case CAP_PLATFORM_INFO: {
            const CM_PLATFORM_INFO info = {1, 3, 8, 7, 8};
            return give(&info, sizeof(info), bytes, value);
        }
        case CAP_MAX_BUFFER_SIZE: return give(UINT{CM_MAX_1D_SURF_WIDTH}, bytes, value);
        case CAP_MAX_SUBDEV_COUNT: return give(UINT{1}, bytes, value);
    }
    return CM_FAILURE;
}

// Neither changes how many threads run here: only GENMEDIA_THREADS does.
INT Device::SetCaps(CM_DEVICE_CAP_NAME name, size_t bytes, void* value) {
    if (name == CAP_HW_THREAD_COUNT) {
        UINT count = 0;
        if (bytes != sizeof(count) || value == nullptr) return CM_INVALID_HARDWARE_THREAD_NUMBER;
        std::memcpy(&count, value, sizeof(count));
        if (count == 0 || count > kMaxHardwareThreads) return CM_INVALID_HARDWARE_THREAD_NUMBER;
        const std::lock_guard lock(mutex_);
        hardware_threads_ = count;
        return CM_SUCCESS;
    }
    if (name == CAP_L3_CONFIG) {
        if (bytes != sizeof(l3_config_) || value == nullptr) return CM_INVALIDE_L3_CONFIGURATION;
        const std::lock_guard lock(mutex_);
        std::memcpy(&l3_config_, value, sizeof(l3_config_));
        return CM_SUCCESS;
    }
    return CM_INVALID_CAP_NAME;
}

INT Device::SetL3Config(const L3ConfigRegisterValues* config) {
    if (config == nullptr) return CM_NULL_POINTER;
    L3ConfigRegisterValues copy = *config;
    return SetCaps(CAP_L3_CONFIG, sizeof(copy), &copy);
}

INT Device::SetSuggestedL3Config(L3_SUGGEST_CONFIG config) {
    return config >= CM_L3_PLANE_DEFAULT && config <= CM_L3_PLANE_8 ? CM_SUCCESS : CM_INVALID_ARG_VALUE;
}

// The last version of the language's files that CM's own kernel compiler accepts.
int32_t Device::GetVISAVersion(uint32_t& major, uint32_t& minor) {
    major = 3;
    minor = 6;
    return CM_SUCCESS;
}

}  // namespace genmedia::runtime
