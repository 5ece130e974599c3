// matrix<T, R, C> and matrix_ref<T, R, C>. CM spec 2.2, 3.2.1 - 3.2.3.
#pragma once

#include "vector.h"

namespace cm {

// What matrices and references to matrices have in common.
template <class D, class T, int R, int C>
struct matrix_members : object_tag,
                        compound<D>,
                        matrix_select<D, T, R, C>,
                        format_member<D, T, R * C>,
                        merge_member<D, T, R * C>,
                        matrix_iselect<D, T, R, C>,
                        replicate_member<D, T, R, C>,
                        any_all<D, T, R, C> {
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

// R rows of C elements, side by side. By the language undefined until set; here 0, so that runs repeat.
template <class T, int R, int C>
class matrix : public cm::matrix_members<matrix<T, R, C>, T, R, C> {
public:
    static constexpr bool cm_is_ref = false;

#ifdef CM_GEN  // registers hold what they held
    CM_INLINE matrix() {}
#else
    CM_INLINE constexpr matrix() : data{} {}
#endif
    CM_INLINE explicit matrix(cm::uninitialised) {}
    matrix(const matrix&) = default;
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE matrix(const X& x) {
        cm::init(*this, x);
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE matrix(const X& x, int flags) {
        cm::init(*this, x, flags);
    }
    // As many elements as both have; the rest is 0.
    template <class E, std::size_t M>
    CM_INLINE matrix(const E (&table)[M]) : data{} {
        cm::init_table(*this, table);
    }

    CM_INLINE matrix& operator=(const matrix& x) {
        cm::assign(*this, x);
        return *this;
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE matrix& operator=(const X& x) {
        cm::assign(*this, x);
        return *this;
    }

    CM_INLINE cm::region cm_region() const {
        return {reinterpret_cast<char*>(const_cast<T*>(data)), sizeof data, 0, sizeof(T), C * sizeof(T)};
    }
    CM_INLINE T* cm_data() { return data; }

private:
    alignas(cm::alignment_for(R* C * sizeof(T))) T data[R * C];
};

// R x C elements of some object. Copying a reference binds, assigning to one writes the elements.
template <class T, int R, int C>
class matrix_ref : public cm::matrix_members<matrix_ref<T, R, C>, T, R, C> {
public:
    static constexpr bool cm_is_ref = true;

    CM_INLINE explicit matrix_ref(const cm::region& r) : where(r) {}
    matrix_ref(const matrix_ref&) = default;
    CM_INLINE matrix_ref(const matrix<T, R, C>& m) : where(m.cm_region()) {}
    template <int N>
    CM_INLINE matrix_ref(const vector<T, N>& v) : where(v.cm_region()) {
        static_assert(R * C == N, "a reference has as many elements as its object (CM spec 3.2.2)");
        where.row = C * sizeof(T);
    }
    template <int N>
    CM_INLINE matrix_ref(const vector_ref<T, N>& v) : where(v.cm_region()) {
        static_assert(R * C == N, "a reference has as many elements as its object (CM spec 3.2.2)");
        where.row = C * where.col;
    }

    CM_INLINE matrix_ref& operator=(const matrix_ref& x) {
        cm::assign(*this, x);
        return *this;
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE matrix_ref& operator=(const X& x) {
        cm::assign(*this, x);
        return *this;
    }

    CM_INLINE cm::region cm_region() const { return where; }

private:
    cm::region where;
};
