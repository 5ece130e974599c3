// SPDX-License-Identifier: MIT
// The names that PoCL may have itself lead to the functions above. Last, so that those see PoCL's.
#undef get_work_dim
#undef get_global_size
#undef get_global_id
#undef get_local_size
#undef get_enqueued_local_size
#undef get_local_id
#undef get_num_groups
#undef get_group_id
#undef get_global_offset
#undef get_global_linear_id
#undef get_local_linear_id
#define get_work_dim __gm_get_work_dim
#define get_global_size __gm_get_global_size
#define get_global_id __gm_get_global_id
#define get_local_size __gm_get_local_size
#define get_enqueued_local_size __gm_get_local_size
#define get_local_id __gm_get_local_id
#define get_num_groups __gm_get_num_groups
#define get_group_id __gm_get_group_id
#define get_global_offset __gm_get_global_offset
#define get_global_linear_id __gm_get_global_linear_id
#define get_local_linear_id __gm_get_local_linear_id

#undef barrier
#undef work_group_barrier
#define barrier(...) __gm_work_group_barrier()
#define work_group_barrier(...) __gm_work_group_barrier()

#define get_sub_group_size __gm_get_sub_group_size
#define get_max_sub_group_size __gm_get_max_sub_group_size
#define get_simd_size __gm_get_max_sub_group_size  // Beignet's name
#define get_num_sub_groups __gm_get_num_sub_groups
#define get_enqueued_num_sub_groups __gm_get_num_sub_groups
#define get_sub_group_id __gm_get_sub_group_id
#define get_sub_group_local_id __gm_get_sub_group_local_id

#define sub_group_barrier(...) __genmedia_converge()
#define sub_group_all __gm_sub_group_all
#define sub_group_any __gm_sub_group_any
#define sub_group_broadcast __gm_shuffle
#define intel_sub_group_broadcast __gm_shuffle
#define intel_sub_group_shuffle __gm_shuffle
#define intel_sub_group_shuffle_down __gm_shuffle_down
#define intel_sub_group_shuffle_up __gm_shuffle_up
#define intel_sub_group_shuffle_xor __gm_shuffle_xor
#define sub_group_shuffle __gm_shuffle
#define sub_group_shuffle_xor __gm_shuffle_xor
#define sub_group_shuffle_down __gm_shuffle_down
#define sub_group_shuffle_up __gm_shuffle_up
#define sub_group_reduce_add __gm_reduce_add
#define sub_group_scan_exclusive_add __gm_scan_exclusive_add
#define sub_group_scan_inclusive_add __gm_scan_inclusive_add
#define intel_sub_group_reduce_add __gm_reduce_add
#define intel_sub_group_scan_exclusive_add __gm_scan_exclusive_add
#define intel_sub_group_scan_inclusive_add __gm_scan_inclusive_add
#define sub_group_reduce_min __gm_reduce_min
#define sub_group_scan_exclusive_min __gm_scan_exclusive_min
#define sub_group_scan_inclusive_min __gm_scan_inclusive_min
#define intel_sub_group_reduce_min __gm_reduce_min
#define intel_sub_group_scan_exclusive_min __gm_scan_exclusive_min
#define intel_sub_group_scan_inclusive_min __gm_scan_inclusive_min
#define sub_group_reduce_max __gm_reduce_max
#define sub_group_scan_exclusive_max __gm_scan_exclusive_max
#define sub_group_scan_inclusive_max __gm_scan_inclusive_max
#define intel_sub_group_reduce_max __gm_reduce_max
#define intel_sub_group_scan_exclusive_max __gm_scan_exclusive_max
#define intel_sub_group_scan_inclusive_max __gm_scan_inclusive_max

