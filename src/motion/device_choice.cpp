// SPDX-License-Identifier: MIT
#include "motion/device_choice.h"

#include "genmedia/backends.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <chrono>

namespace genmedia {
namespace {

double seconds(const std::function<void()>& action) {
    const auto start = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string names_of(const std::vector<DeviceInfo>& devices) {
    std::string names;
    for (const DeviceInfo& device : devices)
        names += (names.empty() ? "" : ", ") + std::to_string(device.number) + " " + device.name;
    return names;
}

}  // namespace

std::vector<DeviceInfo> list_devices() {
    DeviceInfo cpu{.number = kDeviceCpu, .name = "this processor", .is_gpu = false, .path = {}};
    std::vector<BackendInfo> backends;
    if (list_backends(backends).ok())
        for (const BackendInfo& backend : backends)
            if (backend.in_use) cpu.path = backend.name;
    std::vector<DeviceInfo> list = opencl_devices();
    list.insert(list.begin(), cpu);
    return list;
}

Status DeviceChoice::check() {
    if (checked_ || wanted_ == kDeviceCpu) return {};
    const std::vector<DeviceInfo> list = list_devices();
    if (wanted_ >= 0) {
        if (static_cast<size_t>(wanted_) >= list.size())
            return {StatusCode::not_found, "MotionOptions.device is " + std::to_string(wanted_) +
                                               ", which is no device; expected one of " + names_of(list)};
        number_ = wanted_;
    } else {
        const auto gpu = std::ranges::find_if(list, [](const DeviceInfo& device) { return device.is_gpu; });
        if (gpu != list.end()) number_ = gpu->number;
        if (gpu == list.end() && wanted_ == kDeviceGpu)
            return {StatusCode::not_found, "no OpenCL device is a GPU; found " + names_of(list)};
    }
    undecided_ = number_ != 0 && wanted_ == kDeviceAuto;
    checked_ = true;
    return {};
}

bool DeviceChoice::search_on_device(const PictureSearch& search, MotionField& field) {
    if (!device_) status_ = DeviceSearch::open(number_, device_);
    if (status_.ok()) with_workers(search.options.threads, [&] { status_ = device_->search(search, field); });
    if (status_.ok()) return true;
    device_.reset();
    number_ = 0;
    return false;
}

// The first search compiles: the second one is measured.
void DeviceChoice::search_on_both(const PictureSearch& search, const MotionField& field,
                                  const std::function<void()>& on_cpu) {
    const double cpu = seconds(on_cpu);
    MotionField same = field;
    if (!search_on_device(search, same)) return;
    bool works = false;
    const double device = seconds([&] { works = search_on_device(search, same); });
    if (works && device >= cpu) {
        device_.reset();
        number_ = 0;
    }
}

void DeviceChoice::search(const PictureSearch& search, MotionField& field,
                          const std::function<void()>& on_cpu) {
    if (number_ == 0 || (undecided_ && !field.has_inter)) return on_cpu();
    if (undecided_) {
        undecided_ = false;
        return search_on_both(search, field, on_cpu);
    }
    if (!search_on_device(search, field)) on_cpu();
}

}  // namespace genmedia
