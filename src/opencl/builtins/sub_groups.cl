// SPDX-License-Identifier: MIT
// Functions in which the work-items of a sub-group see each other's values. All of a sub-group reach each
// call; where the work-group was launched whole, all of the work-group do.

// `next` continues `current`, `previous` precedes it. [ext cl_intel_subgroups]
#define GM_SHUFFLES(T)                                                                                  \
    GM_OVERLOAD T __gm_shuffle(GM_CONTEXT T x, uint lane) {                                                        \
        GM_EXCHANGE(T, x);                                                                              \
        return GM_VALUE(T, lane);                                                                       \
    }                                                                                                   \
    GM_OVERLOAD T __gm_shuffle_xor(GM_CONTEXT T x, uint mask) {                                                    \
        GM_EXCHANGE(T, x);                                                                              \
        /* Wraps, as Gen hardware does (another driver's test expects it). */                           \
        return GM_VALUE(T, (__gm_l ^ mask) & (__gm_get_max_sub_group_size() - 1));                      \
    }                                                                                                   \
    GM_OVERLOAD T __gm_shuffle_down(GM_CONTEXT T current, T next, uint delta) {                                    \
        const uint size = __gm_get_max_sub_group_size(), from = __gm_lane() + delta;                    \
        const T a = __gm_shuffle(GM_PASS current, from % size), b = __gm_shuffle(GM_PASS next, from % size);            \
        return from < size ? a : b;                                                                     \
    }                                                                                                   \
    GM_OVERLOAD T __gm_shuffle_up(GM_CONTEXT T previous, T current, uint delta) {                                  \
        const uint size = __gm_get_max_sub_group_size(), from = __gm_lane() + size - delta % size;      \
        const T a = __gm_shuffle(GM_PASS previous, from % size), b = __gm_shuffle(GM_PASS current, from % size);        \
        return __gm_lane() < delta ? a : b;                                                             \
    }                                                                                                   \
    /* Nothing continues or precedes it. [ext cl_khr_subgroup_shuffle_relative] */                      \
    GM_OVERLOAD T __gm_shuffle_down(GM_CONTEXT T x, uint delta) { return __gm_shuffle(GM_PASS x, __gm_lane() + delta); }   \
    GM_OVERLOAD T __gm_shuffle_up(GM_CONTEXT T x, uint delta) { return __gm_shuffle(GM_PASS x, __gm_lane() - delta); }

#define GM_ALL_WIDTHS(DO, T) DO(T) DO(T##2) DO(T##3) DO(T##4) DO(T##8) DO(T##16)
GM_ALL_WIDTHS(GM_SHUFFLES, char)
GM_ALL_WIDTHS(GM_SHUFFLES, uchar)
GM_ALL_WIDTHS(GM_SHUFFLES, short)
GM_ALL_WIDTHS(GM_SHUFFLES, ushort)
GM_ALL_WIDTHS(GM_SHUFFLES, int)
GM_ALL_WIDTHS(GM_SHUFFLES, uint)
GM_ALL_WIDTHS(GM_SHUFFLES, float)
GM_SHUFFLES(long)
GM_SHUFFLES(ulong)
#ifdef cl_khr_fp64
GM_SHUFFLES(double)
#endif
#ifdef cl_khr_fp16
GM_SHUFFLES(half)
#endif

GM_INLINE int __gm_sub_group_any(GM_CONTEXT int predicate) {
    GM_EXCHANGE(int, predicate);
    int any = 0;
    for (uint i = 0; i < __gm_n; i++) any |= GM_VALUE(int, i) != 0;
    return any;
}

GM_INLINE int __gm_sub_group_all(GM_CONTEXT int predicate) { return !__gm_sub_group_any(GM_PASS !predicate); }

#define GM_ADD(a, b) ((a) + (b))
#define GM_MIN(a, b) ((b) < (a) ? (b) : (a))
#define GM_MAX(a, b) ((a) < (b) ? (b) : (a))

// In the order of the work-items, so that floating point sums are the same everywhere.
#define GM_REDUCTION(T, NAME, COMBINE, IDENTITY)                                                        \
    GM_OVERLOAD T __gm_reduce_##NAME(GM_CONTEXT T x) {                                                             \
        GM_EXCHANGE(T, x);                                                                              \
        T total = GM_VALUE(T, 0);                                                                       \
        for (uint i = 1; i < __gm_n; i++) total = COMBINE(total, GM_VALUE(T, i));    \
        return total;                                                                                   \
    }                                                                                                   \
    GM_OVERLOAD T __gm_scan_exclusive_##NAME(GM_CONTEXT T x) {                                                     \
        GM_EXCHANGE(T, x);                                                                              \
        T total = IDENTITY;                                                                             \
        for (uint i = 0; i < __gm_l; i++) total = COMBINE(total, GM_VALUE(T, i));                       \
        return total;                                                                                   \
    }                                                                                                   \
    GM_OVERLOAD T __gm_scan_inclusive_##NAME(GM_CONTEXT T x) {                                                     \
        GM_EXCHANGE(T, x);                                                                              \
        T total = GM_VALUE(T, 0);                                                                       \
        for (uint i = 1; i <= __gm_l; i++) total = COMBINE(total, GM_VALUE(T, i));                      \
        return total;                                                                                   \
    }

#define GM_REDUCTIONS(T, LEAST, GREATEST) \
    GM_REDUCTION(T, add, GM_ADD, (T)0) GM_REDUCTION(T, min, GM_MIN, GREATEST) GM_REDUCTION(T, max, GM_MAX, LEAST)
GM_REDUCTIONS(char, CHAR_MIN, CHAR_MAX)
GM_REDUCTIONS(uchar, 0, UCHAR_MAX)
GM_REDUCTIONS(short, SHRT_MIN, SHRT_MAX)
GM_REDUCTIONS(ushort, 0, USHRT_MAX)
GM_REDUCTIONS(int, INT_MIN, INT_MAX)
GM_REDUCTIONS(uint, 0, UINT_MAX)
GM_REDUCTIONS(long, LONG_MIN, LONG_MAX)
GM_REDUCTIONS(ulong, 0, ULONG_MAX)
GM_REDUCTIONS(float, -INFINITY, INFINITY)
#ifdef cl_khr_fp64
GM_REDUCTIONS(double, -INFINITY, INFINITY)
#endif
#ifdef cl_khr_fp16
GM_REDUCTIONS(half, -INFINITY, INFINITY)
#endif
