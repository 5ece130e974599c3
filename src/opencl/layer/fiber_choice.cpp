#include "opencl/layer/fiber_choice.h"

#include "opencl/layer/log.h"

#include <atomic>
#include <cstdlib>
#include <string_view>

namespace genmedia::opencl {
namespace {

constexpr const char* variable = "GENMEDIA_CL_LANES";
std::atomic<bool> forbidden = false;

Fibers asked_for() {
    const char* text = std::getenv(variable);
    const std::string_view value = text == nullptr || *text == '\0' ? "auto" : text;
    if (value == "never") return Fibers::never;
    if (value == "always") return Fibers::wherever_possible;
    if (value != "auto") log().error("{}={}: expected never, auto or always; auto is taken", variable, value);
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
