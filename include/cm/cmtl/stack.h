// SPDX-License-Identifier: MIT
// Stacks of W channels. `stack` holds the top CACHESIZE elements of each channel, a buffer holds the rest. CM
// spec 6.5.
//
// Only these functions use context and context_ii. Element (0, k) of context is the number of channel k's
// elements in `stack`. The elements below are in the buffer, from byte context_ii(1, k) to context_ii(0, k).
// The buffer has MaxSize elements for each channel of each thread, ordered by the threads' x (as in Intel's
// library; threads with the same x share them).
#pragma once

#include "../dataport/oword_block.h"
#include "../thread/thread.h"

namespace cmtl {

template <class T, int W, int CACHESIZE, class C, class I>
CM_INLINE void CachedStackInit(C&& context, I&& context_ii, uint max_size) {
    static_assert(CACHESIZE * sizeof(T) % 128 == 0,
                  "a stack's cache is whole pieces of 128 bytes (CM spec 6.5.1)");
    static_assert(::cm::rows_of<C> >= 2 && ::cm::cols_of<C> == W && ::cm::count_of<I> == 2 * W,
                  "a stack's contexts have two rows of an element for each channel (CM spec 6.5.1)");
    for (int k = 0; k < W; k++) {
        const uint at = (get_thread_origin_x() * W + k) * max_size * static_cast<uint>(sizeof(T));
        ::cm::set_lane(context, k, 0);
        ::cm::set_lane(context, W + k, static_cast<short>(k));
        ::cm::set_lane(context_ii, k, static_cast<int>(at));
        ::cm::set_lane(context_ii, W + k, static_cast<int>(at));
    }
}

// 1 for empty channels, else 0.
template <int W, class C, class I, class E>
CM_INLINE void CachedStackEmpty(const C& context, const I&, E&& is_empty) {
    for (int k = 0; k < W; k++) ::cm::set_lane(is_empty, k, ::cm::lane<int>(context, k) == 0);
}

// Must not be called for a channel that has max_size elements.
template <class T, int W, int CACHESIZE, class C, class I, class S, class E>
CM_INLINE void CachedStackPush(SurfaceIndex surface, C&& context, I&& context_ii, S&& stack,
                               const E& element) {
    for (int k = 0; k < W; k++) {
        int count = ::cm::lane<int>(context, k);
        if (count == CACHESIZE) {
            const int at = ::cm::lane<int>(context_ii, k);
            write(surface, at, stack.row(k));
            ::cm::set_lane(context_ii, k, at + CACHESIZE * static_cast<int>(sizeof(T)));
            count = 0;
        }
        ::cm::set_lane(stack, k * CACHESIZE + count, ::cm::lane<T>(element, k));
        ::cm::set_lane(context, k, static_cast<short>(count + 1));
    }
}

// The topmost elements; 0 for empty channels.
template <class T, int W, int CACHESIZE, class C, class I, class S, class E>
CM_INLINE void CachedStackTop(SurfaceIndex, const C& context, const I&, const S& stack, E&& element) {
    for (int k = 0; k < W; k++) {
        const int count = ::cm::lane<int>(context, k);
        ::cm::set_lane(element, k, count > 0 ? ::cm::lane<T>(stack, k * CACHESIZE + count - 1) : T(0));
    }
}

// The topmost elements. Removes those whose mask element is 1. Must not be called for an empty channel.
template <class T, int W, int CACHESIZE, class C, class I, class S, class E, class M>
CM_INLINE void CachedStackPop(SurfaceIndex surface, C&& context, I&& context_ii, S&& stack, E&& element,
                              const M& mask, [[maybe_unused]] const char* file = __builtin_FILE(),
                              [[maybe_unused]] int line = __builtin_LINE()) {
    CachedStackTop<T, W, CACHESIZE>(surface, context, context_ii, stack, element);
    for (int k = 0; k < W; k++) {
        if (::cm::lane<int>(mask, k) == 0) continue;
        int count = ::cm::lane<int>(context, k) - 1;
#ifdef CM_DEBUG
        if (count < 0) ::cm::fail(file, line, "CachedStackPop of an empty channel");
#endif
        const int at = ::cm::lane<int>(context_ii, k);
        if (count <= 0 && at > ::cm::lane<int>(context_ii, W + k)) {
            const int below = at - CACHESIZE * static_cast<int>(sizeof(T));
            read(surface, below, stack.row(k));
            ::cm::set_lane(context_ii, k, below);
            count = CACHESIZE;
        }
        ::cm::set_lane(context, k, static_cast<short>(count > 0 ? count : 0));
    }
}

}  // namespace cmtl
