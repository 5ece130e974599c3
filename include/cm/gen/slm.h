// Shared local memory and groups on Gen.
#pragma once

#include "../atomics.h"

// cm_slm_init names the bytes that a group takes; buffers follow each other in them.
namespace cm::gen {
static uint slm_used = 0;
}
CM_INLINE void cm_slm_init(uint bytes) {
    cm::gen::slm_init(bytes);
    cm::gen::slm_used = 0;
}
CM_INLINE uint cm_slm_alloc(uint bytes) {
    const uint buffer = cm::gen::slm_used;
    cm::gen::slm_used += (bytes + 63) & ~63u;
    return buffer;
}
CM_INLINE void cm_slm_free(uint) {}

CM_INLINE void cm_barrier() { cm::gen::barrier(); }
CM_INLINE void cm_sbarrier(uint signal) { cm::gen::sbarrier(static_cast<char>(signal)); }
CM_INLINE void cm_slm_fence(uint flags = CM_GLOBAL_COHERENT_FENCE) { cm_fence(flags | CM_LOCAL_BARRIER); }

template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_slm_read(uint buffer, const A& addresses, V&& v) {
    cm::gen::gather(cm::gen::slm_surface, 0,
                    vector<uint, cm::count_of<A>>(addresses * sizeof(cm::element_t<V>) + buffer), 1, v);
}
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_slm_write(uint buffer, const A& addresses, const V& v) {
    cm::gen::scatter(cm::gen::slm_surface, 0,
                     vector<uint, cm::count_of<A>>(addresses * sizeof(cm::element_t<V>) + buffer), 1, v);
}
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_slm_read_scaled(uint buffer, const A& addresses, V&& v) {
    cm::gen::gather(cm::gen::slm_surface, buffer, addresses, 1, v);
}
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_slm_write_scaled(uint buffer, const A& addresses, const V& v) {
    cm::gen::scatter(cm::gen::slm_surface, buffer, addresses, 1, v);
}

// Consecutive bytes, a dword a lane.
namespace cm::gen {
template <int... I>
CM_INLINE vector<uint, sizeof...(I)> slm_ramp(uint first, std::integer_sequence<int, I...>) {
    vector<uint, sizeof...(I)> at{uninitialised()};
    put<0, sizeof...(I)>(at, vec<uint, sizeof...(I)>{(I * 4u)...} + first);
    return at;
}
template <class X>
CM_INLINE vector<uint, bytes_in<X> / 4> dword_places(uint first) {
    static_assert(bytes_in<X> % 4 == 0, "shared memory moves whole dwords on Gen");
    return slm_ramp(first, std::make_integer_sequence<int, bytes_in<X> / 4>());
}
}  // namespace cm::gen
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_slm_block_read(uint buffer, int offset, V&& v) {
    vector<cm::element_t<V>, cm::count_of<V>> all{cm::uninitialised()};
    cm::gen::gather(cm::gen::slm_surface, 0, cm::gen::dword_places<V>(buffer + static_cast<uint>(offset)), 1,
                    all.template format<uint>());
    cm::put<0, cm::count_of<V>>(v, cm::load<cm::element_t<V>, 0, cm::count_of<V>>(all));
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_slm_block_write(uint buffer, int offset, const V& v) {
    const vector<cm::element_t<V>, cm::count_of<V>> all = v;
    cm::gen::scatter(cm::gen::slm_surface, 0, cm::gen::dword_places<V>(buffer + static_cast<uint>(offset)), 1,
                     all.template format<uint>());
}

CM_INLINE uint cm_local_id(uint dimension) { return cm::gen::local_id()[dimension]; }
CM_INLINE uint cm_local_size(uint dimension) { return cm::gen::local_size()[dimension]; }
CM_INLINE uint cm_group_count(uint dimension) { return cm::gen::group_count()[dimension]; }
CM_INLINE uint cm_group_id(uint dimension) {
    return dimension == 0   ? cm::gen::group_id_x()
           : dimension == 1 ? cm::gen::group_id_y()
                            : cm::gen::group_id_z();
}
CM_INLINE uint cm_linear_local_size() { return cm_local_size(0) * cm_local_size(1) * cm_local_size(2); }
CM_INLINE uint cm_linear_group_count() { return cm_group_count(0) * cm_group_count(1) * cm_group_count(2); }
CM_INLINE uint cm_linear_local_id() {
    return (cm_local_id(2) * cm_local_size(1) + cm_local_id(1)) * cm_local_size(0) + cm_local_id(0);
}
CM_INLINE uint cm_linear_group_id() {
    return (cm_group_id(2) * cm_group_count(1) + cm_group_id(1)) * cm_group_count(0) + cm_group_id(0);
}
CM_INLINE uint cm_linear_global_size() { return cm_linear_local_size() * cm_linear_group_count(); }
CM_INLINE uint cm_linear_global_id() {
    return cm_linear_group_id() * cm_linear_local_size() + cm_linear_local_id();
}

// The group copies: each thread takes every so-manieth 256 bytes. `bytes` is a multiple of 256.
CM_INLINE void cm_slm_load(uint buffer, SurfaceIndex source, uint offset, uint bytes) {
    cm_barrier();  // nobody reads what was there any more
    for (uint at = cm_linear_local_id() * 256; at < bytes; at += cm_linear_local_size() * 256) {
        vector<uint, 64> piece{cm::uninitialised()};
        read(source, static_cast<int>(offset + at), piece);
        cm_slm_block_write(buffer, static_cast<int>(at), piece);
    }
    cm_slm_fence();
    cm_barrier();
}

CM_NOT_ON_GEN(cm_slm_read4)
CM_NOT_ON_GEN(cm_slm_write4)
CM_NOT_ON_GEN(cm_slm_read4_scaled)
CM_NOT_ON_GEN(cm_slm_write4_scaled)
CM_NOT_ON_GEN(cm_slm_atomic)
