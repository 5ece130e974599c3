// SPDX-License-Identifier: MIT
// Motion from one picture to the next: integer search, then fractional refinement.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_basic_search [--check] [FILE.yuv WIDTH HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

namespace {

using namespace example;

int check(const Frame& before, const Frame& now, const std::vector<Macroblock>& field) {
    Check check;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            genmedia::vme::ImeRequest search;
            search.source = source(now, column, row);
            search.forward = reference(before);
            const auto whole = evaluated<genmedia::vme::ImeResult>(search);
            check.at(column, row);
            check.equal(field[row * now.columns() + column], refined(search, whole), false);
        }
    }
    return check.status();
}

int basic_search(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
    device.run(device.kernel("basic_search"), now.columns(), now.rows(), device.image(now),
               device.image(before), result);
    const auto field = device.read<Macroblock>(result, count);
    report("basic search", field);
    return arguments.check ? check(before, now, field) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 1, basic_search); }
