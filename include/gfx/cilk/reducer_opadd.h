/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

namespace cilk {

/* A sum. */
template <class T>
class op_add : public gfxcc::single_value<T> {
public:
    op_add() : gfxcc::single_value<T>(T()) {}
    explicit op_add(const T& value) : gfxcc::single_value<T>(value) {}

    op_add& operator+=(const T& x) {
        this->value_ = static_cast<T>(this->value_ + x);
        return *this;
    }
    friend op_add operator+(op_add view, const T& x) { return view += x; }
    op_add& operator-=(const T& x) {
        this->value_ = static_cast<T>(this->value_ - x);
        return *this;
    }
    friend op_add operator-(op_add view, const T& x) { return view -= x; }
    op_add& operator++() { return *this += T(1); }
    op_add& operator--() { return *this -= T(1); }
    void operator++(int) { ++*this; }
    void operator--(int) { --*this; }

    void add(const op_add& other) { *this += other.value_; }
};

template <class T = int>
using reducer_opadd = gfxcc::value_reducer<op_add<T>>;

} /* namespace cilk */
