// SPDX-License-Identifier: MIT
#include "motion/opencl/device_intra.h"

#include "vme/opencl/buffers.h"
#include "vme/opencl/make_records.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cstring>

namespace genmedia::motion {
namespace {

using namespace vme::opencl;

// The picture comes later.
IntraRecord record_of(const search::PictureSearch& search) {
    Pictures none;
    return intra_record({}, search.intra_estimation(), none);
}

MacroblockIntra macroblock_intra(const uint8_t* record) {
    IntraResult result;
    std::memcpy(&result, record, sizeof result);
    MacroblockIntra intra{.shape = static_cast<vme::IntraShape>(result.shape),
                          .distortion = result.distortion,
                          .luma_modes = {}};
    std::ranges::transform(result.luma_modes, intra.luma_modes.begin(),
                           [](uint8_t mode) { return static_cast<vme::LumaMode>(mode); });
    return intra;
}

}  // namespace

DeviceIntra::DeviceIntra(const Program& program, const search::PictureSearch& search)
    : program_(program),
      columns_(search.columns()),
      count_(static_cast<size_t>(search.columns()) * search.rows()),
      estimation_(record_of(search)),
      kernels_(program),
      estimations_(space_for<IntraRecord>(program, 1)),
      results_(space_for<IntraResult>(program, count_)),
      results_copy_(program, count_ * sizeof(IntraResult)) {}

void DeviceIntra::start(const cl::Buffer& pictures, const PlaneRecord& source) {
    estimation_.source = source;
    program_.queue().enqueueWriteBuffer(estimations_, CL_FALSE, 0, sizeof estimation_, &estimation_);
    kernels_.estimate_picture_intra(pictures, estimations_, columns_, count_, results_);
}

void DeviceIntra::read(std::vector<MacroblockIntra>& field) const {
    program_.queue().enqueueReadBuffer(results_, CL_TRUE, 0, count_ * sizeof(IntraResult),
                                       results_copy_.data());
    walker::parallel_for_runs(static_cast<int>(count_), kResultsAtOnce, [&](int first, int end) {
        for (int i = first; i < end; i++)
            field[i] = macroblock_intra(results_copy_.data() + static_cast<size_t>(i) * sizeof(IntraResult));
    });
}

}  // namespace genmedia::motion
