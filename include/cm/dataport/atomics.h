// SPDX-License-Identifier: MIT
// Atomic operations on dwords of buffers, pixels and shared local memory. CM spec 4.4, 4.5.
#pragma once

enum CmAtomicOpType {
    ATOMIC_ADD = 0x0,
    ATOMIC_SUB = 0x1,
    ATOMIC_INC = 0x2,
    ATOMIC_DEC = 0x3,
    ATOMIC_MIN = 0x4,
    ATOMIC_MAX = 0x5,
    ATOMIC_XCHG = 0x6,
    ATOMIC_CMPXCHG = 0x7,
    ATOMIC_AND = 0x8,
    ATOMIC_OR = 0x9,
    ATOMIC_XOR = 0xa,
    ATOMIC_MINSINT = 0xb,
    ATOMIC_MAXSINT = 0xc,
    ATOMIC_FMAX = 0x10,
    ATOMIC_FMIN = 0x11,
    ATOMIC_FCMPWR = 0x12,
    ATOMIC_FADD = 0x13,
    ATOMIC_FSUB = 0x14,
    ATOMIC_REVSUB = 0x20,
    ATOMIC_PREDEC = 0x21,
};

#include "channels.h"

namespace cm {

constexpr int atomic_sources(CmAtomicOpType op) {
    if (op == ATOMIC_INC || op == ATOMIC_DEC || op == ATOMIC_PREDEC) return 0;
    return op == ATOMIC_CMPXCHG || op == ATOMIC_FCMPWR ? 2 : 1;
}
struct no_result {};  // stands for an object if there is none

}  // namespace cm

#ifdef CM_GEN
#include "../gen/gen_atomics.h"
#else

namespace cm {

CM_INLINE float as_float(uint bits) {
    float f;
    __builtin_memcpy(&f, &bits, 4);
    return f;
}
CM_INLINE uint as_bits(float f) {
    uint bits;
    __builtin_memcpy(&bits, &f, 4);
    return bits;
}

// The new value for an old value. CMPXCHG stores a if the old value is b.
CM_INLINE uint atomic_result(CmAtomicOpType op, uint old, uint a, uint b) {
    switch (op) {
        case ATOMIC_ADD: return old + a;
        case ATOMIC_SUB: return old - a;
        case ATOMIC_REVSUB: return a - old;
        case ATOMIC_INC: return old + 1;
        case ATOMIC_DEC:
        case ATOMIC_PREDEC: return old - 1;
        case ATOMIC_MIN: return old < a ? old : a;
        case ATOMIC_MAX: return old > a ? old : a;
        case ATOMIC_MINSINT: return static_cast<int>(old) < static_cast<int>(a) ? old : a;
        case ATOMIC_MAXSINT: return static_cast<int>(old) > static_cast<int>(a) ? old : a;
        case ATOMIC_XCHG: return a;
        case ATOMIC_CMPXCHG: return old == b ? a : old;
        case ATOMIC_AND: return old & a;
        case ATOMIC_OR: return old | a;
        case ATOMIC_XOR: return old ^ a;
        case ATOMIC_FADD: return as_bits(as_float(old) + as_float(a));
        case ATOMIC_FSUB: return as_bits(as_float(old) - as_float(a));
        case ATOMIC_FMIN: return as_float(a) < as_float(old) ? a : old;
        case ATOMIC_FMAX: return as_float(a) > as_float(old) ? a : old;
        case ATOMIC_FCMPWR: return as_float(old) == as_float(b) ? a : old;
    }
    return old;
}

// On the dword at a byte offset, aligned to 4. Returns the old value, for PREDEC the new; 0 past the end.
CM_INLINE uint atomic(CmAtomicOpType op, memory to, unsigned long offset, uint a, uint b) {
    if (offset + 4 > to.bytes || offset > to.bytes) return 0;
    auto* dword = reinterpret_cast<uint*>(to.data + (offset & ~3ul));
    uint old = __atomic_load_n(dword, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(dword, &old, atomic_result(op, old, a, b), true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED)) {
    }
    return op == ATOMIC_PREDEC ? old - 1 : old;
}

// The bits of a 32-bit source lane.
template <class X>
CM_INLINE uint bits_of_lane(const X& x, int k) {
    if constexpr (std::is_same<operand_t<X>, float>::value)
        return as_bits(lane<float>(x, k));
    else
        return lane<uint>(x, k);
}
template <class X>
CM_INLINE void set_bits_of_lane(const X& x, int k, uint bits) {
    if constexpr (is_object<X>) {
        if constexpr (std::is_same<element_t<X>, float>::value)
            set_lane(x, k, as_float(bits));
        else
            set_lane(x, k, static_cast<element_t<X>>(bits));
    }
}

// Each lane k whose mask element is not 0 works on the dword at (global + offsets[k]) * scale bytes.
template <class M, class O, class A, class B, class Ret>
CM_INLINE void atomics(CmAtomicOpType op, memory to, uint global, unsigned long scale, const M& mask,
                       const O& offsets, const A& a, const B& b, const Ret& ret) {
    const uint active = active_mask(count_of<O>);
    for (int k = 0; k < count_of<O>; k++) {
        if (!lane_active(active, k) || lane<uint>(mask, k) == 0) continue;
        set_bits_of_lane(ret, k,
                         atomic(op, to, (global + lane<uint>(offsets, k)) * scale, bits_of_lane(a, k),
                                bits_of_lane(b, k)));
    }
}

// The same for pixels (u, v, r).
template <class M, class U, class V, class R, class A, class B, class Ret>
CM_INLINE void pixel_atomics(CmAtomicOpType op, SurfaceIndex to, const M& mask, const U& u, const V& v,
                             const R& r, const A& a, const B& b, const Ret& ret) {
    const uint active = active_mask(count_of<U>);
    for (int k = 0; k < count_of<U>; k++) {
        if (!lane_active(active, k) || lane<uint>(mask, k) == 0) continue;
        set_bits_of_lane(
            ret, k,
            atomic(op, texel(to.cm_surface(), u, v, r, k), 0, bits_of_lane(a, k), bits_of_lane(b, k)));
    }
}

}  // namespace cm

