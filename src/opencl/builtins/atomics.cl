// SPDX-License-Identifier: MIT
// Atomics as usual, but the engine sees who polls and who signals. A work-group that spins gives its core to those that
// it waits for. It does not poll meanwhile, which some programs do a limited number of times (engine/scoreboard.h).

GM_INLINE void __gm_poll(ulong address, uint bytes) {
    const ulong sub_group = __gm_item() / __gm_sub_group_size();
    const ulong who = (ulong)bytes << 32 | sub_group << 16 | __gm_lane();
    if (__gm_call(__gm_launch()->poll, (ulong)__gm_group(), address, who)) __gm_let_others_run();
}

GM_INLINE void __gm_signal(void) {
    __global struct gm_launch* launch = __gm_launch();
    __gm_note_operation();
    if (*(volatile __global uint*)&launch->waiting) __gm_call(launch->signal, (ulong)launch, 0, 0);
}

// Reads: polls. A statement expression, so that the pointer is evaluated once.
#define GM_READING(CALL, pointer, ...)                                    \
    ({                                                                    \
        __typeof__(pointer) __gm_p = (pointer);                           \
        __gm_poll((ulong)__gm_p, sizeof(*__gm_p));                        \
        CALL(__gm_p __VA_OPT__(, ) __VA_ARGS__);                          \
    })
// Changes: signals.
#define GM_WRITING(CALL, ...)                                             \
    ({                                                                    \
        __typeof__(CALL(__VA_ARGS__)) __gm_r = CALL(__VA_ARGS__);         \
        __gm_signal();                                                    \
        __gm_r;                                                           \
    })
#define GM_STORING(CALL, ...) ({ CALL(__VA_ARGS__); __gm_signal(); })
// Changes that change nothing when the operand is zero: how OpenCL C 1.x reads atomically.
#define GM_CHANGING(CALL, pointer, operand, ...)                          \
    ({                                                                    \
        __typeof__(pointer) __gm_p = (pointer);                           \
        __typeof__(operand) __gm_v = (operand);                           \
        if (__gm_v == 0) __gm_poll((ulong)__gm_p, sizeof(*__gm_p));       \
        __typeof__(CALL(__gm_p, __gm_v __VA_OPT__(, ) __VA_ARGS__)) __gm_r = \
            CALL(__gm_p, __gm_v __VA_OPT__(, ) __VA_ARGS__);              \
        if (__gm_v != 0) __gm_signal();                                   \
        __gm_r;                                                           \
    })
// Compare and exchange: a poll that may change.
#define GM_TRYING(CALL, pointer, ...)                                     \
    ({                                                                    \
        __typeof__(pointer) __gm_p = (pointer);                           \
        __gm_poll((ulong)__gm_p, sizeof(*__gm_p));                        \
        __typeof__(CALL(__gm_p, __VA_ARGS__)) __gm_r = CALL(__gm_p, __VA_ARGS__); \
        __gm_signal();                                                    \
        __gm_r;                                                           \
    })

