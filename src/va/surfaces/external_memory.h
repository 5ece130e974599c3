// SPDX-License-Identifier: MIT
// Surfaces in memory of others, and others in memory of surfaces: as va.h and va_drmcommon.h describe them.
#pragma once

#include "va/driver.h"

#include <va/va_drmcommon.h>

namespace genmedia::va {

// What programs may give as VASurfaceAttribMemoryType.
inline constexpr unsigned kMemoryTypes = VA_SURFACE_ATTRIB_MEM_TYPE_VA | VA_SURFACE_ATTRIB_MEM_TYPE_USER_PTR |
                                         VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME |
                                         VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2;

// Surface number `index` of those that are made with `descriptor`, which memory `type` says how to read. Its
// format is the descriptor's where `format` is null. Errors: VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE for
// tiles and protection, VA_STATUS_ERROR_INVALID_PARAMETER for planes that leave their memory.
VAStatus import_surface(unsigned type, const void* descriptor, unsigned index, const PictureFormat* format,
                        int width, int height, Surface& surface);

// Whether one of the program's modifiers is that of lines behind each other (DRM_FORMAT_MOD_LINEAR).
bool has_linear(const VADRMFormatModifierList* modifiers);

VAStatus export_surface(Driver& driver, VASurfaceID surface, uint32_t type, uint32_t flags, void* descriptor);
VAStatus acquire_buffer_handle(Driver& driver, VABufferID buffer, VABufferInfo* info);
VAStatus release_buffer_handle(Driver& driver, VABufferID buffer);

}  // namespace genmedia::va
