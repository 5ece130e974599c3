// SPDX-License-Identifier: MIT
// Who evaluates a macroblock inside a program's kernel (vme/opencl/evaluators.cl): the sub-group that asks, or with
// GENMEDIA_HELPERS others, whole warps (helpers.cl). Before the unit's own text.
#define GENMEDIA_INSIDE_KERNELS 1

// A request is made a record in parts that have nothing to do with each other: a warp each, where there are several.
// in_part(n) is this work-item's number among the PART_ITEMS of part n.
enum { NOBODY = 1 << 20 };

#define inline static inline __attribute__((always_inline))

#if defined GENMEDIA_HELPERS
#define WHOLE_WARPS 1
inline int item(void) { return (int)(get_local_id(0) + 16 * get_local_id(2)) - 32; }
inline int items(void) { return 16 * (int)get_local_size(2) - 32; }
inline void meet(void) { asm volatile("bar.sync 2, %0;" ::"r"(items()) : "memory"); }
inline uint warp_any(uint bits) {
    uint all;
    asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(all) : "r"(bits));
    return all;
}
inline int asker(void) { return (int)get_local_id(0); }
inline int in_part(int n) { return item() / 32 == (32 * n < items() ? n : 0) ? item() % 32 : NOBODY; }
enum { PART_ITEMS = 32 };
#elif defined GENMEDIA_PTX
inline int item(void) {
    uint lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return (int)(lane & 15);
}
inline int items(void) { return 16; }
// The half of a warp.
inline uint members(void) {
    uint lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return 0xFFFFu << (lane & 16);
}
inline void meet(void) { asm volatile("bar.warp.sync %0;" ::"r"(members()) : "memory"); }
inline int asker(void) { return item(); }
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
inline int items(void) { return 16; }
inline void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }
inline int asker(void) { return item(); }
#endif
inline void meet_with_results(void) { meet(); }
#ifdef GENMEDIA_HELPERS
#define HAS_ROOM 1
enum { FEWEST_ITEMS = 64, MOST_ITEMS = 256 };  // device_launches
#else
#define HAS_ROOM 0
enum { FEWEST_ITEMS = 16, MOST_ITEMS = 16 };
inline int in_part(int n) { return item(); }
enum { PART_ITEMS = 16 };
#endif

// Work-groups that wait for each other are few, and have many helpers (device_launches), of which each copies once.
#if defined GENMEDIA_HELPERS && GENMEDIA_POLLS
#define MANY_HELPERS 1
#endif

// What programs may ask, by what functions they name (device_prelude). Of the rest nothing is compiled: what is left has to
// fit into a multiprocessor's memory of instructions.
enum {
    MAY_SEARCH_TWO_PICTURES = GENMEDIA_TWO_PICTURES,
    MAY_LIMIT_VECTORS = GENMEDIA_LIMITED_VECTORS,
    MAY_END_EARLY = GENMEDIA_EARLY_ENDS,
    MAY_WEIGH_SADS = GENMEDIA_SAD_WEIGHTS,
    MAY_COUNT_COEFFICIENTS = GENMEDIA_COEFFICIENTS
};

#define SETUP local const
#define RESULT local
#define PATHS local const  // the one of a request
#define PATH_OF(search, paths, direction) (paths)
#define RECTANGLE_ITEMS items()
#define REFINE_ITEMS items()
#define CHECK_ITEMS items()
