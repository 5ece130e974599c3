// SPDX-License-Identifier: MIT
// Each macroblock of a field is what the unit gives when it is asked only for that macroblock, at the place
// that the predictor's definition says.
#include "genmedia/motion.h"
#include "search/pyramid.h"

#include "made_pictures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

namespace genmedia::motion {
namespace {

using test::Picture;
using vme::MotionVector;
using vme::PixelOffset;

// `previous` moved: motion(column, row) gives each 8x8 block a motion of its own, in pixels.
Picture by_blocks(const Picture& previous, const std::function<PixelOffset(int, int)>& motion) {
    return Picture(previous.width, previous.height, [&](int x, int y) {
        const PixelOffset d = motion(x / 8, y / 8);
        return previous.nearest(x + d.x, y + d.y);
    });
}

class Direct {
public:
    Direct(const MotionOptions& options, const Picture& source, const Picture& previous, const Picture* next)
        : options_(options), source_(source), previous_(previous), next_(next) {
        columns_ = (source.width + 15) / 16;
        rows_ = (source.height + 15) / 16;
        if (options.default_costs) {
            costs_.motion_vector.emplace().table = vme::default_motion_vector_cost(options.slice, options.qp);
            costs_.shape = vme::default_inter_shape_penalty(options.slice, options.qp);
            costs_.backward_direction = vme::default_inter_direction_penalty(options.slice, options.qp);
        }
    }

    std::vector<vme::InterResult> field() {
        std::vector<PixelOffset> forward, backward;
        if (options_.predictor == Predictor::hierarchical) {
            forward = coarse(previous_);
            if (next_ != nullptr) backward = coarse(*next_);
        }
        for (int y = 0; y < rows_; y++)
            for (int x = 0; x < columns_; x++) {
                const size_t i = field_.size();
                PixelOffset to_previous, to_next;
                if (options_.predictor == Predictor::spatial) {
                    to_previous = nearest(median(x, y, &vme::BidirectionalVector::forward));
                    to_next = nearest(median(x, y, &vme::BidirectionalVector::backward));
                } else if (!forward.empty()) {
                    to_previous = forward[i];
                    if (next_ != nullptr) to_next = backward[i];
                }
                field_.push_back(macroblock(x, y, to_previous, to_next));
                most_lines_ = std::max(most_lines_, std::abs(field_.back().vectors[0].forward.y) / 4);
                most_columns_ = std::max(most_columns_, std::abs(field_.back().vectors[0].forward.x) / 4);
            }
        return field_;
    }

    int most_lines() const { return most_lines_; }
    int most_columns() const { return most_columns_; }

private:
    // The vector of the 4x4 block that holds a pixel, as AVC's prediction takes its neighbours.
    MotionVector vector_at(int px, int py, MotionVector vme::BidirectionalVector::*side) const {
        const int column = px % 16 / 4, row = py % 16 / 4;
        const int entry = 8 * (row / 2) + 4 * (column / 2) + 2 * (row % 2) + column % 2;
        return field_[static_cast<size_t>(py / 16) * columns_ + px / 16].vectors[entry].*side;
    }

    MotionVector median(int x, int y, MotionVector vme::BidirectionalVector::*side) const {
        const int px = 16 * x, py = 16 * y;
        const MotionVector left = x > 0 ? vector_at(px - 1, py, side) : MotionVector{};
        if (y == 0) return left;
        const MotionVector upper = vector_at(px, py - 1, side);
        MotionVector corner;
        if (x + 1 < columns_)
            corner = vector_at(px + 16, py - 1, side);
        else if (x > 0)
            corner = vector_at(px - 1, py - 1, side);
        const auto middle = [](int16_t a, int16_t b, int16_t c) {
            std::array all = {a, b, c};
            std::sort(all.begin(), all.end());
            return all[1];
        };
        return {middle(left.x, upper.x, corner.x), middle(left.y, upper.y, corner.y)};
    }

