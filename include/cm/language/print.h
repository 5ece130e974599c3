// SPDX-License-Identifier: MIT
// printf in kernels. CM spec 4.17: text goes to the print buffer, which the host flushes.
#pragma once

#ifdef CM_GEN
#include "../gen/gen_print.h"
#else

#include "../thread/thread.h"

#include <cstdio>

namespace cm {

template <class A>
CM_INLINE A printable(A a) {
    return a;
}
CM_INLINE double printable(half a) { return static_cast<float>(a); }

// Returns the number of bytes put in the buffer.
template <class... A>
inline int print(const char* format, A... a) {
    char text[4096];
    const int wanted = std::snprintf(text, sizeof text, format, printable(a)...);
    if (wanted < 0) return 0;
    const std::size_t bytes =
        static_cast<std::size_t>(wanted) < sizeof text ? static_cast<std::size_t>(wanted) : sizeof text - 1;
    cm_abi::Thread& t = this_thread();
    t.dispatch->host->print(&t, text, bytes);
    return static_cast<int>(bytes);
}

}  // namespace cm

#define printf(...) ::cm::print(__VA_ARGS__)

#endif
