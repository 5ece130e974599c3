// SPDX-License-Identifier: MIT
// Memory for large values that are made and thrown away again and again, as those of each picture's search
// are. TBB's allocator keeps it. Where malloc gives it back to the system, each picture pays for new pages: a
// fifth of a field's time.
#pragma once

#include <tbb/scalable_allocator.h>

#include <vector>

namespace genmedia {

template <class T>
using WorkVector = std::vector<T, tbb::scalable_allocator<T>>;

}  // namespace genmedia
