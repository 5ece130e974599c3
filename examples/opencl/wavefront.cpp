// SPDX-License-Identifier: MIT
// A 45-degree wavefront: left and upper neighbours predict each macroblock, in one launch.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_wavefront [--check] [FILE.yuv WIDTH HEIGHT]
#include "wavefront.h"
#include "check.h"
#include "device.h"
#include "print_report.h"

namespace {

using namespace example;

constexpr int kQp = 32;

// Predicts from the neighbours' results, as the kernel does.
genmedia::vme::MotionVector predict(const std::vector<genmedia::vme::ImeResult>& results, int columns,
                                    int column, int row) {
    const auto at = [&](int dx, int dy) {
        if (column < dx || row < dy) return genmedia::vme::MotionVector{};
        return results[(row - dy) * columns + column - dx].vectors[15].forward;
    };
    const auto left = at(1, 0), upper = at(0, 1), corner = at(1, 1);
    return {static_cast<int16_t>(median(left.x, upper.x, corner.x)),
            static_cast<int16_t>(median(left.y, upper.y, corner.y))};
}

int check(const Frame& before, const Frame& now, const std::vector<Macroblock>& field) {
    namespace vme = genmedia::vme;
    Check check;
    std::vector<vme::ImeResult> results;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            const vme::MotionVector predicted = predict(results, now.columns(), column, row);
            vme::ImeRequest search;
            search.source = source(now, column, row);
            search.forward = reference(before);
            search.window = vme::SearchWindow::small;
            search.forward_offset = {predicted.x / 4, predicted.y / 4};
            search.costs.shape = vme::default_inter_shape_penalty(vme::SliceType::p, kQp);
            auto& cost = search.costs.motion_vector.emplace();
            cost.table = vme::default_motion_vector_cost(vme::SliceType::p, kQp);
            cost.center.fill({.forward = predicted, .backward = {}});
            results.push_back(evaluated<vme::ImeResult>(search));
            check.at(column, row);
            check.equal(field[row * now.columns() + column], results.back(), false, search.costs);
        }
    }
    return check.status();
}

int wavefront(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
    device.run(device.kernel("wavefront", "-cl-std=CL2.0"), static_cast<int>(count), 1, device.image(now),
               device.image(before), result, device.buffer(diagonals(now)),
               device.buffer(std::vector<cl_int>(count)), cl_int{now.columns()}, cl_uchar{kQp});
    const auto field = device.read<Macroblock>(result, count);
    report("wavefront", field);
    return arguments.check ? check(before, now, field) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 5, wavefront); }
