// SPDX-License-Identifier: MIT
// What a program's search for a device came to. Where it ends without one, the log says what there was.
#pragma once

namespace genmedia::opencl {

// A platform's name was asked for.
void note_platform_named(bool is_pocl);

// Devices of a type were asked for, and some were found or none.
void note_device_search(bool is_pocl, bool found);

}  // namespace genmedia::opencl
