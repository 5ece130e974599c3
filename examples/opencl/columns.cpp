// SPDX-License-Identifier: MIT
// Each work-group takes a column of macroblocks. The vector of the macroblock above starts the next search.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_columns [--check] [FILE.yuv WIDTH HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

namespace {

using namespace example;

int check(const Frame& before, const Frame& now, const std::vector<Macroblock>& field) {
    namespace vme = genmedia::vme;
    Check check;
    for (int column = 0; column < now.columns(); column++) {
        vme::PixelOffset offset;
        for (int row = 0; row < now.rows(); row++) {
            vme::ImeRequest search;
            search.source = source(now, column, row);
            search.forward = reference(before);
            search.forward_offset = offset;
            search.disabled_partitions = vme::partition_all & ~vme::partition_16x16;
            const auto whole = evaluated<vme::ImeResult>(search);
            offset = {whole.vectors[0].forward.x / 4, whole.vectors[0].forward.y / 4};
            check.at(column, row);
            check.equal(field[row * now.columns() + column], refined(search, whole), false);
        }
    }
    return check.status();
}

int columns(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
    device.run(device.kernel("columns"), now.columns(), 1, device.image(now), device.image(before), result,
               cl_int{now.rows()});
    const auto field = device.read<Macroblock>(result, count);
    report("columns", field);
    return arguments.check ? check(before, now, field) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 12, columns); }
