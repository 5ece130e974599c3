// SPDX-License-Identifier: MIT
// Makes two pictures whose motion is known, and asks genmedia for it: first for the whole picture, then
// for one macroblock, as a program on the GPU would ask the motion estimation unit.
#include <genmedia/motion.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

namespace {

constexpr int kWidth = 320, kHeight = 192;

struct Shift {
    int x, y;  // pixels from the first picture to the second
};
constexpr Shift kBackgroundShift{3, -2};
constexpr Shift kSquareShift{-5, 4};

// A picture is a plain array of brightness; genmedia only looks at it through a PlaneView.
struct Picture {
    std::vector<uint8_t> pixels = std::vector<uint8_t>(kWidth * kHeight);

    genmedia::PlaneView view() const {
        return {.data = pixels.data(), .width = kWidth, .height = kHeight, .stride = kWidth};
    }
};

// Something that looks random, and always the same for the same place.
int noise(int x, int y) {
    uint32_t hash = static_cast<uint32_t>(x) * 0x9E3779B1u ^ static_cast<uint32_t>(y) * 0x85EBCA77u;
    hash = (hash ^ (hash >> 15)) * 0x2C1B3C6Du;
    return static_cast<int>((hash ^ (hash >> 13)) & 255);
}

// Soft blotches: noise at every eighth pixel, blended in between.
int texture(int x, int y) {
    const int column = x >> 3, row = y >> 3, right = x & 7, down = y & 7;
    const int upper = noise(column, row) * (8 - right) + noise(column + 1, row) * right;
    const int lower = noise(column, row + 1) * (8 - right) + noise(column + 1, row + 1) * right;
    return (upper * (8 - down) + lower * down) / 64;
}

// The background at `background`, and on it a square of another texture at `square`.
Picture draw(Shift background, Shift square) {
    Picture picture;
    for (int y = 0; y < kHeight; y++) {
        for (int x = 0; x < kWidth; x++) {
            const int square_x = x - 128 - square.x, square_y = y - 64 - square.y;
            const bool inside = square_x >= 0 && square_x < 64 && square_y >= 0 && square_y < 64;
            picture.pixels[y * kWidth + x] = static_cast<uint8_t>(
                inside ? texture(square_x + 5000, square_y) : texture(x - background.x, y - background.y));
        }
    }
    return picture;
}

// A vector points from a block to its match in the earlier picture: against the motion, and in quarter
// pixels.
bool is_motion(genmedia::vme::MotionVector vector, Shift shift) {
    return vector.x == -4 * shift.x && vector.y == -4 * shift.y;
}

void print(const char* what, genmedia::vme::MotionVector vector) {
    std::printf("%-28s (%+.2f, %+.2f) pixels\n", what, vector.x / 4.0, vector.y / 4.0);
}

// The vector that most macroblocks have.
genmedia::vme::MotionVector dominant(const genmedia::MotionField& field) {
    std::map<std::pair<int, int>, int> count;
    for (const auto& macroblock : field.inter) {
        const auto vector = macroblock.vectors[0].forward;
        count[{vector.x, vector.y}]++;
    }
    const auto most = std::max_element(count.begin(), count.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return {static_cast<int16_t>(most->first.first), static_cast<int16_t>(most->first.second)};
}

int fail(const char* what) {
    std::fprintf(stderr, "motion_example: %s\n", what);
    return 1;
}

// One call gives the vectors of every macroblock.
int whole_picture(const Picture& before, const Picture& now) {
    genmedia::MotionEstimator estimator({});  // the defaults; see MotionOptions
    genmedia::MotionField field;
    const genmedia::Status status =
        estimator.estimate({.source = {.luma = now.view()}, .previous = before.view()}, field);
    if (!status.ok()) return fail(status.message().c_str());

    std::printf("%d x %d macroblocks\n", field.columns, field.rows);
    const auto vector_at = [&field](int column, int row) {  // of the macroblock's upper left block
        return field.inter[row * field.columns + column].vectors[0].forward;
    };
    print("macroblock (2, 2)", vector_at(2, 2));
    print("macroblock (16, 9)", vector_at(16, 9));
    print("macroblock (9, 6), square", vector_at(9, 6));
    print("most macroblocks", dominant(field));
    return is_motion(dominant(field), kBackgroundShift) ? 0 : fail("expected most at (-3, +2) pixels");
}

// One request to the unit: search a 16x16 block, whole pixels, with no costs.
int one_macroblock(const Picture& before, const Picture& now) {
    using namespace genmedia::vme;
    ImeRequest request;
    request.source.image.luma = now.view();
    request.source.x = 32;
    request.source.y = 32;
    request.forward.luma = before.view();
    request.window = SearchWindow::exhaustive;
    request.disabled_partitions = partition_all & ~partition_16x16;

    ImeResult result;
    const genmedia::Status status = evaluate(request, result);
    if (!status.ok()) return fail(status.message().c_str());

    print("one request at (32, 32)", result.vectors[0].forward);
    std::printf("%-28s %d\n", "its distortion", result.best_distortion);
    const bool exact = is_motion(result.vectors[0].forward, kBackgroundShift) && result.best_distortion == 0;
    return exact ? 0 : fail("expected (-3, +2) pixels with distortion 0");
}

}  // namespace

int main() {
    const Picture before = draw({0, 0}, {0, 0});
    const Picture now = draw(kBackgroundShift, kSquareShift);
    const int failures = whole_picture(before, now) + one_macroblock(before, now);
    return failures == 0 ? 0 : 1;
}
