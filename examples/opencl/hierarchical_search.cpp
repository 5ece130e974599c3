// SPDX-License-Identifier: MIT
// Searches at three sizes: a quarter, half and full. Far motion is near in a small picture.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_hierarchical_search [--check] [FILE.yuv WIDTH
//     HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

namespace {

using namespace example;

using Field = std::vector<Macroblock>;

genmedia::vme::PixelOffset start(const Field& above, int above_columns, int column, int row) {
    if (above.empty()) return {};
    const Macroblock& macroblock = above[row / 2 * above_columns + column / 2];
    const Vector vector = forward(macroblock.vectors[4 * (row % 2 * 2 + column % 2)]);
    return {vector.x / 2, vector.y / 2};
}

void compare(Check& check, const Frame& before, const Frame& now, const Field& field, const Field& above,
             int above_columns) {
    namespace vme = genmedia::vme;
    for (int row = 0; row < now.rows(); row++) {
        for (int column = 0; column < now.columns(); column++) {
            vme::ImeRequest search;
            search.source = source(now, column, row);
            search.forward = reference(before);
            search.disabled_partitions = vme::partition_all & ~(vme::partition_16x16 | vme::partition_8x8);
            search.forward_offset = vme::adjust_reference_offset(
                start(above, above_columns, column, row), search.source.x, search.source.y,
                vme::reference_window_size(search.window, false), now.width, now.height);
            check.at(column, row);
            check.equal(field[row * now.columns() + column], evaluated<vme::ImeResult>(search), false);
        }
    }
}

int hierarchical_search(const Arguments& arguments) {
    std::vector<Frame> before = {arguments.frames[0]}, now = {arguments.frames[1]};
    for (int level = 0; level < 2; level++) {
        before.push_back(halved(before[level]));
        now.push_back(halved(now[level]));
    }
    const Device device;
    const cl::Kernel kernel = device.kernel("hierarchical_search");
    Check check;
    Field above;
    int above_columns = 0;
    for (int level = 2; level >= 0; level--) {
        const Frame& of = now[level];
        const size_t count = static_cast<size_t>(of.columns()) * of.rows();
        const cl::Buffer result = device.buffer(Field(count));
        const cl_ushort2 size = {{static_cast<cl_ushort>(of.width), static_cast<cl_ushort>(of.height)}};
        device.run(kernel, of.columns(), of.rows(), device.image(of), device.image(before[level]), result,
                   device.buffer(above.empty() ? Field(1) : above), cl_int{above_columns}, size);
        const Field field = device.read<Macroblock>(result, count);
        report((std::to_string(of.width) + " x " + std::to_string(of.height)).c_str(), field);
        if (arguments.check) compare(check, before[level], of, field, above, above_columns);
        above = field;
        above_columns = of.columns();
    }
    return arguments.check ? check.status() : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 18, hierarchical_search); }
