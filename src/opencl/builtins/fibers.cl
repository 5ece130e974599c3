// SPDX-License-Identifier: MIT
// Work-items as fibers: small stacks on one thread, which PoCL takes for one work-item. No barrier reaches PoCL,
// so that its compiler copies no code, and lanes may go different ways.
#ifdef GM_FIBERS

#define GM_TEXT_OF(x) #x
#define GM_TEXT(x) GM_TEXT_OF(x)

GM_INLINE __global struct gm_fiber* __gm_fiber(void) {
    ulong stack;
#if defined(__x86_64__)
    __asm__("movq %%rsp, %0" : "=r"(stack));
#else
    __asm__("mov %0, sp" : "=r"(stack));
#endif
    const ulong slot = stack & ~(ulong)(GM_FIBER_SLOT - 1);
    return (__global struct gm_fiber*)(slot + GM_FIBER_PLACE + (stack >> GM_FIBER_SLOT_SHIFT & 31) * GM_FIBER_STAGGER);
}

// The address of a function, into a variable.
#if defined(__x86_64__)
#define __genmedia_address(at, lane) __asm__ volatile("leaq " #lane "(%%rip), %0" : "=r"(at))
#else
#define __genmedia_address(at, lane) __asm__ volatile("adrp %0, " #lane "\n add %0, %0, :lo12:" #lane : "=r"(at))
#endif

#if defined(__x86_64__)
#define GM_ASM_SAVE "pushq %%rbp\n pushq %%rbx\n pushq %%r12\n pushq %%r13\n pushq %%r14\n pushq %%r15\n"
#define GM_ASM_RESTORE "popq %%r15\n popq %%r14\n popq %%r13\n popq %%r12\n popq %%rbx\n popq %%rbp\n retq\n"
#ifdef __AVX__
#define GM_ASM_CALL(at) "andq $-64, %%rsp\n vzeroupper\n callq *" GM_TEXT(at) "(%%rdx)\n"
#else
#define GM_ASM_CALL(at) "andq $-64, %%rsp\n callq *" GM_TEXT(at) "(%%rdx)\n"
#endif
#else
// As engine/fibers.cpp has them.
#define GM_ASM_SAVE                                                                                   \
    "stp x29, x30, [sp, #-160]!\n stp x19, x20, [sp, #16]\n stp x21, x22, [sp, #32]\n"                \
    "stp x23, x24, [sp, #48]\n stp x25, x26, [sp, #64]\n stp x27, x28, [sp, #80]\n"                   \
    "stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n"
#define GM_ASM_RESTORE                                                                                \
    "ldp d14, d15, [sp, #144]\n ldp d12, d13, [sp, #128]\n ldp d10, d11, [sp, #112]\n ldp d8, d9, [sp, #96]\n" \
    "ldp x27, x28, [sp, #80]\n ldp x25, x26, [sp, #64]\n ldp x23, x24, [sp, #48]\n"                   \
    "ldp x21, x22, [sp, #32]\n ldp x19, x20, [sp, #16]\n ldp x29, x30, [sp], #160\n ret\n"
#define GM_ASM_CALL(at) "ldr x9, [x2, #" GM_TEXT(at) "]\n blr x9\n"
#define GM_ASM_GO_ON(at) "ldr x9, [x0, #" GM_TEXT(at) "]\n mov sp, x9\n" GM_ASM_RESTORE
#endif

