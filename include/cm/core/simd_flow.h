// SPDX-License-Identifier: MIT
// SIMD control flow: SIMD_IF_BEGIN, SIMD_ELSEIF, SIMD_ELSE, SIMD_IF_END, SIMD_DO_WHILE_BEGIN,
// SIMD_DO_WHILE_END, SIMD_BREAK, SIMD_CONTINUE. CM spec 3.4.2.
//
// Inside a block, a statement whose destination has as many elements as the block has channels writes only
// the active channels. any(), all(), sums and so on use only active channels. A block without active channels
// is skipped, and so is the rest of a loop's round that all channels have left. Example: a SIMD_BREAK takes
// all channels of an if, but the loop has others. Then scalar statements after it in that if still run.
#pragma once

#include "../thread/thread.h"
#include "pieces.h"

namespace cm {

constexpr std::uint32_t low_bits(int n) { return n >= 32 ? 0xffffffffu : (1u << n) - 1; }

template <int W, int... I>
CM_INLINE vec<uint, W> lane_bits(std::integer_sequence<int, I...>) {
    return vec<uint, W>{(1u << (I & 31))...};
}
template <class T, int W>
CM_INLINE T reduce_or(vec<T, W> v) {
    return fold<T, W>([](auto a, auto b) CM_LAMBDA { return a | b; }, v, T(0));
}
// Bit k of the result: element k of lanes is not zero. W up to 32.
template <int W, class M>
CM_INLINE std::uint32_t pack_lanes(M lanes) {
#ifdef CM_GEN
    if constexpr (W == 8 || W == 16 || W == 32) return gen::mask_bits(lanes);
#endif
    vec<int, W> m = __builtin_convertvector(lanes, vec<int, W>);
    auto bit = lane_bits<W>(std::make_integer_sequence<int, W>());
    return reduce_or<uint, W>(bits<vec<uint, W>>(m) & bit);
}
// All ones in lanes whose bit is set.
template <int W>
CM_INLINE vec<int, W> unpack_lanes(std::uint32_t mask) {
#ifdef CM_GEN
    if constexpr (W == 8 || W == 16 || W == 32) return -gen::mask_of_bits<vec<int, W>>(mask);
#endif
    auto bit = lane_bits<W>(std::make_integer_sequence<int, W>());
    return (splat<uint, W>(mask) & bit) != 0u;
}

// The channels of a condition. A scalar applies to all channels.
template <class X>
CM_INLINE std::uint32_t channels(const X& condition) {
    if constexpr (is_object<X>) {
        constexpr int n = count_of<X>;
        static_assert(n == 1 || n == 2 || n == 4 || n == 8 || n == 16 || n == 32,
                      "a SIMD condition has 2, 4, 8, 16 or 32 elements (CM spec 3.4.2)");
        if (n > 1) detail::simd().width = n;
        using T = element_t<X>;
        const std::uint32_t set =
            pack_lanes<n>(load<compute_t<T>, 0, n>(condition) != raw_t<compute_t<T>>(0));
        return n > 1 ? set : set ? 0xffffffffu : 0u;
    } else {
        return condition ? 0xffffffffu : 0u;
    }
}
// Removes channels that the innermost block does not have.
CM_INLINE std::uint32_t within_width(std::uint32_t mask) {
    const int width = detail::simd().width;
    return width > 0 ? mask & low_bits(width) : mask;
}

// A SIMD if that is running.
class simd_if {
public:
    CM_INLINE simd_if() : outside_(detail::simd()), left_(outside_.active) {}
    simd_if(const simd_if&) = delete;
    simd_if& operator=(const simd_if&) = delete;
    CM_INLINE ~simd_if() {
        simd_state& state = detail::simd();
        state.active = outside_.active & ~state.gone();
        if (outside_.width != kUnknownWidth) state.width = outside_.width;  // else a loop learns its width
    }

