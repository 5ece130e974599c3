// SPDX-License-Identifier: MIT
// Kernels by name and by address, and the calls that enqueue them.
#include "gfx/gfx/gfx_types.h"
#include "gfx/gfxcc/gfx_abi.h"
#include "messages.h"
#include "offload_queue.h"
#include "thread_counts.h"

#include <cstring>
#include <memory>
#include <mutex>
#include <vector>

using namespace genmedia::gfx;

namespace {

struct Table {
    std::mutex mutex;
    std::vector<gfxcc_kernel> kernels;
};

Table& table() {
    static auto* const value = new Table;
    return *value;
}

// The first that fits.
template <class Fits>
bool find(const Fits& fits, gfxcc_kernel& found) {
    const std::lock_guard lock(table().mutex);
    for (const gfxcc_kernel& kernel : table().kernels)
        if (fits(kernel)) {
            found = kernel;
            return true;
        }
    return false;
}

bool fits(const gfxcc_kernel& kernel, const gfxcc_argument* arguments, int count) {
    if (count != kernel.count) return false;
    for (int i = 0; i < count; i++)
        if ((arguments[i].kind == GFXCC_POINTER) != (kernel.kinds[i] == GFXCC_POINTER)) return false;
    return true;
}

}  // namespace

extern "C" {

void gfxcc_add_kernel(const gfxcc_kernel* kernel) {
    const std::lock_guard lock(table().mutex);
    table().kernels.push_back(*kernel);
}

const void* gfxcc_kernel_target(const void* host) {
    gfxcc_kernel kernel;
    return find([&](const gfxcc_kernel& each) { return each.host == host; }, kernel) ? kernel.target : host;
}

int gfxcc_check_pointers(const void* const* pointers, int count) {
    for (int i = 0; i < count; i++) {
        if (pointers[i] == nullptr || is_shared(pointers[i])) continue;
        say("argument " + std::to_string(i + 1) +
            " of a kernel leads to memory that is not shared; expected _GFX_share before");
        failed(GFX_NOT_SHARED);
        return 0;
    }
    return 1;
}

long long gfxcc_enqueue(void (*call)(void* data), void (*drop)(void* data), void* data) {
    const std::shared_ptr<void> owned(data, drop);
    return enqueue([call, owned] { call(owned.get()); });
}

long long gfxcc_enqueue_kernel(const char* name, const void* kernel, const gfxcc_argument* arguments,
                               int count) {
    gfxcc_kernel found;
    const bool known = find(
        [&](const gfxcc_kernel& each) {
            return name != nullptr ? std::strcmp(each.name, name) == 0 : each.host == kernel;
        },
        found);
    if (!known) {
        say(name != nullptr
                ? "no kernel " + std::string(name) + "; expected a function marked target(gfx_kernel)"
                : std::string("a kernel by an address that no function marked target(gfx_kernel) has"));
        failed(GFX_KERNEL_NOT_FOUND);
        return 0;
    }
    if (!fits(found, arguments, count)) {
        say("kernel " + std::string(found.name) + " is enqueued with other arguments than its " +
            std::to_string(found.count));
        failed(GFX_WRONG_ARGUMENTS);
        return 0;
    }
    std::vector<gfxcc_argument> own(arguments, arguments + count);
    std::vector<const void*> pointers;
    for (const gfxcc_argument& argument : own)
        pointers.push_back(argument.kind == GFXCC_POINTER ? argument.pointer : nullptr);
    if (gfxcc_check_pointers(pointers.data(), count) == 0) return 0;
    return enqueue([found, own = std::move(own)] { found.call(found.target, own.data()); });
}

int _GFX_wait(GfxTaskId task, int milliseconds) { return wait_for(task, milliseconds); }

int _GFX_get_last_error() { return last_error(); }

int _GFX_set_thread_space_config(int space_width, int space_height, int group_width, int group_height) {
    const auto fits_pair = [](int one, int other) {
        return (one == 0 && other == 0) || (one > 0 && other > 0);
    };
    if (!fits_pair(space_width, space_height) || !fits_pair(group_width, group_height))
        return failed(GFX_INVALID_ARGUMENT);
    group_size() = {group_width, group_height};
    return GFX_SUCCESS;
}
}
