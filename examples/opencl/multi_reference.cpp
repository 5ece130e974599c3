// SPDX-License-Identifier: MIT
// Searches three earlier pictures. Each block may choose any of them.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_multi_reference [--check] [FILE.yuv WIDTH HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

namespace {

using namespace example;

constexpr genmedia::vme::U4U4 kPenalty{0x38};  // 8 << 3: 64 for the second and third picture

void report_references(const std::vector<Macroblock>& field) {
    int quadrants[16] = {};
    for (const Macroblock& macroblock : field) {
        for (int q = 0; q < 4; q++) quadrants[macroblock.reference_ids >> (8 * q) & 15]++;
    }
    std::printf("quadrants from the last picture %d, the one before %d, and the one before that %d\n",
                quadrants[0], quadrants[1], quadrants[2]);
}

int check(const std::vector<Frame>& past, const Frame& now, const std::vector<Macroblock>& field) {
    namespace vme = genmedia::vme;
    Check check;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            vme::ImeRequest search;
            search.source = source(now, column, row);
            search.disabled_partitions = vme::partition_all & ~(vme::partition_16x16 | vme::partition_8x8);
            search.costs.base_multi_reference = kPenalty;
            vme::ImeResult whole;
            for (int id = 0; id < 3; id++) {
                search.forward = reference(past[id], id);
                whole = evaluated<vme::ImeResult>(search);
                search.stream_in = whole.stream_out;
            }
            vme::RefineRequest refine;
            refine.source = search.source;
            refine.set_partition(whole);
            refine.costs = search.costs;
            for (int q = 0; q < 4; q++) {
                const int id = whole.reference_ids[q].forward;
                refine.forward[q] = reference(past[id], id);
            }
            check.at(column, row);
            check.equal(field[row * now.columns() + column], evaluated<vme::RefineResult>(refine), false);
        }
    }
    return check.status();
}

int multi_reference(const Arguments& arguments) {
    const Frame& now = arguments.frames[3];
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
    const cl::Image2D last = device.image(arguments.frames[2]), second = device.image(arguments.frames[1]),
                      third = device.image(arguments.frames[0]);
    device.run(device.kernel("multi_reference"), now.columns(), now.rows(), device.image(now), last, last,
               second, second, third, third, result, kPenalty.bits);
    const auto field = device.read<Macroblock>(result, count);
    report("multi-reference", field);
    report_references(field);
    return arguments.check
               ? check({arguments.frames[2], arguments.frames[1], arguments.frames[0]}, now, field)
               : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 4, 1, multi_reference); }
