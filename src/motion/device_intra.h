// SPDX-License-Identifier: MIT
// Intra estimation of whole pictures on an OpenCL device: what PictureSearch::estimate_intra() gives.
#pragma once

#include "motion/device_pictures.h"
#include "motion/picture_search.h"

#include <vector>

namespace genmedia {

class DeviceIntra {
public:
    // For pictures of this search's size, with its options.
    DeviceIntra(const vme::opencl::Program& program, const PictureSearch& search);

    // Starts on the picture `source` in `pictures`, after the commands that are already queued.
    void start(const cl::Buffer& pictures, const vme::opencl::PlaneRecord& source);

    // Waits for the estimation to end. `field` has room for all macroblocks, in raster order.
    void read(std::vector<MacroblockIntra>& field) const;

private:
    const vme::opencl::Program& program_;
    const int columns_;
    const size_t count_;  // macroblocks
    vme::opencl::IntraRecord estimation_;
    cl::Kernel kernel_;
    cl::Buffer estimations_, results_;
    PinnedMemory results_copy_;
};

}  // namespace genmedia
