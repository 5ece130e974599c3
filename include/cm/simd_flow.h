// SIMD control flow: SIMD_IF_BEGIN, SIMD_ELSEIF, SIMD_ELSE, SIMD_IF_END, SIMD_DO_WHILE_BEGIN,
// SIMD_DO_WHILE_END, SIMD_BREAK, SIMD_CONTINUE. CM spec 3.4.2.
//
// Inside a block, a statement whose destination has as many elements as the block has channels writes those
// of the active channels; any(), all(), sums and so on look at active channels. A block without an active
// channel is skipped, and so is the rest of a loop's round that all channels have left. Where all those of an
// enclosing if have left, but the loop has others, scalar statements that follow in that if run still.
#pragma once

#include "pieces.h"
#include "thread.h"

namespace cm {

class simd_block;

CM_INLINE simd_block* current_block() { return static_cast<simd_block*>(detail::simd_slot()); }

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
    vec<int, W> m = __builtin_convertvector(lanes, vec<int, W>);
    auto bit = lane_bits<W>(std::make_integer_sequence<int, W>());
    return reduce_or<uint, W>(bits<vec<uint, W>>(m) & bit);
}
// All ones in the lanes whose bit is set.
template <int W>
CM_INLINE vec<int, W> unpack_lanes(std::uint32_t mask) {
    auto bit = lane_bits<W>(std::make_integer_sequence<int, W>());
    return (splat<uint, W>(mask) & bit) != 0u;
}

// A SIMD if or loop that is being executed; blocks nest as the kernel's do.
class simd_block {
public:
    simd_block(const simd_block&) = delete;
    simd_block& operator=(const simd_block&) = delete;

    std::uint32_t active() const { return active_; }
    int width() const { return width_; }  // 0: a loop whose width is not known yet

    // Takes the active channels out of the innermost loop: for good, or until its next round. Whether the
    // round has no channel left.
    static bool leave_loop(bool for_good) {
        simd_block* inner = current_block();
        bool all_left = false;
        for (simd_block* b = inner; b; b = b->outer_) {
            if (!b->is_loop_) continue;
            b->waiting_ |= for_good ? 0 : inner->active_;
            b->broken_ |= for_good ? inner->active_ : 0;
            // In the first round the loop does not know its width yet, but who leaves it does.
            all_left = (b->active_ & low_bits(inner->width_ ? inner->width_ : 32) &
                        ~(b->broken_ | b->waiting_)) == 0;
            break;
        }
        inner->active_ = 0;
        return all_left;
    }

protected:
    explicit simd_block(bool is_loop) : outer_(current_block()), is_loop_(is_loop) {
        if (outer_) {
            active_ = outer_->active_;
            width_ = outer_->width_;
        }
        detail::simd_slot() = this;
    }
    ~simd_block() {
        detail::simd_slot() = outer_;
        if (outer_) outer_->active_ &= ~gone();
    }

    // Channels of the condition; a scalar stands for all channels.
    template <class X>
    std::uint32_t channels(const X& condition) {
        if constexpr (is_object<X>) {
            constexpr int n = count_of<X>;
            static_assert(n == 1 || n == 2 || n == 4 || n == 8 || n == 16 || n == 32,
                          "a SIMD condition has 2, 4, 8, 16 or 32 elements (CM spec 3.4.2)");
            if (n > 1) width_ = n;
            using T = element_t<X>;
            const std::uint32_t set =
                pack_lanes<n>(load<compute_t<T>, 0, n>(condition) != raw_t<compute_t<T>>(0));
            return n > 1 ? set : set ? 0xffffffffu : 0u;
        } else {
            return condition ? 0xffffffffu : 0u;
        }
    }
    // What left the innermost loop since the block began.
    std::uint32_t gone() const {
        for (const simd_block* b = is_loop_ ? outer_ : this; b; b = b->outer_)
            if (b->is_loop_) return b->broken_ | b->waiting_;
        return 0;
    }

    simd_block* outer_;
    bool is_loop_;
    int width_ = 0;
    std::uint32_t active_ = 0xffffffffu;
    std::uint32_t waiting_ = 0, broken_ = 0;  // of a loop
};

class simd_if : public simd_block {
public:
    simd_if() : simd_block(false), left_(active_) {}
    template <class X>
    bool enter(const X& condition) {
        active_ = channels(condition) & left_;
        if (width_) left_ &= low_bits(width_);
        active_ &= left_;
        left_ &= ~active_;
        return active_ != 0;
    }
    // Between two branches: the condition of the next one is computed for the channels that have not had
    // theirs.
    simd_if& next() {
        active_ = left_ & ~gone();
        return *this;
    }
    bool enter_rest() {
        next();
        left_ = 0;
        return active_ != 0;
    }

private:
    std::uint32_t left_;
};

class simd_loop : public simd_block {
public:
    simd_loop() : simd_block(true), round_(active_) {}
    // Before the condition: who waits for the next round comes back.
    simd_loop& rejoin() {
        active_ = round_ & ~broken_;
        waiting_ = 0;
        return *this;
    }
    template <class X>
    bool again(const X& condition) {
        active_ &= channels(condition);
        if (width_) active_ &= low_bits(width_);
        round_ = active_;
        return active_ != 0;
    }

private:
    std::uint32_t round_;
};

// Bit k: channel k is active. All ones outside of SIMD control flow, and where the width is not the block's.
CM_INLINE std::uint32_t active_mask(int width) {
    if (!cm_simd_used) return low_bits(width);
    const simd_block* b = current_block();
    if (!b || b->width() != width) return low_bits(width);
    return b->active() & low_bits(width);
}

}  // namespace cm

#pragma clang diagnostic ignored "-Wshadow"  // blocks nest, with the same names

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
#define SIMD_BREAK                                                  \
    {                                                               \
        if (::cm::simd_block::leave_loop(true)) goto cm_round_end_; \
        continue;                                                   \
    }
#define SIMD_CONTINUE                                                \
    {                                                                \
        if (::cm::simd_block::leave_loop(false)) goto cm_round_end_; \
        continue;                                                    \
    }
