// Shared virtual memory on Gen: blocks of 16 to 128 bytes.
#pragma once

#include "../atomics.h"

template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_read(svmptr_t address, V&& v) {
    using T = cm::element_t<V>;
    cm::gen::read_owords(v, [&](auto n, int at) CM_LAMBDA {
        return cm::gen::svm_block_ld<cm::vec<T, n()>>(address + static_cast<svmptr_t>(at));
    });
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_read_unaligned(svmptr_t address, V&& v) {
    using T = cm::element_t<V>;
    cm::gen::read_owords(v, [&](auto n, int at) CM_LAMBDA {
        return cm::gen::svm_block_ld_unaligned<cm::vec<T, n()>>(address + static_cast<svmptr_t>(at));
    });
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void cm_svm_block_write(svmptr_t address, const V& v) {
    cm::gen::write_owords(v, [&](int at, auto piece) CM_LAMBDA {
        cm::gen::svm_block_st(address + static_cast<svmptr_t>(at), piece);
    });
}
CM_NOT_ON_GEN(cm_svm_scatter_read)
CM_NOT_ON_GEN(cm_svm_scatter_write)
CM_NOT_ON_GEN(cm_svm_atomic)
CM_NOT_ON_GEN(cm_svm_gather4_scaled)
CM_NOT_ON_GEN(cm_svm_scatter4_scaled)
