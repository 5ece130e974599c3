// Shared virtual memory: kernels read and write the host's memory by address. CM spec 4.18.
#pragma once

#ifdef CM_GEN
#include "gen/svm.h"
#else

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

// On the dwords at the addresses; dst gets the old values, for PREDEC the new ones.
template <class A, class V, class S0 = uint, class S1 = uint, cm::if_object<A> = 0>
CM_INLINE void cm_svm_atomic(CmAtomicOpType op, const A& addresses, V&& dst, const S0& src0 = 0,
                             const S1& src1 = 0) {
    static_assert(sizeof(cm::operand_t<V>) == 4, "atomic operations are on dwords (CM spec 4.5)");
    constexpr int lanes = cm::count_of<A>;
    const uint active = cm::active_mask(lanes);
    for (int k = 0; k < lanes; k++) {
        if (!cm::lane_active(active, k)) continue;
        const cm::memory dword = {reinterpret_cast<char*>(cm::lane<svmptr_t>(addresses, k)), 4};
        cm::set_bits_of_lane(dst, k,
                             cm::atomic(op, dword, 0, cm::bits_of_lane(src0, k), cm::bits_of_lane(src1, k)));
    }
}

// Up to four consecutive dwords at each address, channel after channel, enabled ones only.
template <class A, class M, cm::if_object<A> = 0, cm::if_object<M> = 0>
CM_INLINE void cm_svm_gather4_scaled(const A& addresses, M&& m, ChannelMaskType mask) {
    using T = cm::element_t<M>;
    static_assert(sizeof(T) == 4, "channels are dwords (CM spec 4.18)");
    cm::for_channels<M, A>(mask, [&](int channel, int k, int place) CM_LAMBDA {
        const svmptr_t at = cm::lane<svmptr_t>(addresses, k) + static_cast<svmptr_t>(channel) * 4;
        cm::set_lane(m, place, *reinterpret_cast<const cm::one<T>*>(at));
    });
}
template <class A, class M, cm::if_object<A> = 0, cm::if_object<M> = 0>
CM_INLINE void cm_svm_scatter4_scaled(const A& addresses, const M& m, ChannelMaskType mask) {
    using T = cm::element_t<M>;
    static_assert(sizeof(T) == 4, "channels are dwords (CM spec 4.18)");
    cm::for_channels<M, A>(mask, [&](int channel, int k, int place) CM_LAMBDA {
        const svmptr_t at = cm::lane<svmptr_t>(addresses, k) + static_cast<svmptr_t>(channel) * 4;
        *reinterpret_cast<cm::one<T>*>(at) = cm::lane<T>(m, place);
    });
}

#endif
