/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

#include <list>

namespace gfxcc {

template <class T, bool Append>
class list_view {
public:
    typedef std::list<T> value_type;

    list_view() {}
    explicit list_view(const value_type& value) : value_(value) {}
    void push_back(const T& x) { value_.push_back(x); }
    void push_front(const T& x) { value_.push_front(x); }
    void reduce(list_view* right) { value_.splice(Append ? value_.end() : value_.begin(), right->value_); }
    const value_type& view_get_value() const { return value_; }
    const value_type& get_value() const { return value_; }

private:
    value_type value_;
};

/* The reducer of Cilk Plus 1.0, which has the view's functions itself. */
template <class Op>
class list_reducer : public cilk::reducer<Op> {
public:
    using cilk::reducer<Op>::reducer;
    template <class X>
    void push_back(const X& x) {
        this->view().push_back(x);
    }
    template <class X>
    void push_front(const X& x) {
        this->view().push_front(x);
    }
};

} /* namespace gfxcc */

namespace cilk {

template <class T>
class op_list_append : public monoid_with_view<gfxcc::list_view<T, true>> {};
template <class T>
class op_list_prepend : public monoid_with_view<gfxcc::list_view<T, false>> {};
template <class T>
using reducer_list_append = gfxcc::list_reducer<op_list_append<T>>;
template <class T>
using reducer_list_prepend = gfxcc::list_reducer<op_list_prepend<T>>;

} /* namespace cilk */
