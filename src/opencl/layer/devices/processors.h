// SPDX-License-Identifier: MIT
// PoCL's processors beside a device: what the device cannot run runs there.
#pragma once

#include "opencl/layer/devices/target_device.h"
#include "opencl/layer/target.h"

#include <string>

namespace genmedia::opencl {

// Which programs run on processors in place of the device: GENMEDIA_CL_FALLBACK=never|auto|always. auto is
// those that the device cannot run; always is for tests.
enum class Fallback { never, where_needed, always };
Fallback fallback_choice();
inline bool falls_back() { return fallback_choice() != Fallback::never; }

// Made when they are first asked for, and never released: a kernel may run until the process ends.
struct Processors {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue launches = nullptr;  // keeps no order: each launch waits for its own memory
    cl_command_queue copies = nullptr;
    std::string missing;  // why there are none; the rest is null then
};
const Processors& processors();

// Whether the context is that of processors().
bool is_processors(cl_context context);

// Whether the kernels of a context are rewritten for a device that knows nothing of the engine.
inline bool on_device(cl_context context) { return on_device() && !is_processors(context); }

}  // namespace genmedia::opencl
