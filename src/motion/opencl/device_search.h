// SPDX-License-Identifier: MIT
// The search of whole pictures on an OpenCL device: the same results as search::PictureSearch's, macroblock
// by macroblock.
#pragma once

#include "motion/opencl/true_motion/field_task.h"
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
    static constexpr int kInFlight = 4;         // more bring nothing: docs/performance.md
    static constexpr int kFieldsInFlight = 16;  // likewise, of true motion

    // On device `number` of opencl_devices(), for searches of such fields. Fails where the device cannot
    // compile the kernels, or where they answer wrongly there.
    static Status open(int number, Field field, std::unique_ptr<DeviceSearch>& result);
    ~DeviceSearch();

    const std::string& name() const;  // of the device

    // Gives what search::PictureSearch::estimate() and estimate_intra() give for each macroblock, as far as
    // `field` has them; its vectors have room for all macroblocks. If the device fails, their content means
    // nothing. Threads may call at once: kInFlight calls are served, the others wait.
    Status search(const search::PictureSearch& search, MotionField& field);

    // True motion: what estimate_true_motion() gives of the task's pictures. Likewise, with kFieldsInFlight.
    Status search(const FieldTask& task);

private:
    struct State;
    explicit DeviceSearch(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace genmedia::motion
