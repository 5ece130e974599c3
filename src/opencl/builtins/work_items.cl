// SPDX-License-Identifier: MIT
// Work-item functions, as the host asked for the launch: PoCL runs it in one dimension.

GM_INLINE uint __gm_get_work_dim(void) { return __gm_launch()->work_dim; }
GM_INLINE size_t __gm_get_global_size(uint d) { return d < 3 ? __gm_launch()->global_size[d] : 1; }
GM_INLINE size_t __gm_get_local_size(uint d) { return d < 3 ? __gm_launch()->local_size[d] : 1; }
GM_INLINE size_t __gm_get_num_groups(uint d) { return d < 3 ? __gm_launch()->group_count[d] : 1; }
GM_INLINE size_t __gm_get_group_id(uint d) { return d < 3 ? __gm_group()->group_id[d] : 0; }
GM_INLINE size_t __gm_get_global_offset(uint d) { return d < 3 ? __gm_launch()->global_offset[d] : 0; }
GM_INLINE size_t __gm_get_local_linear_id(void) { return __gm_group()->first_local_id + __gm_item(); }

GM_INLINE size_t __gm_get_local_id(uint d) {
    __global struct gm_launch* launch = __gm_launch();
    const uint id = (uint)__gm_get_local_linear_id();
    if (launch->flat) return d == 0 ? id : 0;
    const uint width = (uint)launch->local_size[0], height = (uint)launch->local_size[1];
    return d == 0 ? id % width : d == 1 ? id / width % height : d == 2 ? id / (width * height) : 0;
}

GM_INLINE size_t __gm_get_global_id(uint d) {
    if (d > 2) return 0;
    return __gm_get_global_offset(d) + __gm_get_group_id(d) * __gm_get_local_size(d) + __gm_get_local_id(d);
}

GM_INLINE size_t __gm_get_global_linear_id(void) {
    __global struct gm_launch* launch = __gm_launch();
    size_t id = 0;
    for (int d = 2; d >= 0; d--)
        id = id * launch->global_size[d] + __gm_get_global_id(d) - launch->global_offset[d];
    return id;
}

GM_INLINE uint __gm_get_sub_group_id(void) { return (uint)__gm_get_local_linear_id() / __gm_sub_group_size(); }
GM_INLINE uint __gm_get_sub_group_local_id(void) { return __gm_lane(); }
GM_INLINE uint __gm_get_max_sub_group_size(void) { return __gm_sub_group_size(); }

GM_INLINE uint __gm_work_group_size(void) {
    __global struct gm_launch* launch = __gm_launch();
    return (uint)(launch->local_size[0] * launch->local_size[1] * launch->local_size[2]);
}

GM_INLINE uint __gm_get_num_sub_groups(void) {
    return (__gm_work_group_size() + __gm_sub_group_size() - 1) / __gm_sub_group_size();
}

// The last sub-group of a work-group may be smaller.
GM_INLINE uint __gm_get_sub_group_size(void) {
    return min(__gm_sub_group_size(), __gm_work_group_size() - __gm_get_sub_group_id() * __gm_sub_group_size());
}

// A work-item has done something besides polling. By twos: the parity chooses the place of the next exchange.
GM_INLINE void __gm_note_operation(void) { __gm_sub_group()->operations[__gm_lane()] += 2; }

// Where control flow of a sub-group comes together again.
GM_INLINE void __genmedia_converge(void) {
    __gm_note_operation();
    __gm_meet();
}

// One value of each work-item, and whose memory it lies in.
#define GM_EXCHANGE(T, x)                                                                               \
    __global struct gm_sub_group* __gm_s = __gm_sub_group();                                            \
    const uint __gm_l = __gm_lane(), __gm_n = __gm_get_sub_group_size();                                \
    __global struct gm_exchange* __gm_e = &__gm_s->exchange[__gm_s->operations[__gm_l]++ & 1];          \
    *(__global T*)__gm_e->value[__gm_l] = (x);                                                          \
    __gm_meet()
#define GM_VALUE(T, lane) (*(__global T*)__gm_e->value[(lane) & (GM_LANES - 1)])
