// SPDX-License-Identifier: MIT
#include "motion/device_choice.h"

#include "genmedia/backends.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <chrono>

namespace genmedia::motion {
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

// list_devices() without paths, which take long to find out.
std::vector<DeviceInfo> all_devices() {
    std::vector<DeviceInfo> list = opencl_devices();
    list.insert(list.begin(), {.number = kDeviceCpu, .name = "this processor", .is_gpu = false, .path = {}});
    return list;
}

}  // namespace

Status DeviceChoice::find() {
    const std::lock_guard lock(mutex_);
    if (checked_ || wanted_ == kDeviceCpu) return {};
    const std::vector<DeviceInfo> list = all_devices();
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

std::shared_ptr<DeviceSearch> DeviceChoice::open() {
    if (number_ == 0 || device_) return device_;
    std::unique_ptr<DeviceSearch> opened;
    status_ = DeviceSearch::open(number_, field_, opened);
    if (!status_.ok()) number_ = 0;
    return device_ = std::move(opened);
}

void DeviceChoice::leave(const Status& why) {
    device_.reset();
    number_ = 0;
    if (status_.ok()) status_ = why;
}

// The first search compiles: the second one is measured.
void DeviceChoice::decide(const Search& search) {
    undecided_ = false;
    const auto device = open();
    Status status;
    if (device) status = search.on_device(*device);
    const double taken = seconds([&] {
        if (device && status.ok()) status = search.on_device(*device);
    });
    const double cpu = seconds(search.on_cpu);
    if (device && (!status.ok() || taken >= cpu)) leave(status);
}

void DeviceChoice::search(const Search& search) {
    std::shared_ptr<DeviceSearch> device;
    bool done = false;
    // Other threads wait for this lock, so its holder must not take up their work.
    walker::isolated([&] {
        const std::lock_guard lock(mutex_);
        done = undecided_ && search.has_motion;
        if (done)
            decide(search);
        else if (!undecided_)
            device = open();
    });
    if (done) return;
    if (!device) return search.on_cpu();
    Status status;
    walker::with_workers(search.threads, [&] { status = search.on_device(*device); });
    if (status.ok()) return;
    {
        const std::lock_guard lock(mutex_);
        leave(status);
    }
    search.on_cpu();
}

}  // namespace genmedia::motion

namespace genmedia {

std::vector<DeviceInfo> list_devices() {
    std::vector<DeviceInfo> list = motion::all_devices();
    std::vector<BackendInfo> backends;
    if (list_backends(backends).ok())
        for (const BackendInfo& backend : backends)
            if (backend.in_use) list.front().path = backend.name;
    for (size_t i = 1; i < list.size(); i++) list[i].path = motion::opencl_path(list[i].number);
    return list;
}

}  // namespace genmedia
