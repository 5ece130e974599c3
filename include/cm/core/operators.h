// SPDX-License-Identifier: MIT
// Operators on whole objects, element by element. CM spec 3.2.4 - 3.2.8.
//
// The result is a new object. It is a matrix if an operand is a matrix and the other is a scalar or a matrix
// of the same shape; else a vector. Its elements have the type that C++ gives to `a op b`. Comparisons, && ||
// and ! give ushort 0 and 1. Integers wrap. Shifts use the low bits of the count. x / 0 and x % 0 are
// unspecified numbers.
#pragma once

#include "assign.h"
#include "float_mode.h"
#include "lane_ops.h"

namespace cm {

template <class E, class A, class B, bool = is_object<A>, bool = is_object<B>>
struct result {
    using type = E;
};
template <class E, class A, class B>
struct result<E, A, B, true, false> {
    using type = like<E, A>;
};
template <class E, class A, class B>
struct result<E, A, B, false, true> {
    using type = like<E, B>;
};
template <class E, class A, class B>
struct result<E, A, B, true, true> {
    static constexpr bool kSame = is_matrix<A> && is_matrix<B> && rows_of<A> == rows_of<B>;
    using type = typename whole<E, rows_of<A>, cols_of<A>, kSame>::type;
};
template <class E, class A, class B>
using result_t = typename result<E, A, B>::type;

// One operand is an object, the other an object or a scalar.
template <class A, class B>
using operands = std::enable_if_t<(is_object<A> && is_operand<B>) || (is_object<B> && is_operand<A>), int>;

template <class A, class B>
CM_INLINE constexpr void check_operands() {
    if constexpr (is_object<A> && is_object<B>)
        static_assert(count_of<A> == count_of<B>,
                      "both operands must have the same number of elements (CM spec 2.5)");
}

// Computes in type E, one piece at a time.
template <class Op, class E, class A, class B>
CM_INLINE result_t<E, A, B> binary(const A& a, const B& b) {
    check_operands<A, B>();
    using F = compute_t<E>;
    result_t<E, A, B> out{uninitialised()};
    init_pieces(out, [&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        return convert<E, F, W>(in_float_mode<F, W>(
            Op::template apply<F, W>(load_operand<E, K, W>(a), load_operand<E, K, W>(b))));
    });
    return out;
}

template <class A, class B>
inline constexpr int operands_count = count_of<std::conditional_t<is_object<A>, A, B>>;

template <class Op, class A, class B>
CM_INLINE vector<ushort, operands_count<A, B>> compare(const A& a, const B& b) {
    check_operands<A, B>();
    using E = common_t<operand_t<A>, operand_t<B>>;
    using F = compute_t<E>;
    vector<ushort, operands_count<A, B>> out{uninitialised()};
    init_pieces(out, [&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        const vec<sint_of<F>, W> m = Op::apply(load_operand<E, K, W>(a), load_operand<E, K, W>(b));
        return bits<vec<ushort, W>>(__builtin_convertvector(m, vec<short, W>)) & ushort(1);
    });
    return out;
}

// Members `a op= b`: compute `a op b`, then assign it.
template <class D, class Base>
struct compound : Base {
    template <class X>
    CM_INLINE D& operator+=(const X& x) {
        return set<op_add, both<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator-=(const X& x) {
        return set<op_sub, both<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator*=(const X& x) {
        return set<op_mul, both<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator/=(const X& x) {
        return set<op_div, both<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator%=(const X& x) {
        return set<op_mod, both<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator&=(const X& x) {
        return set<op_and, both<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator|=(const X& x) {
        return set<op_or, both<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator^=(const X& x) {
        return set<op_xor, both<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator<<=(const X& x) {
        return set<op_shl, left<X>>(x);
    }
    template <class X>
    CM_INLINE D& operator>>=(const X& x) {
        return set<op_shr, left<X>>(x);
    }

private:
    template <class X>
    struct both {
        using type = common_t<element_t<D>, operand_t<X>>;
    };
    template <class X>
    struct left {
        using type = promoted_t<element_t<D>>;
    };
    template <class Op, class Type, class X>
    CM_INLINE D& set(const X& x) {
        D& d = static_cast<D&>(*this);
        using T = element_t<D>;
        using E = typename Type::type;
        using F = compute_t<E>;
        check_operands<D, X>();
        assign_pieces(d, [&](auto k, auto w) CM_LAMBDA {
            constexpr int K = decltype(k)::value, W = decltype(w)::value;
            return convert<T, E, W>(convert<E, F, W>(in_float_mode<F, W>(
                Op::template apply<F, W>(load_operand<E, K, W>(d), load_operand<E, K, W>(x)))));
        });
        return d;
    }
};

template <class A, class B>
using common_of = common_t<operand_t<A>, operand_t<B>>;

template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator+(const A& a, const B& b) {
    return binary<op_add, common_of<A, B>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator-(const A& a, const B& b) {
    return binary<op_sub, common_of<A, B>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator*(const A& a, const B& b) {
    return binary<op_mul, common_of<A, B>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator/(const A& a, const B& b) {
    return binary<op_div, common_of<A, B>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator%(const A& a, const B& b) {
    return binary<op_mod, common_of<A, B>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator&(const A& a, const B& b) {
    return binary<op_and, common_of<A, B>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator|(const A& a, const B& b) {
    return binary<op_or, common_of<A, B>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator^(const A& a, const B& b) {
    return binary<op_xor, common_of<A, B>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator<<(const A& a, const B& b) {
    return binary<op_shl, promoted_t<operand_t<A>>>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator>>(const A& a, const B& b) {
    return binary<op_shr, promoted_t<operand_t<A>>>(a, b);
}

template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator<(const A& a, const B& b) {
    return compare<op_lt>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator<=(const A& a, const B& b) {
    return compare<op_le>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator>(const A& a, const B& b) {
    return compare<op_gt>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator>=(const A& a, const B& b) {
    return compare<op_ge>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator==(const A& a, const B& b) {
    return compare<op_eq>(a, b);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator!=(const A& a, const B& b) {
    return compare<op_ne>(a, b);
}

// Gives 0 or 1: an element is true if it is not zero.
template <class X>
CM_INLINE auto truth(const X& x) {
    if constexpr (is_object<X>)
        return compare<op_ne>(x, 0);
    else
        return static_cast<ushort>(x != 0);
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator&&(const A& a, const B& b) {
    return vector<ushort, operands_count<A, B>>(truth(a) & truth(b));
}
template <class A, class B, operands<A, B> = 0>
CM_INLINE auto operator||(const A& a, const B& b) {
    return vector<ushort, operands_count<A, B>>(truth(a) | truth(b));
}
template <class A, operands<A, int> = 0>
CM_INLINE auto operator!(const A& a) {
    return compare<op_eq>(a, 0);
}
template <class A, operands<A, int> = 0>
CM_INLINE auto operator-(const A& a) {
    using E = promoted_t<element_t<A>>;
    if constexpr (is_float<E>)
        return binary<op_mul, E>(a, -1);  // keeps the sign of zero
    else
        return binary<op_sub, E>(0, a);
}
template <class A, operands<A, int> = 0>
CM_INLINE auto operator+(const A& a) {
    return binary<op_add, promoted_t<element_t<A>>>(a, 0);
}
template <class A, operands<A, int> = 0>
CM_INLINE auto operator~(const A& a) {
    return binary<op_xor, promoted_t<element_t<A>>>(a, -1);
}

}  // namespace cm
