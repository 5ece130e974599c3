// SPDX-License-Identifier: MIT
// How the VA-API driver shares the samples of its surfaces with other libraries of a program: the OpenCL
// layer and C for Metal's runtime. None of them is linked to the driver. libva opens it with global symbols.
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <memory>

namespace genmedia::base {

// A surface's samples.
struct VaPicture {
    uint32_t fourcc;         // as va.h has them
    uint32_t width, height;  // pixels
    uint32_t plane_count;    // 1..3, in the order of a VAImage
    uint8_t* planes[3];
    uint32_t pitches[3];  // bytes
};

inline constexpr unsigned kVaImageFormatBytes = 48;  // of a VAImageFormat

// What the driver offers. `display` is a VADisplay that was initialized, `surface` a VASurfaceID of it.
struct VaSharing {
    bool (*is_its_display)(void* display);
    // The owner, with which the samples stay, whatever becomes of the surface and its display. Null: no such
    // surface, or no memory.
    void* (*share)(void* display, uint32_t surface, VaPicture* picture);
    void (*let_go)(void* owner);
    // A surface in that format, and its end. False: not supported, or no memory.
    bool (*create)(void* display, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t* surface);
    void (*destroy)(void* display, uint32_t surface);
    // Fills a VAImageFormat. False: the driver has no such format.
    bool (*describe)(uint32_t fourcc, void* image_format);
};

inline constexpr char kVaSharing[] = "genmedia_va_sharing";  // the driver's symbol of a VaSharing

// Null: the display is not one of genmedia's driver.
inline const VaSharing* va_sharing_of(void* display) {
    if (display == nullptr) return nullptr;
    const auto* sharing = static_cast<const VaSharing*>(dlsym(RTLD_DEFAULT, kVaSharing));
    return sharing != nullptr && sharing->is_its_display(display) ? sharing : nullptr;
}

// The samples, and their owner. Null: the display is another driver's, or has no such surface.
inline std::shared_ptr<const VaPicture> va_picture(void* display, uint32_t surface) {
    const VaSharing* sharing = va_sharing_of(display);
    VaPicture picture{};
    void* owner = sharing == nullptr ? nullptr : sharing->share(display, surface, &picture);
    if (owner == nullptr) return nullptr;
    const std::shared_ptr<void> held(owner, sharing->let_go);
    return {new VaPicture(picture), [held](const VaPicture* one) { delete one; }};
}

}  // namespace genmedia::base
