// SPDX-License-Identifier: MIT
// Runs: moves W elements of an object, `stride` bytes apart, between memory and registers. Also cuts and
// joins vectors.
#pragma once

#include "region.h"

#ifdef CM_GEN
#include "../gen/intrinsics.h"
#endif

namespace cm {

#ifndef CM_GEN
// Element by element: for the parts of a region past its object's end.
__attribute__((noinline, cold)) inline void load_outside(const region& r, long stride, int count, int bytes,
                                                         void* to) {
    for (int k = 0; k < count; k++) {
        const long at = r.offset + k * stride;
        char* element = static_cast<char*>(to) + k * bytes;
        if (at >= 0 && at + bytes <= r.size)
            __builtin_memcpy(element, r.base + at, static_cast<std::size_t>(bytes));
        else
            __builtin_memset(element, 0, static_cast<std::size_t>(bytes));
    }
}
__attribute__((noinline, cold)) inline void store_outside(const region& r, long stride, int count, int bytes,
                                                          const void* from) {
    for (int k = 0; k < count; k++) {
        const long at = r.offset + k * stride;
        if (at >= 0 && at + bytes <= r.size)
            __builtin_memcpy(r.base + at, static_cast<const char*>(from) + k * bytes,
                             static_cast<std::size_t>(bytes));
    }
}

template <class T, int W>
CM_INLINE bool outside(const region& r, long stride) {
    const long last = (W - 1) * stride + static_cast<long>(sizeof(T));
    return __builtin_expect(r.offset < 0 || r.offset + last > r.size, 0);
}

#endif

// An element at any address. (For an alias with aligned(1) clang's sanitizer does not know the alignment.)
template <class T>
struct __attribute__((packed, may_alias)) one {
    raw_t<T> value;
};

template <class T, int... I>
CM_INLINE vec<T, sizeof...(I)> load_elements(const char* from, long stride,
                                             std::integer_sequence<int, I...>) {
    vec<T, sizeof...(I)> v;
    ((v[I] = reinterpret_cast<const one<T>*>(from + I * stride)->value), ...);
    return v;
}
template <class T, int... I>
CM_INLINE void store_elements(char* to, long stride, vec<T, sizeof...(I)> v,
                              std::integer_sequence<int, I...>) {
    ((reinterpret_cast<one<T>*>(to + I * stride)->value = v[I]), ...);
}

// Contiguous, memory to register. Clang reads and writes vectors of three as four, hence memcpy. For other
// vectors it touches W elements. Their type has room for a power of two, and the sanitizer mistakes that for
// the access.
#define CM_EXACT_ACCESS __attribute__((no_sanitize("object-size")))
template <class T, int W>
CM_EXACT_ACCESS CM_INLINE vec<T, W> load_packed(const void* from) {
    if constexpr (W == 3) {
        vec<T, W> v;
        __builtin_memcpy(&v, from, 3 * sizeof(T));
        return v;
    } else {
        return *static_cast<const typename vec_types<T, W>::memory*>(from);
    }
}
template <class T, int W>
CM_EXACT_ACCESS CM_INLINE void store_packed(void* to, vec<T, W> v) {
    if constexpr (W == 3)
        __builtin_memcpy(to, &v, 3 * sizeof(T));
    else
        *static_cast<typename vec_types<T, W>::memory*>(to) = v;
}

#ifdef CM_GEN  // W / width rows; compilation refuses regions past their object's end
template <class T, int W>
CM_INLINE vec<T, W> load_region(const region& r, long row, int width, long stride) {
    constexpr long bytes = sizeof(T);
    return gen::region_read<vec<T, W>>(r.base, r.offset, static_cast<int>(row / bytes), width,
                                       static_cast<int>(stride / bytes));
}
template <class T, int W>
CM_INLINE void store_region(const region& r, long row, int width, long stride, vec<T, W> v) {
    constexpr long bytes = sizeof(T);
    gen::region_write<vec<T, W>>(r.base, r.offset, static_cast<int>(row / bytes), width,
                                 static_cast<int>(stride / bytes), v);
}
template <class T, int W>
CM_INLINE vec<T, W> load_run(const region& r, long stride) {
    return load_region<T, W>(r, 0, W, stride);
}
template <class T, int W>
CM_INLINE void store_run(const region& r, long stride, vec<T, W> v) {
    store_region<T, W>(r, 0, W, stride, v);
}
#else
// Every S-th element, through a window that also has all elements in between. The window is as wide as the
// accesses of rows, so the object stays in registers, even if its own elements are of another type. The
// window begins at a multiple of S elements. If that place is only known at run time, the object is in
// memory, and elements are moved one by one.
template <class T, int S, int W>
struct window {
    CM_INLINE window(const region& r, long stride)
        : first(r.offset / static_cast<long>(sizeof(T)) % S),
          start(r.base + r.offset - first * static_cast<long>(sizeof(T))),
          usable(stride == S * static_cast<long>(sizeof(T)) && __builtin_constant_p(r.offset) &&
                 r.offset + (W * S - first) * static_cast<long>(sizeof(T)) <= r.size) {}
    template <int... I>
    CM_INLINE vec<T, W> load(std::integer_sequence<int, I...>) const {
        const vec<T, W* S> all = load_packed<T, W * S>(start);
        vec<T, W> v;
        ((v[I] = all[first + I * S]), ...);
        return v;
    }
    template <int... I>
    CM_INLINE void store(vec<T, W> v, std::integer_sequence<int, I...>) const {
        vec<T, W* S> all = load_packed<T, W * S>(start);
        ((all[first + I * S] = v[I]), ...);
        store_packed<T, W * S>(start, all);
    }
    long first;
    char* start;
    bool usable;
};
// A window takes time to compile wherever one could be used. Measured on three public kernel files, windows
// of 128 bytes lowered compile times on balance, so only these are used. Results do not depend on it. (Clang
// 14 cannot compile windows of halves with sanitizers.)
template <class T, int S, int W>
inline constexpr bool has_windows = is_integer<T> && sizeof(T) <= 2 && sizeof(T) * W* S == 128;

template <class T, int W>
CM_INLINE vec<T, W> load_run(const region& r, long stride) {
    if (outside<T, W>(r, stride)) {
        char buffer[W * sizeof(T)];
        load_outside(r, stride, W, sizeof(T), buffer);
        return load_packed<T, W>(buffer);
    }
    const auto all = std::make_integer_sequence<int, W>();
    if (W == 1 || stride == sizeof(T)) return load_packed<T, W>(r.base + r.offset);
    if constexpr (has_windows<T, 2, W>)
        if (const window<T, 2, W> w(r, stride); w.usable) return w.load(all);
    if constexpr (has_windows<T, 4, W>)
        if (const window<T, 4, W> w(r, stride); w.usable) return w.load(all);
    return load_elements<T>(r.base + r.offset, stride, all);
}

template <class T, int W>
CM_INLINE void store_run(const region& r, long stride, vec<T, W> v) {
    if (outside<T, W>(r, stride)) {
        char buffer[W * sizeof(T)];
        store_packed<T, W>(buffer, v);
        return store_outside(r, stride, W, sizeof(T), buffer);
    }
    const auto all = std::make_integer_sequence<int, W>();
    if (W == 1 || stride == sizeof(T)) return store_packed<T, W>(r.base + r.offset, v);
    if constexpr (has_windows<T, 2, W>)
        if (const window<T, 2, W> w(r, stride); w.usable) return w.store(v, all);
    if constexpr (has_windows<T, 4, W>)
        if (const window<T, 4, W> w(r, stride); w.usable) return w.store(v, all);
    store_elements<T>(r.base + r.offset, stride, v, all);
}
#endif

template <class T, int A, int B, int... I>
CM_INLINE vec<T, A + B> join(vec<T, A> a, vec<T, B> b, std::integer_sequence<int, I...>) {
    if constexpr (A == B) {
        return __builtin_shufflevector(a, b, I...);
    } else if constexpr (A > B) {
        auto wide = __builtin_shufflevector(b, b, (I < B ? I : -1)...);  // A + B lanes
        auto first = __builtin_shufflevector(a, a, (I < A ? I : -1)...);
        return __builtin_shufflevector(first, wide, (I < A ? I : A + B + I - A)...);
    } else {
        auto first = __builtin_shufflevector(a, a, (I < A ? I : -1)...);
        auto wide = __builtin_shufflevector(b, b, (I < B ? I : -1)...);
        return __builtin_shufflevector(first, wide, (I < A ? I : A + B + I - A)...);
    }
}
template <class T, int From, int W, int... I>
CM_INLINE vec<T, sizeof...(I)> part(vec<T, W> v, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(v, v, (From + I)...);
}

// Applies f to all lanes, pairwise. `neutral` fills up to a power of two.
template <class T, int W, class F>
CM_INLINE T fold(const F& f, vec<T, W> v, T neutral) {
    if constexpr (W == 1) {
        return v[0];
    } else if constexpr ((W & (W - 1)) != 0) {
        constexpr int wide = 2 << (31 - __builtin_clz(W));
        return fold<T, wide>(
            f, join<T, W, wide - W>(v, splat<T, wide - W>(neutral), std::make_integer_sequence<int, wide>()),
            neutral);
    } else {
        const auto half_of = std::make_integer_sequence<int, W / 2>();
        return fold<T, W / 2>(f, f(part<T, 0, W>(v, half_of), part<T, W / 2, W>(v, half_of)), neutral);
    }
}

}  // namespace cm
