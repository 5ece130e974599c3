/* SPDX-License-Identifier: MIT */
/* Where a thread of a thread group is, and how it waits until all others are here. */
#pragma once

#ifdef __GFXCC_LANES
inline void _gfx_gpgpu_thread_barrier() { gfxcc::kernel::barrier(); }
inline int _gfx_gpgpu_group_count(int dimension) { return gfxcc::kernel::group_count(dimension); }
inline int _gfx_gpgpu_group_id(int dimension) { return gfxcc::kernel::group_id(dimension); }
inline int _gfx_gpgpu_local_size(int dimension) { return gfxcc::kernel::local_size(dimension); }
inline int _gfx_gpgpu_local_id(int dimension) { return gfxcc::kernel::local_id(dimension); }
#else
#ifdef __cplusplus
extern "C" {
#endif
/* Of the thread space that a kernel's loops over thread groups span: the inner loop is dimension 0. */
int _gfx_gpgpu_group_count(int dimension);
int _gfx_gpgpu_group_id(int dimension);
/* Of the group. */
int _gfx_gpgpu_local_size(int dimension);
int _gfx_gpgpu_local_id(int dimension);
#ifdef __cplusplus
}
#endif
static inline void _gfx_gpgpu_thread_barrier(void) {
#pragma omp barrier
}
#endif
