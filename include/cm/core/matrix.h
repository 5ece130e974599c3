// SPDX-License-Identifier: MIT
// matrix<T, R, C> and matrix_ref<T, R, C>. CM spec 2.2, 3.2.1 - 3.2.3.
#pragma once

#include "vector.h"

namespace cm {

// What matrices and references to matrices share, like vector_operations.
template <class D, class T, int R, int C, class Base>
using matrix_operations = matrix_select<
    D, T, R, C,
    matrix_iselect<
        D, T, R, C,
        compound<D, merge_member<D, T, R * C,
                                 any_all<D, T, R, C,
                                         replicate_member<D, T, R, C, format_member<D, T, R * C, Base>>>>>>>;

template <class D, class T, int R, int C, class Base = object_tag>
struct matrix_members : matrix_operations<D, T, R, C, Base> {
    static_assert(R > 0 && C > 0, "a matrix has at least one element (CM spec 2.2.1)");
    static_assert(is_scalar<T>, "a matrix's elements are of a scalar type (CM spec 2.1)");
    using element_type = T;
    static constexpr int cm_rows = R, cm_cols = C;
    static constexpr int ROWS = R, COLS = C;  // not in the specification, but kernels use them
    static constexpr bool cm_is_matrix = true;
    CM_INLINE static constexpr int n_elems() { return R * C; }
    CM_INLINE static constexpr int n_rows() { return R; }
    CM_INLINE static constexpr int n_cols() { return C; }
};

}  // namespace cm

// R rows of C elements, contiguous. The language leaves them undefined until set; here 0, so runs repeat.
template <class T, int R, int C>
class cm::matrix_of<T[R][C]>
    : cm::elements<T, R * C>,
      public cm::matrix_members<matrix<T, R, C>, T, R, C, cm::deduced_as<matrix_ref<T, R, C>>> {
    using cm::elements<T, R * C>::data;
    using members = cm::matrix_members<matrix<T, R, C>, T, R, C, cm::deduced_as<matrix_ref<T, R, C>>>;

public:
    static constexpr bool cm_is_ref = false;

#ifdef CM_GEN  // registers keep what they had
    CM_INLINE matrix_of() {}
#else
    CM_INLINE constexpr matrix_of() : cm::elements<T, R * C>{}, members{} {}
#endif
    CM_INLINE explicit matrix_of(cm::uninitialised) {}
    CM_INLINE matrix_of(const matrix_of& m) : cm::elements<T, R * C>(m) {}
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE matrix_of(const X& x) {
        cm::init(*this, x);
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE matrix_of(const X& x, int flags) {
        cm::init(*this, x, flags);
    }
    // Copies as many elements as both have; the rest is 0.
    template <class E, std::size_t M>
    CM_INLINE matrix_of(const E(&table)[M]) : cm::elements<T, R * C>{} {
        cm::init_table(*this, table);
    }

    CM_INLINE matrix_of& operator=(const matrix_of& x) {
        cm::assign(*this, x);
        return *this;
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE matrix_of& operator=(const X& x) {
        cm::assign(*this, x);
        return *this;
    }

    CM_INLINE cm::region cm_region() const {
        return {reinterpret_cast<char*>(const_cast<T*>(data)), sizeof data, 0, sizeof(T), C * sizeof(T)};
    }
    CM_INLINE T* cm_data() { return data; }
    CM_INLINE char* cm_bytes() const { return reinterpret_cast<char*>(const_cast<T*>(data)); }
};

// Refers to R x C elements of an object. Copying a reference binds; assigning to one writes the elements.
template <class T, int R, int C>
class cm::matrix_ref_of<T[R][C]> : public cm::matrix_members<matrix_ref<T, R, C>, T, R, C> {
public:
    static constexpr bool cm_is_ref = true;

    CM_INLINE explicit matrix_ref_of(const cm::region& r) : where(r) {}
    matrix_ref_of(const matrix_ref_of&) = default;
    CM_INLINE matrix_ref_of(const matrix<T, R, C>& m) : where(m.cm_region()) {}
    template <int N>
    CM_INLINE matrix_ref_of(const vector<T, N>& v) : where(v.cm_region()) {
        static_assert(R * C == N, "a reference has as many elements as its object (CM spec 3.2.2)");
        where.row = C * sizeof(T);
    }
    template <int N>
    CM_INLINE matrix_ref_of(const vector_ref<T, N>& v) : where(v.cm_region()) {
        static_assert(R * C == N, "a reference has as many elements as its object (CM spec 3.2.2)");
        where.row = C * where.col;
    }

    CM_INLINE matrix_ref_of& operator=(const matrix_ref_of& x) {
        cm::assign(*this, x);
        return *this;
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE matrix_ref_of& operator=(const X& x) {
        cm::assign(*this, x);
        return *this;
    }

    CM_INLINE cm::region cm_region() const { return where; }

protected:
    matrix_ref_of() = default;  // see cm::deduced_as

private:
    cm::region where;
};
