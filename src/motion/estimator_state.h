// SPDX-License-Identifier: MIT
// What is inside of a MotionEstimator.
#pragma once

#include "genmedia/motion.h"
#include "motion/device_choice.h"
#include "motion/true_motion/kept_pictures.h"

namespace genmedia {

struct MotionEstimator::State {
    MotionOptions options;
    // What no device does this processor does where it may choose.
    motion::DeviceChoice device{
        options.refined && options.device == kDeviceAuto ? kDeviceCpu : options.device, options.field};

    motion::KeptPictures kept{};  // of true motion on this processor

    // Refuses what true motion cannot do on the chosen device, and a device that is not there.
    Status find_device();
};

}  // namespace genmedia
