/* SPDX-License-Identifier: MIT */
/* Reducers whose order does not matter: each thread adds to a value of its own, and get_value() of a thread
   that is in no parallel loop puts all of them together. In C++ alone. Those of lists and strings, and of a
   program's own monoids, are not supported: iterations go to threads in no order. */
#pragma once

#ifndef __cplusplus
#error "cilk/reducer.h: reducers are supported in C++ alone"
#endif

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

extern "C" int omp_in_parallel();

namespace gfxcc {

/* The values of a reducer's threads. */
template <class View>
class thread_views {
public:
    explicit thread_views(const View& first) { views_[ordinal()] = first; }

    View& of_this_thread() {
        struct last {
            unsigned long owner = 0;
            View* view = nullptr;
        };
        static thread_local last found;
        if (found.owner != number_) {
            const std::lock_guard<std::mutex> lock(mutex_);
            found.view = &views_[ordinal()];
            found.owner = number_;
        }
        return *found.view;
    }
    /* Of all threads, where none is at work. */
    View& merged() {
        View& all = of_this_thread();
        if (omp_in_parallel()) return all;
        const std::lock_guard<std::mutex> lock(mutex_);
        for (auto& each : views_) {
            if (&each.second == &all) continue;
            all.add(each.second);
            each.second = View();
        }
        return all;
    }

private:
    static unsigned long next(std::atomic<unsigned long>& count) { return ++count; }
    static unsigned long ordinal() {
        static std::atomic<unsigned long> count{0};
        static thread_local const unsigned long number = next(count);
        return number;
    }
    static unsigned long new_number() {
        static std::atomic<unsigned long> count{0};
        return next(count);
    }

    std::mutex mutex_;
    std::map<unsigned long, View> views_; /* elements stay where they are */
    const unsigned long number_ = new_number();
};

} /* namespace gfxcc */

namespace cilk {

/* Op has a view: its first value changes nothing, and add() puts another one's in. */
template <class Op>
class reducer {
public:
    typedef typename Op::value_type value_type;
    typedef Op view_type;

    reducer() : views_(Op()) {}
    explicit reducer(const value_type& value) : views_(Op(value)) {}
    reducer(const reducer&) = delete;
    reducer& operator=(const reducer&) = delete;

    Op& view() { return views_.of_this_thread(); }
    const Op& view() const { return views_.of_this_thread(); }
    Op& operator*() { return view(); }
    Op* operator->() { return &view(); }
    Op& operator()() { return view(); }
    value_type get_value() const { return views_.merged().get_value(); }
    void set_value(const value_type& value) { views_.merged() = Op(value); }
    void move_in(value_type& value) { set_value(std::move(value)); }
    void move_out(value_type& value) { value = get_value(); }

private:
    mutable gfxcc::thread_views<Op> views_;
};

} /* namespace cilk */

namespace gfxcc {

/* The reducers of Cilk Plus 1.0, which are used as the value itself is. */
template <class Op>
class value_reducer : public cilk::reducer<Op> {
public:
    typedef typename Op::value_type value_type;

    value_reducer() {}
    explicit value_reducer(const value_type& value) : cilk::reducer<Op>(value) {}

    value_reducer& operator=(const Op& view) { return this->view() = view, *this; }
    template <class X>
    value_reducer& operator+=(const X& x) {
        this->view() += x;
        return *this;
    }
    template <class X>
    value_reducer& operator-=(const X& x) {
        this->view() -= x;
        return *this;
    }
    template <class X>
    value_reducer& operator*=(const X& x) {
        this->view() *= x;
        return *this;
    }
    template <class X>
    value_reducer& operator&=(const X& x) {
        this->view() &= x;
        return *this;
    }
    template <class X>
    value_reducer& operator|=(const X& x) {
        this->view() |= x;
        return *this;
    }
    template <class X>
    value_reducer& operator^=(const X& x) {
        this->view() ^= x;
        return *this;
    }
    value_reducer& operator++() { return ++this->view(), *this; }
    value_reducer& operator--() { return --this->view(), *this; }
    void operator++(int) { ++this->view(); }
    void operator--(int) { --this->view(); }

    template <class X>
    friend Op operator+(const value_reducer& a, const X& x) {
        return Op(a.view()) += x;
    }
    template <class X>
    friend Op operator-(const value_reducer& a, const X& x) {
        return Op(a.view()) -= x;
    }
    template <class X>
    friend Op operator*(const value_reducer& a, const X& x) {
        return Op(a.view()) *= x;
    }
    template <class X>
    friend Op operator&(const value_reducer& a, const X& x) {
        return Op(a.view()) &= x;
    }
    template <class X>
    friend Op operator|(const value_reducer& a, const X& x) {
        return Op(a.view()) |= x;
    }
    template <class X>
    friend Op operator^(const value_reducer& a, const X& x) {
        return Op(a.view()) ^= x;
    }
};

/* What views of one value have in common. */
template <class T>
class single_value {
public:
    typedef T value_type;

    explicit single_value(const T& value) : value_(value) {}
    const T& get_value() const { return value_; }

protected:
    T value_;
};

/* The first of all in an order; none until there was one. Of equal ones it keeps what it has. */
template <class T, class IsBefore>
class first_value {
public:
    typedef T value_type;

    first_value() : value_(), is_set_(false) {}
    explicit first_value(const T& value) : value_(value), is_set_(true) {}

    bool is_set() const { return is_set_; }
    const T& get_value() const { return value_; }
    void take(const T& x) {
        if (is_set_ && !IsBefore()(x, value_)) return;
        value_ = x;
        is_set_ = true;
    }
    void add(const first_value& other) {
        if (other.is_set_) take(other.value_);
    }

private:
    T value_;
    bool is_set_;
};

/* Pairs of an index and a value: of equal values the lowest index is before. */
template <class Pair, class IsBefore>
struct value_then_index {
    bool operator()(const Pair& a, const Pair& b) const {
        if (IsBefore()(a.second, b.second)) return true;
        return !IsBefore()(b.second, a.second) && a.first < b.first;
    }
};

/* The first pair. */
template <class Pair, class IsBefore>
class first_pair : public first_value<Pair, value_then_index<Pair, IsBefore>> {
public:
    first_pair() {}
    explicit first_pair(const Pair& value) : first_value<Pair, value_then_index<Pair, IsBefore>>(value) {}
    const typename Pair::first_type& get_index_reference() const { return this->get_value().first; }
    const typename Pair::second_type& get_value_reference() const { return this->get_value().second; }
};

template <class Op>
class pair_reducer : public cilk::reducer<Op> {
public:
    typedef typename Op::value_type pair_type;

    pair_reducer() {}
    explicit pair_reducer(const pair_type& value) : cilk::reducer<Op>(value) {}
    typename pair_type::first_type get_index() const { return cilk::reducer<Op>::get_value().first; }
    typename pair_type::second_type get_value() const { return cilk::reducer<Op>::get_value().second; }
};

} /* namespace gfxcc */
