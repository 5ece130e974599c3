// SPDX-License-Identifier: MIT
// Work-items as PoCL runs them, with its barriers between: loops over the lanes, in vectors where it can.
#ifndef GM_FIBERS

GM_INLINE __global struct gm_launch* __gm_launch(void) { return __gm_pocl_launch(); }
GM_INLINE __global struct gm_group* __gm_group(void) { return __gm_pocl_group(); }

// The two numbers of a work-item that PoCL's own ids give. PoCL sees one dimension.
GM_INLINE uint __gm_sub_group_size(void) { return __gm_launch()->sub_group_size; }
GM_INLINE uint __gm_item(void) { return (uint)get_local_id(0); }
GM_INLINE uint __gm_lane(void) { return __gm_item() & (__gm_sub_group_size() - 1); }

GM_INLINE __global struct gm_sub_group* __gm_sub_group(void) {
    return (__global struct gm_sub_group*)__gm_group()->sub_groups + __gm_item() / __gm_sub_group_size();
}

GM_INLINE void __genmedia_enter_nested(void) {
    __genmedia_enter();
    __gm_sub_group()->depth[__gm_lane()]++;
}

GM_INLINE void __genmedia_leave_nested(void) {
    if (--__gm_sub_group()->depth[__gm_lane()] == 0) __genmedia_leave();
}

// True, which PoCL cannot know before it has made loops of its work-items.
GM_INLINE int __genmedia_here(void) { return get_local_id(0) < get_local_size(0); }

// The lanes of a sub-group wait for each other.
GM_INLINE void __gm_meet(void) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }

// barrier(): of the sub-group, and where PoCL does not run whole work-groups, of all its sub-groups.
GM_INLINE void __gm_work_group_barrier(void) {
    __global struct gm_launch* launch = __gm_launch();
    __global struct gm_sub_group* sub_group = __gm_sub_group();
    const uint lane = __gm_lane(), place = sub_group->operations[lane]++ & 1;
    if (lane == 0) sub_group->met[place] = 0;
    __gm_meet();  // under no condition, or PoCL misjudges those behind it
    if (launch->meet == 0 || sub_group->met[place]) return;
    sub_group->met[place] = 1;
    __gm_call(launch->meet, __gm_group()->work_group, 0, 0);
}

// The work-group's copy of a local variable.
GM_INLINE ulong __gm_share(uint variable, ulong address) {
    __global struct gm_launch* launch = __gm_launch();
    return launch->share == 0 ? address : __gm_call(launch->share, __gm_group()->work_group, variable, address);
}
#define __genmedia_local(variable, pointer) ((__typeof__(pointer))__gm_share(variable, (ulong)(pointer)))

// Sub-groups that run on one thread in turns: here there are none.
GM_INLINE void __gm_let_others_run(void) {}

#endif
