// SPDX-License-Identifier: MIT
// Shared local memory and thread groups. CM spec 4.6.
#pragma once

#include "svm.h"

#ifdef CM_GEN
#include "../gen/gen_slm.h"
#else

namespace cm {

// The group's memory from `buffer` on.
CM_INLINE memory slm_memory(uint buffer) {
    const cm_abi::Thread& t = this_thread();
    if (t.slm == nullptr || buffer > cm_abi::kSlmBytes) return {nullptr, 0};
    return {reinterpret_cast<char*>(t.slm) + buffer, cm_abi::kSlmBytes - buffer};
}

}  // namespace cm

// Must be called once in each thread, before the first cm_slm_alloc.
CM_INLINE void cm_slm_init(uint) { cm::this_thread().slm_used = 0; }

// The place of a buffer that all threads of the group share. The same call gives each thread the same place.
CM_INLINE uint cm_slm_alloc(uint bytes, [[maybe_unused]] const char* file = __builtin_FILE(),
                            [[maybe_unused]] int line = __builtin_LINE()) {
    cm_abi::Thread& t = cm::this_thread();
    const uint buffer = t.slm_used;
    t.slm_used += (bytes + 63) & ~63u;
#ifdef CM_DEBUG
    if (t.slm == nullptr) cm::fail(file, line, "shared local memory needs a thread group space");
    if (t.slm_used > cm_abi::kSlmBytes) cm::fail(file, line, "more than 64 KB of shared local memory");
#endif
    return buffer;
}

// A barrier: all threads of the group must arrive before any continues.
CM_INLINE void cm_barrier() {
    cm::yield([](cm_abi::Thread* t) { t->dispatch->host->barrier(t); });
}
// 1: signals that this thread has arrived; 0: waits for the others.
CM_INLINE void cm_sbarrier(uint signal) {
    cm::yield([=](cm_abi::Thread* t) {
        const cm_abi::Host& host = *t->dispatch->host;
        signal ? host.barrier_signal(t) : host.barrier_wait(t);
    });
}
CM_INLINE void cm_slm_fence(uint = 0) { cm_fence(); }

CM_INLINE uint cm_local_id(uint dimension) { return cm::this_thread().local_id[dimension % 3]; }
CM_INLINE uint cm_local_size(uint dimension) { return cm::this_thread().dispatch->local_size[dimension % 3]; }
CM_INLINE uint cm_group_id(uint dimension) { return cm::this_thread().group_id[dimension % 3]; }
CM_INLINE uint cm_group_count(uint dimension) {
    return cm::this_thread().dispatch->group_count[dimension % 3];
}

#endif

CM_INLINE void cm_slm_free(uint) {}

// Addresses are in elements of the data.
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_slm_read(uint buffer, const A& addresses, V&& v) {
    cm::gather(cm::slm_memory(buffer), 0, addresses, sizeof(cm::element_t<V>), v);
}
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_slm_write(uint buffer, const A& addresses, const V& v) {
    cm::scatter(cm::slm_memory(buffer), 0, addresses, sizeof(cm::element_t<V>), v);
}
// Addresses are in bytes.
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_slm_read_scaled(uint buffer, const A& addresses, V&& v) {
    cm::gather(cm::slm_memory(buffer), 0, addresses, 1, v);
}
template <class A, class V, cm::if_object<A> = 0, cm::if_object<V> = 0>
CM_INLINE void cm_slm_write_scaled(uint buffer, const A& addresses, const V& v) {
    cm::scatter(cm::slm_memory(buffer), 0, addresses, 1, v);
}

