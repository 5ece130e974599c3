/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

namespace cilk {

/* A product. */
template <class T>
class op_mul : public gfxcc::single_value<T> {
public:
    op_mul() : gfxcc::single_value<T>(T(1)) {}
    explicit op_mul(const T& value) : gfxcc::single_value<T>(value) {}

    op_mul& operator*=(const T& x) {
        this->value_ = static_cast<T>(this->value_ * x);
        return *this;
    }
    friend op_mul operator*(op_mul view, const T& x) { return view *= x; }

    void add(const op_mul& other) { *this *= other.value_; }
};

template <class T = int>
using reducer_opmul = gfxcc::value_reducer<op_mul<T>>;

} /* namespace cilk */
