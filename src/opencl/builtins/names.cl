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
