// SPDX-License-Identifier: MIT
#include "signals.h"

#include "gfx/gfxcc/gfx_abi.h"
#include "messages.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>

namespace genmedia::gfx {
namespace {

struct Signal {
    std::string place;
    std::function<void()> arrives;
};

struct Signals {
    std::mutex mutex;
    std::map<const void*, Signal> all;
};

Signals& signals() {
    static auto* const value = new Signals;  // until the very end
    return *value;
}

void name_what_nobody_waits_for() {
    const std::lock_guard lock(signals().mutex);
    for (const auto& [tag, signal] : signals().all)
        say(signal.place + ": nothing waits for its signal; expected wait(tag) before its results are used");
}

}  // namespace

void signal_tag(const void* tag, const std::string& place, std::function<void()> arrives) {
    static std::once_flag once;
    std::call_once(once, [] { std::atexit(name_what_nobody_waits_for); });
    Signal next{place, std::move(arrives)};
    {
        const std::lock_guard lock(signals().mutex);
        std::swap(signals().all[tag], next);
    }
    if (next.arrives) next.arrives();
}

}  // namespace genmedia::gfx

extern "C" void gfxcc_wait(const void* tag, const char* file, int line) {
    using namespace genmedia::gfx;
    Signal signal;
    {
        const std::lock_guard lock(signals().mutex);
        const auto found = signals().all.find(tag);
        if (found == signals().all.end())
            fail(place(file, line) +
                 ": wait for a tag that no region before it signals; expected the address that signal() got");
        signal = std::move(found->second);
        signals().all.erase(found);
    }
    signal.arrives();
}