// PoCL gives most of these names to functions of its own by macros; then the macro here stands behind theirs.
#ifdef atomic_load
#define _cl_atomic_load(p, ...) GM_READING(_cl_atomic_load, p __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_load(p, ...) GM_READING(atomic_load, p __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_load_explicit
#define _cl_atomic_load_explicit(p, ...) GM_READING(_cl_atomic_load_explicit, p __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_load_explicit(p, ...) GM_READING(atomic_load_explicit, p __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_store
#define _cl_atomic_store(...) GM_STORING(_cl_atomic_store, __VA_ARGS__)
#else
#define atomic_store(...) GM_STORING(atomic_store, __VA_ARGS__)
#endif
#ifdef atomic_store_explicit
#define _cl_atomic_store_explicit(...) GM_STORING(_cl_atomic_store_explicit, __VA_ARGS__)
#else
#define atomic_store_explicit(...) GM_STORING(atomic_store_explicit, __VA_ARGS__)
#endif
#ifdef atomic_add
#define _cl_atomic_add(p, v, ...) GM_CHANGING(_cl_atomic_add, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_add(p, v, ...) GM_CHANGING(atomic_add, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_sub
#define _cl_atomic_sub(p, v, ...) GM_CHANGING(_cl_atomic_sub, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_sub(p, v, ...) GM_CHANGING(atomic_sub, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_or
#define _cl_atomic_or(p, v, ...) GM_CHANGING(_cl_atomic_or, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_or(p, v, ...) GM_CHANGING(atomic_or, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_xor
#define _cl_atomic_xor(p, v, ...) GM_CHANGING(_cl_atomic_xor, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_xor(p, v, ...) GM_CHANGING(atomic_xor, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_fetch_add
#define _cl_atomic_fetch_add(p, v, ...) GM_CHANGING(_cl_atomic_fetch_add, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_fetch_add(p, v, ...) GM_CHANGING(atomic_fetch_add, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_fetch_add_explicit
#define _cl_atomic_fetch_add_explicit(p, v, ...) GM_CHANGING(_cl_atomic_fetch_add_explicit, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_fetch_add_explicit(p, v, ...) GM_CHANGING(atomic_fetch_add_explicit, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_fetch_sub
#define _cl_atomic_fetch_sub(p, v, ...) GM_CHANGING(_cl_atomic_fetch_sub, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_fetch_sub(p, v, ...) GM_CHANGING(atomic_fetch_sub, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_fetch_sub_explicit
#define _cl_atomic_fetch_sub_explicit(p, v, ...) GM_CHANGING(_cl_atomic_fetch_sub_explicit, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_fetch_sub_explicit(p, v, ...) GM_CHANGING(atomic_fetch_sub_explicit, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_fetch_or
#define _cl_atomic_fetch_or(p, v, ...) GM_CHANGING(_cl_atomic_fetch_or, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_fetch_or(p, v, ...) GM_CHANGING(atomic_fetch_or, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_fetch_or_explicit
#define _cl_atomic_fetch_or_explicit(p, v, ...) GM_CHANGING(_cl_atomic_fetch_or_explicit, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_fetch_or_explicit(p, v, ...) GM_CHANGING(atomic_fetch_or_explicit, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_fetch_xor
#define _cl_atomic_fetch_xor(p, v, ...) GM_CHANGING(_cl_atomic_fetch_xor, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_fetch_xor(p, v, ...) GM_CHANGING(atomic_fetch_xor, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_fetch_xor_explicit
#define _cl_atomic_fetch_xor_explicit(p, v, ...) GM_CHANGING(_cl_atomic_fetch_xor_explicit, p, v __VA_OPT__(, ) __VA_ARGS__)
#else
#define atomic_fetch_xor_explicit(p, v, ...) GM_CHANGING(atomic_fetch_xor_explicit, p, v __VA_OPT__(, ) __VA_ARGS__)
#endif
#ifdef atomic_xchg
#define _cl_atomic_xchg(...) GM_WRITING(_cl_atomic_xchg, __VA_ARGS__)
#else
#define atomic_xchg(...) GM_WRITING(atomic_xchg, __VA_ARGS__)
#endif
#ifdef atomic_inc
#define _cl_atomic_inc(...) GM_WRITING(_cl_atomic_inc, __VA_ARGS__)
#else
#define atomic_inc(...) GM_WRITING(atomic_inc, __VA_ARGS__)
#endif
#ifdef atomic_dec
#define _cl_atomic_dec(...) GM_WRITING(_cl_atomic_dec, __VA_ARGS__)
#else
#define atomic_dec(...) GM_WRITING(atomic_dec, __VA_ARGS__)
#endif
#ifdef atomic_min
#define _cl_atomic_min(...) GM_WRITING(_cl_atomic_min, __VA_ARGS__)
#else
#define atomic_min(...) GM_WRITING(atomic_min, __VA_ARGS__)
#endif
#ifdef atomic_max
#define _cl_atomic_max(...) GM_WRITING(_cl_atomic_max, __VA_ARGS__)
#else
#define atomic_max(...) GM_WRITING(atomic_max, __VA_ARGS__)
#endif
#ifdef atomic_and
#define _cl_atomic_and(...) GM_WRITING(_cl_atomic_and, __VA_ARGS__)
#else
#define atomic_and(...) GM_WRITING(atomic_and, __VA_ARGS__)
#endif
#ifdef atomic_exchange
#define _cl_atomic_exchange(...) GM_WRITING(_cl_atomic_exchange, __VA_ARGS__)
#else
#define atomic_exchange(...) GM_WRITING(atomic_exchange, __VA_ARGS__)
#endif
#ifdef atomic_exchange_explicit
#define _cl_atomic_exchange_explicit(...) GM_WRITING(_cl_atomic_exchange_explicit, __VA_ARGS__)
#else
#define atomic_exchange_explicit(...) GM_WRITING(atomic_exchange_explicit, __VA_ARGS__)
#endif
#ifdef atomic_fetch_min
#define _cl_atomic_fetch_min(...) GM_WRITING(_cl_atomic_fetch_min, __VA_ARGS__)
#else
#define atomic_fetch_min(...) GM_WRITING(atomic_fetch_min, __VA_ARGS__)
#endif
#ifdef atomic_fetch_min_explicit
#define _cl_atomic_fetch_min_explicit(...) GM_WRITING(_cl_atomic_fetch_min_explicit, __VA_ARGS__)
#else
#define atomic_fetch_min_explicit(...) GM_WRITING(atomic_fetch_min_explicit, __VA_ARGS__)
#endif
#ifdef atomic_fetch_max
#define _cl_atomic_fetch_max(...) GM_WRITING(_cl_atomic_fetch_max, __VA_ARGS__)
#else
#define atomic_fetch_max(...) GM_WRITING(atomic_fetch_max, __VA_ARGS__)
#endif
#ifdef atomic_fetch_max_explicit
#define _cl_atomic_fetch_max_explicit(...) GM_WRITING(_cl_atomic_fetch_max_explicit, __VA_ARGS__)
#else
#define atomic_fetch_max_explicit(...) GM_WRITING(atomic_fetch_max_explicit, __VA_ARGS__)
#endif
#ifdef atomic_fetch_and
#define _cl_atomic_fetch_and(...) GM_WRITING(_cl_atomic_fetch_and, __VA_ARGS__)
#else
#define atomic_fetch_and(...) GM_WRITING(atomic_fetch_and, __VA_ARGS__)
#endif
#ifdef atomic_fetch_and_explicit
#define _cl_atomic_fetch_and_explicit(...) GM_WRITING(_cl_atomic_fetch_and_explicit, __VA_ARGS__)
#else
#define atomic_fetch_and_explicit(...) GM_WRITING(atomic_fetch_and_explicit, __VA_ARGS__)
#endif
#ifdef atomic_cmpxchg
#define _cl_atomic_cmpxchg(p, ...) GM_TRYING(_cl_atomic_cmpxchg, p, __VA_ARGS__)
#else
#define atomic_cmpxchg(p, ...) GM_TRYING(atomic_cmpxchg, p, __VA_ARGS__)
#endif
#ifdef atomic_compare_exchange_strong
#define _cl_atomic_compare_exchange_strong(p, ...) GM_TRYING(_cl_atomic_compare_exchange_strong, p, __VA_ARGS__)
#else
#define atomic_compare_exchange_strong(p, ...) GM_TRYING(atomic_compare_exchange_strong, p, __VA_ARGS__)
#endif
#ifdef atomic_compare_exchange_strong_explicit
#define _cl_atomic_compare_exchange_strong_explicit(p, ...) GM_TRYING(_cl_atomic_compare_exchange_strong_explicit, p, __VA_ARGS__)
#else
#define atomic_compare_exchange_strong_explicit(p, ...) GM_TRYING(atomic_compare_exchange_strong_explicit, p, __VA_ARGS__)
#endif
#ifdef atomic_compare_exchange_weak
#define _cl_atomic_compare_exchange_weak(p, ...) GM_TRYING(_cl_atomic_compare_exchange_weak, p, __VA_ARGS__)
#else
#define atomic_compare_exchange_weak(p, ...) GM_TRYING(atomic_compare_exchange_weak, p, __VA_ARGS__)
#endif
#ifdef atomic_compare_exchange_weak_explicit
#define _cl_atomic_compare_exchange_weak_explicit(p, ...) GM_TRYING(_cl_atomic_compare_exchange_weak_explicit, p, __VA_ARGS__)
#else
#define atomic_compare_exchange_weak_explicit(p, ...) GM_TRYING(atomic_compare_exchange_weak_explicit, p, __VA_ARGS__)
#endif
