// SPDX-License-Identifier: MIT
// Intra estimation of whole pictures on an OpenCL device: what search::PictureSearch::estimate_intra() gives.
#pragma once

#include "motion/opencl/device_pictures.h"
#include "search/picture_search.h"
#include "vme/opencl/unit_kernels.h"

#include <vector>

namespace genmedia::motion {

class DeviceIntra {
public:
    // For pictures of this search's size, with its options.
    DeviceIntra(const vme::opencl::Program& program, const search::PictureSearch& search);

    // Starts on the picture `source` in `pictures`, after the commands that are already queued.
    void start(const cl::Buffer& pictures, const vme::opencl::PlaneRecord& source);

    // Waits for the estimation to end. `field` has room for all macroblocks, in raster order.
    void read(std::vector<MacroblockIntra>& field) const;

private:
    const vme::opencl::Program& program_;
    const int columns_;
    const size_t count_;  // macroblocks
    vme::opencl::IntraRecord estimation_;
    vme::opencl::UnitKernels kernels_;
    cl::Buffer estimations_, results_;
    PinnedMemory results_copy_;
};

}  // namespace genmedia::motion
