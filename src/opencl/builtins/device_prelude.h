// SPDX-License-Identifier: MIT
// The built-in functions in OpenCL C for devices that are a GPU's own driver: free of calls into this library, and with the
// unit itself (vme/opencl).
#pragma once

#include <string>
#include <string_view>

namespace genmedia::opencl {

enum class Lanes { meet_at_barriers, ptx };

// What goes before the text of a program that rewrite_for_device() made: what it may use. `helpers`: its kernels that ask the
// unit may be launched with work-items that help, where lanes are ptx (device/helpers.cl).
std::string device_prelude(Lanes lanes, bool helpers, std::string_view program);

// `text` and then `user`, which uses what `text` defines at file scope, by names that no program has: between two blocks of
// macros.
std::string with_own_names(const std::string& text, const std::string& user);

}  // namespace genmedia::opencl
