// SPDX-License-Identifier: MIT
#include "field_inputs.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace genmedia::test {

using namespace genmedia::motion;

namespace {

std::vector<float> floats(size_t count, float least, float most, Random& random) {
    std::vector<float> values(count);
    for (float& value : values) value = std::uniform_real_distribution<float>(least, most)(random);
    return values;
}

// Of the 4x4 pixels from (first, first) on.
int sum_of_block(GuardedPlane& plane, int first) {
    int sum = 0;
    for (int i = 0; i < kFineSide * kFineSide; i++)
        sum += plane.line(first + i / kFineSide)[first + i % kFineSide];
    return sum;
}

}  // namespace

MatchedPlanes::MatchedPlanes(Readable source, Readable match, int before, const Clip& clip, Random& random)
    : source_(source.width, source.height, pick(random, source.width, source.width + 5), 1,
              chance(random, 2)),
      match_(match.width, match.height, pick(random, match.width, match.width + 11), 1, chance(random, 2)) {
    for (GuardedPlane* plane : {&source_, &match_})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    block_ = {.source = source_.line(0),
              .source_stride = source_.view().stride,
              .match = match_.line(before) + before,
              .match_stride = match_.view().stride,
              .fx = pick(random, 0, kSteps - 1),
              .fy = pick(random, 0, kSteps - 1)};
}

BlockPlanes::BlockPlanes(int width, int height, int bytes, const Clip& clip, Random& random, int room)
    : first_(bytes * width, height, bytes * pick(random, width, width + 9), 1,
             bytes == 2 || chance(random, 2)),
      second_(bytes * (width + room), height + room, bytes * pick(random, width + room, width + room + 9), 1,
              bytes == 2 || chance(random, 2)),
      bytes_(bytes),
      room_(room) {
    for (GuardedPlane* plane : {&first_, &second_})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    pair_ = {.first = first_.line(0),
             .first_stride = first_.view().stride,
             .second = second_.line(0),
             .second_stride = second_.view().stride,
             .width = width,
             .height = height};
}

BlockMatches BlockPlanes::matches(Random& random) {
    BlockMatches matches{.block = pair_.first,
                         .block_stride = pair_.first_stride,
                         .others = {},
                         .others_stride = pair_.second_stride,
                         .width = pair_.width,
                         .height = pair_.height};
    for (const uint8_t*& other : matches.others)
        other = second_.line(pick(random, 0, room_)) + bytes_ * pick(random, 0, room_);
    return matches;
}

MatchedPlanes MatchedPlanes::for_difference(const Clip& clip, Random& random) {
    return {{16, 12}, {17, 13}, 0, clip, random};
}

MatchedRowInput::MatchedRowInput(int blocks, Readable readable, const Clip& clip, Random& random)
    : source_width_(kFineSide * blocks + readable.after_row),
      width_(pick(random, readable.width, readable.width + 30)),
      height_(pick(random, readable.height, readable.height + 6)),
      stride_(std::max(source_width_, width_) + pick(random, 0, 5)),
      source_(source_width_, kFineSide, stride_, 1, chance(random, 2)),
      match_(width_, height_, stride_, 1, chance(random, 2)) {
    for (GuardedPlane* plane : {&source_, &match_})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    const auto part = [&] { return static_cast<float>(pick(random, 0, kSteps - 1)) / kSteps; };
    for (int bx = 0; bx < blocks; bx++) {
        const int x = pick(random, 0, width_ - readable.width),
                  y = pick(random, 0, height_ - readable.height);
        vectors_.push_back({static_cast<float>(x - kFineSide * bx) + part(), static_cast<float>(y) + part()});
    }
    row_ = {.columns = static_cast<size_t>(blocks),
            .source = source_.line(0),
            .match = match_.line(readable.before) + readable.before,
            .stride = stride_,
            .vectors = vectors_.data()};
}

MatchedRowInput MatchedRowInput::for_gradients(int blocks, const Clip& clip, Random& random) {
    return {blocks, {.width = 16, .height = 7, .before = 1}, clip, random};
}

