// SPDX-License-Identifier: MIT
// Attributes that a kernel gives a surface when it reads or writes: read(TOP_FIELD(surface), x, y, m), or
// read(surface, GENX_TOP_FIELD, x, y, m). CM spec 4.5.
//
// Fields and alignment change what is read. "Modified" (this task also writes the surface) and "constant"
// (nobody writes it) are promises for caches. They have no effect here.
#pragma once

#include "media_block.h"
#include "oword_block.h"

enum CmBufferAttrib {
    GENX_NONE = 0,
    GENX_TOP_FIELD = 1,
    GENX_BOTTOM_FIELD = 2,
    GENX_DWALIGNED = 3,
    GENX_MODIFIED = 4,
    GENX_MODIFIED_TOP_FIELD = 5,
    GENX_MODIFIED_BOTTOM_FIELD = 6,
    GENX_MODIFIED_DWALIGNED = 7,
    GENX_CONSTANT = 8,
    GENX_CONSTANT_DWALIGNED = 9,
    GENX_NUM_BUFFER_ATTRIB = 10,
};

CM_INLINE cm::field_surface TOP_FIELD(SurfaceIndex surface) { return {surface, 0}; }
CM_INLINE cm::field_surface BOTTOM_FIELD(SurfaceIndex surface) { return {surface, 1}; }
CM_INLINE cm::dword_aligned DWALIGNED(SurfaceIndex surface) { return {surface}; }
CM_INLINE SurfaceIndex MODIFIED(SurfaceIndex surface) { return surface; }
CM_INLINE SurfaceIndex CONSTANT(SurfaceIndex surface) { return surface; }
CM_INLINE cm::field_surface MODIFIED_TOP_FIELD(SurfaceIndex surface) { return TOP_FIELD(surface); }
CM_INLINE cm::field_surface MODIFIED_BOTTOM_FIELD(SurfaceIndex surface) { return BOTTOM_FIELD(surface); }
CM_INLINE cm::dword_aligned MODIFIED_DWALIGNED(SurfaceIndex surface) { return DWALIGNED(surface); }
CM_INLINE cm::dword_aligned CONSTANT_DWALIGNED(SurfaceIndex surface) { return DWALIGNED(surface); }

namespace cm {

// Calls f with the surface as changed by the attribute, a constant.
template <class F>
CM_INLINE void with_field(SurfaceIndex surface, CmBufferAttrib attribute, const F& f) {
    if (attribute == GENX_TOP_FIELD || attribute == GENX_MODIFIED_TOP_FIELD)
        f(TOP_FIELD(surface));
    else if (attribute == GENX_BOTTOM_FIELD || attribute == GENX_MODIFIED_BOTTOM_FIELD)
        f(BOTTOM_FIELD(surface));
    else
        f(surface);
}
template <class F>
CM_INLINE void with_alignment(SurfaceIndex buffer, CmBufferAttrib attribute, const F& f) {
    if (attribute == GENX_DWALIGNED || attribute == GENX_MODIFIED_DWALIGNED ||
        attribute == GENX_CONSTANT_DWALIGNED)
        f(DWALIGNED(buffer));
    else
        f(buffer);
}

}  // namespace cm

template <class M, cm::if_object<M> = 0>
CM_INLINE void read(SurfaceIndex surface, CmBufferAttrib attribute, int x, int y, M&& m, CM_SOURCE_PLACE) {
    cm::with_field(surface, attribute, [&](auto field) CM_LAMBDA { read(field, x, y, m, file, line); });
}
template <class M, cm::if_object<M> = 0>
CM_INLINE void write(SurfaceIndex surface, CmBufferAttrib attribute, int x, int y, const M& m,
                     CM_SOURCE_PLACE) {
    cm::with_field(surface, attribute, [&](auto field) CM_LAMBDA { write(field, x, y, m, file, line); });
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void read(SurfaceIndex buffer, CmBufferAttrib attribute, int offset, V&& v, CM_SOURCE_PLACE) {
    cm::with_alignment(buffer, attribute, [&](auto b) CM_LAMBDA { read(b, offset, v, file, line); });
}
template <class V, cm::if_object<V> = 0>
CM_INLINE void write(SurfaceIndex buffer, CmBufferAttrib attribute, int offset, const V& v, CM_SOURCE_PLACE) {
    cm::with_alignment(buffer, attribute, [&](auto b) CM_LAMBDA { write(b, offset, v, file, line); });
}
