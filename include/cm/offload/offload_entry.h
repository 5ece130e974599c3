// SPDX-License-Identifier: MIT
// A region as a kernel: its surfaces, the first round, and all that its lambda captures as one vector.
#pragma once

#include "../thread/entry.h"

namespace cm::offload {

template <class V>
struct memory_of;

// An even number, since three look like what Gen's driver passes besides: the group's place and size.
template <class C>
inline constexpr int words_of = static_cast<int>((sizeof(C) + 7) / 8) * 2;

// The host's bytes of what a lambda captures.
template <class C>
CM_INLINE C captured(const vector<uint, words_of<C>>& words) {
    struct Bytes {
        uint word[words_of<C>];
    } all;
#pragma unroll
    for (int i = 0; i < words_of<C>; i++) all.word[i] = words(i);
    alignas(C) char place[sizeof(Bytes)];
    __builtin_memcpy(place, &all, sizeof all);
    return *reinterpret_cast<C*>(place);
}

template <class C, class Call>
struct region_kernel;
template <class C, class... M>
struct region_kernel<C, void (C::*)(int, int, M...)> {
    template <class>
    using index = SurfaceIndex;
    static void run(index<M>... surfaces, int first, vector<uint, words_of<C>> words) {
        C closure = captured<C>(words);
        closure(first + get_thread_origin_x(), get_thread_origin_y(), M{surfaces}...);
    }

    // Tells apart what templates make of one region.
    static constexpr uint64_t hash() {
        uint64_t h = 14695981039346656037ULL;
        for (const char c : __PRETTY_FUNCTION__) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
        return h;
    }
};

template <class C>
using kernel_of = region_kernel<C, decltype(&C::operator())>;

#ifdef CM_GEN
template <int Number, class C>
void region_entry(const C&) {
    auto* volatile kept = &gen::entry<Number, &kernel_of<C>::run>::run;  // else nobody would compile it
    (void)kept;
}
#endif

}  // namespace cm::offload

namespace gfxcc {
namespace kernel = ::cm::offload;
}
