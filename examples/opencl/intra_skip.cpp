// SPDX-License-Identifier: MIT
// Finds macroblocks that can be copied, and macroblocks that their own picture predicts better.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_intra_skip [--check] [FILE.yuv WIDTH HEIGHT]
#include "check_intra.h"
#include "device.h"

namespace {

using namespace example;

constexpr int kQp = 30;
// A coefficient survives only if it exceeds its threshold: DC first, then by rising frequency.
constexpr genmedia::vme::TransformThresholds kThresholds = {640, 160, 160, 160, 160, 160, 160};

cl_ulong packed_thresholds() {
    cl_ulong packed = kThresholds[0];
    for (int i = 1; i < 7; i++) packed |= cl_ulong{kThresholds[i]} << (8 * i + 8);
    return packed;
}

void report(const std::vector<Decision>& decisions) {
    int copied = 0, intra = 0, shapes[3] = {};
    for (const Decision& decision : decisions) {
        if (decision.transform_counts == 0) {
            copied++;
        } else if (decision.intra_distortion < decision.skip_distortion) {
            intra++;
            shapes[decision.intra_shape]++;
        }
    }
    std::printf(
        "of %d macroblocks %d can be copied; intra is better than a copy for %d: 16x16 %d, 8x8 %d, 4x4 %d\n",
        static_cast<int>(decisions.size()), copied, intra, shapes[0], shapes[1], shapes[2]);
}

int check(const Frame& before, const Frame& now, const std::vector<Decision>& decisions) {
    namespace vme = genmedia::vme;
    Check check;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            vme::SicRequest request;
            request.source = source(now, column, row);
            vme::SkipCheck& skip = request.skip.emplace();
            skip.set_forward(reference(before));
            skip.directions[0] = vme::Direction::forward;
            skip.forward_transform = kThresholds;
            vme::IntraEstimation& intra = request.intra.emplace();
            intra.neighbors = neighbors(now, column, row);
            intra.shape_penalty = vme::default_intra_luma_shape_penalty(vme::SliceType::p, kQp);
            const auto expected = evaluated<vme::SicResult>(request);
            const Decision& got = decisions[row * now.columns() + column];
            check.at(column, row);
            check_skip(check, got, expected);
            check_intra(check, got, expected);
        }
    }
    return check.status();
}

int intra_skip(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Decision>(count));
    const cl::Image2D pixels = device.image(now);
    // Two parameters for one picture: one for the unit, one for reading pixels.
    device.run(device.kernel("intra_skip"), now.columns(), now.rows(), pixels, device.image(before), pixels,
               result, cl_int{now.width}, cl_uchar{kQp}, packed_thresholds());
    const auto decisions = device.read<Decision>(result, count);
    report(decisions);
    return arguments.check ? check(before, now, decisions) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 0.3, intra_skip); }