// Consecutive bytes at a byte offset: a multiple of 16, or with DWALIGNED of 4. Here all are alike.
CM_INLINE uint DWALIGNED(uint buffer) { return buffer; }
CM_INLINE uint MODIFIED_DWALIGNED(uint buffer) { return buffer; }
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_slm_block_read(uint buffer, int offset, V&& v) {
    cm::read_linear(cm::slm_memory(buffer), static_cast<uint>(offset), v);
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_slm_block_write(uint buffer, int offset, const V& v) {
    cm::write_linear(cm::slm_memory(buffer), static_cast<uint>(offset), v);
}

// Up to four consecutive dwords for each lane, channel after channel. Addresses are in dwords, in the scaled
// forms in bytes.
template <class A, class M, cm::if_object<A> = 0, cm::if_object<M> = 0>
CM_INLINE void cm_slm_read4(uint buffer, const A& addresses, M&& m, SLM_ChannelMaskType mask) {
    cm::gather_channels(cm::slm_memory(buffer), mask, 0, addresses, 4, m);
}
template <class A, class M, cm::if_object<A> = 0, cm::if_object<M> = 0>
CM_INLINE void cm_slm_write4(uint buffer, const A& addresses, const M& m, SLM_ChannelMaskType mask) {
    cm::scatter_channels(cm::slm_memory(buffer), mask, 0, addresses, 4, m);
}
template <class A, class M, cm::if_object<A> = 0, cm::if_object<M> = 0>
CM_INLINE void cm_slm_read4_scaled(uint buffer, const A& addresses, M&& m, SLM_ChannelMaskType mask) {
    cm::gather_channels(cm::slm_memory(buffer), mask, 0, addresses, 1, m);
}
template <class A, class M, cm::if_object<A> = 0, cm::if_object<M> = 0>
CM_INLINE void cm_slm_write4_scaled(uint buffer, const A& addresses, const M& m, SLM_ChannelMaskType mask) {
    cm::scatter_channels(cm::slm_memory(buffer), mask, 0, addresses, 1, m);
}

// Addresses are in dwords.
template <class A, class Ret>
CM_INLINE void cm_slm_atomic(uint buffer, CmAtomicOpType op, const A& addresses, Ret&& ret) {
    cm::atomics(op, cm::slm_memory(buffer), 0, 4, 1u, addresses, 0u, 0u, ret);
}
template <class A, class Ret, class S>
CM_INLINE void cm_slm_atomic(uint buffer, CmAtomicOpType op, const A& addresses, Ret&& ret, const S& src0) {
    cm::atomics(op, cm::slm_memory(buffer), 0, 4, 1u, addresses, src0, 0u, ret);
}
template <class A, class Ret, class S, class S1>
CM_INLINE void cm_slm_atomic(uint buffer, CmAtomicOpType op, const A& addresses, Ret&& ret, const S& src0,
                             const S1& src1) {
    cm::atomics(op, cm::slm_memory(buffer), 0, 4, 1u, addresses, src0, src1, ret);
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
// A dimension of the same; public kernels use it, the specification does not have it.
CM_INLINE uint cm_global_id(uint dimension) {
    return cm_group_id(dimension) * cm_local_size(dimension) + cm_local_id(dimension);
}
CM_INLINE uint cm_linear_global_id() {
    return cm_linear_group_id() * cm_linear_local_size() + cm_linear_local_id();
}

#ifdef CM_GEN
// The whole group copies: each thread takes every n-th block of 256 bytes. `bytes` is a multiple of 256.
namespace cm::gen {
template <class F>
CM_INLINE void load_slm(uint buffer, uint bytes, const F& read_piece) {
    cm_barrier();  // from here on no thread reads the old content
    for (uint at = cm_linear_local_id() * 256; at < bytes; at += cm_linear_local_size() * 256) {
        vector<uint, 64> piece{uninitialised()};
        read_piece(at, piece);
        cm_slm_block_write(buffer, static_cast<int>(at), piece);
    }
    cm_slm_fence();
    cm_barrier();
}
}  // namespace cm::gen

// From a surface.
CM_INLINE void cm_slm_load(uint buffer, SurfaceIndex source, uint offset, uint bytes) {
    cm::gen::load_slm(buffer, bytes, [&](uint at, auto& piece) CM_LAMBDA {
        read(source, static_cast<int>(offset + at), piece);
    });
}
// From an address of type svmptr_t.
template <class A, std::enable_if_t<std::is_integral<A>::value && sizeof(A) == 8, int> = 0>
CM_INLINE void cm_slm_load(uint buffer, A address, uint offset, uint bytes) {
    cm::gen::load_slm(buffer, bytes, [&](uint at, auto& piece) CM_LAMBDA {
        cm_svm_block_read_unaligned(static_cast<svmptr_t>(address) + offset + at, piece);
    });
}
#else

// Copies from `from` at an offset. Every thread of the group must call it. Past the end of `from`: 0.
namespace cm {
CM_INLINE void load_slm(uint buffer, memory from, uint offset, uint bytes) {
    cm_barrier();  // from here on no thread reads the old content
    if (cm_linear_local_id() == 0) {
        const memory to = slm_memory(buffer);
        const unsigned long count = bytes < to.bytes ? bytes : to.bytes;
        const unsigned long there = offset >= from.bytes          ? 0
                                    : from.bytes - offset < count ? from.bytes - offset
                                                                  : count;
        __builtin_memcpy(to.data, from.data + offset, there);
        __builtin_memset(to.data + there, 0, count - there);
    }
    cm_barrier();
}
}  // namespace cm

// From a surface.
CM_INLINE void cm_slm_load(uint buffer, SurfaceIndex source, uint offset, uint bytes) {
    cm::load_slm(buffer, cm::buffer_memory(source), offset, bytes);
}
// From an address of type svmptr_t.
template <class A, std::enable_if_t<std::is_integral<A>::value && sizeof(A) == 8, int> = 0>
CM_INLINE void cm_slm_load(uint buffer, A address, uint offset, uint bytes) {
    const auto data = reinterpret_cast<char*>(static_cast<svmptr_t>(address));
    cm::load_slm(buffer, {data, static_cast<unsigned long>(offset) + bytes}, offset, bytes);
}

#endif
