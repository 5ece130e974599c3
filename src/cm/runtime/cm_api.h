// SPDX-License-Identifier: MIT
// Debian's cm_rt.h, the interface that this library implements, and what all files of the library share.
#pragma once

#include <cm_rt.h>

#include <exception>
#include <new>
#include <utility>

#undef _tmain  // the header renames main's Windows name

namespace genmedia::runtime {

// Limits of CM's own runtime. GetCaps reports them.
inline constexpr UINT kMaxKernelsPerTask = 16;
inline constexpr UINT kMaxBuffers = 256;
inline constexpr UINT kMaxSurfaces2d = 256;
inline constexpr UINT kMaxSurfaces2dUp = 512;
inline constexpr UINT kMaxSurfaces3d = 64;
inline constexpr UINT kMaxSamplers = 512;
inline constexpr UINT kMaxSamplersPerKernel = 16;
inline constexpr UINT kFirstBindable = 1,
                      kLastBindable = 242;  // slots of a binding table; others are the system's
inline constexpr UINT kMaxSurfacesPerKernel = 256;
inline constexpr UINT kMaxAliases = 10;
inline constexpr UINT kMaxArguments = 255;
inline constexpr UINT kMaxArgumentBytes = 2016;
inline constexpr UINT kMaxThreadsPerTask = 262144;
inline constexpr UINT kMaxThreadsPerGroup = 64;
inline constexpr UINT kMaxGroupSide = 64;
inline constexpr UINT kMaxKernelFileBytes = 64 << 20;
inline constexpr UINT kMaxHardwareThreads = 168;  // of a Gen9 GPU with 24 units
inline constexpr size_t kPageBytes = 4096;

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