    static PixelOffset limited(int x, int y) {
        return {std::clamp(x, -2000, 2000), std::clamp(y, -500, 500)};
    }
    // Whole pixels, halves upwards.
    static PixelOffset nearest(MotionVector v) {
        return limited(static_cast<int>(std::floor(v.x / 4.0 + 0.5)),
                       static_cast<int>(std::floor(v.y / 4.0 + 0.5)));
    }

    // For each macroblock of the source: what the 8x8 block of the next smaller picture found that holds its
    // 16x16 pixels, 4x4 there.
    std::vector<PixelOffset> coarse(const Picture& reference) const {
        const std::vector<search::SmallPicture> sources = search::pyramid(source_.view()),
                                                references = search::pyramid(reference.view());
        std::vector<PixelOffset> found;
        for (size_t t = sources.size(); t-- > 0;)
            found =
                next_level(sources[t], references[t], found, t == 0 ? source_.view() : sources[t - 1].view());
        return found;
    }

    std::vector<PixelOffset> next_level(const search::SmallPicture& source,
                                        const search::SmallPicture& reference,
                                        const std::vector<PixelOffset>& start, const PlaneView& finer) const {
        const int columns = (source.width + 15) / 16, rows = (source.height + 15) / 16;
        std::vector<vme::ImeResult> results;
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < columns; x++) {
                vme::ImeRequest request;
                request.source = {.image = {source.view(), {}}, .x = 16 * x, .y = 16 * y};
                request.forward.luma = reference.view();
                request.disabled_partitions = vme::partition_all & ~vme::partition_8x8;
                request.costs = costs_;
                results.push_back(search(request, start.empty() ? PixelOffset{} : start[results.size()], {}));
            }
        std::vector<PixelOffset> offsets;
        for (int y = 0; y < (finer.height + 15) / 16; y++)
            for (int x = 0; x < (finer.width + 15) / 16; x++) {
                const int px = std::min(4 * x, 16 * columns - 8), py = std::min(4 * y, 16 * rows - 8);
                const int quadrant = 2 * (py % 16 / 8) + px % 16 / 8;
                const MotionVector v = results[py / 16 * columns + px / 16].vectors[4 * quadrant].forward;
                offsets.push_back(limited(v.x / 4 * 4, v.y / 4 * 4));
            }
        return offsets;
    }

    // Where it begins far away, the macroblock's own place is searched first.
    vme::ImeResult search(vme::ImeRequest request, PixelOffset forward, PixelOffset backward) const {
        const auto whole = [](PixelOffset o) {
            return MotionVector{static_cast<int16_t>(4 * o.x), static_cast<int16_t>(4 * o.y)};
        };
        if (request.costs.motion_vector)
            for (auto& center : request.costs.motion_vector->center)
                center = {whole(forward), whole(backward)};
        const vme::WindowSize size = vme::reference_window_size(request.window, request.backward.has_value());
        const auto far = [&](PixelOffset o) {
            return std::abs(o.x) > (size.width - 16) / 4 || std::abs(o.y) > (size.height - 16) / 4;
        };
        vme::ImeResult result;
        if (far(forward) || far(backward)) {
            ask(request, result);
            request.stream_in = result.stream_out;
        }
        request.forward_offset = forward;
        request.backward_offset = backward;
        ask(request, result);
        return result;
    }

    vme::InterResult macroblock(int x, int y, PixelOffset forward, PixelOffset backward) const {
        vme::ImeRequest request;
        request.source = {.image = {source_.view(), {}}, .x = 16 * x, .y = 16 * y};
        request.forward.luma = previous_.view();
        if (next_ != nullptr) request.backward.emplace().luma = next_->view();
        request.window = options_.window;
        request.disabled_partitions = options_.disabled_partitions;
        request.distortion = options_.distortion;
        request.costs = costs_;
        const vme::ImeResult found = search(request, forward, backward);
        if (options_.subpixel == vme::SubpixelMode::integer && next_ == nullptr) return found;

        vme::RefineRequest refine;
        refine.source = request.source;
        refine.set_forward(request.forward);
        if (next_ != nullptr) {
            refine.set_backward(*request.backward);
            refine.bidirectional = vme::BidirectionalWeight::half;
        }
        refine.set_partition(found);
        refine.subpixel = options_.subpixel;
        refine.distortion = options_.distortion;
        refine.costs = costs_;
        if (refine.costs.motion_vector)
            for (auto& center : refine.costs.motion_vector->center) {
                center.forward = {static_cast<int16_t>(4 * forward.x), static_cast<int16_t>(4 * forward.y)};
                center.backward = {static_cast<int16_t>(4 * backward.x),
                                   static_cast<int16_t>(4 * backward.y)};
            }
        vme::RefineResult result;
        ask(refine, result);
        return result;
    }

