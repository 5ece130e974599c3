// Where a kernel finds its launch, and how it calls the engine.

// Calls a host function with up to three arguments. Not inlined: PoCL 5 aborts on such an assembly statement
// inside a kernel. The stack may hold the caller's red zone and need not be aligned.
static __attribute__((noinline)) ulong __gm_call(ulong function, ulong a, ulong b, ulong c) {
    ulong result;
    __asm__ volatile(
        "pushq %%rbx\n"
        "movq %%rsp, %%rbx\n"
        "subq $128, %%rsp\n"
        "andq $-64, %%rsp\n"
#ifdef __AVX__
        "vzeroupper\n"
#endif
        "callq *%%rax\n"
        "movq %%rbx, %%rsp\n"
        "popq %%rbx\n"
        : "=a"(result), "+D"(a), "+S"(b), "+d"(c)
        : "a"(function)
        : "rcx", "r8", "r9", "r10", "r11", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
          "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"
#ifdef __AVX512F__
          , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26",
          "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#endif
    );
    return result;
}

#define GM_INLINE static inline __attribute__((always_inline))
#define GM_OVERLOAD static inline __attribute__((always_inline, overloadable))

GM_INLINE __global struct gm_launch* __gm_launch(void) {
    return (__global struct gm_launch*)get_global_offset(2);
}

// Among those of the launch, which may be several of PoCL's commands.
GM_INLINE ulong __gm_pocl_group(void) { return get_group_id(0) + get_global_offset(1); }

GM_INLINE __global struct gm_group* __gm_group(void) {
    return (__global struct gm_group*)((__global ulong*)__gm_launch()->groups)[__gm_pocl_group()];
}

// Each kernel's first statement. Who comes first has the engine prepare the group.
GM_INLINE void __genmedia_enter(void) {
    __global struct gm_launch* launch = __gm_launch();
    if (((__global ulong*)launch->groups)[__gm_pocl_group()] == 0)
        __gm_call(launch->enter, (ulong)launch, __gm_pocl_group(), get_local_size(0));
}

// Each kernel's last statement, and that before each return.
GM_INLINE void __genmedia_leave(void) {
    __global struct gm_group* group = __gm_group();
    if (--group->running == 0) __gm_call(__gm_launch()->leave, (ulong)group, 0, 0);
}

// The same in kernels that others call: only the outermost counts.
GM_INLINE void __genmedia_enter_nested(void);
GM_INLINE void __genmedia_leave_nested(void);

GM_INLINE void __gm_note_image(uint parameter, ulong handle) {
    if (parameter < GM_IMAGES) __gm_group()->image[parameter] = handle;
}

// After that, for each image parameter.
#define __genmedia_image(parameter, name) __gm_note_image(parameter, __builtin_astype(name, ulong))

// The two numbers of a work-item that PoCL's own ids give. PoCL sees one dimension.
GM_INLINE uint __gm_sub_group_size(void) { return __gm_launch()->sub_group_size; }
GM_INLINE uint __gm_lane(void) { return (uint)get_local_id(0) & (__gm_sub_group_size() - 1); }

GM_INLINE __global struct gm_sub_group* __gm_sub_group(void) {
    return (__global struct gm_sub_group*)__gm_group()->sub_groups + (uint)get_local_id(0) / __gm_sub_group_size();
}

GM_INLINE void __genmedia_enter_nested(void) {
    __genmedia_enter();
    ++__gm_sub_group()->depth[__gm_lane()];
}

GM_INLINE void __genmedia_leave_nested(void) {
    if (--__gm_sub_group()->depth[__gm_lane()] == 0) __genmedia_leave();
}

// A work-item has done something besides polling. By twos: the parity chooses the place of the next exchange.
GM_INLINE void __gm_note_operation(void) { __gm_sub_group()->operations[__gm_lane()] += 2; }

// Where control flow of a sub-group comes together again.
GM_INLINE void __genmedia_converge(void) {
    __gm_note_operation();
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

// barrier(): of the sub-group, and where PoCL does not run whole work-groups, of all its sub-groups.
GM_INLINE void __gm_work_group_barrier(void) {
    __global struct gm_launch* launch = __gm_launch();
    __global struct gm_sub_group* sub_group = __gm_sub_group();
    const uint lane = __gm_lane(), place = sub_group->operations[lane]++ & 1;
    if (lane == 0) sub_group->met[place] = 0;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);  // under no condition, or PoCL misjudges those behind it
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