#define intel_sub_group_block_read __gm_block_read_ui
#define intel_sub_group_block_read_ui __gm_block_read_ui
#define intel_sub_group_block_read_us __gm_block_read_us
#define intel_sub_group_block_read2 __gm_block_read_ui2
#define intel_sub_group_block_read_ui2 __gm_block_read_ui2
#define intel_sub_group_block_read_us2 __gm_block_read_us2
#define intel_sub_group_block_read4 __gm_block_read_ui4
#define intel_sub_group_block_read_ui4 __gm_block_read_ui4
#define intel_sub_group_block_read_us4 __gm_block_read_us4
#define intel_sub_group_block_read8 __gm_block_read_ui8
#define intel_sub_group_block_read_ui8 __gm_block_read_ui8
#define intel_sub_group_block_read_us8 __gm_block_read_us8
#define intel_sub_group_block_write __gm_block_write_ui
#define intel_sub_group_block_write_ui __gm_block_write_ui
#define intel_sub_group_block_write_us __gm_block_write_us
#define intel_sub_group_block_write2 __gm_block_write_ui2
#define intel_sub_group_block_write_ui2 __gm_block_write_ui2
#define intel_sub_group_block_write_us2 __gm_block_write_us2
#define intel_sub_group_block_write4 __gm_block_write_ui4
#define intel_sub_group_block_write_ui4 __gm_block_write_ui4
#define intel_sub_group_block_write_us4 __gm_block_write_us4
#define intel_sub_group_block_write8 __gm_block_write_ui8
#define intel_sub_group_block_write_ui8 __gm_block_write_ui8
#define intel_sub_group_block_write_us8 __gm_block_write_us8
#define intel_sub_group_block_read_uc __gm_block_read_uc
#define intel_sub_group_block_read_uc2 __gm_block_read_uc2
#define intel_sub_group_block_read_uc4 __gm_block_read_uc4
#define intel_sub_group_block_read_uc8 __gm_block_read_uc8
#define intel_sub_group_block_read_uc16 __gm_block_read_uc16
#define intel_sub_group_block_read_ul __gm_block_read_ul
#define intel_sub_group_block_read_ul2 __gm_block_read_ul2
#define intel_sub_group_block_read_ul4 __gm_block_read_ul4
#define intel_sub_group_block_read_ul8 __gm_block_read_ul8
#define intel_sub_group_block_write_uc __gm_block_write_uc
#define intel_sub_group_block_write_uc2 __gm_block_write_uc2
#define intel_sub_group_block_write_uc4 __gm_block_write_uc4
#define intel_sub_group_block_write_uc8 __gm_block_write_uc8
#define intel_sub_group_block_write_uc16 __gm_block_write_uc16
#define intel_sub_group_block_write_ul __gm_block_write_ul
#define intel_sub_group_block_write_ul2 __gm_block_write_ul2
#define intel_sub_group_block_write_ul4 __gm_block_write_ul4
#define intel_sub_group_block_write_ul8 __gm_block_write_ul8

#define intel_sub_group_media_block_read_uc(corner, width, height, image) \
    __gm_media_read_uc1(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_uc(corner, width, height, texels, image) \
    __gm_media_write_uc1(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_uc2(corner, width, height, image) \
    __gm_media_read_uc2(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_uc2(corner, width, height, texels, image) \
    __gm_media_write_uc2(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_uc4(corner, width, height, image) \
    __gm_media_read_uc4(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_uc4(corner, width, height, texels, image) \
    __gm_media_write_uc4(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_uc8(corner, width, height, image) \
    __gm_media_read_uc8(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_uc8(corner, width, height, texels, image) \
    __gm_media_write_uc8(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_uc16(corner, width, height, image) \
    __gm_media_read_uc16(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_uc16(corner, width, height, texels, image) \
    __gm_media_write_uc16(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_us(corner, width, height, image) \
    __gm_media_read_us1(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_us(corner, width, height, texels, image) \
    __gm_media_write_us1(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_us2(corner, width, height, image) \
    __gm_media_read_us2(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_us2(corner, width, height, texels, image) \
    __gm_media_write_us2(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_us4(corner, width, height, image) \
    __gm_media_read_us4(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_us4(corner, width, height, texels, image) \
    __gm_media_write_us4(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_us8(corner, width, height, image) \
    __gm_media_read_us8(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_us8(corner, width, height, texels, image) \
    __gm_media_write_us8(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_us16(corner, width, height, image) \
    __gm_media_read_us16(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_us16(corner, width, height, texels, image) \
    __gm_media_write_us16(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_ui(corner, width, height, image) \
    __gm_media_read_ui1(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_ui(corner, width, height, texels, image) \
    __gm_media_write_ui1(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_ui2(corner, width, height, image) \
    __gm_media_read_ui2(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_ui2(corner, width, height, texels, image) \
    __gm_media_write_ui2(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_ui4(corner, width, height, image) \
    __gm_media_read_ui4(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_ui4(corner, width, height, texels, image) \
    __gm_media_write_ui4(corner, width, height, texels, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_read_ui8(corner, width, height, image) \
    __gm_media_read_ui8(corner, width, height, __builtin_astype(image, ulong))
#define intel_sub_group_media_block_write_ui8(corner, width, height, texels, image) \
    __gm_media_write_ui8(corner, width, height, texels, __builtin_astype(image, ulong))

#define cl_khr_subgroups 1
#define cl_khr_subgroup_shuffle 1
#define cl_khr_subgroup_shuffle_relative 1
#define cl_intel_subgroups 1
#define cl_intel_subgroups_short 1
#define cl_intel_subgroups_char 1
#define cl_intel_subgroups_long 1
#define cl_intel_required_subgroup_size 1
#define cl_intel_media_block_io 1
#define cl_intel_planar_yuv 1
#define cl_intel_device_side_avc_motion_estimation 1
#define cl_intel_accelerator 1
#define cl_intel_motion_estimation 1
#define cl_intel_advanced_motion_estimation 1
#define cl_intel_va_api_media_sharing 1
#define cl_intel_sharing_format_query 1
