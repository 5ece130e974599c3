/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

namespace cilk {

/* The largest value; none until there was one. */
template <class T>
class op_max {
public:
    typedef T value_type;

    op_max() : value_(), is_set_(false) {}
    explicit op_max(const T& value) : value_(value), is_set_(true) {}

    void calc_max(const T& x) {
        if (is_set_ && !(x > value_)) return;
        value_ = x;
        is_set_ = true;
    }
    bool is_set() const { return is_set_; }
    const T& get_value() const { return value_; }
    void add(const op_max& other) {
        if (other.is_set_) calc_max(other.value_);
    }

private:
    T value_;
    bool is_set_;
};

/* Of pairs of an index and a value: of equal values the one with the lowest index. */
template <class Index, class T>
class op_max_index {
public:
    typedef std::pair<Index, T> value_type;

    op_max_index() : value_(), is_set_(false) {}
    explicit op_max_index(const value_type& value) : value_(value), is_set_(true) {}

    void calc_max(const Index& index, const T& x) {
        const bool is_better = !is_set_ || x > value_.second;
        if (!is_better && (value_.second > x || !(index < value_.first))) return;
        value_ = value_type(index, x);
        is_set_ = true;
    }
    bool is_set() const { return is_set_; }
    const value_type& get_value() const { return value_; }
    const Index& get_index_reference() const { return value_.first; }
    const T& get_value_reference() const { return value_.second; }
    void add(const op_max_index& other) {
        if (other.is_set_) calc_max(other.value_.first, other.value_.second);
    }

private:
    value_type value_;
    bool is_set_;
};

template <class T>
class reducer_max : public gfxcc::value_reducer<op_max<T>> {
public:
    reducer_max() {}
    explicit reducer_max(const T& value) : gfxcc::value_reducer<op_max<T>>(value) {}
    using gfxcc::value_reducer<op_max<T>>::operator=;
    void calc_max(const T& x) { this->view().calc_max(x); }
};

template <class T>
op_max<T> max_of(op_max<T> view, const typename gfxcc::single_value<T>::value_type& x) {
    view.calc_max(x);
    return view;
}
template <class T>
op_max<T> max_of(const typename gfxcc::single_value<T>::value_type& x, const op_max<T>& view) {
    return max_of(view, x);
}
template <class T>
op_max<T> max_of(const reducer_max<T>& a, const typename gfxcc::single_value<T>::value_type& x) {
    return max_of(a.view(), x);
}

template <class Index, class T>
class reducer_max_index : public reducer<op_max_index<Index, T>> {
public:
    reducer_max_index() {}
    reducer_max_index(const Index& index, const T& value)
        : reducer<op_max_index<Index, T>>(std::pair<Index, T>(index, value)) {}
    void calc_max(const Index& index, const T& x) { this->view().calc_max(index, x); }
    Index get_index() const { return reducer<op_max_index<Index, T>>::get_value().first; }
    T get_value() const { return reducer<op_max_index<Index, T>>::get_value().second; }
};

} /* namespace cilk */
