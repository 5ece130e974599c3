// SPDX-License-Identifier: MIT
// Sub-groups on a device that is a GPU's own driver: consecutive work-items of a work-group. GENMEDIA_PTX: on NVIDIA's, 8,
// 16 or 32 of a warp, which wait for each other wherever they are. Elsewhere the whole work-group waits, so all of it has
// to come by.

#define GM_INLINE static inline __attribute__((always_inline))
#define GM_OVERLOAD static inline __attribute__((always_inline, overloadable))

// What built-ins need beside their parameters; rewritten programs hand it from function to function.
struct __gm_context {
    __global struct gm_device_launch* launch;
    __global const uchar* pictures;
    __local ulong* memory;  // of the sub-group
    uint lane, size, item;
    uint members;  // where not all lanes may come by: who does. 0: all
};
#define GM_CONTEXT const struct __gm_context __gm_c,
#define GM_CONTEXT_ALONE const struct __gm_context __gm_c
#define GM_PASS __gm_c,
#define GM_TABLES (&__gm_c.launch->tables)
#define GM_WINDOW_SIZES __gm_window_sizes  // numbers (device_prelude): programs mostly ask for one that compilers know
#define __gm_lane() __gm_c.lane
#define __gm_sub_group_size() __gm_c.size
#define __gm_get_max_sub_group_size() __gm_c.size

#ifdef GENMEDIA_HELPERS  // a work-group is sixteen work-items, and others behind them in dimension 2
GM_INLINE uint __gm_linear_id(void) { return (uint)get_local_id(0); }
GM_INLINE uint __gm_work_group_size(void) { return 16; }
#else
GM_INLINE uint __gm_linear_id(void) {
    return (uint)(get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2)));
}
GM_INLINE uint __gm_work_group_size(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
#endif
// True, which PoCL cannot know before it has made loops of its work-items.
GM_INLINE int __genmedia_here(void) { return get_local_id(0) < get_local_size(0); }

// Of a work-group's sub-groups all have memory of so many words, an even number. It is as aligned as its type: drivers see
// to no more.
GM_INLINE struct __gm_context __genmedia_enter(uint size, uint words, __global struct gm_device_launch* launch,
                                               __global const uchar* pictures, __local ulong2* memory) {
    const uint item = __gm_linear_id();
    const struct __gm_context context = {launch, pictures, (__local ulong*)memory + item / size * words, item % size, size, item, 0};
    return context;
}

// All work-items of the sub-group come here, or those of __gm_here(), and see what the others wrote before.
#ifdef GENMEDIA_PTX
GM_INLINE uint __gm_members(uint size) {
#ifdef GENMEDIA_HELPERS
    if (size == 16) return 0xFFFF;  // a number: for others NVIDIA's compiler looks first whether all lanes name the same
#endif
    uint lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return size == 32 ? 0xFFFFFFFFu : ((1u << size) - 1) << (lane & ~(size - 1));
}
GM_INLINE void __gm_meet(GM_CONTEXT_ALONE) {
    const uint members = __gm_c.members ? __gm_c.members : __gm_members(__gm_c.size);
    asm volatile("bar.warp.sync %0;" ::"r"(members) : "memory");
}
// Behind a condition on lanes: those that go this way. Of the others an exchange sees what they exchanged last.
GM_INLINE struct __gm_context __gm_here(struct __gm_context context) {
    uint active;
    asm volatile("activemask.b32 %0;" : "=r"(active));
    context.members = active & __gm_members(context.size);
    return context;
}
#else
GM_INLINE void __gm_meet(GM_CONTEXT_ALONE) { barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
#define __gm_here(context) context
#endif

// Where lanes come together again: around an `if` on lanes that guards atomics.
#define __genmedia_converge() __gm_meet(__gm_c)

GM_INLINE uint __gm_get_sub_group_local_id(GM_CONTEXT_ALONE) { return __gm_c.lane; }
GM_INLINE uint __gm_get_sub_group_id(GM_CONTEXT_ALONE) { return __gm_c.item / __gm_c.size; }
GM_INLINE uint __gm_get_num_sub_groups(GM_CONTEXT_ALONE) {
    return (__gm_work_group_size() + __gm_c.size - 1) / __gm_c.size;
}
// The last sub-group of a work-group may be smaller.
GM_INLINE uint __gm_get_sub_group_size(GM_CONTEXT_ALONE) {
    return min(__gm_c.size, __gm_work_group_size() - __gm_get_sub_group_id(__gm_c) * __gm_c.size);
}
GM_OVERLOAD void __gm_sub_group_barrier(GM_CONTEXT uint flags) { __gm_meet(__gm_c); }
GM_OVERLOAD void __gm_sub_group_barrier(GM_CONTEXT uint flags, int scope) { __gm_meet(__gm_c); }

// One value of each work-item, and whose memory it lies in.
#define GM_EXCHANGE(T, x)                                                                  \
    __local T* __gm_e = (__local T*)__gm_c.memory;                                         \
    const uint __gm_l = __gm_c.lane, __gm_n = __gm_get_sub_group_size(__gm_c);             \
    __gm_meet(__gm_c); /* all have read what was exchanged before */                       \
    __gm_e[__gm_l] = (x);                                                                  \
    __gm_meet(__gm_c)
#define GM_VALUE(T, lane) __gm_e[(lane) & (__gm_c.size - 1)]

// The macros of sub_group_names.cl need not say so.
#define get_sub_group_size __gm_get_sub_group_size
#define get_max_sub_group_size(context) (context).size
#define get_simd_size(context) (context).size  // Beignet's name
#define get_num_sub_groups __gm_get_num_sub_groups
#define get_enqueued_num_sub_groups __gm_get_num_sub_groups
#define get_sub_group_id __gm_get_sub_group_id
#define get_sub_group_local_id __gm_get_sub_group_local_id
#define sub_group_barrier __gm_sub_group_barrier
