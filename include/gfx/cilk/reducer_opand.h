/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

namespace cilk {

/* The bits that all have. */
template <class T>
class op_and : public gfxcc::single_value<T> {
public:
    op_and() : gfxcc::single_value<T>(static_cast<T>(~T())) {}
    explicit op_and(const T& value) : gfxcc::single_value<T>(value) {}

    op_and& operator&=(const T& x) {
        this->value_ = static_cast<T>(this->value_ & x);
        return *this;
    }
    friend op_and operator&(op_and view, const T& x) { return view &= x; }

    void add(const op_and& other) { *this &= other.value_; }
};

template <class T = int>
using reducer_opand = gfxcc::value_reducer<op_and<T>>;

} /* namespace cilk */
