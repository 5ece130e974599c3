// SPDX-License-Identifier: MIT
// What the language leaves open and a program should be told of.
#include "gfx/gfxcc/gfx_abi.h"

#include "messages.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <string>

using namespace genmedia::gfx;

namespace {

std::mutex mutex;
std::set<std::string>& told() {
    static auto* const all = new std::set<std::string>;
    return *all;
}

}  // namespace

extern "C" {

long gfxcc_unequal_lengths(long one, long other, const char* file, int line) {
    const std::lock_guard lock(mutex);
    if (told().insert(place(file, line)).second)
        say(place(file, line) + ": sections of " + std::to_string(one) + " and " + std::to_string(other) +
            " elements in one statement; the shorter length is taken");
    return std::min(one, other);
}

int gfxcc_grain(long wanted) { return static_cast<int>(std::clamp(wanted, 1L, 1L << 30)); }
}