// The lanes wait for each other. Whoever comes stops and lets the next of the ring go on; the last one to come lets
// the first go on, and so all have come by then. Where they did not come to one place, the engine says who goes on.
// Places are told apart by their order in the text: the compiler may make several pieces of machine code of one.
// The next one's stack pointer lies with the one before it: a load less to wait for. The fiber is in rdi, or x0.
static __attribute__((naked, noinline)) void __gm_meet_as(__global struct gm_fiber* fiber) {
#if defined(__x86_64__)
    __asm__ volatile(
        "movq " GM_TEXT(GM_FIBER_TEAM) "(%%rdi), %%rdx\n"
        "movq " GM_TEXT(GM_FIBER_PREVIOUS) "(%%rdi), %%rcx\n"
        "movl " GM_TEXT(GM_FIBER_ORDER) "(%%rdi), %%esi\n"
        GM_ASM_SAVE
        "movq %%rsp, " GM_TEXT(GM_FIBER_NEXT_STACK_POINTER) "(%%rcx)\n"
        "movq " GM_TEXT(GM_FIBER_ROLE) "(%%rdi), %%rax\n"
        "testq %%rax, %%rax\n"
        "jne 3f\n"
        "1: cmpl %%esi, " GM_TEXT(GM_TEAM_ORDER) "(%%rdx)\n"
        "jne 4f\n"
        "2: movq " GM_TEXT(GM_FIBER_NEXT_STACK_POINTER) "(%%rdi), %%rsp\n"
        GM_ASM_RESTORE
        // The first, or the last, or both.
        "3: testq $" GM_TEXT(GM_FIRST) ", %%rax\n"
        "je 5f\n"
        "movl %%esi, " GM_TEXT(GM_TEAM_ORDER) "(%%rdx)\n"
        "5: testq $" GM_TEXT(GM_LAST) ", %%rax\n"
        "je 1b\n"
        "cmpl $0, " GM_TEXT(GM_TEAM_DIVERGED) "(%%rdx)\n"
        "jne 6f\n"
        "cmpl %%esi, " GM_TEXT(GM_TEAM_ORDER) "(%%rdx)\n"
        "jne 6f\n"
        "cmpl " GM_TEXT(GM_TEAM_PARKED_ORDER) "(%%rdx), %%esi\n"
        "jb 2b\n"
        "6: movq %%rdx, %%rdi\n"
        GM_ASM_CALL(GM_TEAM_SPLIT)
        "movq " GM_TEXT(GM_FIBER_STACK_POINTER) "(%%rax), %%rsp\n"
        GM_ASM_RESTORE
        "4: movl $1, " GM_TEXT(GM_TEAM_DIVERGED) "(%%rdx)\n"
        "jmp 2b\n" ::: "memory");
#else
    __asm__ volatile(
        "ldr x2, [x0, #" GM_TEXT(GM_FIBER_TEAM) "]\n"
        "ldr x3, [x0, #" GM_TEXT(GM_FIBER_PREVIOUS) "]\n"
        "ldr w1, [x0, #" GM_TEXT(GM_FIBER_ORDER) "]\n"
        GM_ASM_SAVE
        "mov x9, sp\n"
        "str x9, [x3, #" GM_TEXT(GM_FIBER_NEXT_STACK_POINTER) "]\n"
        "ldr x4, [x0, #" GM_TEXT(GM_FIBER_ROLE) "]\n"
        "cbnz x4, 3f\n"
        "1: ldr w5, [x2, #" GM_TEXT(GM_TEAM_ORDER) "]\n"
        "cmp w5, w1\n"
        "b.ne 4f\n"
        "2:\n"
        GM_ASM_GO_ON(GM_FIBER_NEXT_STACK_POINTER)
        // The first, or the last, or both.
        "3: tst x4, #" GM_TEXT(GM_FIRST) "\n"
        "b.eq 5f\n"
        "str w1, [x2, #" GM_TEXT(GM_TEAM_ORDER) "]\n"
        "5: tst x4, #" GM_TEXT(GM_LAST) "\n"
        "b.eq 1b\n"
        "ldr w5, [x2, #" GM_TEXT(GM_TEAM_DIVERGED) "]\n"
        "cbnz w5, 6f\n"
        "ldr w5, [x2, #" GM_TEXT(GM_TEAM_ORDER) "]\n"
        "cmp w5, w1\n"
        "b.ne 6f\n"
        "ldr w5, [x2, #" GM_TEXT(GM_TEAM_PARKED_ORDER) "]\n"
        "cmp w1, w5\n"
        "b.lo 2b\n"
        "6: mov x0, x2\n"
        GM_ASM_CALL(GM_TEAM_SPLIT)
        GM_ASM_GO_ON(GM_FIBER_STACK_POINTER)
        "4: mov w5, #1\n"
        "str w5, [x2, #" GM_TEXT(GM_TEAM_DIVERGED) "]\n"
        "b 2b\n" ::: "memory");
#endif
}
GM_INLINE void __gm_meet(void) { __gm_meet_as(__gm_fiber()); }

