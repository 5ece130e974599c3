// SPDX-License-Identifier: MIT
// In place of device_search.cpp, in a build without OpenCL.
#include "motion/opencl/device_search.h"

namespace genmedia::motion {

struct DeviceSearch::State {};

DeviceSearch::DeviceSearch(std::unique_ptr<State> state) : state_(std::move(state)) {}
DeviceSearch::~DeviceSearch() = default;

std::vector<DeviceInfo> opencl_devices() { return {}; }
std::string opencl_path(int) { return {}; }

Status DeviceSearch::open(int, Field, std::unique_ptr<DeviceSearch>&) {
    return {StatusCode::unsupported, "this build has no OpenCL (GENMEDIA_OPENCL=OFF)"};
}

const std::string& DeviceSearch::name() const {
    static const std::string none;
    return none;
}
Status DeviceSearch::search(const search::PictureSearch&, MotionField&) { return {}; }
Status DeviceSearch::search(const FieldTask&) { return {}; }

}  // namespace genmedia::motion