MatchedRowInput MatchedRowInput::for_differences(int blocks, const Clip& clip, Random& random) {
    return {blocks, {.width = 16, .height = 5, .before = 0, .after_row = 4}, clip, random};
}

MatchedPlanes MatchedPlanes::for_spread(const Clip& clip, Random& random) {
    constexpr int columns = kSpreadColumns, lines = kSpreadLines;
    return {{columns, lines}, {columns + 1, lines + 1}, 0, clip, random};
}

SpreadInput::SpreadInput(const Clip& clip, Random& random)
    : planes_(MatchedPlanes::for_spread(clip, random)),
      stride_(pick(random, kSpreadColumns, kSpreadColumns + 7)) {
    constexpr float least = 0.5F, most = 40;
    near_x_ = floats(kSpreadColumns, least, most, random);
    near_y_ = floats(kSpreadLines, least, most, random);
    weights_ = floats(kSpreadLines * static_cast<size_t>(stride_), least, most, random);
    sums_x_ = sums_y_ = weights_;
    vector_x_ = std::uniform_real_distribution<float>(-20, 20)(random);
    vector_y_ = std::uniform_real_distribution<float>(-20, 20)(random);
}

SpreadVector SpreadInput::spread() {
    return {.pixels = planes_.block(),
            .near_x = near_x_.data(),
            .near_y = near_y_.data(),
            .vector_x = vector_x_,
            .vector_y = vector_y_,
            .weights = weights_.data(),
            .sums_x = sums_x_.data(),
            .sums_y = sums_y_.data(),
            .stride = stride_};
}

FieldRow::FieldRow(int columns, Random& random)
    : columns_(columns),
      odd_((columns + 1) / 2 + pick(random, 1, 17)),
      red_black_stride_(odd_ + columns / 2 + pick(random, 1, 17)) {
    const size_t size = 3 * (static_cast<size_t>(columns) + 2) + kReadAfterRow;
    const float reach = chance(random, 2) ? 1.5F : 40;
    if (chance(random, 2)) to_camera_ = kToCamera;
    for (size_t i = 0; i < grids_.size(); i++) {
        const bool is_vector = i < 2, is_square = i == 2 || i == 4;
        grids_[i] = is_vector ? floats(size, -reach, reach, random)
                              : floats(size, is_square ? 0 : -3000, 3000, random);
    }
    // A square of a sum of products is no more than the product of the sums of squares.
    for (size_t i = 0; i < size; i++)
        grids_[3][i] = std::clamp(grids_[3][i], -1.F, 1.F) * std::sqrt(grids_[2][i] * grids_[4][i]);
    for (std::vector<float>& grid : red_black_grids_)
        grid = floats(3 * static_cast<size_t>(red_black_stride_) + kReadAfterRow, -3000, 3000, random);
}

FieldStep FieldRow::step() {
    const int stride = columns_ + 2;
    const auto row = [&](size_t i) { return grids_[i].data() + stride + 1; };
    const auto red_black = [&](size_t i) { return red_black_grids_[i].data() + red_black_stride_; };
    return {.columns = static_cast<size_t>(columns_),
            .to_camera = to_camera_,
            .stride = stride,
            .start_x = row(0),
            .start_y = row(1),
            .xx = row(2),
            .xy = row(3),
            .yy = row(4),
            .xd = row(5),
            .yd = row(6),
            .odd = odd_,
            .red_black_stride = red_black_stride_,
            .inverse_xx = red_black(0),
            .inverse_xy = red_black(1),
            .inverse_yy = red_black(2),
            .right_x = red_black(3),
            .right_y = red_black(4),
            .pull_beside = red_black(5),
            .pull_below = red_black(6),
            .middle_x = red_black(7),
            .middle_y = red_black(8),
            .x = red_black(9),
            .y = red_black(10)};
}

