// SPDX-License-Identifier: MIT
#include "held_memory.h"

#include "gfx/runtime/messages.h"

#include <cstdlib>
#include <map>
#include <mutex>

namespace genmedia::gfx {
namespace {

struct HeldTable {
    std::mutex mutex;
    std::map<const char*, HeldMemory> all;  // by the host's memory
};

HeldTable& held_table() {
    static auto* const value = new HeldTable;  // until the very end
    return *value;
}

void name_what_was_kept() {
    const std::lock_guard lock(held_table().mutex);
    for (const auto& [host, held] : held_table().all)
        say(held.since + ": its " + std::to_string(held.bytes) +
            " bytes stayed on the target and were never freed; expected free_if(1)");
}

}  // namespace

HeldMemory held_at(const void* host) {
    const auto* const address = static_cast<const char*>(host);
    const std::lock_guard lock(held_table().mutex);
    const auto after = held_table().all.upper_bound(address);
    if (after == held_table().all.begin()) return {};
    const auto& [begin, found] = *std::prev(after);
    const auto offset = static_cast<size_t>(address - begin);
    if (offset > 0 && offset >= found.bytes) return {};
    HeldMemory part = found;
    part.offset = offset;
    part.bytes -= offset;
    return part;
}

bool is_held(const void* host, size_t bytes, std::string& since) {
    const auto* const address = static_cast<const char*>(host);
    const std::lock_guard lock(held_table().mutex);
    for (const auto& [begin, held] : held_table().all)
        if (begin < address + bytes && address < begin + held.bytes) {
            since = held.since;
            return true;
        }
    return false;
}

void hold(const void* host, HeldMemory memory) {
    static std::once_flag once;
    std::call_once(once, [] { std::atexit(name_what_was_kept); });
    const std::lock_guard lock(held_table().mutex);
    held_table().all[static_cast<const char*>(host)] = std::move(memory);
}

void release(const void* host) {
    const std::lock_guard lock(held_table().mutex);
    held_table().all.erase(static_cast<const char*>(host));
}

}  // namespace genmedia::gfx
