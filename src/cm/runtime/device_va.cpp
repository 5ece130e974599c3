// SPDX-License-Identifier: MIT
// VA-API's surfaces as the device's own, without a copy: those of genmedia's driver.
#include <optional>

#include "base/va_sharing.h"
#include "cm/runtime/device.h"
#include "cm/runtime/runtime_log.h"

namespace genmedia::runtime {
namespace {

// Formats of surfaces in which both sides have the same planes in the same places.
struct SharedFormat {
    uint32_t fourcc;
    CM_SURFACE_FORMAT format;
};
constexpr SharedFormat kSharedFormats[] = {
    {VA_FOURCC_NV12, VA_CM_FMT_NV12},     {VA_FOURCC_P010, VA_CM_FMT_P010},
    {VA_FOURCC_YUY2, VA_CM_FMT_YUY2},     {VA_FOURCC_UYVY, VA_CM_FMT_UYVY},
    {VA_FOURCC_444P, VA_CM_FMT_444P},     {VA_FOURCC_Y800, VA_CM_FMT_400P},
    {VA_FOURCC_BGRA, VA_CM_FMT_A8R8G8B8}, {VA_FOURCC_BGRX, VA_CM_FMT_X8R8G8B8},
    {VA_FOURCC_RGBA, VA_CM_FMT_A8B8G8R8}};

// 0: none.
uint32_t fourcc_of(CM_SURFACE_FORMAT format) {
    for (const SharedFormat& one : kSharedFormats)
        if (one.format == format) return one.fourcc;
    return 0;
}

const Format* format_of_fourcc(uint32_t fourcc) {
    for (const SharedFormat& one : kSharedFormats)
        if (one.fourcc == fourcc) return find_format(one.format);
    return nullptr;
}

}  // namespace

INT Device::GetVaDpy(VADisplay*& display) {
    if (display_ == nullptr) return CM_VA_SURFACE_NOT_SUPPORTED;
    display = &display_;
    return CM_SUCCESS;
}

INT Device::share(VASurfaceID id, bool is_own, CmSurface2D*& surface) {
    surface = nullptr;
    if (base::va_sharing_of(display_) == nullptr) {
        log().warn("surfaces of VA-API: the device was made without a VADisplay of genmedia's driver");
        return CM_VA_SURFACE_NOT_SUPPORTED;
    }
    return guarded([&]() -> INT {
        const auto picture = base::va_picture(display_, id);
        if (picture == nullptr) return CM_INVALID_LIBVA_SURFACE;
        const Format* format = format_of_fourcc(picture->fourcc);
        if (format == nullptr) return CM_SURFACE_FORMAT_NOT_SUPPORTED;
        if (const INT code = validate_2d(picture->width, picture->height, format->id); code != CM_SUCCESS)
            return code;
        if (surfaces_2d_.size() >= kMaxSurfaces2d) return CM_EXCEED_SURFACE_AMOUNT;
        const UINT pitch = picture->pitches[0];
        auto memory = Storage::borrow(
            picture->planes[0],
            picture_bytes(*format, picture->width, picture->height, pitch, picture->height), picture);
        surface = surfaces_2d_.add(std::make_shared<Surface2D>(surfaces_, std::move(memory), *format,
                                                               picture->width, picture->height, pitch,
                                                               VaIdentity{display_, id, is_own}));
        return CM_SUCCESS;
    });
}

INT Device::CreateSurface2D(VASurfaceID id, CmSurface2D*& surface) { return share(id, false, surface); }

// All or none.
INT Device::CreateSurface2D(VASurfaceID* ids, UINT count, CmSurface2D** surfaces) {
    if (ids == nullptr || surfaces == nullptr) return CM_NULL_POINTER;
    for (UINT i = 0; i < count; i++) {
        const INT code = share(ids[i], false, surfaces[i]);
        if (code == CM_SUCCESS) continue;
        while (i-- > 0) DestroySurface(surfaces[i]);
        return code;
    }
    return CM_SUCCESS;
}

INT Device::CreateVaSurface2D(UINT width, UINT height, CM_SURFACE_FORMAT format, VASurfaceID& id,
                              CmSurface2D*& surface) {
    id = VA_INVALID_SURFACE;
    surface = nullptr;
    if (const INT code = validate_2d(width, height, format); code != CM_SUCCESS) return code;
    const auto* sharing = base::va_sharing_of(display_);
    if (sharing == nullptr) return CM_VA_SURFACE_NOT_SUPPORTED;
    const uint32_t fourcc = fourcc_of(format);
    if (fourcc == 0) return CM_SURFACE_FORMAT_NOT_SUPPORTED;
    VASurfaceID made = VA_INVALID_SURFACE;
    if (!sharing->create(display_, fourcc, width, height, &made)) return CM_SURFACE_ALLOCATION_FAILURE;
    const INT code = share(made, true, surface);
    if (code == CM_SUCCESS)
        id = made;
    else
        sharing->destroy(display_, made);
    return code;
}

}  // namespace genmedia::runtime
