/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

namespace cilk {

/* The least value; none until there was one. */
template <class T>
class op_min {
public:
    typedef T value_type;

    op_min() : value_(), is_set_(false) {}
    explicit op_min(const T& value) : value_(value), is_set_(true) {}

    void calc_min(const T& x) {
        if (is_set_ && !(x < value_)) return;
        value_ = x;
        is_set_ = true;
    }
    bool is_set() const { return is_set_; }
    const T& get_value() const { return value_; }
    void add(const op_min& other) {
        if (other.is_set_) calc_min(other.value_);
    }

private:
    T value_;
    bool is_set_;
};

/* Of pairs of an index and a value: of equal values the one with the lowest index. */
template <class Index, class T>
class op_min_index {
public:
    typedef std::pair<Index, T> value_type;

    op_min_index() : value_(), is_set_(false) {}
    explicit op_min_index(const value_type& value) : value_(value), is_set_(true) {}

    void calc_min(const Index& index, const T& x) {
        const bool is_better = !is_set_ || x < value_.second;
        if (!is_better && (value_.second < x || !(index < value_.first))) return;
        value_ = value_type(index, x);
        is_set_ = true;
    }
    bool is_set() const { return is_set_; }
    const value_type& get_value() const { return value_; }
    const Index& get_index_reference() const { return value_.first; }
    const T& get_value_reference() const { return value_.second; }
    void add(const op_min_index& other) {
        if (other.is_set_) calc_min(other.value_.first, other.value_.second);
    }

private:
    value_type value_;
    bool is_set_;
};

template <class T>
class reducer_min : public gfxcc::value_reducer<op_min<T>> {
public:
    reducer_min() {}
    explicit reducer_min(const T& value) : gfxcc::value_reducer<op_min<T>>(value) {}
    using gfxcc::value_reducer<op_min<T>>::operator=;
    void calc_min(const T& x) { this->view().calc_min(x); }
};

template <class T>
op_min<T> min_of(op_min<T> view, const typename gfxcc::single_value<T>::value_type& x) {
    view.calc_min(x);
    return view;
}
template <class T>
op_min<T> min_of(const typename gfxcc::single_value<T>::value_type& x, const op_min<T>& view) {
    return min_of(view, x);
}
template <class T>
op_min<T> min_of(const reducer_min<T>& a, const typename gfxcc::single_value<T>::value_type& x) {
    return min_of(a.view(), x);
}

template <class Index, class T>
class reducer_min_index : public reducer<op_min_index<Index, T>> {
public:
    reducer_min_index() {}
    reducer_min_index(const Index& index, const T& value)
        : reducer<op_min_index<Index, T>>(std::pair<Index, T>(index, value)) {}
    void calc_min(const Index& index, const T& x) { this->view().calc_min(index, x); }
    Index get_index() const { return reducer<op_min_index<Index, T>>::get_value().first; }
    T get_value() const { return reducer<op_min_index<Index, T>>::get_value().second; }
};

} /* namespace cilk */
