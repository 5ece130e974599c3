// SPDX-License-Identifier: MIT
// The costs of shapes and vectors at two qualities: the coarser the quantisation, the larger the blocks.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_costs [--check] [FILE.yuv WIDTH HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

namespace {

using namespace example;

void compare(Check& check, const Frame& before, const Frame& now, int qp,
             const std::vector<Macroblock>& field) {
    namespace vme = genmedia::vme;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            vme::ImeRequest search;
            search.source = source(now, column, row);
            search.forward = reference(before);
            search.costs.shape = vme::default_inter_shape_penalty(vme::SliceType::p, qp);
            search.costs.motion_vector.emplace().table =
                vme::default_motion_vector_cost(vme::SliceType::p, qp);
            check.at(column, row);
            check.equal(field[row * now.columns() + column],
                        refined(search, evaluated<vme::ImeResult>(search)), false, search.costs);
        }
    }
}

int costs(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const cl::Kernel kernel = device.kernel("costs");
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    Check check;
    for (const int qp : {20, 45}) {
        const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
        device.run(kernel, now.columns(), now.rows(), device.image(now), device.image(before), result,
                   static_cast<cl_uchar>(qp));
        const auto field = device.read<Macroblock>(result, count);
        report(("QP " + std::to_string(qp)).c_str(), field);
        if (arguments.check) compare(check, before, now, qp, field);
    }
    return arguments.check ? check.status() : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 1, costs); }
