// SPDX-License-Identifier: MIT
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

// What vectors and references to vectors share: a chain of bases. D's members hide those of
// Base.
template <class D, class T, int N, class Base>
using vector_operations = vector_select<
    D, T, N,
    vector_iselect<
        D, T, N,
        compound<D, merge_member<
                        D, T, N,
                        any_all<D, T, 1, N, replicate_member<D, T, 1, N, format_member<D, T, N, Base>>>>>>>;

template <class D, class T, int N, class Base = object_tag>
struct vector_members : vector_operations<D, T, N, Base> {
    static_assert(N > 0, "a vector has at least one element (CM spec 2.2.1)");
    static_assert(is_scalar<T>, "a vector's elements are of a scalar type (CM spec 2.1)");
    using element_type = T;
    static constexpr int cm_rows = 1, cm_cols = N;
    static constexpr bool cm_is_matrix = false;
    static constexpr int SZ = N;  // not in the specification, but kernels use it
    CM_INLINE static constexpr int n_elems() { return N; }
};

// The largest alignment without a gap at the end.
constexpr std::size_t alignment_for(std::size_t bytes) {
    std::size_t a = 64;
    while (bytes % a != 0) a /= 2;
    return a;
}
// The elements of an object that owns them. It is the object's first base.
template <class T, int N>
struct elements {
    alignas(alignment_for(N * sizeof(T))) T data[N];
};

// Kernels' function templates take references and are called with objects. Deduction uses no
// conversions, but it finds base classes. So an object has the reference to it as a base. That base
// is empty and inaccessible: the reference's constructor makes the parameter itself from the
// object.
template <class Ref>
class deduced_as : Ref {};

}  // namespace cm

// N elements. The language leaves them undefined until set. Here they are 0, so that runs repeat.
template <class T, int N>
class cm::vector_of<T[N]> : cm::elements<T, N>,
                            public cm::vector_members<vector<T, N>, T, N, cm::deduced_as<vector_ref<T, N>>> {
    using cm::elements<T, N>::data;
    using members = cm::vector_members<vector<T, N>, T, N, cm::deduced_as<vector_ref<T, N>>>;

public:
    static constexpr bool cm_is_ref = false;

#ifdef CM_GEN  // registers keep what they had
    CM_INLINE vector_of() {}
#else
    CM_INLINE constexpr vector_of() : cm::elements<T, N>{}, members{} {}
#endif
    CM_INLINE explicit vector_of(cm::uninitialised) {}
    CM_INLINE vector_of(const vector_of& v) : cm::elements<T, N>(v) {}
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE vector_of(const X& x) {
        cm::init(*this, x);
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE vector_of(const X& x, int flags) {
        cm::init(*this, x, flags);
    }
    // Copies as many elements as both have; the rest is 0.
    template <class E, std::size_t M>
    CM_INLINE vector_of(const E (&table)[M]) : cm::elements<T, N>{} {
        cm::init_table(*this, table);
    }

    CM_INLINE vector_of& operator=(const vector_of& x) {
        cm::assign(*this, x);
        return *this;
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE vector_of& operator=(const X& x) {
        cm::assign(*this, x);
        return *this;
    }

    CM_INLINE cm::region cm_region() const {
        return {reinterpret_cast<char*>(const_cast<T*>(data)), sizeof data, 0, sizeof(T), 0};
    }
    CM_INLINE T* cm_data() { return data; }
    CM_INLINE char* cm_bytes() const { return reinterpret_cast<char*>(const_cast<T*>(data)); }
};

// Refers to N elements of an object. Copying a reference binds; assigning to one writes the elements.
template <class T, int N>
class cm::vector_ref_of<T[N]> : public cm::vector_members<vector_ref<T, N>, T, N> {
public:
    static constexpr bool cm_is_ref = true;

    CM_INLINE explicit vector_ref_of(const cm::region& r) : where(r) {}
    vector_ref_of(const vector_ref_of&) = default;
    CM_INLINE vector_ref_of(const vector<T, N>& v) : where(v.cm_region()) {}
    template <int R, int C>
    CM_INLINE vector_ref_of(const matrix<T, R, C>& m) : where(m.cm_region()) {
        static_assert(R * C == N, "a reference has as many elements as its object (CM spec 3.2.2)");
    }
    // A row or a column.
    template <int R, int C, std::enable_if_t<(R == 1 || C == 1) && R * C == N, int> = 0>
    CM_INLINE vector_ref_of(const matrix_ref<T, R, C>& m) : where(m.cm_region()) {
        if (C == 1) where.col = where.row;
    }

    CM_INLINE vector_ref_of& operator=(const vector_ref_of& x) {
        cm::assign(*this, x);
        return *this;
    }
    template <class X, std::enable_if_t<cm::is_operand<X>, int> = 0>
    CM_INLINE vector_ref_of& operator=(const X& x) {
        cm::assign(*this, x);
        return *this;
    }

    CM_INLINE cm::region cm_region() const { return where; }

protected:
    vector_ref_of() = default;  // see cm::deduced_as

private:
    cm::region where;
};