#endif

namespace cm {

// Sorts the arguments after the offsets: as many sources as the operation has, then optionally the object for
// results.
template <CmAtomicOpType Op, class M, class O, class... Rest>
CM_INLINE void atomics_of(memory to, unsigned long scale, const M& mask, const O& offsets,
                          const Rest&... rest) {
    constexpr int sources = atomic_sources(Op);
    static_assert(sizeof...(Rest) == sources || sizeof...(Rest) == sources + 1,
                  "this atomic operation takes another number of sources");
    const auto call = [&](const auto& a, const auto& b, const auto& ret)
                          CM_LAMBDA { atomics(Op, to, 0, scale, mask, offsets, a, b, ret); };
    const auto sort = [&](const auto&... r) CM_LAMBDA {
        if constexpr (sources == 0)
            [&](const auto& ret, const auto&...) CM_LAMBDA { call(0u, 0u, ret); }(r...);
        else if constexpr (sources == 1)
            [&](const auto& a, const auto& ret, const auto&...) CM_LAMBDA { call(a, 0u, ret); }(r...);
        else
            [&](const auto& a, const auto& b, const auto& ret, const auto&...)
                CM_LAMBDA { call(a, b, ret); }(r...);
    };
    sort(rest..., no_result());
}

}  // namespace cm

// Offsets are in dwords. Arguments: [mask,] buffer, offsets, [source 0, [source 1,]] [old values].
template <CmAtomicOpType Op, class O, class... Rest, cm::if_object<O> = 0>
CM_INLINE void write_atomic(SurfaceIndex buffer, const O& offsets, Rest&&... rest) {
    cm::atomics_of<Op>(cm::buffer_memory(buffer), 4, 1u, offsets, rest...);
}
template <CmAtomicOpType Op, class M, class O, class... Rest, cm::if_object<M> = 0, cm::if_object<O> = 0>
CM_INLINE void write_atomic(const M& mask, SurfaceIndex buffer, const O& offsets, Rest&&... rest) {
    cm::atomics_of<Op>(cm::buffer_memory(buffer), 4, mask, offsets, rest...);
}
// With explicit element type and, optionally, number of lanes.
template <CmAtomicOpType Op, class T, int N = 0, class O, class... Rest,
          std::enable_if_t<cm::is_scalar<T>, int> = 0, cm::if_object<O> = 0>
CM_INLINE void write_atomic(SurfaceIndex buffer, const O& offsets, Rest&&... rest) {
    static_assert(N == 0 || N == cm::count_of<O>, "write_atomic<Op, T, N> takes N offsets");
    write_atomic<Op>(buffer, offsets, rest...);
}
template <CmAtomicOpType Op, class T, int N = 0, class M, class O, class... Rest,
          std::enable_if_t<cm::is_scalar<T>, int> = 0, cm::if_object<M> = 0, cm::if_object<O> = 0>
