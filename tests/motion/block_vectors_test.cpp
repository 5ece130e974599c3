// SPDX-License-Identifier: MIT
// Vectors and SADs of blocks, against the definition.
#include "genmedia/block_vectors.h"

#include "genmedia/partition.h"
#include "moving_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace genmedia::block_vectors_test {
namespace {

constexpr int kColumns = 96, kLines = 64, kPadding = 16;

// A plane with padding, and pel * pel pictures of it: between pixels, what `gray` has there.
template <class Sample>
class Subpel {
public:
    Subpel(int width, int height, int padding_x, int padding_y, int pel, int scale, double dx, double dy)
        : width_(width),
          height_(height),
          padding_x_(padding_x),
          padding_y_(padding_y),
          stride_(width + 2 * padding_x + 5) {
        for (int fy = 0; fy < pel; fy++)
            for (int fx = 0; fx < pel; fx++)
                for (int y = -padding_y; y < height + padding_y; y++)
                    for (int x = -padding_x; x < stride_ - padding_x; x++)
                        samples_.push_back(static_cast<Sample>(
                            scale * static_cast<int>(test::unlike(x + double(fx) / pel - dx + 90,
                                                                  y + double(fy) / pel - dy + 90, 7))));
    }
    SubpelPlane plane() const {
        const auto picture = static_cast<size_t>(stride_) * static_cast<size_t>(height_ + 2 * padding_y_);
        const size_t first = static_cast<size_t>(padding_y_ * stride_ + padding_x_);
        return {.pixels = {reinterpret_cast<const uint8_t*>(samples_.data() + first), width_, height_,
                           static_cast<ptrdiff_t>(stride_ * sizeof(Sample)), sizeof(Sample)},
                .padding_x = padding_x_,
                .padding_y = padding_y_,
                .next_picture = static_cast<ptrdiff_t>(picture * sizeof(Sample))};
    }

private:
    int width_, height_, padding_x_, padding_y_, stride_;
    std::vector<Sample> samples_;
};

template <class Sample>
struct Picture {
    Subpel<Sample> luma, cb, cr;
    Picture(int pel, int scale, int across, int down, double dx, double dy)
        : luma(kColumns, kLines, kPadding, kPadding, pel, scale, dx, dy),
          cb(kColumns / across, kLines / down, kPadding / across, kPadding / down, pel, scale, dx / across,
             dy / down),
          cr(kColumns / across, kLines / down, kPadding / across, kPadding / down, pel, scale,
             dx / across + 9, dy / down) {}
    SubpelPicture view(bool chroma = true) const {
        return {luma.plane(), chroma ? cb.plane() : SubpelPlane{}, chroma ? cr.plane() : SubpelPlane{}};
    }
};

VectorGrid everywhere(vme::MotionVector v) {
    return {kColumns / 4, kLines / 4, std::vector<vme::MotionVector>(kColumns * kLines / 16, v)};
}

int sample_of(const SubpelPlane& plane, int pel, int x, int y) {
    const auto floor = [&](int v) { return (v - ((v % pel + pel) % pel)) / pel; };
    const int picture = (x % pel + pel) % pel + pel * ((y % pel + pel) % pel);
    const uint8_t* at = plane.pixels.data + picture * plane.next_picture + floor(y) * plane.pixels.stride +
                        floor(x) * plane.pixels.bytes_per_sample;
    return plane.pixels.bytes_per_sample == 1 ? *at : *reinterpret_cast<const uint16_t*>(at);
}

// Straight from the definition.
int64_t sad(const SubpelPlane& source, const SubpelPlane& reference, int pel, int x, int y, int width,
            int height, int vx, int vy) {
    int64_t sum = 0;
    for (int row = y; row < y + height; row++)
        for (int column = x; column < x + width; column++)
            sum += std::abs(sample_of(source, pel, pel * column, pel * row) -
                            sample_of(reference, pel, pel * column + vx, pel * row + vy));
    return sum;
}

constexpr BlockGrid kGrids[] = {
    {.columns = 12, .rows = 8, .width = 8, .height = 8},
    {.columns = 23, .rows = 15, .width = 8, .height = 8, .overlap_x = 4, .overlap_y = 4},
    {.columns = 11, .rows = 7, .width = 16, .height = 16, .overlap_x = 8, .overlap_y = 8},
    {.columns = 24, .rows = 16, .width = 4, .height = 4},
    {.columns = 3, .rows = 2, .width = 32, .height = 32},
    {.columns = 5, .rows = 8, .width = 16, .height = 8},
};

// The second picture shows the first moved by (4, -4). The starts are off by a quarter pixel across, which a
// finer grid sees, and refinement mends.
template <class Sample>
void expect_found(int pel, int scale, int across, int down) {
    const Picture<Sample> first(pel, scale, across, down, 0, 0), second(pel, scale, across, down, 4, -4);
    const SubpelPicture a = first.view(), b = second.view();
    for (BlockGrid grid : kGrids) {
        grid.pel = pel;
        std::vector<BlockVector> vectors;
        const Status status = find_block_vectors(everywhere({15, -16}), grid, a, b, {.refine = 2}, vectors);
        ASSERT_TRUE(status.ok()) << status.message();
        ASSERT_EQ(vectors.size(), static_cast<size_t>(grid.columns * grid.rows));
        for (int i = 0; i < grid.columns * grid.rows; i++) {
            const BlockVector& v = vectors[static_cast<size_t>(i)];
            const int x = i % grid.columns * (grid.width - grid.overlap_x),
                      y = i / grid.columns * (grid.height - grid.overlap_y);
            const int64_t luma = sad(a.luma, b.luma, pel, x, y, grid.width, grid.height, v.x, v.y);
            const auto chroma = [&](const SubpelPlane& s, const SubpelPlane& r) {
                return sad(s, r, pel, x / across, y / down, grid.width / across, grid.height / down,
                           v.x / across, v.y / down);
            };
            ASSERT_EQ(v.sad, luma + chroma(a.cb, b.cb) + chroma(a.cr, b.cr)) << x << " " << y;
            ASSERT_EQ(v.x, 4 * pel) << x << " " << y;
            ASSERT_EQ(v.y, -4 * pel) << x << " " << y;
        }
    }
}

TEST(BlockVectors, SadsAndVectorsOfAllGrids) {
    expect_found<uint8_t>(1, 1, 2, 2);
    expect_found<uint8_t>(2, 1, 1, 1);
    expect_found<uint8_t>(4, 1, 2, 2);
    expect_found<uint16_t>(1, 256, 1, 1);
    expect_found<uint16_t>(4, 4, 2, 1);
}

struct Place {
    int x, y;
    friend bool operator==(const Place&, const Place&) = default;
};

int apart(Place a, Place b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

// One vector after the other, as it is said what is chosen.
class PlainChoice {
public:
    PlainChoice(const VectorGrid& starts, const BlockGrid& grid, const SubpelPicture& source,
                const SubpelPicture& reference, const BlockOptions& options, int column, int row)
        : grid_(grid),
          source_(source),
          reference_(reference),
          options_(options),
          x_(column * (grid.width - grid.overlap_x)),
          y_(row * (grid.height - grid.overlap_y)) {
        const std::vector<Place> tried = starts_of(starts);
        middle_ = middle_of(tried);
        for (const Place v : tried) cost_if_less(v);
        for (int round = 0; round < options.refine; round++) {
            const Place at = best_;
            const auto side = [&](Place low, Place high) {
                const double low_cost = cost_if_less(low);
                return low_cost < cost_if_less(high) ? -1 : 1;
            };
            const int dx = side({at.x - 1, at.y}, {at.x + 1, at.y}),
                      dy = side({at.x, at.y - 1}, {at.x, at.y + 1});
            cost_if_less({at.x + dx, at.y + dy});
            if (at == best_) break;
            before_ = at;
        }
    }

    BlockVector found() const { return {best_.x, best_.y, sad_}; }

private:
    std::vector<Place> starts_of(const VectorGrid& starts) const {
        const auto numbers = [&](int at, int side, int most) {
            std::vector<int> result;
            const int first = std::max(at / 4 - 1, 0), end = (at + side - 1) / 4 + 2;
            const int step = (end - first + options_.starts - 1) / options_.starts;
            for (int i = std::min(first, most - 1); i < std::min(end, most); i += step) result.push_back(i);
            return result;
        };
        std::vector<Place> result;
        for (const int by : numbers(y_, grid_.height, starts.rows))
            for (const int bx : numbers(x_, grid_.width, starts.columns)) {
                const vme::MotionVector v = starts.vectors[static_cast<size_t>(by * starts.columns + bx)];
                const auto [left, right] = limits(x_, kPadding, kColumns, grid_.width);
                const auto [top, bottom] = limits(y_, kPadding, kLines, grid_.height);
                result.push_back({std::clamp<int>(v.x, left, right), std::clamp<int>(v.y, top, bottom)});
            }
        return result;
    }

    std::pair<int, int> limits(int at, int padding, int side, int block) const {
        return {-(at + padding) * grid_.pel, (side + padding - at - block) * grid_.pel - 1};
    }

    static Place middle_of(const std::vector<Place>& places) {
        const auto sum = [&](Place a) {
            int64_t all = 0;
            for (const Place b : places) all += apart(a, b);
            return all;
        };
        return *std::ranges::min_element(places, {}, sum);
    }

    double cost_if_less(Place v) {
        const auto [left, right] = limits(x_, kPadding, kColumns, grid_.width);
        const auto [top, bottom] = limits(y_, kPadding, kLines, grid_.height);
        if (v.x < left || v.x > right || v.y < top || v.y > bottom || v == before_) return 1e300;
        const double rough =
            options_.smoothness * apart(v, middle_) / grid_.pel * (grid_.width * grid_.height / 64.0);
        int64_t sum = 0;
        for (const auto plane : {&SubpelPicture::luma, &SubpelPicture::cb, &SubpelPicture::cr}) {
            const SubpelPlane &from = source_.*plane, &to = reference_.*plane;
            if (from.pixels.empty()) continue;
            const int across = kColumns / from.pixels.width, down = kLines / from.pixels.height;
            sum += sad(from, to, grid_.pel, x_ / across, y_ / down, grid_.width / across, grid_.height / down,
                       v.x / across, v.y / down);
            if (static_cast<double>(sum) + rough >= cost_) return static_cast<double>(sum) + rough;
        }
        best_ = v;
        sad_ = sum;
        return cost_ = static_cast<double>(sum) + rough;
    }

    const BlockGrid& grid_;
    const SubpelPicture &source_, &reference_;
    const BlockOptions& options_;
    int x_, y_;
    Place middle_{}, best_{}, before_{1 << 30, 0};
    double cost_ = 1e300;
    int64_t sad_ = 0;
};

// Starts that lie apart, so that blocks go on from one or the other, some beyond the padding.
template <class Sample>
void expect_plain_choice(int pel, int across, int down, const BlockOptions& options, bool chroma) {
    std::mt19937 random(static_cast<unsigned>(pel + 7 * across + 31 * options.starts));
    const Picture<Sample> first(pel, sizeof(Sample) == 1 ? 1 : 200, across, down, 0, 0),
        second(pel, sizeof(Sample) == 1 ? 1 : 200, across, down, 1.3, -0.6);
    const SubpelPicture a = first.view(chroma), b = second.view(chroma);
    VectorGrid starts = everywhere({});
    for (vme::MotionVector& v : starts.vectors) {
        const int reach = random() % 8 == 0 ? 300 : 9;
        const auto part = [&] {
            return static_cast<int16_t>(static_cast<int>(random() % (2 * reach)) - reach);
        };
        v = random() % 3 == 0 ? vme::MotionVector{4, -4} : vme::MotionVector{part(), part()};
    }
    VectorGrid units = starts;  // halves away from zero
    for (vme::MotionVector& v : units.vectors)
        v = {static_cast<int16_t>(std::lround(v.x * pel / 4.0)),
             static_cast<int16_t>(std::lround(v.y * pel / 4.0))};
    for (BlockGrid grid : kGrids) {
        grid.pel = pel;
        std::vector<BlockVector> vectors;
        const Status status = find_block_vectors(starts, grid, a, b, options, vectors);
        ASSERT_TRUE(status.ok()) << status.message();
        for (int row = 0; row < grid.rows; row++)
            for (int column = 0; column < grid.columns; column++)
                ASSERT_EQ(vectors[static_cast<size_t>(row * grid.columns + column)],
                          PlainChoice(units, grid, a, b, options, column, row).found())
                    << column << ", " << row << " of " << grid.width << "x" << grid.height;
    }
}

TEST(BlockVectors, AreChosenOneAfterTheOther) {
    for (const int pel : {1, 2, 4})
        for (const int starts : {1, 2, 8})
            for (const double smoothness : {0.0, 6.5}) {
                const BlockOptions options{.refine = 3, .smoothness = smoothness, .starts = starts};
                expect_plain_choice<uint8_t>(pel, 2, 2, options, true);
                expect_plain_choice<uint16_t>(pel, 2, 1, options, true);
                expect_plain_choice<uint8_t>(pel, 1, 1, options, false);
            }
}

TEST(BlockVectors, TheBestOfWhatLiesUnderABlock) {
    const Picture<uint8_t> first(1, 1, 1, 1, 0, 0), second(1, 1, 1, 1, 5, 2);
    VectorGrid starts = everywhere({0, 0});
    // One of the sixteen 4x4 blocks under the block at (32, 16) knows.
    starts.vectors[static_cast<size_t>(5 * starts.columns + 9)] = {20, 8};
    std::vector<BlockVector> vectors;
    ASSERT_TRUE(find_block_vectors(starts, {.columns = 6, .rows = 4, .width = 16, .height = 16, .pel = 1},
                                   first.view(), second.view(), {.refine = 0}, vectors)
                    .ok());
    for (size_t i = 0; i < vectors.size(); i++)
        EXPECT_EQ(std::pair(vectors[i].x, vectors[i].y), i == 8 ? std::pair(5, 2) : std::pair(0, 0)) << i;
    // Far from the others, it costs more than it gains.
    ASSERT_TRUE(find_block_vectors(starts, {.columns = 6, .rows = 4, .width = 16, .height = 16, .pel = 1},
                                   first.view(), second.view(), {.refine = 0, .smoothness = 1e6}, vectors)
                    .ok());
    EXPECT_EQ(vectors[8].x, 0);
}

TEST(BlockVectors, MatchesLieInThePaddedPlane) {
    const Picture<uint8_t> picture(4, 1, 2, 2, 0, 0);
    std::mt19937 random(3);
    VectorGrid starts = everywhere({0, 0});
    for (vme::MotionVector& v : starts.vectors)
        v = {static_cast<int16_t>(random() % 4000 - 2000), static_cast<int16_t>(random() % 4000 - 2000)};
    const BlockGrid grid{.columns = 23, .rows = 15, .overlap_x = 4, .overlap_y = 4, .pel = 4};
    std::vector<BlockVector> vectors, others;
    for (const int threads : {1, 4}) {
        ASSERT_TRUE(find_block_vectors(starts, grid, picture.view(), picture.view(),
                                       {.refine = 3, .threads = threads}, vectors)
                        .ok());
        if (threads == 1) others = vectors;
    }
    EXPECT_EQ(vectors, others);
    int at_limit = 0;
    for (int i = 0; i < static_cast<int>(vectors.size()); i++) {
        const int x = i % 23 * 4, y = i / 23 * 4;
        const BlockVector& v = vectors[static_cast<size_t>(i)];
        ASSERT_GE(v.x, -4 * (x + kPadding));
        ASSERT_LT(v.x, 4 * (kColumns + kPadding - x - 8));
        ASSERT_GE(v.y, -4 * (y + kPadding));
        ASSERT_LT(v.y, 4 * (kLines + kPadding - y - 8));
        at_limit += v.x == -4 * (x + kPadding) || v.x == 4 * (kColumns + kPadding - x - 8) - 1;
    }
    EXPECT_GT(at_limit, 10);
}

TEST(BlockVectors, GridOfAField) {
    MotionField field;
    field.columns = 3;
    field.rows = 2;
    field.has_inter = true;
    field.inter.resize(6);
    for (int m = 0; m < 6; m++)
        for (int e = 0; e < 16; e++)
            field.inter[static_cast<size_t>(m)].vectors[static_cast<size_t>(e)].forward = {
                static_cast<int16_t>(m % 3 * 16 + vme::entry_x(e)),
                static_cast<int16_t>(m / 3 * 16 + vme::entry_y(e))};
    const VectorGrid grid = vector_grid(field);
    ASSERT_EQ(grid.columns, 12);
    ASSERT_EQ(grid.rows, 8);
    for (int i = 0; i < 96; i++) {
        EXPECT_EQ(grid.vectors[static_cast<size_t>(i)].x, i % 12 * 4);
        EXPECT_EQ(grid.vectors[static_cast<size_t>(i)].y, i / 12 * 4);
    }
    EXPECT_TRUE(vector_grid({}).vectors.empty());
}

TEST(BlockVectors, ChainsFollowTheMatch) {
    VectorGrid first{4, 1, {{16, 0}, {-64, 3}, {8, -400}, {1000, 0}}};
    const VectorGrid second{4, 1, {{1, 0}, {20, 0}, {300, 0}, {4000, 7}}};
    VectorGrid chained;
    ASSERT_TRUE(chain_vectors(first, second, chained).ok());
    // Block 0 leads to block 1; block 1 out of the picture on the left; the middle of block 2, by 2 pixels,
    // to block 3; block 3 out on the right.
    const std::vector<vme::MotionVector> expected{{36, 0}, {-63, 3}, {4008, -393}, {5000, 7}};
    EXPECT_EQ(chained.vectors, expected);
    ASSERT_TRUE(chain_vectors(first, second, first).ok());  // in place
    EXPECT_EQ(first.vectors, expected);
    EXPECT_EQ(chain_vectors(first, {2, 2, {{}, {}, {}, {}}}, chained).message(),
              "second has 2x2 blocks; expected 4x1, as first");
    EXPECT_EQ(chained.vectors, expected);
}

TEST(BlockVectors, RefusesWhatItCannot) {
    const Picture<uint8_t> picture(1, 1, 2, 2, 0, 0);
    const BlockGrid grid{.columns = 12, .rows = 8, .pel = 1};
    const auto message = [&](const BlockGrid& asked, const SubpelPicture& source,
                             const SubpelPicture& reference, const BlockOptions& options = {},
                             const VectorGrid& starts = everywhere({0, 0})) {
        std::vector<BlockVector> vectors(7);
        const Status status = find_block_vectors(starts, asked, source, reference, options, vectors);
        EXPECT_EQ(status.code(), StatusCode::invalid_argument);
        EXPECT_EQ(vectors.size(), 7U);
        return status.message();
    };
    const auto with = [&](auto change) {
        BlockGrid changed = grid;
        change(changed);
        return message(changed, picture.view(), picture.view());
    };
    EXPECT_EQ(with([](BlockGrid& g) { g.columns = 0; }), "BlockGrid.columns is 0; expected 1..1048576");
    EXPECT_EQ(with([](BlockGrid& g) { g.rows = 9; }),
              "source.luma is 96x64; expected 96x72 or more, as the grid needs");
    EXPECT_EQ(with([](BlockGrid& g) { g.width = 2; }), "BlockGrid.width is 2; expected 4..128");
    EXPECT_EQ(with([](BlockGrid& g) { g.height = 256; }), "BlockGrid.height is 256; expected 4..128");
    EXPECT_EQ(with([](BlockGrid& g) { g.overlap_x = 5; }), "BlockGrid.overlap_x is 5; expected 0..4");
    EXPECT_EQ(with([](BlockGrid& g) { g.pel = 3; }), "BlockGrid.pel is 3; expected 1, 2 or 4");
    EXPECT_EQ(with([](BlockGrid& g) { g.width = 7, g.columns = 2; }),
              "source.cb is 48x32; expected luma's size, padding, blocks and overlap divided by 1, 2 or 4 "
              "without rest");
    EXPECT_EQ(message(grid, {}, {}), "source.luma is empty; expected a plane");
    EXPECT_EQ(message(grid, picture.view(), picture.view(false)),
              "reference.cb differs from source.cb; expected planes of one size, depth and padding");
    SubpelPicture one = picture.view();
    one.cr = {};
    EXPECT_EQ(message(grid, one, one), "source has one chroma plane; expected two or none");
    EXPECT_EQ(message(grid, picture.view(), picture.view(), {.refine = -1}),
              "BlockOptions.refine is -1; expected 0..64");
    EXPECT_EQ(message(grid, picture.view(), picture.view(), {.smoothness = -1}),
              "BlockOptions.smoothness is -1.000000; expected 0 or more");
    EXPECT_EQ(message(grid, picture.view(), picture.view(), {.starts = 9}),
              "BlockOptions.starts is 9; expected 1..8");
    EXPECT_EQ(message(grid, picture.view(), picture.view(), {.threads = -1}),
              "BlockOptions.threads is -1; expected 0..1048576");
    EXPECT_EQ(message(grid, picture.view(), picture.view(), {}, {2, 2, {}}),
              "starts has 0 vectors for 2x2 blocks; expected one each, and at least one");
}

}  // namespace
}  // namespace genmedia::block_vectors_test
