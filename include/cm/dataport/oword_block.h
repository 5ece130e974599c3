// SPDX-License-Identifier: MIT
// read and write of consecutive bytes of a buffer, at a byte offset. CM spec 4.5.
// Offsets are multiples of 16 bytes, with DWALIGNED of 4 bytes: as a message names owords or dwords, the bits
// below do not count. Reads past the end give 0, writes there are dropped.
#pragma once

#include "memory.h"

#ifdef CM_GEN
#include "../gen/gen_oword_block.h"
#else

namespace cm {

CM_INLINE SurfaceIndex buffer_of(SurfaceIndex buffer) { return buffer; }
CM_INLINE SurfaceIndex buffer_of(dword_aligned buffer) { return buffer.surface; }
CM_INLINE memory buffer_memory(dword_aligned buffer) { return buffer_memory(buffer.surface); }
CM_INLINE uint whole_units(int offset, uint unit) { return static_cast<uint>(offset) & ~(unit - 1); }
CM_INLINE void check_buffer(SurfaceIndex surface, const char* file, int line) {
    check_kind(surface, surface.cm_surface().kind == cm_abi::SurfaceKind::buffer,
               "this surface is no buffer, as reads and writes at an offset need", file, line);
}

}  // namespace cm

#endif

template <class V, cm::if_object<V> = 0>
CM_INLINE void read(SurfaceIndex buffer, int offset, V&& v, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::read_linear(cm::buffer_memory(buffer), cm::whole_units(offset, 16), v);
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void read(cm::dword_aligned buffer, int offset, V&& v, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer.surface, file, line);
    cm::read_linear(cm::buffer_memory(buffer), cm::whole_units(offset, 4), v);
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void write(SurfaceIndex buffer, int offset, const V& v, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer, file, line);
    cm::write_linear(cm::buffer_memory(buffer), cm::whole_units(offset, 16), v);
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void write(cm::dword_aligned buffer, int offset, const V& v, CM_SOURCE_PLACE) {
    cm::check_buffer(buffer.surface, file, line);
    cm::write_linear(cm::buffer_memory(buffer), cm::whole_units(offset, 4), v);
}
