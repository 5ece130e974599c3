// SPDX-License-Identifier: MIT
// An encoder's decisions for a macroblock: copy along a neighbour's vector, search, or refine. Each is done
// only if it is needed.
//     OPENCL_LAYERS=libgenmedia-opencl.so example_opencl_wavefront_decisions [--check] [FILE.yuv WIDTH
//     HEIGHT]
#include "check.h"
#include "device.h"
#include "print_report.h"
#include "wavefront.h"

#include <array>

namespace {

using namespace example;
namespace vme = genmedia::vme;

// Sums of absolute differences of a macroblock.
constexpr cl_ushort kGoodCopy = 1000, kGoodSearch = 1500;

int copy_distortion(const Frame& before, const Frame& now, int column, int row, vme::MotionVector vector) {
    vme::SicRequest request;
    request.source = source(now, column, row);
    vme::SkipCheck& skip = request.skip.emplace();
    skip.set_forward(reference(before));
    skip.directions[0] = vme::Direction::forward;
    skip.vectors[0].forward = vector;
    return evaluated<vme::SicResult>(request).raw_sad;
}

vme::ImeRequest search_around(const Frame& before, const Frame& now, int column, int row,
                              vme::MotionVector vector) {
    vme::ImeRequest search;
    search.source = source(now, column, row);
    search.forward = reference(before);
    search.window = vme::SearchWindow::small;
    search.forward_offset = {vector.x / 4, vector.y / 4};
    return search;
}

// Makes the same decisions with the native unit.
class Native {
public:
    Native(const Frame& before, const Frame& now) : before_(before), now_(now) {}

    int check(const std::vector<Macroblock>& field) {
        for (int row = 0; row < now_.rows(); row++) {
            for (int column = 0; column < now_.columns(); column++) {
                check_.at(column, row);
                decide(column, row, field[row * now_.columns() + column]);
            }
        }
        std::printf("%d copied, %d searched, %d refined\n", copied_, searched_, refined_);
        return check_.status();
    }

private:
    vme::MotionVector vector_at(int column, int row) const {
        return column < 0 || row < 0 ? vme::MotionVector{} : vectors_[row * now_.columns() + column];
    }

    void decide(int column, int row, const Macroblock& got) {
        const vme::MotionVector left = vector_at(column - 1, row), upper = vector_at(column, row - 1),
                                corner = vector_at(column - 1, row - 1);
        const vme::MotionVector predicted{static_cast<int16_t>(median(left.x, upper.x, corner.x)),
                                          static_cast<int16_t>(median(left.y, upper.y, corner.y))};
        vme::MotionVector vector = predicted;
        int least = copy_distortion(before_, now_, column, row, predicted);
        const auto try_copy = [&](vme::MotionVector other) {
            const int distortion = copy_distortion(before_, now_, column, row, other);
            if (distortion < least) vector = other;
            least = std::min(least, distortion);
        };
        if (least > kGoodCopy && column > 0 && left != predicted) try_copy(left);
        if (least > kGoodCopy && row > 0 && upper != predicted && upper != left) try_copy(upper);
        if (least <= kGoodCopy) {
            copy(vector, least, got);
        } else {
            search(column, row, predicted, {vme::MotionVector{}, left, upper, corner}, got);
        }
    }

    void copy(vme::MotionVector vector, int distortion, const Macroblock& got) {
        copied_++;
        for (int n = 0; n < 16; n++) {
            check_.equal("vectors", n, got.vectors[n], cl_ulong{packed(vector)});
            check_.equal("distortions", n, int{got.distortions[n]}, distortion);
        }
        check_.equal("best_distortion", 0, int{got.best_distortion}, distortion);
        check_.equal("vector_count", 0, int{got.vector_count}, 0);
        vectors_.push_back(vector);
    }

    void search(int column, int row, vme::MotionVector predicted,
                const std::array<vme::MotionVector, 4>& around, const Macroblock& got) {
        vme::ImeRequest request = search_around(before_, now_, column, row, predicted);
        auto best = evaluated<vme::ImeResult>(request);
        for (const vme::MotionVector& vector : around) {
            if (best.best_distortion <= kGoodSearch) break;
            if (vector.x / 4 == predicted.x / 4 && vector.y / 4 == predicted.y / 4) continue;
            const auto other = evaluated<vme::ImeResult>(search_around(before_, now_, column, row, vector));
            if (other.best_distortion < best.best_distortion) best = other;
        }
        if (best.best_distortion > kGoodSearch) {
            refined_++;
            note(got, refined(request, best));
        } else {
            searched_++;
            note(got, best);
        }
    }

    void note(const Macroblock& got, const vme::InterResult& expected) {
        check_.equal(got, expected, false);
        vectors_.push_back(expected.vectors[15].forward);
    }

    const Frame &before_, &now_;
    Check check_;
    std::vector<vme::MotionVector> vectors_;  // of lower right blocks
    int copied_ = 0, searched_ = 0, refined_ = 0;
};

int wavefront_decisions(const Arguments& arguments) {
    const Frame &before = arguments.frames[0], &now = arguments.frames[1];
    const Device device;
    const size_t count = static_cast<size_t>(now.columns()) * now.rows();
    const cl::Buffer result = device.buffer(std::vector<Macroblock>(count));
    device.run(device.kernel("wavefront_decisions", "-cl-std=CL2.0"), static_cast<int>(count), 1,
               device.image(now), device.image(before), result, device.buffer(diagonals(now)),
               device.buffer(std::vector<cl_int>(count)), cl_int{now.columns()}, kGoodCopy, kGoodSearch);
    const auto field = device.read<Macroblock>(result, count);
    report("wavefront decisions", field);
    return arguments.check ? Native(before, now).check(field) : 0;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, 2, 5, wavefront_decisions); }
