// SPDX-License-Identifier: MIT
// What operators do to the lanes of a piece.
#pragma once

#include "convert.h"

namespace cm {

// Integers are computed as unsigned, so they wrap.
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
#ifdef CM_GEN
    return a / b;
#else
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
#endif
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
// Shifts. The result has the promoted type of the left operand.
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

}  // namespace cm
