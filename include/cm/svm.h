// Shared virtual memory: kernels read and write the host's memory by address. CM spec 4.18.
#pragma once

#include "atomics.h"

template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_read(svmptr_t address, V&& v) {
    cm::load_block(v, reinterpret_cast<const void*>(address), cm::bytes_in_row<V>);
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_read_unaligned(svmptr_t address, V&& v) {
    cm::load_block(v, reinterpret_cast<const void*>(address), cm::bytes_in_row<V>);
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_write(svmptr_t address, const V& v) {
    cm::store_block(v, reinterpret_cast<void*>(address), cm::bytes_in_row<V>);
}

// One address a lane.
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_svm_scatter_read(const A& addresses, V&& v) {
    const uint active = cm::active_mask(cm::count_of<V>);
    for (int k = 0; k < cm::count_of<V>; k++)
        if (cm::lane_active(active, k))
            cm::set_lane(
                v, k, *reinterpret_cast<const cm::one<cm::element_t<V>>*>(cm::lane<svmptr_t>(addresses, k)));
}
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_svm_scatter_write(const A& addresses, const V& v) {
    const uint active = cm::active_mask(cm::count_of<V>);
    for (int k = 0; k < cm::count_of<V>; k++)
        if (cm::lane_active(active, k))
            *reinterpret_cast<cm::one<cm::element_t<V>>*>(cm::lane<svmptr_t>(addresses, k)) =
                cm::lane<cm::element_t<V>>(v, k);
}
