/* SPDX-License-Identifier: MIT */
/* Images: what kernels read and write by _gfx_read_2d and _gfx_write_2d. */
#pragma once

#include "../gfxcc/gfx_abi.h"
#include "gfx_types.h"

#include <stddef.h>

typedef __gfx_surface_index GfxResourceHandle;

enum {
    GFX_MEMORY_GPU_ONLY = 1, /* a copy, which the host gets back when the image is closed */
    GFX_MEMORY_SHARED = 2    /* the host's own memory */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Height in rows, width in elements of 1, 2, 4, 8 or 16 bytes. The only format is 0. Null: failed. */
GfxResourceHandle _GFX_create_image_2d(void* ptr, size_t element_size, size_t height, size_t width,
                                       int format, int flags);
/* These wait for the kernels that were given the image. */
int _GFX_close_resource_handle(GfxResourceHandle handle);
int _GFX_read_image_2d(GfxResourceHandle handle);  /* to the host */
int _GFX_write_image_2d(GfxResourceHandle handle); /* to the target */

#ifdef __cplusplus
}

#include <memory>

namespace gfxcc {

/* An image that is closed with its last copy. */
template <class T, int Flags>
class image_2d {
public:
    image_2d(T* ptr, size_t height, size_t width, int format = 0)
        : handle_(_GFX_create_image_2d(ptr, sizeof(T), height, width, format, Flags), close) {}
    int read() { return _GFX_read_image_2d(handle_.get()); }
    int write() { return _GFX_write_image_2d(handle_.get()); }
    operator __gfx_surface_index() const { return handle_.get(); }

private:
    static void close(GfxResourceHandle handle) {
        if (handle != nullptr) _GFX_close_resource_handle(handle);
    }
    std::shared_ptr<gfxcc_image> handle_;
};

} /* namespace gfxcc */

template <class T>
class GfxImage2D : public gfxcc::image_2d<T, GFX_MEMORY_GPU_ONLY> {
    using gfxcc::image_2d<T, GFX_MEMORY_GPU_ONLY>::image_2d;
};
template <class T>
class GfxSharedImage2D : public gfxcc::image_2d<T, GFX_MEMORY_SHARED> {
    using gfxcc::image_2d<T, GFX_MEMORY_SHARED>::image_2d;
};
#endif
