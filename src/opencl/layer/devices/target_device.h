// SPDX-License-Identifier: MIT
// Where kernels run that use what the layer adds: on PoCL, with the engine beside them, or on a device of a
// driver that knows nothing of it.
#pragma once

#include "opencl/builtins/device_prelude.h"
#include "opencl/layer/target.h"

namespace genmedia::opencl {

// portable: PoCL takes the place of such a device, so that this is tested where there is no GPU.
enum class DeviceChoice { processors, gpu, portable };

DeviceChoice device_choice();
inline bool on_device() { return device_choice() != DeviceChoice::processors; }

// The platform that programs see as Intel's.
bool is_presented(cl_platform_id platform);
// Whether the device is one that kernels can run on, if on_device().
bool is_chosen_device(cl_device_id device);

// How work-items of a sub-group wait for each other there. By a small kernel; each device is asked once.
Lanes lanes_of(cl_device_id device);

}  // namespace genmedia::opencl
