// SPDX-License-Identifier: MIT
// What offloaded loops use once gfxcc has made kernels of them in which each lane takes a round: pointers,
// and a lambda that is passed by value.
#pragma once

#include <cmath>
#include <type_traits>

#include "gfx_abi.h"
#include "rows.h"

#include <cstddef>

#define __GFXCC_LANES  // for gfx_intrin.h and gfx_thread_space.h

// OpenCL's
extern "C" {
size_t _Z13get_global_idj(unsigned dimension);
size_t _Z12get_local_idj(unsigned dimension);
size_t _Z12get_group_idj(unsigned dimension);
size_t _Z14get_local_sizej(unsigned dimension);
size_t _Z14get_num_groupsj(unsigned dimension);
__attribute__((convergent)) void _Z7barrierj(unsigned flags);
}

namespace gfxcc::kernel {

inline int group_id(unsigned dimension) { return static_cast<int>(_Z12get_group_idj(dimension)); }
inline int group_count(unsigned dimension) { return static_cast<int>(_Z14get_num_groupsj(dimension)); }
inline int local_id(unsigned dimension = 0) { return static_cast<int>(_Z12get_local_idj(dimension)); }
inline int local_size(unsigned dimension = 0) { return static_cast<int>(_Z14get_local_sizej(dimension)); }
inline void barrier() { _Z7barrierj(3); }  // of local and of global memory

// What stands for a variable of the host.
template <class V>
struct memory_of {
    V* first;
    V& named(int) const { return *first; }
    using pointer = V*;
};
template <class T>
struct memory_of<T*> {
    T* first;
    T* named(int) const { return first; }
    using pointer = T*;
};
template <class T>
struct memory_of<gfxcc::rows<T>> {
    T* first;
    gfxcc::rows<T> named(int length) const { return {first, length}; }
    using pointer = T*;
};
template <class V>
using memory = memory_of<std::remove_cv_t<std::remove_reference_t<V>>>;

template <class V>
int row_length(const V&) {
    return 0;
}
template <class T>
int row_length(const gfxcc::rows<T>& variable) {
    return static_cast<int>(variable.length);
}
template <class V>
decltype(auto) named(memory_of<V> memory, int length) {
    return memory.named(length);
}
template <class V>
decltype(auto) named_input(memory_of<V> memory, int length) {
    return memory.named(length);
}

// Blocks of images are for threads, whose arrays are in registers: no lane has them.
template <int, int, class A>
void read_image_block(const gfxcc_image*, int, int, A&);
template <int, int, class A>
void write_image_block(const gfxcc_image*, int, int, const A&);

template <int Number, class C, class Call = decltype(&C::operator())>
struct lane_entry;
template <int Number, class C, class... M>
struct lane_entry<Number, C, void (C::*)(int, int, M...)> {
    static void run(typename M::pointer... pointers, C closure) {
        closure(static_cast<int>(_Z13get_global_idj(0)), static_cast<int>(_Z13get_global_idj(1)),
                M{pointers}...);
    }
};
template <int Number, class C>
void region_entry(const C&) {
    auto* volatile kept = &lane_entry<Number, C>::run;  // else nobody would compile it
    (void)kept;
}

}  // namespace gfxcc::kernel
