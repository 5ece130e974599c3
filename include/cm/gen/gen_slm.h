// SPDX-License-Identifier: MIT
// Shared local memory and groups on Gen.
#pragma once

// cm_slm_init gives the bytes that a group takes. Buffers follow each other in them.
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

CM_INLINE void cm_barrier() { cm::gen::barrier(); }
CM_INLINE void cm_sbarrier(uint signal) { cm::gen::sbarrier(static_cast<char>(signal)); }
CM_INLINE void cm_slm_fence(uint flags = CM_GLOBAL_COHERENT_FENCE) { cm_fence(flags | CM_LOCAL_BARRIER); }

namespace cm {

struct group_memory : memory {};
CM_INLINE group_memory slm_memory(uint buffer) { return {{gen::kSlmSurface, buffer}}; }

template <class X>
CM_INLINE void read_linear(group_memory from, uint offset, const X& x) {
    gather_dwords(from, offset, x);
}
template <class X>
CM_INLINE void write_linear(group_memory to, uint offset, const X& x) {
    scatter_dwords(to, offset, x);
}

}  // namespace cm

CM_INLINE uint cm_local_id(uint dimension) { return cm::gen::local_id()[dimension]; }
CM_INLINE uint cm_local_size(uint dimension) { return cm::gen::local_size()[dimension]; }
CM_INLINE uint cm_group_count(uint dimension) { return cm::gen::group_count()[dimension]; }
CM_INLINE uint cm_group_id(uint dimension) {
    return dimension == 0   ? cm::gen::group_id_x()
           : dimension == 1 ? cm::gen::group_id_y()
                            : cm::gen::group_id_z();
}
