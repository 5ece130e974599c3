// SPDX-License-Identifier: MIT
// How a kernel calls the engine, and where PoCL's work-item finds its launch.

// Calls a host function with up to three arguments. Not inlined: PoCL 5 aborts on such an assembly statement
// inside a kernel.
#if defined(__x86_64__)
// The stack may hold the caller's red zone and need not be aligned.
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
#elif defined(__aarch64__)
// What a function need not keep (AAPCS64): of d8 to d15 it keeps the lower halves alone.
static __attribute__((noinline)) ulong __gm_call(ulong function, ulong a, ulong b, ulong c) {
    ulong result;
    __asm__ volatile(
        "mov x0, %2\n"
        "mov x1, %3\n"
        "mov x2, %4\n"
        "blr %1\n"
        "mov %0, x0\n"
        : "=r"(result)
        : "r"(function), "r"(a), "r"(b), "r"(c)
        : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16",
          "x17", "x18", "x30", "memory", "cc", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11",
          "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27",
          "v28", "v29", "v30", "v31"
#ifdef __ARM_FEATURE_SVE
          , "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10", "p11", "p12", "p13", "p14", "p15", "ffr"
#endif
    );
    return result;
}
#endif

#define GM_INLINE static inline __attribute__((always_inline))
#define GM_OVERLOAD static inline __attribute__((always_inline, overloadable))

// What built-ins need beside their parameters they find without the caller's help. On a GPU they do not: the caller gives
// them a context (device/context.cl).
#define GM_CONTEXT
#define GM_CONTEXT_ALONE void
#define GM_PASS
#define GM_TABLES ((__global struct gm_tables*)__gm_launch()->tables)
#define GM_WINDOW_SIZES GM_TABLES->window_size

GM_INLINE __global struct gm_launch* __gm_pocl_launch(void) {
    return (__global struct gm_launch*)get_global_offset(2);
}

// Among those of the launch, which may be several of PoCL's commands.
GM_INLINE ulong __gm_pocl_group_id(void) { return get_group_id(0) + get_global_offset(1); }

GM_INLINE __global struct gm_group* __gm_pocl_group(void) {
    return (__global struct gm_group*)((__global ulong*)__gm_pocl_launch()->groups)[__gm_pocl_group_id()];
}

// Each kernel's first statement. Who comes first has the engine prepare the group.
GM_INLINE void __genmedia_enter(void) {
    __global struct gm_launch* launch = __gm_pocl_launch();
    if (((__global ulong*)launch->groups)[__gm_pocl_group_id()] == 0)
        __gm_call(launch->enter, (ulong)launch, __gm_pocl_group_id(), get_local_size(0));
}

// Each kernel's last statement, and that before each return.
GM_INLINE void __genmedia_leave(void) {
    __global struct gm_group* group = __gm_pocl_group();
    if (--group->running == 0) __gm_call(__gm_pocl_launch()->leave, (ulong)group, 0, 0);
}

GM_INLINE void __gm_note_image(uint parameter, ulong handle) {
    if (parameter < GM_IMAGES) __gm_pocl_group()->image[parameter] = handle;
}

// After __genmedia_enter(), for each image parameter.
#define __genmedia_image(parameter, name) __gm_note_image(parameter, __builtin_astype(name, ulong))
