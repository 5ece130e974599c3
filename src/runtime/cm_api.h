// SPDX-License-Identifier: MIT
// Debian's cm_rt.h, the interface that this library implements, and what all of its files share.
#pragma once

#include <cm_rt.h>

#include <exception>
#include <new>
#include <utility>

#undef _tmain  // the header renames main's Windows name

namespace genmedia::runtime {

// Limits that CM's own runtime has, and GetCaps tells.
inline constexpr UINT max_kernels_per_task = 16;
inline constexpr UINT max_buffers = 256;
inline constexpr UINT max_surfaces_2d = 256;
inline constexpr UINT max_surfaces_2d_up = 512;
inline constexpr UINT max_surfaces_3d = 64;
inline constexpr UINT max_samplers = 512;
inline constexpr UINT max_samplers_per_kernel = 16;
inline constexpr UINT first_bindable = 1,
                      last_bindable = 242;  // of a binding table; the others are the system's
inline constexpr UINT max_surfaces_per_kernel = 256;
inline constexpr UINT max_aliases = 10;
inline constexpr UINT max_arguments = 255;
inline constexpr UINT max_argument_bytes = 2016;
inline constexpr UINT max_threads_per_task = 262144;
inline constexpr UINT max_threads_per_group = 64;
inline constexpr UINT max_group_side = 64;
inline constexpr UINT max_kernel_file_bytes = 64 << 20;
inline constexpr UINT max_hardware_threads = 168;  // of a Gen9 GPU with 24 units
inline constexpr std::size_t page_bytes = 4096;

// Runs a part of an entry point; no exception leaves the library.
template <class Body>
INT guarded(Body&& body) noexcept {
    try {
        return std::forward<Body>(body)();
    } catch (const std::bad_alloc&) {
        return CM_OUT_OF_HOST_MEMORY;
    } catch (const std::exception&) {
        return CM_FAILURE;
    }
}

}  // namespace genmedia::runtime