    template <class X>
    CM_INLINE bool enter(const X& condition) {
        const std::uint32_t wanted = channels(condition);
        left_ = within_width(left_);
        detail::simd().active = wanted & left_;
        left_ &= ~wanted;
        return detail::simd().active != 0;
    }
    // Between two branches: the next condition is computed for the channels that have taken no branch
    // yet.
    CM_INLINE simd_if& next() {
        detail::simd().active = left_ & ~detail::simd().gone();
        return *this;
    }
    CM_INLINE bool enter_rest() {
        next();
        left_ = 0;
        return detail::simd().active != 0;
    }

private:
    const simd_state outside_;
    std::uint32_t left_;
};

class simd_loop {
public:
    CM_INLINE simd_loop() : outside_(detail::simd()) {
        simd_state& state = detail::simd();
        state.round = state.active;
        state.waiting = state.broken = 0;
        if (!state.width) state.width = kUnknownWidth;
    }
    simd_loop(const simd_loop&) = delete;
    simd_loop& operator=(const simd_loop&) = delete;
    CM_INLINE ~simd_loop() { detail::simd() = outside_; }

    // Before the condition: channels that waited for the next round come back.
    CM_INLINE simd_loop& rejoin() {
        simd_state& state = detail::simd();
        state.active = state.round & ~state.broken;
        state.waiting = 0;
        return *this;
    }
    template <class X>
    CM_INLINE bool again(const X& condition) {
        const std::uint32_t wanted = channels(condition);
        simd_state& state = detail::simd();
        state.active = within_width(state.active & wanted);
        state.round = state.active;
        return state.active != 0;
    }

private:
    const simd_state outside_;
};

// Takes the active channels out of the innermost loop, for good or until its next round. Returns whether the
// round has no channel left.
CM_INLINE bool leave_loop(bool for_good) {
    simd_state& state = detail::simd();
    (for_good ? state.broken : state.waiting) |= state.active;
    state.active = 0;
    // In the first round the loop may not know its width yet. Leaving channels know it.
    return within_width(state.round & ~state.gone()) == 0;
}

// Bit k: channel k is active. All ones outside SIMD control flow, or if the width is not the block's.
CM_INLINE std::uint32_t active_mask(int width) {
    if (!cm_simd_used) return low_bits(width);
    const simd_state& state = detail::simd();
    return low_bits(width) & (state.width == width ? state.active : ~0u);
}

}  // namespace cm

#pragma clang diagnostic ignored "-Wshadow"  // nested blocks use the same names

#define SIMD_IF_BEGIN(...)         \
    {                              \
        cm_simd_used = true;       \
        ::cm::simd_if cm_simd_if_; \
        for (bool cm_enter_ = cm_simd_if_.enter((__VA_ARGS__)); cm_enter_; cm_enter_ = false)
#define SIMD_ELSEIF(...) \
    for (bool cm_enter_ = cm_simd_if_.next().enter((__VA_ARGS__)); cm_enter_; cm_enter_ = false)
#define SIMD_ELSE for (bool cm_enter_ = cm_simd_if_.enter_rest(); cm_enter_; cm_enter_ = false)
#define SIMD_IF_END }

#define SIMD_DO_WHILE_BEGIN            \
    {                                  \
        __label__ cm_round_end_;       \
        cm_simd_used = true;           \
        ::cm::simd_loop cm_simd_loop_; \
        do {                           \
            do
#define SIMD_DO_WHILE_END(...)                          \
    while (false)                                       \
        ;                                               \
    cm_round_end_:                                      \
    __attribute__((unused));                            \
    }                                                   \
    while (cm_simd_loop_.rejoin().again((__VA_ARGS__))) \
        ;                                               \
    }
// `continue` ends the innermost block's body: a branch of an if, or a loop's round.
#define SIMD_BREAK                                      \
    {                                                   \
        if (::cm::leave_loop(true)) goto cm_round_end_; \
        continue;                                       \
    }
#define SIMD_CONTINUE                                    \
    {                                                    \
        if (::cm::leave_loop(false)) goto cm_round_end_; \
        continue;                                        \
    }
