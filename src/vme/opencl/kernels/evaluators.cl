// SPDX-License-Identifier: MIT
// Who evaluates a macroblock: a work-group of its own. Inside a program's kernel it is a sub-group, of 16 work-items, or
// others that help it; then opencl/builtins/device has these names.
#ifdef GENMEDIA_INSIDE_KERNELS
#define WHOLE_PICTURES 0
#else
#define WHOLE_PICTURES 1
#define HAS_ROOM 1     // of local memory
#define WHOLE_WARPS 1  // all of NVIDIA's warps are there

#define item() get_local_id(0)
#define items() get_local_size(0)
// All work-items come here, and see what the others wrote to local memory.
#define meet() barrier(CLK_LOCAL_MEM_FENCE)
#define meet_with_results() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)

// What requests may ask: all.
enum {
    MAY_SEARCH_TWO_PICTURES = 1,
    MAY_LIMIT_VECTORS = 1,
    MAY_END_EARLY = 1,
    MAY_WEIGH_SADS = 1,
    MAY_COUNT_COEFFICIENTS = 1
};

#define SETUP global const  // where what is asked lies
#define RESULT global       // and what is answered
#define PATHS global const
#define PATH_OF(search, paths, direction) ((paths) + (search)->path[direction])

enum { RECTANGLE_ITEMS = 32, REFINE_ITEMS = 32, CHECK_ITEMS = 32, FEWEST_ITEMS = 32, MOST_ITEMS = 32 };
#endif

// For item(), item() + items() .. below `count`, a number. Of enough work-items each comes once, which compilers cannot know.
#define FOR_ITEMS(i, count)                                          \
    for (int i = item(), more_##i = 1; more_##i != 0 && i < (count); \
         more_##i = (count) > FEWEST_ITEMS, i += items())
// How often at most that is.
#define ROUNDS(count, fewest) (((count) + (fewest) - 1) / (fewest))
