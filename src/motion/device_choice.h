// SPDX-License-Identifier: MIT
// Which device searches pictures.
#pragma once

#include "motion/opencl/device_search.h"

#include <mutex>

namespace genmedia::motion {

// Threads may call all but status() at once.
class DeviceChoice {
public:
    explicit DeviceChoice(int wanted) : wanted_(wanted) {}

    // Refuses a device that is not there.
    Status find();

    // Searches a picture by on_cpu(), or on the device. A picture without motion does not decide which.
    void search(const search::PictureSearch& search, MotionField& field, const std::function<void()>& on_cpu);

    // Whether the device searches.
    bool is_open() const {
        const std::lock_guard lock(mutex_);
        return device_ != nullptr;
    }

    // Not ok once the device has failed. Must not be called while others search.
    const Status& status() const { return status_; }

private:
    // The device, opened if need be; null: this processor searches. Callers of these functions hold the lock.
    std::shared_ptr<DeviceSearch> open();
    void leave(const Status& why);
    void decide(const search::PictureSearch& search, MotionField& field, const std::function<void()>& on_cpu);

    const int wanted_;          // MotionOptions::device
    mutable std::mutex mutex_;  // of what follows
    int number_ = 0;            // of the device, once it is checked; 0: this processor
    bool checked_ = false;
    bool undecided_ = false;  // whether the device is faster
    std::shared_ptr<DeviceSearch> device_;
    Status status_;
};

}  // namespace genmedia::motion
