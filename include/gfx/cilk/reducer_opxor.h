/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

namespace cilk {

/* The bits that an odd number of them has. */
template <class T>
class op_xor : public gfxcc::single_value<T> {
public:
    op_xor() : gfxcc::single_value<T>(T()) {}
    explicit op_xor(const T& value) : gfxcc::single_value<T>(value) {}

    op_xor& operator^=(const T& x) {
        this->value_ = static_cast<T>(this->value_ ^ x);
        return *this;
    }
    friend op_xor operator^(op_xor view, const T& x) { return view ^= x; }

    void add(const op_xor& other) { *this ^= other.value_; }
};

template <class T = int>
using reducer_opxor = gfxcc::value_reducer<op_xor<T>>;

} /* namespace cilk */
