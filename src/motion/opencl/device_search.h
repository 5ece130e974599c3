// SPDX-License-Identifier: MIT
// The search of whole pictures on an OpenCL device: the same results as search::PictureSearch's, macroblock
// by macroblock.
#pragma once

#include "search/picture_search.h"

#include <memory>
#include <string>

namespace genmedia::motion {

// The OpenCL devices, from number 1 on, without their paths.
std::vector<DeviceInfo> opencl_devices();

// DeviceInfo::path of one of them. Compiles a kernel there.
std::string opencl_path(int number);

class DeviceSearch {
public:
    static constexpr int kInFlight = 4;  // more bring nothing: docs/performance.md

    // On device `number` of opencl_devices(). Fails where the device cannot compile the kernels, or where
    // they answer wrongly there.
    static Status open(int number, std::unique_ptr<DeviceSearch>& result);
    ~DeviceSearch();

    // Gives what search::PictureSearch::estimate() and estimate_intra() give for each macroblock, as far as
    // `field` has them; its vectors have room for all macroblocks. If the device fails, their content means
    // nothing. Threads may call at once: kInFlight calls are served, the others wait.
    Status search(const search::PictureSearch& search, MotionField& field);

private:
    struct State;
    explicit DeviceSearch(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::motion