FlowInput::FlowInput(size_t count, Random& random) : count_(count), strip_(count + kAfterFlowRow) {
    const auto plane = [&](float least, float most) {
        values_.push_back(floats(5 * strip_, least, most, random));
        if (chance(random, 4)) std::fill_n(values_.back().begin(), 5 * strip_, std::max(least, 0.F));
        return values_.back().data();
    };
    const float slope = chance(random, 2) ? 60 : 2, reach = chance(random, 2) ? 1.5F : 40;
    planes_ = {.x = plane(-slope, slope),
               .y = plane(-slope, slope),
               .t = plane(-slope, slope),
               .xx = plane(-slope, slope),
               .xy = plane(-slope, slope),
               .yy = plane(-slope, slope),
               .xt = plane(-slope, slope),
               .yt = plane(-slope, slope),
               .squared_noise = chance(random, 2) ? 0 : slope,
               .seen = plane(0, 1),
               .u = plane(-reach, reach),
               .v = plane(-reach, reach),
               .du = plane(-2, 2),
               .dv = plane(-2, 2),
               .smoothness = plane(0, 600),
               .beside = plane(0, 600),
               .below = plane(0, 600),
               .inverse_uu = plane(0, 2),
               .inverse_uv = plane(-1, 1),
               .inverse_vv = plane(0, 2),
               .right_u = plane(-600, 600),
               .right_v = plane(-600, 600)};
}

FlowRow FlowInput::row() const {
    const auto strip = [&](ptrdiff_t i) { return i * static_cast<ptrdiff_t>(strip_); };
    return {.planes = &planes_,
            .count = count_,
            .self = strip(0),
            .left = strip(1),
            .right = strip(2),
            .above = strip(3),
            .under = strip(4)};
}

MeansLine::MeansLine(int width, Random& random)
    : columns_(static_cast<size_t>(width) + kMeanSide - 1 + kReadAfterLine),
      from_(static_cast<size_t>(width) + kReadAfterLine),
      to_(width, 1, width, 1, true) {
    const int most = chance(random, 2) ? kMeanSide * 255 : kMeanSide * 16;
    for (uint16_t& column : columns_) column = static_cast<uint16_t>(pick(random, 0, most));
    for (uint8_t& pixel : from_) pixel = static_cast<uint8_t>(pick(random, 0, 255));
}

LocalMeans MeansLine::line() {
    return {.width = static_cast<size_t>(to_.view().width),
            .columns = columns_.data(),
            .from = from_.data(),
            .to = to_.line(0)};
}

SeenPlanes::SeenPlanes(const Clip& clip, Random& random)
    : stride_(pick(random, kSeenSide + 1, kSeenSide + 9)),
      first_(kSeenSide + 1, kSeenSide + 1, stride_, 1, chance(random, 2)),
      second_(kSeenSide + 1, kSeenSide + 1, stride_, 1, chance(random, 2)) {
    for (GuardedPlane* plane : {&first_, &second_})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    const auto block = [&](GuardedPlane& plane) -> SeenBlock {
        return {plane.line(0), pick(random, 0, kSteps - 1), pick(random, 0, kSteps - 1)};
    };
    pair_ = {.blocks = {block(first_), block(second_)}, .stride = stride_};
}

ChoiceInput::ChoiceInput(const Clip& clip, Random& random)
    : lines_(chance(random, 2) ? 12 : 16),
      reach_(chance(random, 2) ? 1 : 20),
      stride_(kComparedWidth + 2 * reach_ + pick(random, 0, 9)),
      source_(kComparedWidth, lines_, stride_, 1, chance(random, 2)),
      match_(kComparedWidth + 2 * reach_, lines_ + 2 * reach_, stride_, 1, chance(random, 2)) {
    for (GuardedPlane* plane : {&source_, &match_})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    const auto real = [&](float least, float most) {
        return std::uniform_real_distribution<float>(least, most)(random);
    };
    const auto vector = [&](int reach) {
        return WholeVector{pick(random, -reach, reach), pick(random, -reach, reach)};
    };
    const uint8_t* const match = match_.line(reach_) + reach_;
    if (chance(random, 2)) brightness_.emplace(sum_of_block(source_, 0), match, stride_);
    choice_ = {.source = source_.line(0),
               .match = match,
               .stride = stride_,
               .lines = lines_,
               .brightness = brightness_ ? &*brightness_ : nullptr,
               .vectors = vectors_.data(),
               .count = pick(random, 1, kMostChoices),
               .lowest = {-reach_, -pick(random, 0, reach_)},
               .highest = {pick(random, 0, reach_), reach_},
               .near = {vector(30), vector(30), vector(2), vector(2)},
               .share = {real(0, 1), real(0, 1), 1, real(0, 1)},
               .prior = {real(-30, 30), real(-30, 30)},
               .to_prior = chance(random, 2) ? 0 : real(0, 1),
               .weight = chance(random, 2) ? 0.1F : real(0, 2)};
    const WholeVector own{pick(random, choice_.lowest.x, choice_.highest.x),
                          pick(random, choice_.lowest.y, choice_.highest.y)};
    for (WholeVector& v : vectors_) v = chance(random, 2) ? own : vector(reach_ + 3);
    vectors_[0] = own;
}

