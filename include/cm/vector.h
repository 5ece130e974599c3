// vector<T, N> and vector_ref<T, N>. CM spec 2.2, 3.2.1 - 3.2.3.
#pragma once

#include "format.h"
#include "iselect.h"
#include "merge.h"
#include "operators.h"
#include "reduce.h"
#include "replicate.h"
#include "select.h"

namespace cm {

// What vectors and references to vectors have in common.
template <class D, class T, int N>
struct vector_members : object_tag,
                        compound<D>,
                        vector_select<D, T, N>,
                        format_member<D, T, N>,
                        merge_member<D, T, N>,
                        vector_iselect<D, T, N>,
                        replicate_member<D, T, 1, N>,
                        any_all<D, T, 1, N> {
    static_assert(N > 0, "a vector has at least one element (CM spec 2.2.1)");
    static_assert(is_scalar<T>, "a vector's elements are of a scalar type (CM spec 2.1)");
    using element_type = T;
    static constexpr int cm_rows = 1, cm_cols = N;
    static constexpr bool cm_is_matrix = false;
    static constexpr int SZ = N;  // not in the specification, but kernels use it
    CM_INLINE static constexpr int n_elems() { return N; }
};

// The largest alignment that leaves no gap behind.
constexpr std::size_t alignment_for(std::size_t bytes) {
    std::size_t a = 64;
    while (bytes % a != 0) a /= 2;
    return a;
}

}  // namespace cm

// N elements. By the language undefined until set; here 0, so that runs repeat.
template <class T, int N>
class vector : public cm::vector_members<vector<T, N>, T, N> {
public:
    static constexpr bool cm_is_ref = false;

#ifdef CM_GEN  // registers hold what they held
    CM_INLINE vector() {}
#else
    CM_INLINE constexpr vector() : data{} {}
#endif
    CM_INLINE explicit vector(cm::uninitialised) {}
    vector(const vector&) = default;
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE vector(const X& x) {
        cm::init(*this, x);
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE vector(const X& x, int flags) {
        cm::init(*this, x, flags);
    }
    // As many elements as both have; the rest is 0.
    template <class E, std::size_t M>
    CM_INLINE vector(const E (&table)[M]) : data{} {
        cm::init_table(*this, table);
    }

    CM_INLINE vector& operator=(const vector& x) {
        cm::assign(*this, x);
        return *this;
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE vector& operator=(const X& x) {
        cm::assign(*this, x);
        return *this;
    }

    CM_INLINE cm::region cm_region() const {
        return {reinterpret_cast<char*>(const_cast<T*>(data)), sizeof data, 0, sizeof(T), 0};
    }
    CM_INLINE T* cm_data() { return data; }

private:
    alignas(cm::alignment_for(N * sizeof(T))) T data[N];
};

// N elements of some object. Copying a reference binds, assigning to one writes the elements.
template <class T, int N>
class vector_ref : public cm::vector_members<vector_ref<T, N>, T, N> {
public:
    static constexpr bool cm_is_ref = true;

    CM_INLINE explicit vector_ref(const cm::region& r) : where(r) {}
    vector_ref(const vector_ref&) = default;
    CM_INLINE vector_ref(const vector<T, N>& v) : where(v.cm_region()) {}
    template <int R, int C>
    CM_INLINE vector_ref(const matrix<T, R, C>& m) : where(m.cm_region()) {
        static_assert(R * C == N, "a reference has as many elements as its object (CM spec 3.2.2)");
    }
    // A row or a column.
    template <int R, int C, std::enable_if_t<(R == 1 || C == 1) && R * C == N, int> = 0>
    CM_INLINE vector_ref(const matrix_ref<T, R, C>& m) : where(m.cm_region()) {
        if (C == 1) where.col = where.row;
    }

    CM_INLINE vector_ref& operator=(const vector_ref& x) {
        cm::assign(*this, x);
        return *this;
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE vector_ref& operator=(const X& x) {
        cm::assign(*this, x);
        return *this;
    }

    CM_INLINE cm::region cm_region() const { return where; }

private:
    cm::region where;
};
