// Work-items as fibers: small stacks on one thread, which PoCL takes for one work-item. No barrier reaches PoCL,
// so that its compiler copies no code, and lanes may go different ways.
#ifdef GM_FIBERS

#define GM_TEXT_OF(x) #x
#define GM_TEXT(x) GM_TEXT_OF(x)

GM_INLINE __global struct gm_fiber* __gm_fiber(void) {
    ulong stack;
    __asm__("movq %%rsp, %0" : "=r"(stack));
    const ulong slot = stack & ~(ulong)(GM_FIBER_SLOT - 1);
    return (__global struct gm_fiber*)(slot + GM_FIBER_PLACE + (stack >> GM_FIBER_SLOT_SHIFT & 31) * GM_FIBER_STAGGER);
}

// The same in assembly: into rax, by way of rcx.
#define GM_ASM_FIBER                                            \
    "movq %%rsp, %%rax\n"                                         \
    "movq %%rsp, %%rcx\n"                                         \
    "shrq $" GM_TEXT(GM_FIBER_SLOT_SHIFT) ", %%rcx\n"            \
    "andl $31, %%ecx\n"                                          \
    "imulq $" GM_TEXT(GM_FIBER_STAGGER) ", %%rcx, %%rcx\n"        \
    "andq $-" GM_TEXT(GM_FIBER_SLOT) ", %%rax\n"                 \
    "leaq " GM_TEXT(GM_FIBER_PLACE) "(%%rax,%%rcx), %%rax\n"
#define GM_ASM_SAVE "pushq %%rbp\n pushq %%rbx\n pushq %%r12\n pushq %%r13\n pushq %%r14\n pushq %%r15\n"
#define GM_ASM_RESTORE "popq %%r15\n popq %%r14\n popq %%r13\n popq %%r12\n popq %%rbx\n popq %%rbp\n retq\n"
#ifdef __AVX__
#define GM_ASM_CALL(at) "andq $-64, %%rsp\n vzeroupper\n callq *" GM_TEXT(at) "(%%rdx)\n"
#else
#define GM_ASM_CALL(at) "andq $-64, %%rsp\n callq *" GM_TEXT(at) "(%%rdx)\n"
#endif

// The lanes wait for each other. Whoever comes goes to sleep and lets the next of the ring run; once it is the
// first one's turn again, all have come. Where they did not come to one place, the engine says who goes on.
static __attribute__((naked, noinline)) void __gm_meet(void) {
    __asm__ volatile(
        GM_ASM_FIBER
        "movq (%%rsp), %%rsi\n"                                    // where it is called from
        "movq " GM_TEXT(GM_FIBER_TEAM) "(%%rax), %%rdx\n"
        GM_ASM_SAVE
        "movq %%rsi, " GM_TEXT(GM_FIBER_SITE) "(%%rax)\n"
        "movq %%rsp, " GM_TEXT(GM_FIBER_STACK_POINTER) "(%%rax)\n"
        "cmpq %%rax, " GM_TEXT(GM_TEAM_FIRST) "(%%rdx)\n"
        "jne 1f\n"
        "movq %%rsi, " GM_TEXT(GM_TEAM_SITE) "(%%rdx)\n"
        "jmp 2f\n"
        "1: cmpq %%rsi, " GM_TEXT(GM_TEAM_SITE) "(%%rdx)\n"
        "je 2f\n"
        "movl $1, " GM_TEXT(GM_TEAM_DIVERGED) "(%%rdx)\n"
        "2: movq " GM_TEXT(GM_FIBER_NEXT) "(%%rax), %%rax\n"
        "movq " GM_TEXT(GM_FIBER_STACK_POINTER) "(%%rax), %%rsp\n"
        "cmpq %%rax, " GM_TEXT(GM_TEAM_FIRST) "(%%rdx)\n"
        "je 4f\n"
        "3: " GM_ASM_RESTORE
        "4: cmpl $0, " GM_TEXT(GM_TEAM_DIVERGED) "(%%rdx)\n"
        "jne 5f\n"
        "movl " GM_TEXT(GM_FIBER_ORDER) "(%%rax), %%ecx\n"
        "cmpl " GM_TEXT(GM_TEAM_PARKED_ORDER) "(%%rdx), %%ecx\n"
        "jb 3b\n"
        "5: movq %%rax, %%rdi\n"
        GM_ASM_CALL(GM_TEAM_SPLIT)
        "movq " GM_TEXT(GM_FIBER_STACK_POINTER) "(%%rax), %%rsp\n"
        "jmp 3b\n" ::: "memory");
}

// Lets another sub-group of the work-group run; returns when it is this one's turn.
static __attribute__((naked, noinline)) void __gm_let_others_run(void) {
    __asm__ volatile(
        GM_ASM_FIBER
        "movq " GM_TEXT(GM_FIBER_TEAM) "(%%rax), %%rdx\n"
        GM_ASM_SAVE
        "movq %%rsp, " GM_TEXT(GM_FIBER_STACK_POINTER) "(%%rax)\n"
        "movq %%rax, %%rdi\n"
        GM_ASM_CALL(GM_TEAM_YIELD)
        "movq " GM_TEXT(GM_FIBER_STACK_POINTER) "(%%rax), %%rsp\n"
        GM_ASM_RESTORE ::: "memory");
}

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
    if (__gm_launch()->meet == 0 || __gm_team()->first != (ulong)__gm_fiber()) return;
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
