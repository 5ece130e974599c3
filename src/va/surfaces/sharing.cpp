// SPDX-License-Identifier: MIT
// Surfaces for the other libraries of a program: base/va_sharing.h.
#include "base/va_sharing.h"

#include "va/calls.h"

#include <va/va_backend.h>

namespace genmedia::va {
namespace {

Driver* driver_of(void* display) {
    const auto* context = static_cast<const VADisplayContext*>(display);
    if (context->vadpy_magic != VA_DISPLAY_MAGIC || context->pDriverContext == nullptr) return nullptr;
    const bool is_ours = context->pDriverContext->str_vendor == kVendor;
    return is_ours ? static_cast<Driver*>(context->pDriverContext->pDriverData) : nullptr;
}

bool is_its_display(void* display) { return driver_of(display) != nullptr; }

using Owner = std::shared_ptr<const Surface>;

void* share(void* display, uint32_t surface, base::VaPicture* picture) try {
    Driver& driver = *driver_of(display);
    const std::lock_guard lock(driver.mutex);
    const auto found = driver.surfaces.find(surface);
    if (!found) return nullptr;
    const PictureLayout& layout = found->layout;
    *picture = {layout.format->fourcc,
                static_cast<uint32_t>(layout.width),
                static_cast<uint32_t>(layout.height),
                static_cast<uint32_t>(layout.plane_count),
                {},
                {}};
    for (int plane = 0; plane < layout.plane_count; plane++) {
        picture->planes[plane] = found->memory->data() + layout.offsets[plane];
        picture->pitches[plane] = layout.pitches[plane];
    }
    return new Owner(found);
} catch (...) {
    return nullptr;
}

void let_go(void* owner) { delete static_cast<Owner*>(owner); }

bool create(void* display, uint32_t fourcc, uint32_t width, uint32_t height, uint32_t* surface) try {
    Driver& driver = *driver_of(display);
    const std::lock_guard lock(driver.mutex);
    VASurfaceAttrib pixels{};
    pixels.type = VASurfaceAttribPixelFormat;
    pixels.flags = VA_SURFACE_ATTRIB_SETTABLE;
    pixels.value.type = VAGenericValueTypeInteger;
    pixels.value.value.i = static_cast<int>(fourcc);
    return create_surfaces_with(driver, 0, width, height, surface, 1, &pixels, 1) == VA_STATUS_SUCCESS;
} catch (...) {
    return false;
}

void destroy(void* display, uint32_t surface) {
    Driver& driver = *driver_of(display);
    const std::lock_guard lock(driver.mutex);
    destroy_surfaces(driver, &surface, 1);
}

static_assert(sizeof(VAImageFormat) == base::kVaImageFormatBytes);

bool describe(uint32_t fourcc, void* format) {
    const PictureFormat* found = format_of_fourcc(fourcc);
    if (found != nullptr) *static_cast<VAImageFormat*>(format) = image_format(*found);
    return found != nullptr;
}

}  // namespace
}  // namespace genmedia::va

extern "C" __attribute__((visibility("default"))) const genmedia::base::VaSharing genmedia_va_sharing;
const genmedia::base::VaSharing genmedia_va_sharing = {genmedia::va::is_its_display, genmedia::va::share,
                                                       genmedia::va::let_go,         genmedia::va::create,
                                                       genmedia::va::destroy,        genmedia::va::describe};
