/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

#include <functional>

namespace cilk {

/* The largest value. */
template <class T>
class op_max : public gfxcc::first_value<T, std::greater<T>> {
public:
    op_max() {}
    explicit op_max(const T& value) : gfxcc::first_value<T, std::greater<T>>(value) {}
    void calc_max(const T& x) { this->take(x); }
};

/* Of pairs of an index and a value. */
template <class Index, class T>
class op_max_index : public gfxcc::first_pair<std::pair<Index, T>, std::greater<T>> {
public:
    op_max_index() {}
    explicit op_max_index(const std::pair<Index, T>& value)
        : gfxcc::first_pair<std::pair<Index, T>, std::greater<T>>(value) {}
    void calc_max(const Index& index, const T& x) { this->take(std::pair<Index, T>(index, x)); }
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
class reducer_max_index : public gfxcc::pair_reducer<op_max_index<Index, T>> {
public:
    reducer_max_index() {}
    reducer_max_index(const Index& index, const T& value)
        : gfxcc::pair_reducer<op_max_index<Index, T>>(std::pair<Index, T>(index, value)) {}
    void calc_max(const Index& index, const T& x) { this->view().calc_max(index, x); }
};

} /* namespace cilk */
