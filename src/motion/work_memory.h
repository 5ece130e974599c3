// SPDX-License-Identifier: MIT
// Memory for large values that are made and thrown away again and again, as those of each picture's search
// are. TBB's allocator keeps it. Malloc may give it back to the system each time; then new pages take a fifth
// of a field's time.
#pragma once

#include <memory>
#include <vector>

// Sanitizers have to see each allocation. GCC has the first two names; libraries define __has_feature for it,
// too, as always 0.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GENMEDIA_PLAIN_WORK_MEMORY
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GENMEDIA_PLAIN_WORK_MEMORY
#endif
#endif
#ifndef GENMEDIA_PLAIN_WORK_MEMORY
#include <tbb/scalable_allocator.h>
#endif

namespace genmedia::motion {

#ifdef GENMEDIA_PLAIN_WORK_MEMORY
template <class T>
using WorkAllocator = std::allocator<T>;
#else
template <class T>
using WorkAllocator = tbb::scalable_allocator<T>;
#endif

template <class T>
using WorkVector = std::vector<T, WorkAllocator<T>>;

// Leaves numbers as they are in memory.
template <class T>
struct RawWorkAllocator : WorkAllocator<T> {
    template <class U>
    struct rebind {
        using other = RawWorkAllocator<U>;
    };
    void construct(T*) {}
};

// Of a count, whose values are yet to be set.
template <class T>
using RawWorkVector = std::vector<T, RawWorkAllocator<T>>;

}  // namespace genmedia::motion
