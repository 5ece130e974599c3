/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

namespace cilk {

/* The bits that any has. */
template <class T>
class op_or : public gfxcc::single_value<T> {
public:
    op_or() : gfxcc::single_value<T>(T()) {}
    explicit op_or(const T& value) : gfxcc::single_value<T>(value) {}

    op_or& operator|=(const T& x) {
        this->value_ = static_cast<T>(this->value_ | x);
        return *this;
    }
    friend op_or operator|(op_or view, const T& x) { return view |= x; }

    void add(const op_or& other) { *this |= other.value_; }
};

template <class T = int>
using reducer_opor = gfxcc::value_reducer<op_or<T>>;

} /* namespace cilk */
