// SPDX-License-Identifier: MIT
// Devices that motion can be searched on; MotionOptions::device chooses one.
#pragma once

#include "genmedia/status.h"

#include <string>
#include <vector>

namespace genmedia {

// Values of MotionOptions::device beside the numbers of list_devices().
inline constexpr int kDeviceCpu = 0;    // this processor
inline constexpr int kDeviceGpu = -1;   // the first GPU
inline constexpr int kDeviceAuto = -2;  // the first GPU where it is faster than this processor, else this

// A device of list_devices().
struct DeviceInfo {
    int number = 0;    // MotionOptions::device
    std::string name;  // as its driver says
    bool is_gpu = false;
    // Which instructions the unit's functions use there: a backend's name, "ptx", "amd" or "opencl".
    std::string path;
};

// This processor, whose number is 0, then all OpenCL devices in the order of the OpenCL loader.
GENMEDIA_API std::vector<DeviceInfo> list_devices();

}  // namespace genmedia
