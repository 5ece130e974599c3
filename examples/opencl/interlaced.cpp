// SPDX-License-Identifier: MIT
// Searches fields in place, in interleaved lines, and again as separate pictures. The results are the same.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_interlaced [--check] [FILE.yuv WIDTH HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

#include <cstring>

namespace {

using namespace example;

using Field = std::vector<Macroblock>;

// Every other line of a frame, from its first (0) or second (1) line.
Frame split(const Frame& frame, int polarity) {
    Frame field{frame.width, (frame.height + 1 - polarity) / 2, {}, {}};
    for (int y = polarity; y < frame.height; y += 2) {
        for (int x = 0; x < frame.width; x++) field.luma.push_back(static_cast<uint8_t>(frame.at(x, y)));
    }
    return field;
}

void check_native(Check& check, const Frame& before, const Frame& now, int source_polarity,
                  int reference_polarity, const Frame& field, const Field& motion) {
    const auto scan = [](int bottom) {
        return bottom ? genmedia::Scan::bottom_field : genmedia::Scan::top_field;
    };
    for (int row = 0; row < field.rows(); row++) {
        for (int column = 0; column < field.columns(); column++) {
            genmedia::vme::ImeRequest search;
            search.source = source(now, column, row);
            search.source.scan = scan(source_polarity);
            search.forward = reference(before);
            search.forward.scan = scan(reference_polarity);
            check.at(column, row);
            check.equal(motion[row * field.columns() + column],
                        refined(search, evaluated<genmedia::vme::ImeResult>(search)), false);
        }
    }
}

// Compares the forward vectors and everything that belongs to them.
bool same(const Macroblock& a, const Macroblock& b) {
    for (int n = 0; n < 16; n++) {
        if (static_cast<cl_uint>(a.vectors[n]) != static_cast<cl_uint>(b.vectors[n])) return false;
    }
    return std::memcmp(a.distortions, b.distortions, sizeof a.distortions) == 0 &&
           a.best_distortion == b.best_distortion && a.major_shape == b.major_shape &&
           a.vector_count == b.vector_count;
}

int interlaced(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const cl::Kernel in_place = device.kernel("interlaced"), progressive = device.kernel("basic_search");
    const char* const names[] = {"top", "bottom"};
    Check check;
    bool equal = true;
    for (int source_polarity = 0; source_polarity < 2; source_polarity++) {
        for (int reference_polarity = 0; reference_polarity < 2; reference_polarity++) {
            const Frame field = split(now, source_polarity), field_before = split(before, reference_polarity);
            const size_t count = static_cast<size_t>(field.columns()) * field.rows();
            const cl::Buffer native = device.buffer(Field(count)), separate = device.buffer(Field(count));
            device.run(in_place, field.columns(), field.rows(), device.image(now), device.image(before),
                       native, static_cast<cl_uchar>(source_polarity),
                       static_cast<cl_uchar>(reference_polarity));
            device.run(progressive, field.columns(), field.rows(), device.image(field),
                       device.image(field_before), separate);
            const Field motion = device.read<Macroblock>(native, count);
            const Field of_split = device.read<Macroblock>(separate, count);
            for (size_t i = 0; i < count; i++) equal = equal && same(motion[i], of_split[i]);
            report((std::string(names[source_polarity]) + " from " + names[reference_polarity]).c_str(),
                   motion);
            if (arguments.check) {
                check_native(check, before, now, source_polarity, reference_polarity, field, motion);
            }
        }
    }
    std::printf("fields in place and fields cut out %s\n", equal ? "are equal" : "differ");
    if (!equal) return 1;
    return arguments.check ? check.status() : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 2, interlaced); }
