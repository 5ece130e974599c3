// SPDX-License-Identifier: MIT
// What stays on the target between regions: alloc_if() and free_if().
#pragma once

#include "guarded_memory.h"

#include <memory>
#include <string>

namespace genmedia::gfx {

struct HeldMemory {
    std::shared_ptr<GuardedMemory> memory;
    size_t offset = 0;  // of what was asked for
    size_t bytes = 0;   // from there to its end
    std::string since;  // who brought it there

    void* data() const { return static_cast<char*>(memory->data()) + offset; }
};

// What the target has for the host's memory from here on; none: `memory` is null.
HeldMemory held_at(const void* host);
// Whether it has something for some of these bytes; then `since` says who brought it.
bool is_held(const void* host, size_t bytes, std::string& since);
void hold(const void* host, HeldMemory memory);
void release(const void* host);

}  // namespace genmedia::gfx
