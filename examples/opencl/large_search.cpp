// SPDX-License-Identifier: MIT
// Motion beyond the size of a window, found by streaming results from search to search.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_large_search [--check] [FILE.yuv WIDTH HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

namespace {

using namespace example;

int check(const Frame& before, const Frame& now, const std::vector<Macroblock>& field) {
    namespace vme = genmedia::vme;
    Check check;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            vme::ImeRequest search;
            search.source = source(now, column, row);
            search.forward = reference(before);
            search.disabled_partitions = vme::partition_all & ~(vme::partition_16x16 | vme::partition_8x8);
            vme::ImeResult whole;
            for (const vme::PixelOffset offset :
                 {vme::PixelOffset{-14, -12}, {14, -12}, {-14, 12}, {14, 12}}) {
                search.forward_offset = offset;
                whole = evaluated<vme::ImeResult>(search);
                search.stream_in = whole.stream_out;
            }
            check.at(column, row);
            check.equal(field[row * now.columns() + column], refined(search, whole), false);
        }
    }
    return check.status();
}

int large_search(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
    device.run(device.kernel("large_search"), now.columns(), now.rows(), device.image(now),
               device.image(before), result);
    const auto field = device.read<Macroblock>(result, count);
    report("large search", field);
    return arguments.check ? check(before, now, field) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 15, large_search); }
