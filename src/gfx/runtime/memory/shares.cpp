// SPDX-License-Identifier: MIT
// Memory that kernels may use.
#include "gfx/gfx/gfx_types.h"
#include "gfx/runtime/messages.h"
#include "gfx/runtime/offload_queue.h"

#include <cstdlib>
#include <map>
#include <mutex>

namespace genmedia::gfx {
namespace {

struct Share {
    size_t bytes;
    bool allocated;  // by _GFX_svm_alloc
};

struct Shares {
    std::mutex mutex;
    std::map<const char*, Share> all;
};

Shares& shares() {
    static auto* const value = new Shares;
    return *value;
}

// On a GPU its pages would stay locked.
void name_what_stays() {
    const std::lock_guard lock(shares().mutex);
    for (const auto& [memory, share] : shares().all)
        if (!share.allocated)
            say("memory of " + std::to_string(share.bytes) + " bytes was shared and never unshared");
}

void add(const void* memory, size_t bytes, bool allocated) {
    static std::once_flag once;
    std::call_once(once, [] { std::atexit(name_what_stays); });
    const std::lock_guard lock(shares().mutex);
    shares().all[static_cast<const char*>(memory)] = {bytes, allocated};
}

bool remove(const void* memory, bool allocated) {
    const std::lock_guard lock(shares().mutex);
    const auto found = shares().all.find(static_cast<const char*>(memory));
    if (found == shares().all.end() || found->second.allocated != allocated) return false;
    shares().all.erase(found);
    return true;
}

}  // namespace

bool is_shared(const void* memory) {
    const auto* const address = static_cast<const char*>(memory);
    const std::lock_guard lock(shares().mutex);
    const auto after = shares().all.upper_bound(address);
    if (after == shares().all.begin()) return false;
    const auto share = std::prev(after);
    return address < share->first + share->second.bytes;
}

}  // namespace genmedia::gfx

using namespace genmedia::gfx;

extern "C" {

int _GFX_share(const void* memory, size_t bytes) {
    if (memory == nullptr || bytes == 0) return failed(GFX_INVALID_ARGUMENT);
    add(memory, bytes, false);
    return GFX_SUCCESS;
}

int _GFX_unshare(const void* memory) { return remove(memory, false) ? GFX_SUCCESS : failed(GFX_NOT_SHARED); }

void* _GFX_svm_alloc(size_t bytes) {
    void* const memory = std::calloc(1, bytes);
    if (memory != nullptr) add(memory, bytes, true);
    return memory;
}

void _GFX_svm_free(void* memory) {
    if (memory != nullptr && !remove(memory, true))
        fail("_GFX_svm_free of memory that _GFX_svm_alloc did not give");
    std::free(memory);
}
}
