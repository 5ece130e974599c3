// SPDX-License-Identifier: MIT
// Atomics of OpenCL C 2.0 where the device has those of 1.2, for work-groups that wait for each other. They order what
// all work-items see, whatever order is asked for, and so do those of 1.2.

#ifdef GENMEDIA_PTX
GM_INLINE void __gm_fence(void) { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }
#else
GM_INLINE void __gm_fence(void) { mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
#endif

// Guess: what is polled so often, about a minute long, does not come.
#ifdef GENMEDIA_PTX
#define GM_MOST_POLLS (1u << 26)
#else
#define GM_MOST_POLLS (1u << 31)
#endif

// False: this work-item has waited too long.
GM_INLINE bool __gm_patient(GM_CONTEXT uint* polls) {
    if (++*polls < GM_MOST_POLLS) return true;
    atomic_cmpxchg(&__gm_c.launch->failure, 0u, (uint)GM_WAITED);
    return false;
}

typedef int __gm_atomic_int;
typedef uint __gm_atomic_uint;

// The accesses themselves: GM_FENCED between fences, GM_PTX by instructions that order.
#define GM_FENCED(T, SPACE)                                                                          \
    GM_OVERLOAD T __gm_load(const volatile SPACE T* p) {                                             \
        const T value = *p;                                                                          \
        __gm_fence();                                                                                \
        return value;                                                                                \
    }                                                                                                \
    GM_OVERLOAD void __gm_store(volatile SPACE T* p, T value) {                                      \
        __gm_fence();                                                                                \
        *p = value;                                                                                  \
    }                                                                                                \
    GM_OVERLOAD T __gm_ordered_cmpxchg(volatile SPACE T* p, T compared, T value) {                   \
        __gm_fence();                                                                                \
        const T old = atomic_cmpxchg(p, compared, value);                                            \
        __gm_fence();                                                                                \
        return old;                                                                                  \
    }
#define GM_FENCED_CHANGE(NAME, T, SPACE)                                                             \
    GM_OVERLOAD T __gm_ordered_##NAME(volatile SPACE T* p, T value) {                                \
        __gm_fence();                                                                                \
        const T old = atomic_##NAME(p, value);                                                       \
        __gm_fence();                                                                                \
        return old;                                                                                  \
    }
#define GM_ALL_FENCED(T, SPACE)                                                                      \
    GM_FENCED(T, SPACE)                                                                              \
    GM_FENCED_CHANGE(add, T, SPACE) GM_FENCED_CHANGE(sub, T, SPACE) GM_FENCED_CHANGE(xchg, T, SPACE) \
    GM_FENCED_CHANGE(and, T, SPACE) GM_FENCED_CHANGE(or, T, SPACE) GM_FENCED_CHANGE(xor, T, SPACE)   \
    GM_FENCED_CHANGE(min, T, SPACE) GM_FENCED_CHANGE(max, T, SPACE)
#ifdef GENMEDIA_PTX
#define GM_PTX(T)                                                                                    \
    GM_OVERLOAD T __gm_load(const volatile __global T* p) {                                          \
        T value;                                                                                     \
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");       \
        return value;                                                                                \
    }                                                                                                \
    GM_OVERLOAD void __gm_store(volatile __global T* p, T value) {                                   \
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");         \
    }                                                                                                \
    GM_OVERLOAD T __gm_ordered_cmpxchg(volatile __global T* p, T compared, T value) {                \
        T old;                                                                                       \
        asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;"                             \
                     : "=r"(old) : "l"(p), "r"(compared), "r"(value) : "memory");                    \
        return old;                                                                                  \
    }
#define GM_PTX_CHANGE(NAME, T, INSTRUCTION, VALUE)                                                   \
    GM_OVERLOAD T __gm_ordered_##NAME(volatile __global T* p, T value) {                             \
        T old;                                                                                       \
        asm volatile("atom.acq_rel.gpu.global." INSTRUCTION " %0, [%1], %2;"                         \
                     : "=r"(old) : "l"(p), "r"(VALUE) : "memory");                                   \
        return old;                                                                                  \
    }
#define GM_ALL_PTX(T, TYPE)                                                                          \
    GM_PTX(T)                                                                                        \
    GM_PTX_CHANGE(add, T, "add.u32", value) GM_PTX_CHANGE(sub, T, "add.u32", -value)                 \
    GM_PTX_CHANGE(xchg, T, "exch.b32", value) GM_PTX_CHANGE(and, T, "and.b32", value)                \
    GM_PTX_CHANGE(or, T, "or.b32", value) GM_PTX_CHANGE(xor, T, "xor.b32", value)                    \
    GM_PTX_CHANGE(min, T, "min." TYPE, value) GM_PTX_CHANGE(max, T, "max." TYPE, value)
GM_ALL_PTX(int, "s32")
GM_ALL_PTX(uint, "u32")
#else
GM_ALL_FENCED(int, __global)
GM_ALL_FENCED(uint, __global)
#endif
GM_ALL_FENCED(int, __local)
GM_ALL_FENCED(uint, __local)

