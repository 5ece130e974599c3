// SPDX-License-Identifier: MIT
// The thread of a kernel compiled for Gen. Its place is its group's, as OpenCL and Level Zero launch it.
#pragma once

#include "intrinsics.h"

// As on the CPU. cmc gives each kernel its own variables.
static bool cm_simd_used = false;
namespace cm::detail {
static simd_state simd_of_thread;
CM_INLINE simd_state& simd() { return simd_of_thread; }
}  // namespace cm::detail

CM_INLINE ushort get_thread_origin_x() { return static_cast<ushort>(cm::gen::group_id_x()); }
CM_INLINE ushort get_thread_origin_y() { return static_cast<ushort>(cm::gen::group_id_y()); }
CM_INLINE ushort get_color() { return cm::gen::get_color(); }

CM_INLINE void cm_wait(uint mask = 0) { cm::gen::wait(static_cast<char>(mask)); }
// Threads that wait for this one continue when it ends. The hardware's scoreboard takes no earlier
// signal.
CM_INLINE void cm_signal() {}

CM_INLINE void cm_fence(uint flags = CM_GLOBAL_COHERENT_FENCE) { cm::gen::fence(static_cast<char>(flags)); }

CM_NOT_ON_GEN(cm_get_hwid)