NeighborInput::NeighborInput(const Clip& clip, Random& random)
    : reach_(chance(random, 2) ? 1 : 20),
      stride_(17 + 2 * reach_ + pick(random, 0, 9)),
      source_(16, 12, stride_, 1, chance(random, 2)),
      match_(17 + 2 * reach_, 13 + 2 * reach_, stride_, 1, chance(random, 2)) {
    for (GuardedPlane* plane : {&source_, &match_})
        fill(*plane, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    const auto real = [&](float least, float most) {
        return std::uniform_real_distribution<float>(least, most)(random);
    };
    const auto reach = static_cast<float>(reach_);
    // What ends `reach` pixels away at most has a match: mostly the block's own vector, too.
    const RealVector at{real(0, 900), real(0, 900)}, own{real(-reach, reach), real(-reach - 1, reach)};
    choice_ = {
        .source = source_.line(0),
        .match = match_.line(reach_) + reach_,
        .stride = stride_,
        .brightness = {sum_of_block(source_, 4), match_.line(reach_ + 4) + reach_ + 4, stride_},
        .own = own,
        .x = {},
        .y = {},
        .share = {},
        .at = at,
        .limits = {{at.x - reach, at.y - reach}, {at.x + reach + kFineSide, at.y + reach + kFineSide}}};
    const float away = chance(random, 2) ? 0.5F : 2 * reach;
    for (size_t k = 0; k < 4; k++) {
        const bool is_there = !chance(random, 5);
        choice_.x[k] = is_there ? own.x + real(-away, away) : own.x;
        choice_.y[k] = is_there ? own.y + real(-away, away) : own.y;
        choice_.share[k] = is_there ? real(0, 2) : 0;
    }
}

template <class Sample>
ShownInput<Sample>::Sides::Sides(Random& random)
    : width(pick(random, 1, 60)),
      height(pick(random, 1, 20)),
      block_width(chance(random, 2) ? kShownSide : kShownSide / 2),
      block_height(chance(random, 2) ? kShownSide : kShownSide / 2),
      stride(readable_width() + pick(random, 0, 9)) {}

template <class Sample>
ShownInput<Sample>::ShownInput(const Clip& clip, Random& random)
    : sides_(random), first_(plane(random)), second_(plane(random)), other_(plane(random)) {
    for (GuardedPlane* one : {&first_, &second_, &other_})
        fill(*one, static_cast<Content>(pick(random, 0, kContents - 1)), clip, random);
    const int columns = (sides_.width + sides_.block_width - 1) / sides_.block_width;
    const float reach = chance(random, 2) ? 3 : 90;
    const auto real = [&](float least, float most) {
        return std::uniform_real_distribution<float>(least, most)(random);
    };
    for (int i = 0; i < columns; i++) {
        ShownBlock block{.motions = {}, .count = pick(random, 1, 3), .weight = real(0, 3)};
        for (ShownMotion& motion : block.motions)
            motion = {.vector = {real(-reach, reach), real(-reach, reach)},
                      .bend = {real(-reach, reach), real(-reach, reach)},
                      .first = real(0, 1),
                      .second = real(0, 1)};
        blocks_.push_back(block);
    }
    const int sums_stride = sides_.block_width * (columns + 4) + pick(random, 0, 3);
    const size_t count = static_cast<size_t>(sums_stride) * static_cast<size_t>(sides_.block_height);
    weights_ = floats(count, 0, 40, random);
    sums_ = floats(count, 0, 9000, random);
    other_sums_ = floats(count, 0, 9000, random);
    const bool has_other = chance(random, 2);
    const auto sample = [&](GuardedPlane& of) {  // that of the plane's corner
        return reinterpret_cast<const Sample*>(of.line(kShownRoom + 2)) + kShownRoom + 2;
    };
    row_ = {.planes = {sample(first_), sample(second_)},
            .others = {has_other ? sample(second_) : nullptr, has_other ? sample(other_) : nullptr},
            .stride = sides_.stride,
            .width = sides_.width,
            .height = sides_.height,
            .blocks = blocks_.data(),
            .columns = columns,
            .block_width = sides_.block_width,
            .block_height = sides_.block_height,
            .top = pick(random, -sides_.block_height, sides_.height),
            .is_upper = chance(random, 2),
            .time = real(0, 1),
            .weights = weights_.data(),
            .sums = sums_.data(),
            .other_sums = other_sums_.data(),
            .sums_stride = sums_stride};
}

template class ShownInput<uint8_t>;
template class ShownInput<uint16_t>;

void call_best_vectors(const FieldFunctions& functions, const Clip& clip, Random& random) {
    std::deque<ChoiceInput> inputs;  // which stay where they are
    std::vector<VectorChoice> blocks;
    for (int i = pick(random, 1, static_cast<int>(kMostTogether)); i > 0; i--)
        blocks.push_back(inputs.emplace_back(clip, random).choice());
    std::vector<WholeVector> best(blocks.size());
    functions.best_vectors(blocks, best.data());
}

void call_field_functions(const FieldFunctions& functions, const Clip& clip, Random& random) {
    const MatchedRowInput of_gradients = MatchedRowInput::for_gradients(pick(random, 1, 11), clip, random);
    functions.gradient_sums(of_gradients.row(), GradientRoom(of_gradients.row().columns).sums());
    const MatchedRowInput of_differences =
        MatchedRowInput::for_differences(pick(random, 1, 11), clip, random);
    std::vector<uint16_t> differences(of_differences.row().columns);
    functions.row_differences(of_differences.row(), differences.data());
    functions.match_difference(MatchedPlanes::for_difference(clip, random).block());
    call_best_vectors(functions, clip, random);
    functions.best_neighbor(NeighborInput(clip, random).choice());
    for (const int bytes : {1, 2}) {
        const auto block_side = [&] {
            return chance(random, 3) ? pick(random, 1, 128) : 1 << pick(random, 1, 7);
        };
        const BlockPlanes blocks(block_side(), block_side(), bytes, clip, random);
        BlockPlanes near(block_side(), block_side(), bytes, clip, random, 1);
        if (bytes == 1) {
            functions.block_difference(blocks.pair());
            functions.block_differences(near.matches(random));
        } else {
            functions.deep_block_difference(blocks.pair());
            functions.deep_block_differences(near.matches(random));
        }
    }
    functions.seen_difference(SeenPlanes(clip, random).pair());
    functions.show_row(ShownInput<uint8_t>(clip, random).row());
    functions.show_deep_row(ShownInput<uint16_t>(clip, random).row());
    functions.spread_vector(SpreadInput(clip, random).spread());
    FieldRow row(pick(random, 1, 70), random);
    functions.step_equations(row.step());
    functions.step_relax(row.step(), static_cast<size_t>(pick(random, 0, 1)));
    const int width = chance(random, 4) ? pick(random, 500, 1100) : pick(random, 1, 70);
    functions.subtract_local_means(MeansLine(width, random).line());
    const FlowInput flow(static_cast<size_t>(pick(random, 1, 70)), random);
    functions.flow_weights(flow.row());
    functions.flow_equations(flow.row());
    functions.flow_relax(flow.row());
}

}  // namespace genmedia::test
