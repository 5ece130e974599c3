/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

#include <functional>

namespace cilk {

/* The least value. */
template <class T>
class op_min : public gfxcc::first_value<T, std::less<T>> {
public:
    op_min() {}
    explicit op_min(const T& value) : gfxcc::first_value<T, std::less<T>>(value) {}
    void calc_min(const T& x) { this->take(x); }
};

/* Of pairs of an index and a value. */
template <class Index, class T>
class op_min_index : public gfxcc::first_pair<std::pair<Index, T>, std::less<T>> {
public:
    op_min_index() {}
    explicit op_min_index(const std::pair<Index, T>& value)
        : gfxcc::first_pair<std::pair<Index, T>, std::less<T>>(value) {}
    void calc_min(const Index& index, const T& x) { this->take(std::pair<Index, T>(index, x)); }
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
class reducer_min_index : public gfxcc::pair_reducer<op_min_index<Index, T>> {
public:
    reducer_min_index() {}
    reducer_min_index(const Index& index, const T& value)
        : gfxcc::pair_reducer<op_min_index<Index, T>>(std::pair<Index, T>(index, value)) {}
    void calc_min(const Index& index, const T& x) { this->view().calc_min(index, x); }
};

} /* namespace cilk */
