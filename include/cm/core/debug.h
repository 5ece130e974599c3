// SPDX-License-Identifier: MIT
// Checks of kernels compiled for debugging (CM_DEBUG, which cmc sets with -O0 -g): an index outside its
// object ends the program with the kernel's file and line. Without CM_DEBUG an index is an int and nothing is
// checked.
#pragma once

#include "types.h"

#ifdef CM_DEBUG
#include <cstdio>
#include <cstdlib>
#endif

namespace cm {

#ifdef CM_DEBUG

// Replaces the output of messages in a kernel that the runtime runs. Does not return either.
inline void (*fail_hook)(const char* file, int line, const char* message) = nullptr;

// Never returns.
__attribute__((noinline)) inline void fail(const char* file, int line, const char* message) {
    if (fail_hook) fail_hook(file, line, message);
    std::fprintf(stderr, "%s:%d: %s\n", file, line, message);
    std::abort();
}

// An index that knows the place in the kernel where it was written.
struct index {
    template <class I, std::enable_if_t<is_scalar<I>, int> = 0>
    index(I i, const char* source = __builtin_FILE(), int source_line = __builtin_LINE())
        : value(static_cast<long>(i)), file(source), line(source_line) {}
    long value;
    const char* file;
    int line;
};

inline long checked(const index& i, long count, const char* what) {
    if (i.value < 0 || i.value >= count) {
        char message[128];
        std::snprintf(message, sizeof message, "%s %ld is outside of 0..%ld", what, i.value, count - 1);
        fail(i.file, i.line, message);
    }
    return i.value;
}
inline long value_of(const index& i) { return i.value; }

#define CM_CONSTANT_WITHIN(i, count, message)

#else

using index = int;
// Goes after a function's parameters. Refuses calls in which i is a constant outside 0..count-1.
#define CM_CONSTANT_WITHIN(i, count, message) \
    __attribute__((diagnose_if(i < 0 || i >= count, message, "error")))
CM_INLINE long checked(index i, long, const char*) { return i; }
CM_INLINE long value_of(index i) { return i; }

#endif

}  // namespace cm
