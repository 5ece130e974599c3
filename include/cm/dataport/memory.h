// SPDX-License-Identifier: MIT
// Moves objects to and from memory: surfaces, shared local memory, shared virtual memory.
#pragma once

#include "surface_index.h"

namespace cm {

template <class X>
inline constexpr int bytes_in = int{sizeof(element_t<X>)} * count_of<X>;
template <class X>
inline constexpr int bytes_in_row = int{sizeof(element_t<X>)} * cols_of<X>;

template <class X>
using if_object = std::enable_if_t<is_object<X>, int>;

}  // namespace cm

#ifdef CM_GEN
#include "../gen/gen_memory.h"
#else

namespace cm {

// Fills x, row by row, from rows `pitch` bytes apart. x may be any region.
template <class X>
CM_INLINE void load_block(const X& x, const void* from, long pitch) {
    using T = element_t<X>;
    constexpr int R = rows_of<X>, C = cols_of<X>;
    const region to = x.cm_region();
    for_pieces<T, R, C>([&](auto k, auto w) CM_LAMBDA {
        store_range<T, R, C, k(), w()>(to,
                                       load_memory<T, C, k(), w()>(static_cast<const char*>(from), pitch));
    });
}
template <class X>
CM_INLINE void store_block(const X& x, void* to, long pitch) {
    using T = element_t<X>;
    constexpr int R = rows_of<X>, C = cols_of<X>;
    const region from = x.cm_region();
    for_pieces<T, R, C>([&](auto k, auto w) CM_LAMBDA {
        store_memory<T, C, k(), w()>(static_cast<char*>(to), pitch, load_range<T, R, C, k(), w()>(from));
    });
}

// Linear memory of a surface or a thread group. Reads beyond its end give 0, writes there are dropped.
struct memory {
    char* data;
    unsigned long bytes;
};

CM_INLINE memory buffer_memory(SurfaceIndex surface) {
    return {reinterpret_cast<char*>(surface.cm_surface().data), surface.cm_surface().bytes};
}

// The parts beyond the end.
static __attribute__((noinline, cold, unused)) void read_past_end(memory from, unsigned long offset,
                                                                  int count, void* to) {
    for (int i = 0; i < count; i++)
        static_cast<char*>(to)[i] = offset + i < from.bytes ? from.data[offset + i] : char(0);
}
static __attribute__((noinline, cold, unused)) void write_past_end(memory to, unsigned long offset, int count,
                                                                   const void* from) {
    for (int i = 0; i < count; i++)
        if (offset + i < to.bytes) to.data[offset + i] = static_cast<const char*>(from)[i];
}

template <class X>
CM_INLINE bool reaches_past_end(memory m, unsigned long offset) {
    const unsigned long end = offset + bytes_in<X>;
    return __builtin_expect(end > m.bytes || offset > m.bytes, 0);
}
// Each function has only one move of an object, from or to memory or a buffer: moves take long to
// compile.
template <class X>
CM_INLINE void read_linear(memory from, unsigned long offset, const X& x) {
    char buffer[bytes_in<X>];
    const char* source = from.data + offset;
    if (reaches_past_end<X>(from, offset)) {
        read_past_end(from, offset, bytes_in<X>, buffer);
        source = buffer;
    }
    load_block(x, source, bytes_in_row<X>);
}
template <class X>
CM_INLINE void write_linear(memory to, unsigned long offset, const X& x) {
    char buffer[bytes_in<X>];
    const bool past = reaches_past_end<X>(to, offset);
    store_block(x, past ? buffer : to.data + offset, bytes_in_row<X>);
    if (past) write_past_end(to, offset, bytes_in<X>, buffer);
}

// Element k of an operand (an object or a scalar) as T. For operations that go lane by lane.
template <class T, class X>
CM_INLINE T lane(const X& x, int k) {
    if constexpr (is_object<X>) {
        const region r = x.cm_region();
        element_t<X> value;
        __builtin_memcpy(&value, r.base + r.offset + k / cols_of<X> * r.row + k % cols_of<X> * r.col,
                         sizeof value);
        return static_cast<T>(value);
    } else {
        return static_cast<T>(x);
    }
}
template <class X>
CM_INLINE void set_lane(const X& x, int k, element_t<X> value) {
    const region r = x.cm_region();
    __builtin_memcpy(r.base + r.offset + k / cols_of<X> * r.row + k % cols_of<X> * r.col, &value,
                     sizeof value);
}

// An element of type T at a byte offset. Past the end, reads give 0 and writes are dropped.
template <class T>
CM_INLINE T read_element(memory from, unsigned long offset) {
    T value = T();
    if (offset + sizeof(T) <= from.bytes && offset <= from.bytes)
        __builtin_memcpy(&value, from.data + offset, sizeof(T));
    return value;
}
template <class T>
CM_INLINE void write_element(memory to, unsigned long offset, T value) {
    if (offset + sizeof(T) <= to.bytes && offset <= to.bytes)
        __builtin_memcpy(to.data + offset, &value, sizeof(T));
}

}  // namespace cm

#endif
