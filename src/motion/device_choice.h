// SPDX-License-Identifier: MIT
// Which device searches pictures.
#pragma once

#include "motion/opencl/device_search.h"

#include <functional>
#include <memory>
#include <mutex>

namespace genmedia::motion {

// Threads may call all but status() at once.
class DeviceChoice {
public:
    DeviceChoice(int wanted, Field field) : wanted_(wanted), field_(field) {}

    // Refuses a device that is not there.
    Status find();

    // A search of a picture, which may be done here and there, one result being the other's.
    struct Search {
        std::function<Status(DeviceSearch& device)> on_device;
        std::function<void()> on_cpu;
        int threads;             // as MotionOptions has it
        bool has_motion = true;  // a picture without does not decide where searches are faster
    };
    void search(const Search& search);

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
    void decide(const Search& search);

    const int wanted_;          // MotionOptions::device
    const Field field_;         // that is searched for
    mutable std::mutex mutex_;  // of what follows
    int number_ = 0;            // of the device, once it is checked; 0: this processor
    bool checked_ = false;
    bool undecided_ = false;  // whether the device is faster
    std::shared_ptr<DeviceSearch> device_;
    Status status_;
};

}  // namespace genmedia::motion
