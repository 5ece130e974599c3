// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/fiber_choice.h"

#include "base/settings.h"
#include "opencl/layer/layer_log.h"

#include <atomic>
#include <string>

namespace genmedia::opencl {
namespace {

std::atomic<bool> forbidden = false;

Fibers asked_for() {
    const std::string value =
        base::value_of(base::settings::kClLanes).value_or(base::settings::kClLanes.otherwise);
    if (value == "never") return Fibers::never;
    if (value == "always") return Fibers::wherever_possible;
    if (value != "auto") log().error("{}; auto is taken", base::wrong_value(base::settings::kClLanes, value));
    return Fibers::where_needed;
}

}  // namespace

Fibers fiber_choice(bool alone) {
    static const Fibers asked = asked_for();
    if (forbidden || asked == Fibers::never) return Fibers::never;
    return alone ? asked : Fibers::all_or_none;
}

void forbid_fibers() { forbidden = true; }

}  // namespace genmedia::opencl
