// SPDX-License-Identifier: MIT
// Images of VA-API's surfaces, whose samples they use without a copy. Surfaces are those of genmedia's own
// driver. [ext cl_intel_va_api_media_sharing, cl_intel_sharing_format_query]
#pragma once

#include "opencl/layer/target.h"

#include <optional>
#include <string_view>
#include <vector>

namespace genmedia::opencl {

// The extension's numbers. CL/cl_va_api_media_sharing_intel.h wants VA-API's headers.
inline constexpr cl_context_properties kContextVaDisplay = 0x4097;
inline constexpr cl_int kInvalidVaAdapter = -1098, kInvalidVaSurface = -1099, kVaSurfaceAcquired = -1100,
                        kVaSurfaceNotAcquired = -1101;

// The extension's function of that name; null: it has none.
void* va_function(std::string_view name);

// CL_SUCCESS, or the error of a context with that VADisplay for these devices.
cl_int check_va_display(void* display, const std::vector<cl_device_id>& devices);

// Whether the object is a surface's, and is not acquired: commands may not use it.
bool is_unacquired(cl_mem memory);

// Answers about an image of a surface, and errors of its questions about others; nothing: the rest.
std::optional<cl_int> answer_va_memory(cl_mem memory, cl_mem_info name, size_t size, void* value,
                                       size_t* size_ret);
std::optional<cl_int> answer_va_image(cl_mem image, cl_image_info name, size_t size, void* value,
                                      size_t* size_ret);

// Which surfaces a kernel's arguments are, so that its launches can be checked.
void note_va_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value);
void copy_va_arguments(cl_kernel from, cl_kernel to);  // `from` null: `to` has none
bool has_unacquired_argument(cl_kernel kernel);

void retain_va_image(cl_mem image);
void release_va_image(cl_mem image);
void forget_va_image(cl_mem image);  // another object has the handle

}  // namespace genmedia::opencl
