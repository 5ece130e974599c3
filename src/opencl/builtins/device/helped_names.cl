// SPDX-License-Identifier: MIT
// What a program sees of a work-group that has helpers behind its sixteen work-items, in dimension 2 (helpers.cl).
GM_INLINE void __gm_program_barrier(void) { asm volatile("bar.warp.sync 0xFFFF;" ::: "memory"); }
#define barrier(flags) __gm_program_barrier()
#define get_local_size(d) ((d) == 2 ? (size_t)1 : get_local_size(d))
#define get_global_size(d) ((d) == 2 ? get_num_groups(2) : get_global_size(d))
#define get_global_id(d) ((d) == 2 ? get_group_id(2) + get_global_offset(2) : get_global_id(d))