// Lets another sub-group of the work-group run; returns when it is this one's turn.
static __attribute__((naked, noinline)) void __gm_let_others_run_as(__global struct gm_fiber* fiber) {
#if defined(__x86_64__)
    __asm__ volatile(
        "movq " GM_TEXT(GM_FIBER_TEAM) "(%%rdi), %%rdx\n"
        GM_ASM_SAVE
        "movq %%rsp, " GM_TEXT(GM_FIBER_STACK_POINTER) "(%%rdi)\n"
        GM_ASM_CALL(GM_TEAM_YIELD)
        "movq " GM_TEXT(GM_FIBER_STACK_POINTER) "(%%rax), %%rsp\n"
        GM_ASM_RESTORE ::: "memory");
#else
    __asm__ volatile(
        "ldr x2, [x0, #" GM_TEXT(GM_FIBER_TEAM) "]\n"
        GM_ASM_SAVE
        "mov x9, sp\n"
        "str x9, [x0, #" GM_TEXT(GM_FIBER_STACK_POINTER) "]\n"
        GM_ASM_CALL(GM_TEAM_YIELD)
        GM_ASM_GO_ON(GM_FIBER_STACK_POINTER) ::: "memory");
#endif
}
GM_INLINE void __gm_let_others_run(void) { __gm_let_others_run_as(__gm_fiber()); }

GM_INLINE __global struct gm_launch* __gm_launch(void) { return (__global struct gm_launch*)__gm_fiber()->launch; }
GM_INLINE __global struct gm_group* __gm_group(void) { return (__global struct gm_group*)__gm_fiber()->group; }
GM_INLINE __global struct gm_sub_group* __gm_sub_group(void) {
    return (__global struct gm_sub_group*)__gm_fiber()->sub_group;
}
GM_INLINE __global struct gm_team* __gm_team(void) { return (__global struct gm_team*)__gm_fiber()->team; }
GM_INLINE uint __gm_sub_group_size(void) { return __gm_launch()->sub_group_size; }
GM_INLINE uint __gm_lane(void) { return __gm_fiber()->lane; }
GM_INLINE uint __gm_item(void) { return __gm_fiber()->local_id; }

// Before each exchange: its place in the program's text. Of lanes that go different ways those go on first that
// are further back in it.
GM_INLINE void __gm_note_order(uint order) { __gm_fiber()->order = order; }
#define __genmedia_at(order) __gm_note_order(order)

// barrier(): of the sub-group, then of the work-group's sub-groups.
GM_INLINE void __gm_work_group_barrier(void) {
    __gm_meet();
    if (__gm_launch()->meet == 0 || (__gm_fiber()->role & GM_FIRST) == 0) return;
    __gm_team()->at_barrier = 1;
    __gm_let_others_run();
}

GM_INLINE ulong __gm_local_memory(uint variable, ulong bytes) {
    __global struct gm_group* group = __gm_group();
    if (variable < GM_LOCALS && group->locals[variable] != 0) return group->locals[variable];
    const ulong address = __gm_call(__gm_launch()->local_memory, (ulong)group, variable, bytes);
    if (variable < GM_LOCALS) group->locals[variable] = address;
    return address;
}
// The work-group's variable of local memory.
#define __genmedia_local_memory(variable, type) ((__local type*)__gm_local_memory(variable, sizeof(type)))

// printf(), which PoCL has for work-items of its own alone.
#define GM_PUTS static __attribute__((noinline, overloadable))
#define GM_PRINTED(T, N, COUNT, KIND)                                                                              \
    GM_PUTS void __gm_put(struct gm_print* print, T##N value) {                                                     \
        const uint words = (sizeof(T) * COUNT + 7) / 8;                                                             \
        print->words[print->used++] = KIND | sizeof(T) << 8 | COUNT << 16;                                          \
        __builtin_memcpy(&print->words[print->used], &value, sizeof(T) * COUNT);                                    \
        print->used += words;                                                                                       \
    }
