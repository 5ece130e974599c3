// SPDX-License-Identifier: MIT
// _Cilk_spawn and _Cilk_sync. Included where a program has them.
#pragma once

#include "caught.h"
#include "race_checks.h"
#include "strands.h"

#include <tuple>
#include <type_traits>
#include <utility>

namespace gfxcc {

namespace detail {

// A reference is to something of the caller's, unless that was made for the call alone.
template <class P, class A>
using held_as =
    std::conditional_t<std::is_reference_v<P> && !std::is_lvalue_reference_v<A>, std::decay_t<A>, P>;

// Whether what is called takes copies of all arguments but those of the mask, which are references.
template <unsigned Mask, class F, class... A, size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
    constexpr bool can_copy = ((Mask >> I & 1 || std::is_constructible_v<std::decay_t<A>, A>)&&...);
    return can_copy &&
           std::is_invocable_v<F, std::conditional_t<(Mask >> I & 1) != 0, A, std::decay_t<A>>...>;
}
template <unsigned Mask, class F, class... A>
constexpr unsigned references() {
    if constexpr (takes<Mask, F, A...>(std::index_sequence_for<A...>()))
        return Mask;
    else if constexpr (Mask + 1 < 1u << sizeof...(A) && Mask < 255)
        return references<Mask + 1, F, A...>();
    else
        return ~0u;  // the compiler says what is wrong where it is called
}

}  // namespace detail

// What an expression in front of a call stands for: a pointer to a function as it is now, an object itself.
template <class F>
struct CalledObject {
    F* object;
    template <class... A>
    decltype(auto) operator()(A&&... arguments) const {
        return (*object)(std::forward<A>(arguments)...);
    }
};
template <class F>
auto callee(F&& of) {
    if constexpr (std::is_lvalue_reference_v<F> && std::is_class_v<std::remove_reference_t<F>>)
        return CalledObject<std::remove_reference_t<F>>{&of};
    else
        return std::decay_t<F>(std::forward<F>(of));
}

// Of one function: its calls have ended where it ends.
class Spawns {
public:
    Spawns() = default;
    ~Spawns() {
        if (group_ == nullptr) return;
        gfxcc_sync(group_);
        __GFXCC_ACQUIRE(this);
        gfxcc_end_spawns(group_);
    }
    Spawns(const Spawns&) = delete;
    Spawns& operator=(const Spawns&) = delete;

    void sync() {
        if (group_ != nullptr) gfxcc_sync(group_);
        __GFXCC_ACQUIRE(this);
#ifdef __cpp_exceptions
        caught_.rethrow();
#endif
    }
    // What a function returns. Calls that it spawned run meanwhile.
    template <class F>
    decltype(auto) last(const F& value) {
        if constexpr (std::is_void_v<decltype(value())>) {
            value();
            sync();
        } else {
            decltype(auto) result = value();
            sync();
            return static_cast<decltype(result)>(result);
        }
    }

    // A function of which the parameters are known: those that are references stay so.
    template <class R, class... P, class... A>
    void call(R (*function)(P...), A&&... arguments) {
        if (gfxcc_wants_calls() == 0)
            guarded(round_++, [&] { function(std::forward<A>(arguments)...); });
        else
            start(std::tuple<detail::held_as<P, A>...>(std::forward<A>(arguments)...),
                  [function](auto& held) { std::apply(function, std::move(held)); });
    }
    // Anything else: arguments are copied wherever what is called takes a copy.
    template <class F, class... A>
    void call(F function, A&&... arguments) {
        if (gfxcc_wants_calls() == 0)
            guarded(round_++, [&] { function(std::forward<A>(arguments)...); });
        else
            hold(std::move(function), std::index_sequence_for<A...>(), std::forward<A>(arguments)...);
    }

private:
    template <class F, size_t... I, class... A>
    void hold(F function, std::index_sequence<I...>, A&&... arguments) {
        constexpr unsigned mask = detail::references<0, F, A...>();
        start(
            std::tuple<std::conditional_t<(mask >> I & 1) != 0, A, std::decay_t<A>>...>(
                std::forward<A>(arguments)...),
            [function = std::move(function)](auto& held) mutable { std::apply(function, std::move(held)); });
    }

    template <class Held, class F>
    struct Call {
        Spawns& spawns;
        long round;
        gfxcc_strand strand;
        Held held;
        F function;

        static void run(void* data) {
            Call* const call = static_cast<Call*>(data);
            __GFXCC_ACQUIRE(call);
            Spawns* const spawns = &call->spawns;
            {
                const Strand here(call->strand);
                call->spawns.guarded(call->round, [call] { call->function(call->held); });
            }
            delete call;
            __GFXCC_RELEASE(spawns);
        }
    };

    template <class F>
    void guarded(long round, F&& work) {
#ifdef __cpp_exceptions
        try {
            work();
        } catch (...) {
            caught_.keep(round);
        }
#else
        (void)round;
        work();
#endif
    }

    template <class Held, class F>
    void start(Held&& held, F&& function) {
        const Fork fork;
        auto* const call = new Call<std::decay_t<Held>, std::decay_t<F>>{
            *this, round_++, fork.child(0), std::forward<Held>(held), std::forward<F>(function)};
        __GFXCC_RELEASE(call);
        gfxcc_spawn(&group_, call->run, call);
    }

    void* group_ = nullptr;
    long round_ = 0;
#ifdef __cpp_exceptions
    Caught caught_;
#endif
};

}  // namespace gfxcc
