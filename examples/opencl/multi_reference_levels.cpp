// SPDX-License-Identifier: MIT
// Searches three earlier pictures in two sizes, and skips those that promise nothing.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_multi_reference_levels [--check] [FILE.yuv WIDTH
//     HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"

#include <array>

namespace {

using namespace example;
namespace vme = genmedia::vme;

constexpr cl_ushort kGood = 1200;  // sum of absolute differences of a macroblock
constexpr int kPictures = 3;

// The kernel's reference identifiers for a macroblock. Each pair of parameters after its source has one
// identifier.
constexpr std::array<int, kPictures> kIds = {0, 0, 1};

struct Level {
    Frame now;
    std::vector<Frame> past;  // the latest picture first
};

vme::ImeRequest search_at(const Level& level, int picture, int column, int row) {
    vme::ImeRequest search;
    search.source = source(level.now, column, row);
    search.forward = reference(level.past[picture], kIds[picture]);
    search.disabled_partitions = vme::partition_all & ~(vme::partition_16x16 | vme::partition_8x8);
    return search;
}

// Makes the same decisions with the native unit.
class Native {
public:
    Native(const Level& half, const Level& whole) : half_(half), whole_(whole) {}

    int check(const std::vector<Macroblock>& field, const std::vector<cl_int>& chosen) {
        const int columns = whole_.now.columns();
        for (int index = 0; index < static_cast<int>(field.size()); index++) {
            const int column = index % columns, row = index / columns;
            check_.at(column, row);
            const int first = column > 0 ? chosen[index - 1] : 0;
            check_.equal("chosen picture", 0, chosen[index], decide(column, row, first, field[index]));
        }
        std::printf("%d searches of %d, %d refined\n", searches_, kPictures * static_cast<int>(field.size()),
                    refined_);
        return check_.status();
    }

private:
    struct Promise {
        vme::PixelOffset offset;
        uint16_t distortion;
    };

    Promise look(int picture, int column, int row) const {
        const auto found = evaluated<vme::ImeResult>(search_at(half_, picture, column / 2, row / 2));
        const vme::MotionVector vector = found.vectors[4 * (row % 2 * 2 + column % 2)].forward;
        return {{vector.x / 2, vector.y / 2}, found.best_distortion};
    }

    // Returns the number of the picture with the macroblock's match.
    int decide(int column, int row, int first, const Macroblock& got) {
        std::array<Promise, kPictures> promises;
        for (int picture = 0; picture < kPictures; picture++) promises[picture] = look(picture, column, row);
        const auto bound = static_cast<uint16_t>(promises[first].distortion / 2 * 3);
        vme::ImeResult best;
        vme::ImeRequest request;
        int least = UINT16_MAX, chosen = -1;
        for (int turn = 0; turn < kPictures; turn++) {
            const int picture = (first + turn) % kPictures;
            if (promises[picture].distortion > bound || least <= kGood) continue;
            searches_++;
            vme::ImeRequest search = search_at(whole_, picture, column, row);
            search.window = vme::SearchWindow::small;
            search.forward_offset = promises[picture].offset;
            const auto found = evaluated<vme::ImeResult>(search);
            if (found.best_distortion >= least) continue;
            least = found.best_distortion;
            best = found;
            request = search;
            chosen = picture;
        }
        if (least <= kGood) {
            check_.equal(got, best, false);
        } else {
            refined_++;
            check_.equal(got, refined(request, best), false);
        }
        return chosen;
    }

    const Level &half_, &whole_;
    Check check_;
    int searches_ = 0, refined_ = 0;
};

int multi_reference_levels(const Arguments& arguments) {
    Level whole{arguments.frames[3], {arguments.frames[2], arguments.frames[1], arguments.frames[0]}};
    Level half{halved(whole.now), {}};
    for (const Frame& frame : whole.past) half.past.push_back(halved(frame));
    const Device device;
    const size_t count = static_cast<size_t>(whole.now.columns()) * whole.now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count)),
                     chosen = device.buffer(std::vector<cl_int>(count));
    const auto image = [&](const Frame& frame) { return device.image(frame); };
    device.run(device.kernel("multi_reference_levels", "-cl-std=CL2.0"), static_cast<int>(count), 1,
               image(half.now), image(half.past[0]), image(half.past[1]), image(half.past[2]),
               image(whole.now), image(whole.past[0]), image(whole.past[1]), image(whole.past[2]), result,
               chosen, device.buffer(std::vector<cl_int>(count)), cl_int{whole.now.columns()}, kGood);
    const auto field = device.read<Macroblock>(result, count);
    report("multi-reference levels", field);
    return arguments.check ? Native(half, whole).check(field, device.read<cl_int>(chosen, count)) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 4, 1, multi_reference_levels); }
