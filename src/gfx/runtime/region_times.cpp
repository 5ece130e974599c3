// SPDX-License-Identifier: MIT
#include "region_times.h"

#include "messages.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

namespace genmedia::gfx {
namespace {

struct Times {
    std::mutex mutex;
    struct Row {
        long runs = 0, offloaded = 0;
        double milliseconds = 0;
    };
    std::map<std::string, Row> rows;
};

Times& times() {
    static auto* const all = new Times;  // until the very end
    return *all;
}

void show() {
    for (const auto& [region, row] : times().rows)
        std::fprintf(stderr, "gfx: %s: %ld runs, %ld offloaded, %.3f ms\n", region.c_str(), row.runs,
                     row.offloaded, row.milliseconds);
}

bool wanted() {
    static const bool value = [] {
        const bool set = number_from_environment("GFX_SHOW_TIME", 0, 0) > 0;
        if (set) std::atexit(show);
        return set;
    }();
    return value;
}

}  // namespace

void note_region(const std::string& place, bool offloaded, double milliseconds) {
    if (!wanted()) return;
    const std::lock_guard lock(times().mutex);
    Times::Row& row = times().rows[place];
    row.runs++;
    row.offloaded += offloaded ? 1 : 0;
    row.milliseconds += milliseconds;
}

}  // namespace genmedia::gfx