#define GM_PRINTED_WIDTHS(T, KIND)                                                                                 \
    GM_PRINTED(T, , 1, KIND) GM_PRINTED(T, 2, 2, KIND) GM_PRINTED(T, 3, 3, KIND) GM_PRINTED(T, 4, 4, KIND)          \
    GM_PRINTED(T, 8, 8, KIND) GM_PRINTED(T, 16, 16, KIND)
GM_PRINTED_WIDTHS(char, GM_PRINT_SIGNED)
GM_PRINTED_WIDTHS(uchar, GM_PRINT_UNSIGNED)
GM_PRINTED_WIDTHS(short, GM_PRINT_SIGNED)
GM_PRINTED_WIDTHS(ushort, GM_PRINT_UNSIGNED)
GM_PRINTED_WIDTHS(int, GM_PRINT_SIGNED)
GM_PRINTED_WIDTHS(uint, GM_PRINT_UNSIGNED)
GM_PRINTED_WIDTHS(long, GM_PRINT_SIGNED)
GM_PRINTED_WIDTHS(ulong, GM_PRINT_UNSIGNED)
GM_PRINTED_WIDTHS(float, GM_PRINT_FLOAT)
#ifdef cl_khr_fp64
GM_PRINTED_WIDTHS(double, GM_PRINT_FLOAT)
#endif
GM_PRINTED(bool, , 1, GM_PRINT_UNSIGNED)
#define GM_PRINTED_ADDRESS(SPACE)                                                                                  \
    GM_PUTS void __gm_put(struct gm_print* print, const SPACE void* value) {                                        \
        print->words[print->used++] = GM_PRINT_ADDRESS | 8 << 8 | 1 << 16;                                          \
        print->words[print->used++] = (ulong)value;                                                                 \
    }
GM_PRINTED_ADDRESS(__constant)
GM_PRINTED_ADDRESS(__global)
GM_PRINTED_ADDRESS(__local)
GM_PRINTED_ADDRESS(__private)
#define GM_PUT_1(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_2(__VA_ARGS__))
#define GM_PUT_2(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_3(__VA_ARGS__))
#define GM_PUT_3(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_4(__VA_ARGS__))
#define GM_PUT_4(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_5(__VA_ARGS__))
#define GM_PUT_5(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_6(__VA_ARGS__))
#define GM_PUT_6(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_7(__VA_ARGS__))
#define GM_PUT_7(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_8(__VA_ARGS__))
#define GM_PUT_8(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_9(__VA_ARGS__))
#define GM_PUT_9(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_10(__VA_ARGS__))
#define GM_PUT_10(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_11(__VA_ARGS__))
#define GM_PUT_11(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_12(__VA_ARGS__))
#define GM_PUT_12(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_13(__VA_ARGS__))
#define GM_PUT_13(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_14(__VA_ARGS__))
#define GM_PUT_14(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_15(__VA_ARGS__))
#define GM_PUT_15(x, ...) __gm_put(&__gm_print, x); __VA_OPT__(GM_PUT_16(__VA_ARGS__))
#define GM_PUT_16(x, ...) __gm_put(&__gm_print, x);
#undef printf
#define printf(format, ...)                                                                                        \
    ({                                                                                                              \
        struct gm_print __gm_print;                                                                                 \
        __gm_print.used = 0;                                                                                        \
        __VA_OPT__(GM_PUT_1(__VA_ARGS__))                                                                           \
        (int)__gm_call(__gm_launch()->print, (ulong)(format), (ulong)&__gm_print, 0);                               \
    })

// In each lane's function, or the compiler would drop the call of one that does nothing.
#define __genmedia_stay() __asm__ volatile("" ::: "memory")

// A kernel that PoCL launches hands its parameters to the fibers, whose function it names by its address. PoCL copies
// only code that calls reach: hence the first call, which is never made and stands before anything that follows from
// there being a launch.
#define __genmedia_lane(lane, parameters) \
    if (__gm_pocl_launch() == 0) {        \
        lane(parameters);                 \
        return;                           \
    }
#define __genmedia_run(address, parameters)                                                          \
    __gm_call(__gm_pocl_launch()->run, (ulong)__gm_pocl_group(), address, (ulong)(parameters));      \
    __genmedia_leave();

#endif
