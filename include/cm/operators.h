// Operators on whole objects, element by element. CM spec 3.2.4 - 3.2.8.
//
// The result is a new object: a matrix where an operand is a matrix and the other one a scalar or a matrix of
// the same shape, else a vector. Its elements have the type that C++ gives to `a op b`; comparisons, && ||
// and ! give ushort 0 and 1. Integers wrap; shifts use the low bits of the count; x / 0 and x % 0 are some
// number.
#pragma once

#include "assign.h"

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
    static constexpr bool same = is_matrix<A> && is_matrix<B> && rows_of<A> == rows_of<B>;
    using type = typename whole<E, rows_of<A>, cols_of<A>, same>::type;
};
template <class E, class A, class B>
using result_t = typename result<E, A, B>::type;

// An object, and an object or a scalar.
template <class A, class B>
using operands = std::enable_if_t<(is_object<A> && is_operand<B>) || (is_object<B> && is_operand<A>), int>;

template <class A, class B>
CM_INLINE constexpr void check_operands() {
    if constexpr (is_object<A> && is_object<B>)
        static_assert(count_of<A> == count_of<B>,
                      "both operands must have the same number of elements (CM spec 2.5)");
}

// Integers are computed as unsigned ones, which wrap.
template <class T, int W, class F>
CM_INLINE vec<T, W> wrapping(const F& f, vec<T, W> a, vec<T, W> b) {
    if constexpr (is_integer<T>) {
        using U = vec<uint_of<T>, W>;
        return bits<vec<T, W>>(f(bits<U>(a), bits<U>(b)));
    } else {
        return f(a, b);
    }
}

// Integer division: up to 32 bits through double, which is exact enough and has vector instructions.
template <class T, int W>
CM_INLINE vec<T, W> quotient(vec<T, W> a, vec<T, W> b) {
    const vec<T, W> none = __builtin_convertvector(b == T(0), vec<T, W>);
    if constexpr (sizeof(T) <= 4) {
        auto q = __builtin_convertvector(a, vec<double, W>) /
                 __builtin_convertvector(b | (none & T(1)), vec<double, W>);
        auto wide = __builtin_convertvector(q, vec<long long, W>);  // -2^31 / -1 wraps
        return __builtin_convertvector(wide, vec<T, W>) | none;
    } else {
        const vec<T, W> d = b | (none & T(1));
        if constexpr (is_signed<T>) {
            const vec<T, W> minus = __builtin_convertvector(d == T(-1), vec<T, W>);
            const vec<T, W> q = a / ((d & ~minus) | (minus & T(1)));
            return (wrapping<T, W>([](auto x, auto y) CM_LAMBDA { return (x ^ y) - y; }, q, minus)) | none;
        } else {
            return a / d | none;
        }
    }
}

struct op_add {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        return wrapping<T, W>([](auto x, auto y) CM_LAMBDA { return x + y; }, a, b);
    }
};
struct op_sub {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        return wrapping<T, W>([](auto x, auto y) CM_LAMBDA { return x - y; }, a, b);
    }
};
struct op_mul {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        return wrapping<T, W>([](auto x, auto y) CM_LAMBDA { return x * y; }, a, b);
    }
};
struct op_div {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        if constexpr (is_float<T>)
            return a / b;
        else
            return quotient<T, W>(a, b);
    }
};
struct op_mod {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        static_assert(is_integer<T>, "% is for integers (CM spec 3.2.4)");
        const vec<T, W> q = quotient<T, W>(a, b);
        return wrapping<T, W>([&](auto x, auto y) CM_LAMBDA { return x - bits<decltype(x)>(q) * y; }, a, b);
    }
};
struct op_and {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        static_assert(is_integer<T>, "& is for integers (CM spec 3.2.6)");
        return a & b;
    }
};
struct op_or {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        static_assert(is_integer<T>, "| is for integers (CM spec 3.2.6)");
        return a | b;
    }
};
struct op_xor {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        static_assert(is_integer<T>, "^ is for integers (CM spec 3.2.6)");
        return a ^ b;
    }
};
// Shifts: the type is the promoted left one's.
struct op_shl {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        static_assert(is_integer<T>, "<< is for integers (CM spec 3.2.5)");
        return wrapping<T, W>([](auto x, auto y) CM_LAMBDA { return x << (y & (sizeof(T) * 8 - 1)); }, a, b);
    }
};
struct op_shr {
    template <class T, int W>
    CM_INLINE static vec<T, W> apply(vec<T, W> a, vec<T, W> b) {
        static_assert(is_integer<T>, ">> is for integers (CM spec 3.2.5)");
        return a >> (b & T(sizeof(T) * 8 - 1));
    }
};

struct op_lt {
    template <class V>
    CM_INLINE static auto apply(V a, V b) {
        return a < b;
    }
};
struct op_le {
    template <class V>
    CM_INLINE static auto apply(V a, V b) {
        return a <= b;
    }
};
struct op_gt {
    template <class V>
    CM_INLINE static auto apply(V a, V b) {
        return a > b;
    }
};
struct op_ge {
    template <class V>
    CM_INLINE static auto apply(V a, V b) {
        return a >= b;
    }
};
struct op_eq {
    template <class V>
    CM_INLINE static auto apply(V a, V b) {
        return a == b;
    }
};
struct op_ne {
    template <class V>
    CM_INLINE static auto apply(V a, V b) {
        return a != b;
    }
};

// Computed as E, a piece at a time.
template <class Op, class E, class A, class B>
CM_INLINE result_t<E, A, B> binary(const A& a, const B& b) {
    check_operands<A, B>();
    using F = compute_t<E>;
    result_t<E, A, B> out{uninitialised()};
    init_pieces(out, [&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        return convert<E, F, W>(Op::template apply<F, W>(load<F, K, W>(a), load<F, K, W>(b)));
    });
    return out;
}

template <class A, class B>
inline constexpr int operands_count = count_of<std::conditional_t<is_object<A>, A, B>>;

template <class Op, class A, class B>
CM_INLINE vector<ushort, operands_count<A, B>> compare(const A& a, const B& b) {
    check_operands<A, B>();
    using F = compute_t<common_t<operand_t<A>, operand_t<B>>>;
    vector<ushort, operands_count<A, B>> out{uninitialised()};
    init_pieces(out, [&](auto k, auto w) CM_LAMBDA {
        constexpr int K = decltype(k)::value, W = decltype(w)::value;
        const vec<sint_of<F>, W> m = Op::apply(load<F, K, W>(a), load<F, K, W>(b));
        return bits<vec<ushort, W>>(__builtin_convertvector(m, vec<short, W>)) & ushort(1);
    });
    return out;
}

// Members `a op= b`: computed as `a op b`, then assigned.
template <class D>
struct compound {
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
            return convert<T, E, W>(
                convert<E, F, W>(Op::template apply<F, W>(load<F, K, W>(d), load<F, K, W>(x))));
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

// 0 and 1; an operand's element is true if it is not zero.
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
        return binary<op_mul, E>(a, -1);  // keeps -0
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
