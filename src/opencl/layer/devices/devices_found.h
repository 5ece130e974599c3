// SPDX-License-Identifier: MIT
// What a program's search for a device found. If it found none, the log says at the end what there was.
#pragma once

namespace genmedia::opencl {

// A platform's name was asked for.
void note_platform_named(bool is_pocl);

// Devices of a type were asked for. `found`: there were some.
void note_device_search(bool is_pocl, bool found);

}  // namespace genmedia::opencl
