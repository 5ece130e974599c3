// SPDX-License-Identifier: MIT
// Parts of objects that can be read and written: element access, select, select_all, row, column. CM
// spec 3.2.9.
#pragma once

#include "assign.h"

namespace cm {

// For a single element any stride is allowed, as in Intel's compiler. CM spec 3.2.9 asks for 1.
template <int Size, int Stride>
CM_INLINE constexpr void check_stride() {
    static_assert(Size > 0, "select needs a size above 0 (CM spec 3.2.9)");
    static_assert(Stride > 0, "select needs a stride above 0 (CM spec 3.2.9)");
}

template <class T>
CM_INLINE T& element(const region& r) {
    return *reinterpret_cast<T*>(r.base + r.offset);
}

// Element access is not checked without CM_DEBUG. A region may lie outside its object.
template <class D, class T, int N, class Base>
struct vector_select : Base {
    CM_INLINE T& operator()(index i) const {
        region r = self().cm_region();
        r.offset += checked(i, N, "the element's index") * r.col;
        return element<T>(r);
    }
    CM_INLINE T& operator[](index i) const { return (*this)(i); }

    template <int Size, int Stride>
    CM_INLINE vector_ref<T, Size> select(int i = 0) const {
        check_stride<Size, Stride>();
        region r = self().cm_region();
        r.offset += i * r.col;
        r.col *= Stride;
        r.row = 0;
        return vector_ref<T, Size>(r);
    }
    CM_INLINE vector_ref<T, N> select_all() const { return vector_ref<T, N>(self().cm_region()); }

private:
    CM_INLINE const D& self() const { return static_cast<const D&>(*this); }
};

template <class D, class T, int R, int C, class Base>
struct matrix_select : Base {
    CM_INLINE T& operator()(index i, index j) const {
        region r = self().cm_region();
        r.offset += checked(i, R, "the row's index") * r.row + checked(j, C, "the column's index") * r.col;
        return element<T>(r);
    }
    CM_INLINE vector_ref<T, C> operator[](index i) const { return row(i); }

    template <int VSize, int VStride, int HSize, int HStride>
    CM_INLINE matrix_ref<T, VSize, HSize> select(int i = 0, int j = 0) const {
        check_stride<VSize, VStride>();
        check_stride<HSize, HStride>();
        region r = self().cm_region();
        r.offset += i * r.row + j * r.col;
        r.row *= VStride;
        r.col *= HStride;
        return matrix_ref<T, VSize, HSize>(r);
    }
    CM_INLINE matrix_ref<T, R, C> select_all() const { return matrix_ref<T, R, C>(self().cm_region()); }

    CM_INLINE vector_ref<T, C> row(index i) const
        CM_CONSTANT_WITHIN(i, R, "row's index is outside of the matrix (CM spec 3.2.9)") {
        region r = self().cm_region();
        r.offset += checked(i, R, "the row's index") * r.row;
        r.row = 0;
        return vector_ref<T, C>(r);
    }
    CM_INLINE vector_ref<T, R> column(index j) const
        CM_CONSTANT_WITHIN(j, C, "column's index is outside of the matrix (CM spec 3.2.9)") {
        region r = self().cm_region();
        r.offset += checked(j, C, "the column's index") * r.col;
        r.col = r.row;
        r.row = 0;
        return vector_ref<T, R>(r);
    }

private:
    CM_INLINE const D& self() const { return static_cast<const D&>(*this); }
};

}  // namespace cm