    template <class Request, class Result>
    static void ask(const Request& request, Result& result) {
        const Status status = vme::evaluate(request, result);
        EXPECT_TRUE(status.ok()) << status.message();
    }

    const MotionOptions& options_;
    const Picture &source_, &previous_;
    const Picture* next_;
    vme::InterCosts costs_;
    int columns_ = 0, rows_ = 0, most_lines_ = 0, most_columns_ = 0;
    std::vector<vme::InterResult> field_;
};

void compare(const MotionOptions& options, const Picture& source, const Picture& previous,
             const Picture* next, Direct& direct) {
    MotionField field;
    const Status status =
        MotionEstimator(options).estimate({.source = {source.view(), {}},
                                           .previous = previous.view(),
                                           .next = next != nullptr ? next->view() : PlaneView{}},
                                          field);
    ASSERT_TRUE(status.ok()) << status.message();
    const std::vector<vme::InterResult> expected = direct.field();
    ASSERT_EQ(field.inter.size(), expected.size());
    for (size_t i = 0; i < expected.size(); i++)
        ASSERT_EQ(field.inter[i], expected[i])
            << "macroblock (" << i % field.columns << ", " << i / field.columns << ")";
}

constexpr Predictor kPredictors[] = {Predictor::none, Predictor::spatial, Predictor::hierarchical};

// Each 8x8 block has a motion of its own, so the neighbours of a macroblock all differ; some are far.
Picture restless(const Picture& previous, unsigned seed) {
    const Picture random = test::noise(previous.width / 8 + 1, previous.height / 8 + 1, seed);
    return by_blocks(previous, [&](int bx, int by) {
        const int r = random.nearest(bx, by), far = r % 16 == 0 ? 9 : 1;
        return PixelOffset{12 + (r % 7 - 3) * far, (r / 7 % 7 - 3) * far - 9};
    });
}

TEST(UnitAskedDirectly, EveryPredictor) {
    for (const auto& [width, height] :
         {std::pair{208, 160}, std::pair{283, 141}, std::pair{31, 130}, std::pair{16, 64}}) {
        const Picture previous = test::landscape(width, height, 21), source = restless(previous, 22);
        for (const Predictor predictor : kPredictors) {
            SCOPED_TRACE(static_cast<int>(predictor));
            const MotionOptions options{.predictor = predictor, .threads = 2};
            Direct direct(options, source, previous, nullptr);
            compare(options, source, previous, nullptr, direct);
        }
    }
}

TEST(UnitAskedDirectly, TwoReferences) {
    const Picture previous = test::landscape(208, 160, 23), next = restless(previous, 24);
    const Picture moved = restless(next, 25);
    const Picture source(208, 160,
                         [&](int x, int y) { return (next.nearest(x, y) + moved.nearest(x, y) + 1) / 2; });
    for (const Predictor predictor : kPredictors) {
        SCOPED_TRACE(static_cast<int>(predictor));
        const MotionOptions options{.slice = vme::SliceType::b, .qp = 33, .predictor = predictor};
        Direct direct(options, source, previous, &next);
        compare(options, source, previous, &next, direct);
    }
}

TEST(UnitAskedDirectly, EveryOption) {
    const Picture previous = test::landscape(176, 144, 26), source = restless(previous, 27);
    const MotionOptions all[] = {
        {.window = vme::SearchWindow::small},
        {.window = vme::SearchWindow::diamond, .distortion = vme::Distortion::haar},
        {.window = vme::SearchWindow::radius_2x2, .subpixel = vme::SubpixelMode::half},
        {.disabled_partitions = vme::partition_16x16 | vme::partition_8x4, .qp = 5},
        {.subpixel = vme::SubpixelMode::integer},
        {.distortion = vme::Distortion::ac_haar, .default_costs = false},
    };
    for (MotionOptions options : all)
        for (const Predictor predictor : kPredictors) {
            SCOPED_TRACE(testing::Message() << &options - all << " " << static_cast<int>(predictor));
            options.predictor = predictor;
            Direct direct(options, source, previous, nullptr);
            compare(options, source, previous, nullptr, direct);
        }
}

// Motion that grows from macroblock to macroblock: the neighbours' vectors lead beyond where windows and
// cost centres may go, which are 500 lines and 2000 columns from the macroblock.
TEST(UnitAskedDirectly, VectorsOfMoreThan500Lines) {
    const Picture previous = test::noise(64, 1312, 28);
    for (const int lines : {11, -11}) {
        const Picture source = by_blocks(previous, [&](int, int by) {
            return PixelOffset{0, lines * (by / 2)};
        });
        const MotionOptions options{.predictor = Predictor::spatial};
        Direct direct(options, source, previous, nullptr);
        compare(options, source, previous, nullptr, direct);
        EXPECT_GT(direct.most_lines(), 500) << lines;
    }
}

TEST(UnitAskedDirectly, VectorsOfMoreThan2000Columns) {
    const Picture previous = test::noise(4480, 16, 29);
    for (const int columns : {15, -11}) {
        const Picture source = by_blocks(previous, [&](int bx, int) {
            return PixelOffset{columns * (bx / 2), 0};
        });
        const MotionOptions options{.predictor = Predictor::spatial};
        Direct direct(options, source, previous, nullptr);
        compare(options, source, previous, nullptr, direct);
        EXPECT_GT(direct.most_columns(), 2000) << columns;
    }
}

// Intra estimation, with the source picture's own pixels around each macroblock.
TEST(UnitAskedDirectly, Intra) {
    const Picture source = test::landscape(150, 100, 30);
    const MotionOptions options{.slice = vme::SliceType::b, .qp = 31, .intra = true};
    MotionField field;
    ASSERT_TRUE(MotionEstimator(options)
                    .estimate({.source = {source.view(), {}}, .previous = {}, .next = {}}, field)
                    .ok());
    for (int y = 0; y < field.rows; y++)
        for (int x = 0; x < field.columns; x++) {
            vme::SicRequest request;
            request.source = {.image = {source.view(), {}}, .x = 16 * x, .y = 16 * y};
            vme::IntraEstimation& intra = request.intra.emplace();
            intra.shape_penalty = vme::default_intra_luma_shape_penalty(options.slice, options.qp);
            vme::IntraNeighbors& around = intra.neighbors;
            around.has_left = x != 0;
            around.has_upper = y != 0;
            around.has_upper_left = x != 0 && y != 0;
            around.has_upper_right = y != 0 && x != field.columns - 1;
            const auto pixel = [&](int dx, int dy) {
                return static_cast<uint8_t>(source.nearest(16 * x + dx, 16 * y + dy));
            };
            for (int i = 0; i < 16; i++) around.left[i] = pixel(-1, i);
            for (int i = 0; i < 16; i++) around.upper[i] = pixel(i, -1);
            for (int i = 0; i < 8; i++) around.upper_right[i] = pixel(16 + i, -1);
            around.upper_left = pixel(-1, -1);
            vme::SicResult expected;
            ASSERT_TRUE(vme::evaluate(request, expected).ok());
            const MacroblockIntra& got = field.intra[y * field.columns + x];
            ASSERT_EQ(got.distortion, expected.intra_distortion) << x << ", " << y;
            ASSERT_EQ(got.shape, expected.intra_shape) << x << ", " << y;
            ASSERT_EQ(got.luma_modes, expected.luma_modes) << x << ", " << y;
        }
}

}  // namespace
}  // namespace genmedia::motion
