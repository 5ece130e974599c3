// SPDX-License-Identifier: MIT
// A picture between two others: dual reference search, then bidirectional refinement.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_bidirectional [--check] [FILE.yuv WIDTH HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

namespace {

using namespace example;

void report_directions(const std::vector<Macroblock>& field) {
    int quadrants[4] = {};
    for (const Macroblock& macroblock : field) {
        for (int q = 0; q < 4; q++) quadrants[macroblock.directions >> (2 * q) & 3]++;
    }
    std::printf("quadrants predicted forward %d, backward %d, from both %d\n", quadrants[0], quadrants[1],
                quadrants[2]);
}

int check(const Frame& before, const Frame& now, const Frame& after, const std::vector<Macroblock>& field) {
    namespace vme = genmedia::vme;
    Check check;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            vme::ImeRequest search;
            search.source = source(now, column, row);
            search.forward = reference(before);
            search.backward = reference(after);
            search.disabled_partitions = vme::partition_all & ~(vme::partition_16x16 | vme::partition_8x8);

            vme::RefineRequest refine;
            refine.source = search.source;
            refine.set_forward(search.forward);
            refine.set_backward(*search.backward);
            refine.set_partition(evaluated<vme::ImeResult>(search));
            refine.bidirectional = vme::BidirectionalWeight::half;
            check.at(column, row);
            check.equal(field[row * now.columns() + column], evaluated<vme::RefineResult>(refine), true);
        }
    }
    return check.status();
}

int bidirectional(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1], &after = arguments.frames[2];
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
    device.run(device.kernel("bidirectional"), now.columns(), now.rows(), device.image(now),
               device.image(before), device.image(after), result);
    const auto field = device.read<Macroblock>(result, count);
    report("bidirectional", field);
    report_directions(field);
    return arguments.check ? check(before, now, after, field) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 3, 1, bidirectional); }
