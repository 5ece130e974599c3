// SPDX-License-Identifier: MIT
// Who evaluates a macroblock inside a program's kernel: a sub-group (vme/opencl/evaluators.cl). Before the unit's own text.
#define GENMEDIA_INSIDE_KERNELS 1
#define inline static inline __attribute__((always_inline))

#ifdef GENMEDIA_PTX
inline int item(void) {
    uint lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return (int)(lane & 15);
}
inline uint members(void) {
    uint lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return 0xFFFFu << (lane & 16);
}
inline void meet(void) { asm volatile("bar.warp.sync %0;" ::"r"(members()) : "memory"); }
// As in vme/opencl/instructions.cl, of these sixteen.
inline uint warp_min(uint key) {
    uint result;
    asm volatile("redux.sync.min.u32 %0, %1, %2;" : "=r"(result) : "r"(key), "r"(members()));
    return result;
}
inline uint exchange(uint value, int mask, local uint4* scratch) {
    uint other;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, %3;" : "=r"(other) : "r"(value), "r"(mask), "r"(members()));
    return other;
}
#else
inline int item(void) {
    return (int)((get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2))) & 15);
}
inline void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }
#endif
inline int items(void) { return 16; }
inline void meet_with_results(void) { meet(); }

#define SETUP local const
#define RESULT local

enum { RECTANGLE_ITEMS = 16, REFINE_ITEMS = 16, CHECK_ITEMS = 16 };