#define GM_ORDERED(T, SPACE)                                                                         \
    GM_OVERLOAD T __gm_load(const volatile SPACE T* p, int order) { return __gm_load(p); }           \
    GM_OVERLOAD T __gm_load(const volatile SPACE T* p, int order, int scope) { return __gm_load(p); } \
    GM_OVERLOAD void __gm_store(volatile SPACE T* p, T value, int order) { __gm_store(p, value); }   \
    GM_OVERLOAD void __gm_store(volatile SPACE T* p, T value, int order, int scope) { __gm_store(p, value); } \
    GM_OVERLOAD bool __gm_exchange_if(volatile SPACE T* p, T* expected, T wanted) {                  \
        const T old = __gm_ordered_cmpxchg(p, *expected, wanted);                                    \
        const bool same = old == *expected;                                                          \
        *expected = old;                                                                             \
        return same;                                                                                 \
    }                                                                                                \
    GM_OVERLOAD bool __gm_exchange_if(volatile SPACE T* p, T* expected, T wanted, int ok, int other) { \
        return __gm_exchange_if(p, expected, wanted);                                                \
    }                                                                                                \
    GM_OVERLOAD bool __gm_exchange_if(volatile SPACE T* p, T* expected, T wanted, int ok, int other, int scope) { \
        return __gm_exchange_if(p, expected, wanted);                                                \
    }                                                                                                \
    GM_OVERLOAD T __gm_ordered_inc(volatile SPACE T* p) { return __gm_ordered_add(p, (T)1); }        \
    GM_OVERLOAD T __gm_ordered_dec(volatile SPACE T* p) { return __gm_ordered_sub(p, (T)1); }
#define GM_ORDERED_CHANGE(NAME, T, SPACE)                                                            \
    GM_OVERLOAD T __gm_ordered_##NAME(volatile SPACE T* p, T value, int order) { return __gm_ordered_##NAME(p, value); } \
    GM_OVERLOAD T __gm_ordered_##NAME(volatile SPACE T* p, T value, int order, int scope) {          \
        return __gm_ordered_##NAME(p, value);                                                        \
    }
#define GM_ALL_ORDERED(T, SPACE)                                                                     \
    GM_ORDERED_CHANGE(add, T, SPACE) GM_ORDERED_CHANGE(sub, T, SPACE) GM_ORDERED_CHANGE(xchg, T, SPACE) \
    GM_ORDERED_CHANGE(and, T, SPACE) GM_ORDERED_CHANGE(or, T, SPACE) GM_ORDERED_CHANGE(xor, T, SPACE) \
    GM_ORDERED_CHANGE(min, T, SPACE) GM_ORDERED_CHANGE(max, T, SPACE) GM_ORDERED(T, SPACE)
GM_ALL_ORDERED(int, __global)
GM_ALL_ORDERED(uint, __global)
GM_ALL_ORDERED(int, __local)
GM_ALL_ORDERED(uint, __local)

#define atomic_int __gm_atomic_int
#define atomic_uint __gm_atomic_uint
#define atomic_flag __gm_atomic_int
#define memory_order_relaxed 0
#define memory_order_acquire 2
#define memory_order_release 3
#define memory_order_acq_rel 4
#define memory_order_seq_cst 5
#define memory_scope_work_item 0
#define memory_scope_sub_group 1
#define memory_scope_work_group 1
#define memory_scope_device 2
#define memory_scope_all_svm_devices 3
#define ATOMIC_VAR_INIT(value) (value)
#define atomic_init(p, value) (*(p) = (value))
#define atomic_load __gm_load
#define atomic_load_explicit __gm_load
#define atomic_store __gm_store
#define atomic_store_explicit __gm_store
#define atomic_compare_exchange_strong __gm_exchange_if
#define atomic_compare_exchange_strong_explicit __gm_exchange_if
#define atomic_compare_exchange_weak __gm_exchange_if
#define atomic_compare_exchange_weak_explicit __gm_exchange_if
#define atomic_exchange __gm_ordered_xchg
#define atomic_exchange_explicit __gm_ordered_xchg
#undef atomic_add
#undef atomic_sub
#undef atomic_xchg
#undef atomic_inc
#undef atomic_dec
#undef atomic_cmpxchg
#undef atomic_and
#undef atomic_or
#undef atomic_xor
#undef atomic_min
#undef atomic_max
#define atomic_inc __gm_ordered_inc
#define atomic_dec __gm_ordered_dec
#define atomic_cmpxchg __gm_ordered_cmpxchg
#define atomic_xchg __gm_ordered_xchg
#define atomic_add __gm_ordered_add
#define atomic_fetch_add __gm_ordered_add
#define atomic_fetch_add_explicit __gm_ordered_add
#define atomic_sub __gm_ordered_sub
#define atomic_fetch_sub __gm_ordered_sub
#define atomic_fetch_sub_explicit __gm_ordered_sub
#define atomic_and __gm_ordered_and
#define atomic_fetch_and __gm_ordered_and
#define atomic_fetch_and_explicit __gm_ordered_and
#define atomic_or __gm_ordered_or
#define atomic_fetch_or __gm_ordered_or
#define atomic_fetch_or_explicit __gm_ordered_or
#define atomic_xor __gm_ordered_xor
#define atomic_fetch_xor __gm_ordered_xor
#define atomic_fetch_xor_explicit __gm_ordered_xor
#define atomic_min __gm_ordered_min
#define atomic_fetch_min __gm_ordered_min
#define atomic_fetch_min_explicit __gm_ordered_min
#define atomic_max __gm_ordered_max
#define atomic_fetch_max __gm_ordered_max
#define atomic_fetch_max_explicit __gm_ordered_max
#define atom_add __gm_ordered_add
#define atom_sub __gm_ordered_sub
#define atom_xchg __gm_ordered_xchg
#define atom_inc __gm_ordered_inc
#define atom_dec __gm_ordered_dec
#define atom_cmpxchg __gm_ordered_cmpxchg
#define atomic_work_item_fence(flags, order, scope) __gm_fence()
#define mem_fence(flags) __gm_fence()
