// SPDX-License-Identifier: MIT
// The device's surfaces and samplers.
#include <algorithm>

#include "cm/runtime/device.h"

namespace genmedia::runtime {
namespace {

bool on_page(const void* memory) { return reinterpret_cast<uintptr_t>(memory) % kPageBytes == 0; }

// Destroys an object. The host may then free its memory, so no task may still use it.
template <class T, class Interface>
INT destroy(HostObjects<T>& registry, Interface*& surface, bool wait) {
    if (surface == nullptr) return CM_NULL_POINTER;
    const std::shared_ptr<T> taken = registry.take(surface);
    if (taken == nullptr) return CM_FAILURE;
    if (wait) taken->core.storage().uses.wait();
    surface = nullptr;
    return CM_SUCCESS;
}

// Whether CM's sampler can read the format.
bool can_be_sampled(CM_SURFACE_FORMAT format) {
    switch (format) {
        case VA_CM_FMT_A16B16G16R16:
        case VA_CM_FMT_A16B16G16R16F:
        case VA_CM_FMT_A8:
        case VA_CM_FMT_A8R8G8B8:
        case VA_CM_FMT_YUY2:
        case VA_CM_FMT_R32F:
        case VA_CM_FMT_R32U:
        case VA_CM_FMT_L16:
        case VA_CM_FMT_R16F:
        case VA_CM_FMT_R16G16UN:
        case VA_CM_FMT_R16UN:
        case VA_CM_FMT_NV12:
        case VA_CM_FMT_L8:
        case VA_CM_FMT_AYUV:
        case VA_CM_FMT_Y410:
        case VA_CM_FMT_Y416:
        case VA_CM_FMT_Y210:
        case VA_CM_FMT_Y216:
        case VA_CM_FMT_P010:
        case VA_CM_FMT_P208:
        case VA_CM_FMT_P016:
        case VA_CM_FMT_YV12:
        case VA_CM_FMT_411P:
        case VA_CM_FMT_411R:
        case VA_CM_FMT_IMC3:
        case VA_CM_FMT_I420:
        case VA_CM_FMT_422H:
        case VA_CM_FMT_422V:
        case VA_CM_FMT_444P:
        case VA_CM_FMT_RGBP:
        case VA_CM_FMT_BGRP:
        case VA_CM_FMT_A2B10G10R10:
        case VA_CM_FMT_R8UN:
        case VA_CM_FMT_Y8UN: return true;
        default: return false;
    }
}

CM_SURFACE_FORMAT format_of(const Binding& binding) {
    return static_cast<CM_SURFACE_FORMAT>(binding.descriptor()->format);
}

}  // namespace

INT Device::CreateBuffer(UINT bytes, CmBuffer*& surface) {
    if (bytes < CM_MIN_SURF_WIDTH || bytes > CM_MAX_1D_SURF_WIDTH) return CM_INVALID_WIDTH;
    return guarded([&]() -> INT {
        if (buffers_.size() >= kMaxBuffers) return CM_EXCEED_SURFACE_AMOUNT;
        auto memory = Storage::allocate(bytes);
        if (memory == nullptr) return CM_SURFACE_ALLOCATION_FAILURE;
        surface = buffers_.add(std::make_shared<Buffer>(surfaces_, std::move(memory)));
        return CM_SUCCESS;
    });
}

INT Device::CreateBufferUP(UINT bytes, void* memory, CmBufferUP*& surface) {
    if (bytes < CM_MIN_SURF_WIDTH || bytes > CM_MAX_1D_SURF_WIDTH || bytes % sizeof(DWORD) != 0) {
        return CM_INVALID_WIDTH;
    }
    if (memory == nullptr || !on_page(memory)) return CM_INVALID_ARG_VALUE;
    return guarded([&]() -> INT {
        if (buffers_up_.size() >= kMaxBuffers) return CM_EXCEED_SURFACE_AMOUNT;
        surface = buffers_up_.add(std::make_shared<BufferUP>(surfaces_, Storage::borrow(memory, bytes)));
        return CM_SUCCESS;
    });
}

INT Device::CreateBufferSVM(UINT bytes, void*& memory, uint32_t, CmBufferSVM*& surface) {
    if (bytes == 0) return CM_INVALID_WIDTH;
    if (memory != nullptr && !on_page(memory)) return CM_SYSTEM_MEMORY_NOT_4KPAGE_ALIGNED;
    return guarded([&]() -> INT {
        if (buffers_svm_.size() >= kMaxBuffers) return CM_EXCEED_SURFACE_AMOUNT;
        auto storage = memory == nullptr ? Storage::allocate(bytes) : Storage::borrow(memory, bytes);
        if (storage == nullptr) return CM_FAILED_TO_ALLOCATE_SVM_BUFFER;
        memory = storage->data();
        surface = buffers_svm_.add(std::make_shared<BufferSVM>(surfaces_, std::move(storage)));
        return CM_SUCCESS;
    });
}

INT Device::CreateBufferStateless(size_t bytes, uint32_t option, void* memory, CmBufferStateless*& surface) {
    if (bytes == 0) return CM_INVALID_WIDTH;
    if (option > CM_BUFFER_STATELESS_CREATE_OPTION_SYS_MEM)
        return CM_INVALID_CREATE_OPTION_FOR_BUFFER_STATELESS;
    const bool system = option == CM_BUFFER_STATELESS_CREATE_OPTION_SYS_MEM;
    if (system && memory != nullptr && !on_page(memory)) return CM_SYSTEM_MEMORY_NOT_4KPAGE_ALIGNED;
    return guarded([&]() -> INT {
        if (buffers_stateless_.size() >= kMaxBuffers) return CM_EXCEED_SURFACE_AMOUNT;
        auto storage =
            system && memory != nullptr ? Storage::borrow(memory, bytes) : Storage::allocate(bytes);
        if (storage == nullptr) return CM_SURFACE_ALLOCATION_FAILURE;
        surface =
            buffers_stateless_.add(std::make_shared<BufferStateless>(surfaces_, std::move(storage), system));
        return CM_SUCCESS;
    });
}

INT Device::CreateSurface2D(UINT width, UINT height, CM_SURFACE_FORMAT id, CmSurface2D*& surface) {
    if (const INT code = validate_2d(width, height, id); code != CM_SUCCESS) return code;
    return guarded([&]() -> INT {
        if (surfaces_2d_.size() >= kMaxSurfaces2d) return CM_EXCEED_SURFACE_AMOUNT;
        const Format& format = *find_format(id);
        auto memory =
            Storage::allocate(picture_bytes(format, width, height, width * format.pixel_bytes, height));
        if (memory == nullptr) return CM_SURFACE_ALLOCATION_FAILURE;
        surface = surfaces_2d_.add(std::make_shared<Surface2D>(surfaces_, std::move(memory), format, width,
                                                               height, width * format.pixel_bytes));
        return CM_SUCCESS;
    });
}

INT Device::GetSurface2DInfo(UINT width, UINT height, CM_SURFACE_FORMAT id, UINT& pitch, UINT& bytes) {
    if (const INT code = validate_2d(width, height, id); code != CM_SUCCESS) return code;
    const Format& format = *find_format(id);
    const UINT row = width * format.pixel_bytes;
    const uint64_t all =
        (picture_bytes(format, width, height, row, height) + kPageBytes - 1) / kPageBytes * kPageBytes;
    if (all > UINT32_MAX) return CM_INVALID_HEIGHT;  // 4 GB and more have no size here
    pitch = row;
    bytes = static_cast<UINT>(all);
    return CM_SUCCESS;
}

INT Device::CreateSurface2DUP(UINT width, UINT height, CM_SURFACE_FORMAT id, void* memory,
                              CmSurface2DUP*& surface) {
    if (const INT code = validate_2d(width, height, id); code != CM_SUCCESS) return code;
    if (memory == nullptr || !on_page(memory)) return CM_INVALID_ARG_VALUE;
    return guarded([&]() -> INT {
        if (surfaces_2d_up_.size() >= kMaxSurfaces2dUp) return CM_EXCEED_SURFACE_AMOUNT;
        const Format& format = *find_format(id);
        auto storage =
            Storage::borrow(memory, picture_bytes(format, width, height, width * format.pixel_bytes, height));
        surface = surfaces_2d_up_.add(
            std::make_shared<Surface2DUP>(surfaces_, std::move(storage), format, width, height));
        return CM_SUCCESS;
    });
}

INT Device::CreateSurface2DStateless(uint32_t width, uint32_t height, uint32_t& pitch,
                                     CmSurface2DStateless*& surface) {
    if (width < CM_MIN_SURF_WIDTH || width > CM_MAX_2D_SURF_WIDTH) return CM_INVALID_WIDTH;
    if (height < CM_MIN_SURF_HEIGHT || height > CM_MAX_2D_SURF_HEIGHT) return CM_INVALID_HEIGHT;
    return guarded([&]() -> INT {
        if (surfaces_2d_stateless_.size() >= kMaxSurfaces2d) return CM_EXCEED_SURFACE_AMOUNT;
        auto memory = Storage::allocate(uint64_t{width} * height);
        if (memory == nullptr) return CM_SURFACE_ALLOCATION_FAILURE;
        pitch = width;
        surface = surfaces_2d_stateless_.add(
            std::make_shared<Surface2DStateless>(surfaces_, std::move(memory), width, height, pitch));
        return CM_SUCCESS;
    });
}

INT Device::CreateSurface3D(UINT width, UINT height, UINT depth, CM_SURFACE_FORMAT id,
                            CmSurface3D*& surface) {
    if (const INT code = validate_3d(width, height, depth, id); code != CM_SUCCESS) return code;
    return guarded([&]() -> INT {
        if (surfaces_3d_.size() >= kMaxSurfaces3d) return CM_EXCEED_SURFACE_AMOUNT;
        const Format& format = *find_format(id);
        auto memory = Storage::allocate(uint64_t{width} * height * depth * format.pixel_bytes);
        if (memory == nullptr) return CM_SURFACE_ALLOCATION_FAILURE;
        surface = surfaces_3d_.add(
            std::make_shared<Surface3D>(surfaces_, std::move(memory), format, width, height, depth));
        return CM_SUCCESS;
    });
}

INT Device::DestroySurface(CmBuffer*& surface) { return destroy(buffers_, surface, false); }
INT Device::DestroySurface(CmSurface2D*& surface) { return destroy(surfaces_2d_, surface, false); }
INT Device::DestroySurface(CmSurface3D*& surface) { return destroy(surfaces_3d_, surface, false); }
INT Device::DestroyBufferUP(CmBufferUP*& surface) { return destroy(buffers_up_, surface, true); }
INT Device::DestroyBufferSVM(CmBufferSVM*& surface) { return destroy(buffers_svm_, surface, true); }
INT Device::DestroyBufferStateless(CmBufferStateless*& surface) {
    return destroy(buffers_stateless_, surface, true);
}
INT Device::DestroySurface2DUP(CmSurface2DUP*& surface) { return destroy(surfaces_2d_up_, surface, true); }
int32_t Device::DestroySurface2DStateless(CmSurface2DStateless*& surface) {
    return destroy(surfaces_2d_stateless_, surface, true);
}

INT Device::CreateBufferAlias(CmBuffer* buffer, SurfaceIndex*& index) {
    if (buffer == nullptr) return CM_NULL_POINTER;
    return guarded([&] {
        SurfaceIndex* made = static_cast<Buffer*>(buffer)->core.add_alias();
        if (made == nullptr) return CM_EXCEED_MAX_NUM_BUFFER_ALIASES;
        index = made;
        return CM_SUCCESS;
    });
}

INT Device::CreateSurface2DAlias(CmSurface2D* surface, SurfaceIndex*& index) {
    if (surface == nullptr) return CM_NULL_POINTER;
    return guarded([&] {
        SurfaceIndex* made = static_cast<Surface2D*>(surface)->core.add_alias();
        if (made == nullptr) return CM_EXCEED_MAX_NUM_2D_ALIASES;
        index = made;
        return CM_SUCCESS;
    });
}

INT Device::add_sampler(std::shared_ptr<Sampler> made, CmSampler*& sampler) {
    if (!samplers_.add(made)) return CM_EXCEED_SAMPLER_AMOUNT;
    sampler = made.get();
    return CM_SUCCESS;
}

INT Device::CreateSampler(const CM_SAMPLER_STATE& state, CmSampler*& sampler) {
    return guarded([&] { return add_sampler(std::make_shared<Sampler>(state), sampler); });
}

INT Device::CreateSamplerEx(const CM_SAMPLER_STATE_EX& state, CmSampler*& sampler) {
    return guarded([&] { return add_sampler(std::make_shared<Sampler>(state), sampler); });
}

INT Device::DestroySampler(CmSampler*& sampler) {
    if (sampler == nullptr || !samplers_.remove(sampler)) return CM_FAILURE;
    sampler = nullptr;
    return CM_SUCCESS;
}

INT Device::add_sampler_surface(const Binding& of, SurfaceIndex*& index, bool mirrored) {
    return guarded([&] {
        cm_abi::Surface as = *of.descriptor();
        as.mirrored = mirrored;
        const auto view = std::make_shared<Binding>(of.storage, as);
        const std::lock_guard lock(mutex_);
        sampler_surfaces_.push_back(view);
        surfaces_.add(view);
        index = view->index();
        return CM_SUCCESS;
    });
}

INT Device::CreateSamplerSurface2D(CmSurface2D* surface, SurfaceIndex*& index) {
    if (surface == nullptr) return CM_NULL_POINTER;
    const Binding& binding = static_cast<Surface2D*>(surface)->core.binding();
    if (!can_be_sampled(format_of(binding))) return CM_SURFACE_FORMAT_NOT_SUPPORTED;
    return add_sampler_surface(binding, index);
}

bool Device::is_plain(const CM_FLAG* flag) {
    return flag == nullptr || (flag->rotationFlag == CM_ROTATION_IDENTITY && flag->chromaSiting == 0);
}

INT Device::CreateSamplerSurface2DEx(CmSurface2D* surface, SurfaceIndex*& index, CM_FLAG* flag) {
    if (surface != nullptr && !is_plain(flag)) return CM_NOT_IMPLEMENTED;
    return CreateSamplerSurface2D(surface, index);
}

INT Device::CreateSamplerSurface2DUP(CmSurface2DUP* surface, SurfaceIndex*& index) {
    if (surface == nullptr) return CM_NULL_POINTER;
    const Binding& binding = static_cast<Surface2DUP*>(surface)->core.binding();
    if (!can_be_sampled(format_of(binding))) return CM_SURFACE_FORMAT_NOT_SUPPORTED;
    return add_sampler_surface(binding, index);
}

INT Device::CreateSamplerSurface3D(CmSurface3D* surface, SurfaceIndex*& index) {
    if (surface == nullptr) return CM_NULL_POINTER;
    const Binding& binding = static_cast<Surface3D*>(surface)->core.binding();
    const CM_SURFACE_FORMAT format = format_of(binding);
    if (format != VA_CM_FMT_A8R8G8B8 && format != VA_CM_FMT_A16B16G16R16)
        return CM_SURFACE_FORMAT_NOT_SUPPORTED;
    return add_sampler_surface(binding, index);
}

INT Device::DestroySamplerSurface(SurfaceIndex*& index) {
    if (index == nullptr) return CM_FAILURE;
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find(sampler_surfaces_, index, [](const auto& view) { return view->index(); });
    if (found == sampler_surfaces_.end()) return CM_FAILURE;
    surfaces_.remove(**found);
    sampler_surfaces_.erase(found);
    index = nullptr;
    return CM_SUCCESS;
}

}  // namespace genmedia::runtime
