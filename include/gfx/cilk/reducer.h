/* SPDX-License-Identifier: MIT */
/* Reducers. Where the order of values makes no difference (sums, maxima, ...), each thread has a value of its
   own. Of a program's own monoids, lists and strings, each strand has one, and they are put together in the
   order of a program that runs on one thread. In C++ alone. */
#pragma once

#ifndef __cplusplus
#error "cilk/reducer.h: reducers are supported in C++ alone"
#endif

#include <gfxcc/gfx_abi.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

extern "C" int omp_in_parallel();

namespace gfxcc {

inline bool is_parallel() { return omp_in_parallel() || gfxcc_spawned_calls() > 0; }
inline unsigned long new_reducer() {
    static std::atomic<unsigned long> count{0};
    return ++count;
}

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
        if (is_parallel()) return all;
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
    std::mutex mutex_;
    std::map<unsigned long, View> views_; /* elements stay where they are */
    const unsigned long number_ = new_reducer();
};

/* The values of a reducer's strands. */
template <class Monoid>
class strand_views {
public:
    typedef typename Monoid::view_type View;

    template <class... A>
    explicit strand_views(const A&... first) {
        make(first...);
    }
    ~strand_views() {
        for (auto& each : views_) drop(each.second);
    }

    View& of_this_strand() {
        struct last {
            unsigned long owner = 0, strand = 0;
            View* view = nullptr;
        };
        static thread_local last found;
        const unsigned long strand = gfxcc_this_thread()->number;
        if (found.owner != number_ || found.strand != strand || !views_are_apart_) {
            const std::lock_guard<std::mutex> lock(mutex_);
            const auto known = views_.find(here());
            found = {number_, strand, known == views_.end() ? &make() : known->second};
            views_are_apart_ = true;
        }
        return *found.view;
    }
    /* A strand that is alone sees all that there was before. */
    View& merged_if_alone() { return is_parallel() ? of_this_strand() : merged(); }
    /* Of all strands, where no other is at work. */
    View& merged() {
        if (is_parallel()) return of_this_strand();
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto first = views_.begin();
        for (auto next = std::next(first); next != views_.end(); next = views_.erase(next)) {
            monoid_.reduce(first->second, next->second);
            drop(next->second);
        }
        views_are_apart_ = false; /* what threads remember may be gone */
        return *first->second;
    }
    Monoid& monoid() { return monoid_; }

private:
    typedef std::vector<long> place;

    static void add(const gfxcc_strand& strand, long step, place& to) {
        if (strand.parent != nullptr) add(*strand.parent, strand.parent_step, to);
        to.push_back(strand.place);
        to.push_back(step);
    }
    static place here() {
        const gfxcc_strand& strand = *gfxcc_this_thread()->strand;
        place all;
        add(strand, strand.step, all);
        return all;
    }
    template <class... A>
    View& make(const A&... first) {
        void* const memory = monoid_.allocate(sizeof(View));
        View* view = static_cast<View*>(memory);
        if constexpr (sizeof...(A) == 0)
            monoid_.identity(view);
        else
            view = new (memory) View(first...);
        views_[here()] = view;
        return *view;
    }
    void drop(View* view) {
        monoid_.destroy(view);
        monoid_.deallocate(view);
    }

    std::mutex mutex_;
    Monoid monoid_;
    std::map<place, View*> views_;
    std::atomic<bool> views_are_apart_{true};
    const unsigned long number_ = new_reducer();
};

/* A monoid has reduce(left, right). */
template <class T, class = void>
inline constexpr bool is_monoid = false;
template <class T>
inline constexpr bool
    is_monoid<T, std::void_t<typename T::view_type,
                             decltype(std::declval<T&>().reduce(std::declval<typename T::view_type*>(),
                                                                std::declval<typename T::view_type*>()))>> =
        true;

/* Of which all views are put together when the reducer ends. */
template <class Monoid, class = void>
inline constexpr bool merges_at_end = false;
template <class Monoid>
inline constexpr bool merges_at_end<Monoid, std::void_t<decltype(Monoid::merges_at_end)>> =
    Monoid::merges_at_end;

} /* namespace gfxcc */

namespace cilk {

/* What monoids are derived from. identity() makes the value that changes nothing, reduce() puts the right
   value behind the left one. */
template <class Value, class View = Value>
class monoid_base {
public:
    typedef Value value_type;
    typedef View view_type;

    void identity(View* view) const { new (static_cast<void*>(view)) View(); }
    void destroy(View* view) const { view->~View(); }
    void* allocate(size_t bytes) const { return ::operator new(bytes); }
    void deallocate(void* memory) const { ::operator delete(memory); }
};
/* Of views that know how to reduce themselves. */
template <class View, bool Align = false>
class monoid_with_view : public monoid_base<typename View::value_type, View> {
public:
    void reduce(View* left, View* right) const { left->reduce(right); }
};

/* Op has a view: its first value changes nothing, and add() puts another one's in. */
template <class Op, bool Monoid = gfxcc::is_monoid<Op>>
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

/* Of a monoid. */
template <class Monoid>
class reducer<Monoid, true> {
public:
    typedef Monoid monoid_type;
    typedef typename Monoid::value_type value_type;
    typedef typename Monoid::view_type view_type;

    template <class... A>
    explicit reducer(const A&... first) : views_(first...) {}
    ~reducer() {
        if constexpr (gfxcc::merges_at_end<Monoid>) views_.merged();
    }
    reducer(const reducer&) = delete;
    reducer& operator=(const reducer&) = delete;

    view_type& view() { return views_.merged_if_alone(); }
    const view_type& view() const { return views_.merged_if_alone(); }
    view_type& operator*() { return view(); }
    view_type* operator->() { return &view(); }
    view_type& operator()() { return view(); }
    const value_type& get_value() const { return value_of(views_.merged()); }
    void set_value(const value_type& value) { views_.merged() = view_type(value); }
    void move_in(value_type& value) { views_.merged() = view_type(std::move(value)); }
    void move_out(value_type& value) { value = std::move(const_cast<value_type&>(get_value())); }
    Monoid& monoid() { return views_.monoid(); }

private:
    static const value_type& value_of(const view_type& view) {
        if constexpr (std::is_same_v<value_type, view_type>)
            return view;
        else
            return view.view_get_value();
    }
    mutable gfxcc::strand_views<Monoid> views_;
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
