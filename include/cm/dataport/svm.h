// SPDX-License-Identifier: MIT
// Shared virtual memory: kernels read and write the host's memory by address. CM spec 4.18.
#pragma once

#include "atomics.h"

#ifdef CM_GEN
#include "../gen/gen_svm.h"
#else

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

namespace cm {

template <class A, class V>
CM_INLINE void gather_addresses(const A& addresses, const V& v) {
    const uint active = active_mask(count_of<V>);
    for (int k = 0; k < count_of<V>; k++)
        if (lane_active(active, k))
            set_lane(v, k, reinterpret_cast<const one<element_t<V>>*>(lane<svmptr_t>(addresses, k))->value);
}
template <class A, class V>
CM_INLINE void scatter_addresses(const A& addresses, const V& v) {
    const uint active = active_mask(count_of<V>);
    for (int k = 0; k < count_of<V>; k++)
        if (lane_active(active, k))
            reinterpret_cast<one<element_t<V>>*>(lane<svmptr_t>(addresses, k))->value =
                lane<element_t<V>>(v, k);
}

template <class A, class Ret, class S0, class S1>
CM_INLINE void address_atomics(CmAtomicOpType op, const A& addresses, const Ret& ret, const S0& a,
                               const S1& b) {
    const uint active = active_mask(count_of<A>);
    for (int k = 0; k < count_of<A>; k++) {
        if (!lane_active(active, k)) continue;
        const memory dword = {reinterpret_cast<char*>(lane<svmptr_t>(addresses, k)), 4};
        set_bits_of_lane(ret, k, atomic(op, dword, 0, bits_of_lane(a, k), bits_of_lane(b, k)));
    }
}

// Channel c of lane k is c dwords after the lane's address.
template <class A, class M>
CM_INLINE void gather_address_channels(const A& addresses, int mask, const M& m) {
    for_channels<M, A>(mask, [&](int channel, int k, int place) CM_LAMBDA {
        const svmptr_t at = lane<svmptr_t>(addresses, k) + static_cast<svmptr_t>(channel) * 4;
        set_lane(m, place, reinterpret_cast<const one<element_t<M>>*>(at)->value);
    });
}
template <class A, class M>
CM_INLINE void scatter_address_channels(const A& addresses, int mask, const M& m) {
    for_channels<M, A>(mask, [&](int channel, int k, int place) CM_LAMBDA {
        const svmptr_t at = lane<svmptr_t>(addresses, k) + static_cast<svmptr_t>(channel) * 4;
        reinterpret_cast<one<element_t<M>>*>(at)->value = lane<element_t<M>>(m, place);
    });
}

}  // namespace cm

#endif

// One address for each lane.
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_svm_scatter_read(const A& addresses, V&& v) {
    cm::gather_addresses(addresses, v);
}
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_svm_scatter_write(const A& addresses, const V& v) {
    cm::scatter_addresses(addresses, v);
}

// Works on the dwords at the addresses. dst gets the old values, for PREDEC the new ones.
template <class A, class V, class S0 = uint, class S1 = uint, cm::if_object<A> = 0>
CM_INLINE void cm_svm_atomic(CmAtomicOpType op, const A& addresses, V&& dst, const S0& src0 = 0,
                             const S1& src1 = 0) {
    static_assert(sizeof(cm::operand_t<V>) == 4, "atomic operations are on dwords (CM spec 4.5)");
    cm::address_atomics(op, addresses, dst, src0, src1);
}

// Up to four consecutive dwords at each address, channel after channel, only enabled ones.
template <class A, class M, cm::if_object<A> = 0, cm::if_object<M> = 0>
CM_INLINE void cm_svm_gather4_scaled(const A& addresses, M&& m, ChannelMaskType mask) {
    static_assert(sizeof(cm::element_t<M>) == 4, "channels are dwords (CM spec 4.18)");
    cm::gather_address_channels(addresses, mask, m);
}
template <class A, class M, cm::if_object<A> = 0, cm::if_object<M> = 0>
CM_INLINE void cm_svm_scatter4_scaled(const A& addresses, const M& m, ChannelMaskType mask) {
    static_assert(sizeof(cm::element_t<M>) == 4, "channels are dwords (CM spec 4.18)");
    cm::scatter_address_channels(addresses, mask, m);
}
