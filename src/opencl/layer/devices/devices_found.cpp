// SPDX-License-Identifier: MIT
#include "opencl/layer/devices/devices_found.h"

#include "opencl/layer/devices/presentation.h"
#include "opencl/layer/layer_log.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>

namespace genmedia::opencl {
namespace {

std::atomic<bool> saw_pocl, searched, found_device;

std::string what_there_was() {
    if (!saw_pocl) return "it saw no platform of PoCL (package pocl-opencl-icd)";
    const std::string seen = "it saw the platform '" + shown_platform_name() + "'";
    if (shown_as_intel()) return seen;
    return seen + ", as GENMEDIA_CL_AS is pocl; expected intel for one that looks for Intel's GPU";
}

// A program that only asks for names and exits without an error has not looked for a device.
void say_at_exit(int status, void*) {
    try {
        if (!found_device && (searched || status != 0))
            log().error("the program ended with status {} and without a device: {}", status,
                        what_there_was());
    } catch (...) {  // the program ends
    }
}

void note(bool is_pocl) {
    static std::once_flag registered;
    std::call_once(registered, [] { on_exit(say_at_exit, nullptr); });
    if (is_pocl) saw_pocl = true;
}

}  // namespace

void note_platform_named(bool is_pocl) { note(is_pocl); }

void note_device_search(bool is_pocl, bool found) {
    note(is_pocl);
    searched = true;
    if (found) found_device = true;
}

}  // namespace genmedia::opencl
