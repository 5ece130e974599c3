// SPDX-License-Identifier: MIT
// One element of a buffer for each lane. CM spec 4.5. In SIMD control flow, inactive channels do nothing.
#pragma once

#include "../core/matrix.h"
#include "oword_block.h"

#ifdef CM_GEN
#include "../gen/gen_scattered.h"
#else

namespace cm {

CM_INLINE bool lane_active(uint mask, int k) { return (mask >> k & 1) != 0; }

// Calls f(k, at): lane k moves the element at byte (global + offsets[k]) * scale.
template <class V, class O, class F>
CM_INLINE void for_lanes_at(unsigned long global, const O& offsets, unsigned long scale, const F& f) {
    const uint active = active_mask(count_of<O>);
#pragma clang loop unroll(full)
    for (int k = 0; k < count_of<O>; k++)
        if (lane_active(active, k)) f(k, static_cast<uint>(global + lane<uint>(offsets, k)) * scale);
}
// Code for each lane is long, so a kernel has one function for each shape of its messages.
template <class T, int N>
CM_OUTLINE vec<T, N> gather_lanes(memory from, unsigned long global, vec<uint, N> offsets,
                                  unsigned long scale, vec<T, N> inactive) {
    vector<uint, N> at{uninitialised()};
    vector<T, N> v{uninitialised()};
    put<0, N>(at, offsets);
    put<0, N>(v, inactive);
    for_lanes_at<vector<T, N>>(global, at, scale, [&](int k, unsigned long place) CM_LAMBDA {
        set_lane(v, k, read_element<T>(from, place));
    });
    return load<T, 0, N>(v);
}
template <class T, int N>
CM_OUTLINE void scatter_lanes(memory to, unsigned long global, vec<uint, N> offsets, unsigned long scale,
                              vec<T, N> values) {
    vector<uint, N> at{uninitialised()};
    vector<T, N> v{uninitialised()};
    put<0, N>(at, offsets);
    put<0, N>(v, values);
    for_lanes_at<vector<T, N>>(global, at, scale, [&](int k, unsigned long place) CM_LAMBDA {
        write_element(to, place, lane<T>(v, k));
    });
}
template <class O, class V>
CM_INLINE void gather(memory from, unsigned long global, const O& offsets, unsigned long scale, const V& v) {
    using T = element_t<V>;
    constexpr int n = count_of<V>;
    static_assert(count_of<O> == n, "a scattered message has as many offsets as elements");
    put<0, n>(v, gather_lanes<T, n>(from, global, load<uint, 0, n>(offsets), scale, load<T, 0, n>(v)));
}
template <class O, class V>
CM_INLINE void scatter(memory to, unsigned long global, const O& offsets, unsigned long scale, const V& v) {
    using T = element_t<V>;
    constexpr int n = count_of<V>;
    static_assert(count_of<O> == n, "a scattered message has as many offsets as elements");
    scatter_lanes<T, n>(to, global, load<uint, 0, n>(offsets), scale, load<T, 0, n>(v));
}

}  // namespace cm

#endif

// Offsets are in elements.
template <class O, class V, cm::if_object<O> = 0, cm::if_object<V> = 0>
CM_INLINE void read(SurfaceIndex buffer, uint global, const O& offsets, V&& v, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::gather(cm::buffer_memory(buffer), global, offsets, sizeof(cm::element_t<V>), v);
}
template <class O, class V, cm::if_object<O> = 0, cm::if_object<V> = 0>
CM_INLINE void write(SurfaceIndex buffer, uint global, const O& offsets, const V& v, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::scatter(cm::buffer_memory(buffer), global, offsets, sizeof(cm::element_t<V>), v);
}
template <class T, std::enable_if_t<cm::is_scalar<T>, int> = 0>
CM_INLINE void write(SurfaceIndex buffer, uint global, uint offset, T value, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::write_element(cm::buffer_memory(buffer), static_cast<uint>(global + offset) * sizeof(T), value);
}

// Offsets are in bytes. They need no alignment.
template <class O, class V, cm::if_object<O> = 0, cm::if_object<V> = 0>
CM_INLINE void read_scaled(SurfaceIndex buffer, uint global, const O& offsets, V&& v, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::gather(cm::buffer_memory(buffer), global, offsets, 1, v);
}
template <class O, class V, cm::if_object<O> = 0, cm::if_object<V> = 0>
CM_INLINE void write_scaled(SurfaceIndex buffer, uint global, const O& offsets, const V& v, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::scatter(cm::buffer_memory(buffer), global, offsets, 1, v);
}