CM_INLINE void write_atomic(const M& mask, SurfaceIndex buffer, const O& offsets, Rest&&... rest) {
    static_assert(N == 0 || N == cm::count_of<O>, "write_atomic<Op, T, N> takes N offsets");
    write_atomic<Op>(mask, buffer, offsets, rest...);
}

// The older form: the operation is a constant argument. CMPXCHG takes comparands from src0's second half.
template <class O, class A, class Ret, cm::if_object<O> = 0>
CM_INLINE void write(SurfaceIndex buffer, CmAtomicOpType op, uint global, const O& offsets, const A& src0,
                     Ret&& ret, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    const auto call = [&](const auto& comparands) CM_LAMBDA {
        cm::atomics(op, cm::buffer_memory(buffer), global, 4, 1u, offsets, src0, comparands, ret);
    };
    constexpr int lanes = cm::count_of<O>;
    if constexpr (cm::elements_of<A>() >= 2 * lanes) {
        using T = cm::element_t<A>;
        vector<T, lanes> comparands{cm::uninitialised()};
        cm::put<0, lanes>(comparands, cm::load<T, lanes, lanes>(src0));
        call(comparands);
    } else {
        call(0u);
    }
}
template <class O, class A, cm::if_object<O> = 0>
CM_INLINE void write(SurfaceIndex buffer, CmAtomicOpType op, uint global, const O& offsets, const A& src0,
                     CM_SOURCE_PLACE) {
    write(buffer, op, global, offsets, src0, cm::no_result(), file, line);
}
// With explicit element type and number of lanes.
template <class T, int N, class O, class A, class Ret, cm::if_object<O> = 0>
CM_INLINE void write(SurfaceIndex buffer, CmAtomicOpType op, uint global, const O& offsets, const A& src0,
                     Ret&& ret, CM_SOURCE_PLACE) {
    static_assert(cm::count_of<O> == N, "write<T, N> takes N offsets");
    write(buffer, op, global, offsets, src0, ret, file, line);
}

namespace cm {

// Sorts the arguments after the object for old values: as many sources as the operation has, then u, v, r and
// a level of detail, which has no effect. Six arguments are two sources, even if the operation has fewer, and
// all four of the rest.
template <CmAtomicOpType Op, class M, class Ret, class... Rest>
CM_INLINE void pixel_atomics_of(SurfaceIndex surface, const M& mask, const Ret& ret, const Rest&... rest) {
    constexpr int sources = atomic_sources(Op), given = sizeof...(Rest);
    static_assert(given == 6 || (given > sources && given <= sources + 4),
                  "this atomic operation takes another number of sources, or coordinates");
    const auto at = [&](const auto& a, const auto& b, const auto& u, const auto& v, const auto& r,
                        const auto&...) CM_LAMBDA { pixel_atomics(Op, surface, mask, u, v, r, a, b, ret); };
    if constexpr (given == 6 || sources == 2)
        at(rest..., 0, 0);
    else if constexpr (sources == 0)
        at(0u, 0u, rest..., 0, 0);
    else
        [&](const auto& a, const auto&... place) CM_LAMBDA { at(a, 0u, place..., 0, 0); }(rest...);
}

}  // namespace cm

// On pixels of R32_UINT and R32_SINT surfaces; coordinates are in pixels. Arguments: [mask,] surface, old
// values, [source 0, [source 1,]] u[, v[, r[, level of detail]]].
template <CmAtomicOpType Op, class Ret, class... Rest, cm::if_object<Ret> = 0>
CM_INLINE void write_typed_atomic(SurfaceIndex surface, Ret&& ret, const Rest&... rest) {
    cm::pixel_atomics_of<Op>(surface, 1u, ret, rest...);
}
template <CmAtomicOpType Op, class M, class Ret, class... Rest, cm::if_object<M> = 0, cm::if_object<Ret> = 0>
CM_INLINE void write_typed_atomic(const M& mask, SurfaceIndex surface, Ret&& ret, const Rest&... rest) {
    cm::pixel_atomics_of<Op>(surface, mask, ret, rest...);
}
// With explicit element type and, optionally, number of lanes.
template <CmAtomicOpType Op, class T, int N = 0, class First, class Second, class... Rest,
          std::enable_if_t<cm::is_scalar<T>, int> = 0>
CM_INLINE void write_typed_atomic(First&& first, Second&& second, Rest&&... rest) {
    constexpr int lanes = cm::elements_of<cm::bare<First>>() + cm::elements_of<cm::bare<Second>>();
    static_assert(N == 0 || lanes == N || lanes == 2 * N, "write_typed_atomic<Op, T, N> takes N lanes");
    write_typed_atomic<Op>(first, second, rest...);
}
