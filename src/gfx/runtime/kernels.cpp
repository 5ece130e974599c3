// SPDX-License-Identifier: MIT
// Kernels by name and by address, and the calls that enqueue them.
#include "gfx/gfx/gfx_types.h"
#include "gfx/gfxcc/gfx_abi.h"
#include "gfx_images.h"
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
    const auto is_number = [](int kind) { return kind == GFXCC_INTEGER || kind == GFXCC_REAL; };
    for (int i = 0; i < count; i++) {
        const int given = arguments[i].kind, wanted = kernel.kinds[i];
        if (given != wanted && !(is_number(given) && is_number(wanted))) return false;
    }
    return true;
}

// Null pointers are left alone.
bool is_usable(const gfxcc_argument& argument, int position) {
    const std::string which = "argument " + std::to_string(position) + " of a kernel";
    if (argument.kind == GFXCC_IMAGE && !is_image(argument.pointer)) {
        say(which + " is no image; expected one that is not closed");
        failed(GFX_INVALID_ARGUMENT);
        return false;
    }
    if (argument.kind != GFXCC_POINTER || argument.pointer == nullptr || is_shared(argument.pointer))
        return true;
    say(which + " leads to memory that is not shared; expected _GFX_share before");
    failed(GFX_NOT_SHARED);
    return false;
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

long long gfxcc_enqueue(void (*call)(void* data), void (*drop)(void* data), void* data,
                        const gfxcc_argument* arguments, int count) {
    const std::shared_ptr<void> owned(data, drop);
    for (int i = 0; i < count; i++)
        if (!is_usable(arguments[i], i + 1)) return 0;
    return enqueue([call, owned, images = use_images(arguments, count)] { call(owned.get()); });
}

long long gfxcc_enqueue_kernel(const char* name, const void* kernel, const gfxcc_argument* arguments,
                               int count) {
    gfxcc_kernel found;
    const bool known = find(
        [&](const gfxcc_kernel& each) {
            return name != nullptr ? std::strcmp(each.name, name) == 0
                                   : each.host == kernel || each.target == kernel;
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
    struct Call {
        gfxcc_kernel kernel;
        std::vector<gfxcc_argument> arguments;
    };
    return gfxcc_enqueue(
        [](void* data) {
            const Call& call = *static_cast<Call*>(data);
            call.kernel.call(call.kernel.target, call.arguments.data());
        },
        [](void* data) { delete static_cast<Call*>(data); },
        new Call{found, std::vector<gfxcc_argument>(arguments, arguments + count)}, arguments, count);
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
