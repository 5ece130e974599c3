// SPDX-License-Identifier: MIT
// Which device searches pictures.
#pragma once

#include "motion/device_search.h"

namespace genmedia {

class DeviceChoice {
public:
    explicit DeviceChoice(int wanted) : wanted_(wanted) {}

    // Refuses a device that is not there.
    Status check();

    // Searches a picture as on_cpu() does: there, or on the device. A picture without motion decides nothing.
    void search(const PictureSearch& search, MotionField& field, const std::function<void()>& on_cpu);

    // Not ok once the device has failed.
    const Status& status() const { return status_; }

private:
    bool search_on_device(const PictureSearch& search, MotionField& field);
    void search_on_both(const PictureSearch& search, const MotionField& field,
                        const std::function<void()>& on_cpu);

    int wanted_;      // MotionOptions::device
    int number_ = 0;  // of the device, once it is checked; 0: this processor
    bool checked_ = false;
    bool undecided_ = false;  // whether the device is faster
    std::unique_ptr<DeviceSearch> device_;
    Status status_;
};

}  // namespace genmedia
