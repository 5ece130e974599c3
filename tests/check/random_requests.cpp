// SPDX-License-Identifier: MIT
#include "random_requests.h"

#include "genmedia/partition.h"

#include <algorithm>

namespace genmedia::test {

using namespace vme;

namespace {

// Reading what no direction needs ends the program.
template <class Request>
void leave_out(Request& request, int q, bool forward, bool backward) {
    if (!forward) request.forward[q] = {};
    if (!backward) request.backward[q] = {};
}

template <class Enum>
Enum choose(Random& random, std::initializer_list<Enum> values) {
    return values.begin()[pick(random, 0, static_cast<int>(values.size()) - 1)];
}

// A penalty that fits in `bits`; often none, sometimes the largest there is.
U4U4 penalty(Random& random, int bits) {
    if (chance(random, 3)) return {};
    for (;;) {
        const U4U4 value{
            static_cast<uint8_t>(chance(random, 8) ? 0x0F | (bits - 4) << 4 : pick(random, 0, 255))};
        if (value.value() < 1u << bits) return value;
    }
}

MotionVector vector(Random& random, int reach_x, int reach_y) {
    return {static_cast<int16_t>(pick(random, -reach_x, reach_x)),
            static_cast<int16_t>(pick(random, -reach_y, reach_y))};
}

// A cost centre: mostly a near one.
MotionVector center(Random& random) {
    return chance(random, 6) ? vector(random, 8191, 2047) : vector(random, 80, 60);
}

InterCosts costs(Random& random) {
    InterCosts costs;
    if (chance(random, 4)) return costs;
    costs.shape = {penalty(random, 12), penalty(random, 12), penalty(random, 10), penalty(random, 10),
                   penalty(random, 10)};
    costs.backward_direction = penalty(random, 12);
    costs.base_multi_reference = penalty(random, 12);
    if (chance(random, 4)) return costs;
    MotionVectorCost& cost = costs.motion_vector.emplace();
    if (chance(random, 2)) {
        cost.table =
            default_motion_vector_cost(choose(random, {SliceType::p, SliceType::b}), pick(random, 0, 51));
    } else {
        for (U4U4& point : cost.table) point = penalty(random, 10);
    }
    cost.precision = static_cast<CostPrecision>(pick(random, 0, 3));
    for (auto& c : cost.center) c = {center(random), center(random)};
    if (chance(random, 2)) cost.center.fill(cost.center[0]);
    return costs;
}

Distortion distortion(Random& random) {
    return choose(random, {Distortion::sad, Distortion::sad, Distortion::haar, Distortion::ac_haar});
}

BidirectionalWeight weight(Random& random) {
    if (chance(random, 4)) return static_cast<BidirectionalWeight>(pick(random, 1, 63));
    return choose(random,
                  {BidirectionalWeight::quarter, BidirectionalWeight::third, BidirectionalWeight::half,
                   BidirectionalWeight::two_thirds, BidirectionalWeight::three_quarters});
}

MajorRecords records(Random& random) {
    MajorRecords records;
    for (MajorRecord& record : records) {
        record = {vector(random, 100, 80),
                  static_cast<uint16_t>(pick(random, 0, chance(random, 2) ? 3000 : 65535)),
                  static_cast<uint8_t>(pick(random, 0, 15))};
    }
    return records;
}

// A caller's own search: often one that makes sense, at times any.
CustomSearchPath custom_search_path(Random& random) {
    CustomSearchPath path;
    path.window = {4 * pick(random, 5, 16), 4 * pick(random, 5, 16)};
    path.length = static_cast<uint8_t>(pick(random, 1, 63));
    path.max_search_units = static_cast<uint8_t>(pick(random, 1, 63));
    path.adaptive = chance(random, 2);
    path.separate_steps = chance(random, 3);
    const auto start = [&] {  // mostly in the window
        if (chance(random, 8))
            return CustomSearchPath::Start{static_cast<uint8_t>(pick(random, 0, 15)),
                                           static_cast<uint8_t>(pick(random, 0, 15))};
        return CustomSearchPath::Start{static_cast<uint8_t>(pick(random, 0, (path.window.width - 20) / 4)),
                                       static_cast<uint8_t>(pick(random, 0, (path.window.height - 20) / 4))};
    };
    path.forward_start = start();
    path.backward_start = start();
    const bool near = chance(random, 2);
    for (uint8_t& step : path.steps) {
        step =
            near ? choose(random, {uint8_t{0x01}, uint8_t{0x10}, uint8_t{0x0F}, uint8_t{0xF0}, uint8_t{0x11}})
                 : static_cast<uint8_t>(pick(random, 0, 255));
    }
    if (chance(random, 4)) path.steps[static_cast<size_t>(pick(random, 0, 55))] = 0;  // ends it
    return path;
}

}  // namespace

Scene::Scene(const Clip& clip, Random& random)
    : width_(chance(random, 5) ? pick(random, 1, 40) : pick(random, 40, 150)),
      height_(chance(random, 5) ? pick(random, 3, 40) : pick(random, 40, 120)) {
    const auto plane = [&](int w, int h, int bytes) {
        const int gap = chance(random, 2) ? 0 : pick(random, 0, 70);
        return std::make_unique<GuardedPlane>(w, h, w * bytes + gap, bytes, chance(random, 2));
    };
    source_ = plane(width_, height_, 1);
    chroma_ = plane((width_ + 1) / 2, (height_ + 1) / 2, 2);
    const auto content = [&] { return static_cast<Content>(pick(random, 0, kContents - 1)); };
    fill(*source_, content(), clip, random);
    fill(*chroma_, content(), clip, random);
    for (int i = 0; i < 4; i++) {
        references_.emplace_back(width_, height_, width_ + pick(random, 0, 20), 1, chance(random, 2));
        if (chance(random, 3)) {
            fill(references_.back(), content(), clip, random);
        } else {
            fill_moved(references_.back(), source_->view(), random);
        }
    }
}

SourceBlock Scene::source(Random& random) const {
    const Scan scan =
        chance(random, 4) ? choose(random, {Scan::top_field, Scan::bottom_field}) : Scan::progressive;
    const PlaneView lines = scan_lines(source_->view(), scan);
    return {.image = {source_->view(), chroma_->view()},
            .scan = scan,
            .x = chance(random, 20) ? pick(random, 0, 0xFFFF) : pick(random, 0, lines.width - 1),
            .y = chance(random, 20) ? pick(random, 0, 0xFFFF) : pick(random, 0, lines.height - 1)};
}

Reference Scene::reference(Random& random) const {
    return {
        .luma = references_[static_cast<size_t>(pick(random, 0, 3))].view(),
        .scan = chance(random, 4) ? choose(random, {Scan::top_field, Scan::bottom_field}) : Scan::progressive,
        .id = static_cast<uint8_t>(pick(random, 0, 15))};
}

ImeRequest Scene::integer_search(Random& random) const {
    ImeRequest request;
    request.source = source(random);
    request.forward = reference(random);
    if (chance(random, 3)) request.backward = reference(random);
    const bool dual = request.backward.has_value();
    // Small windows have one reference.
    request.window = dual ? choose(random, {SearchWindow::exhaustive, SearchWindow::diamond,
                                            SearchWindow::large_diamond, SearchWindow::radius_16x12})
                          : choose(random, {SearchWindow::exhaustive, SearchWindow::exhaustive,
                                            SearchWindow::small, SearchWindow::tiny, SearchWindow::extra_tiny,
                                            SearchWindow::diamond, SearchWindow::large_diamond,
                                            SearchWindow::radius_16x12, SearchWindow::radius_2x2});
    if (chance(random, 3)) {
        request.custom_path = custom_search_path(random);
        if (!dual)
            request.custom_path->control = choose(
                random, {SearchControl::single_start, SearchControl::dual_start, SearchControl::dual_record});
    }
    const auto offset = [&] {
        return chance(random, 12) ? PixelOffset{pick(random, -2048, 2047), pick(random, -2048, 2047)}
                                  : PixelOffset{pick(random, -30, 30), pick(random, -24, 24)};
    };
    request.forward_offset = offset();
    request.backward_offset = offset();
    request.distortion = distortion(random);
    request.costs = costs(random);
    if (chance(random, 2)) request.disabled_partitions = static_cast<uint8_t>(pick(random, 0, partition_all));
    request.max_vector_count = static_cast<uint8_t>(chance(random, 2) ? 32 : pick(random, 0, 32));
    request.disable_direction_mix = chance(random, 4);
    if (!dual && chance(random, 6)) request.disabled_partitions = partition_all & ~partition_16x16;
    if (chance(random, 4)) request.early_termination = penalty(random, 14);
    if (chance(random, 6)) request.sad_weights = static_cast<uint32_t>(random());
    if (chance(random, 3)) request.stream_in = ImeStream{records(random), records(random)};
    return request;
}

std::array<Reference, 4> Scene::references(Random& random, MajorShape major) const {
    std::array<Reference, 4> all;
    for (Reference& r : all) r = reference(random);
    if (major == MajorShape::shape_16x16) all.fill(all[0]);
    if (major == MajorShape::shape_16x8) all[1] = all[0], all[3] = all[2];
    if (major == MajorShape::shape_8x16) all[2] = all[0], all[3] = all[1];
    return all;
}

RefineRequest Scene::refinement(Random& random) const {
    RefineRequest request;
    request.source = source(random);
    request.major_shape = static_cast<MajorShape>(pick(random, 0, 3));
    for (MinorShape& minor : request.minor_shapes) minor = static_cast<MinorShape>(pick(random, 0, 3));
    request.forward = references(random, request.major_shape);
    request.backward = references(random, request.major_shape);
    for (Direction& direction : request.directions) direction = static_cast<Direction>(pick(random, 0, 2));
    for (auto& v : request.vectors) {
        const auto any = [&] {
            return chance(random, 12) ? vector(random, 8191, 8191) : vector(random, 90, 70);
        };
        v = {any(), any()};
        if (chance(random, 2))
            v.forward = {static_cast<int16_t>(v.forward.x & ~3), static_cast<int16_t>(v.forward.y & ~3)};
    }
    if (chance(random, 2)) request.bidirectional = weight(random);
    request.subpixel = choose(random, {SubpixelMode::half, SubpixelMode::quarter, SubpixelMode::quarter});
    if (chance(random, 4)) request.subpixel = SubpixelMode::integer;
    if (!request.bidirectional && chance(random, 2)) {
        for (int q = 0; q < 4; q++) {
            const Direction direction = request.directions[first_quadrant(request.major_shape, q)];
            leave_out(request, q, direction != Direction::backward, direction != Direction::forward);
        }
    }
    request.bilinear_filter = chance(random, 3);
    request.disable_bidirectional_mix = chance(random, 3);
    request.distortion = distortion(random);
    request.costs = costs(random);
    return request;
}

RefineRequest Scene::refinement(Random& random, const ImeRequest& search, const ImeResult& found) const {
    RefineRequest request;
    request.source = search.source;
    request.set_forward(search.forward);
    request.set_backward(search.backward.value_or(search.forward));
    request.set_partition(found);
    request.distortion = search.distortion;
    request.costs = search.costs;
    if (search.backward && chance(random, 2)) request.bidirectional = weight(random);
    return request;
}

SicRequest Scene::check(Random& random) const {
    SicRequest request;
    request.source = source(random);
    if (chance(random, 2)) {
        SkipCheck& skip = request.skip.emplace();
        skip.partition_8x8 = chance(random, 2);
        const MajorShape major = skip.partition_8x8 ? MajorShape::shape_8x8 : MajorShape::shape_16x16;
        skip.forward = references(random, major);
        skip.backward = references(random, major);
        for (auto& direction : skip.directions) {
            if (!chance(random, 5)) direction = static_cast<Direction>(pick(random, 0, 2));
        }
        if (chance(random, 2)) {
            for (int q = 0; q < 4; q++) {
                const std::optional<Direction> direction = skip.directions[first_quadrant(major, q)];
                leave_out(skip, q, direction && direction != Direction::backward,
                          direction && direction != Direction::forward);
            }
        }
        for (auto& v : skip.vectors) v = {center(random), center(random)};
        skip.weight = weight(random);
        skip.distortion = distortion(random);
        skip.bilinear_filter = chance(random, 3);
        skip.raw_sad = static_cast<RawSad>(pick(random, 0, 2));
        if (chance(random, 2)) {
            for (auto& threshold : skip.forward_transform.emplace())
                threshold = static_cast<uint16_t>(pick(random, 0, 255));
        }
        skip.costs = costs(random);
    }
    if (request.skip && chance(random, 2)) return request;
    IntraEstimation& intra = request.intra.emplace();
    intra.disabled_partitions = static_cast<uint8_t>(pick(random, 0, intra_all));
    if (chance(random, 3)) {
        intra.disabled_modes = {
            static_cast<uint16_t>(pick(random, 0, 511)), static_cast<uint16_t>(pick(random, 0, 511)),
            static_cast<uint8_t>(pick(random, 0, 15)), static_cast<uint8_t>(pick(random, 0, 15))};
        if (chance(random, 4)) intra.disabled_modes = {.luma_8x8 = 511, .luma_4x4 = 511, .luma_16x16 = 15};
    }
    IntraNeighbors& n = intra.neighbors;
    n.has_left = chance(random, 2);
    n.has_upper = chance(random, 2);
    n.has_upper_right = (n.has_upper || chance(random, 8)) && chance(random, 2);
    n.has_upper_left = ((n.has_left && n.has_upper) || chance(random, 8)) && chance(random, 2);
    const auto byte = [&] { return static_cast<uint8_t>(random() >> 30); };
    for (auto& p : n.left) p = byte();
    for (auto& p : n.upper) p = byte();
    for (auto& p : n.upper_right) p = byte();
    n.upper_left = byte();
    for (auto& p : n.chroma_left) p = {byte(), byte()};
    for (auto& p : n.chroma_upper) p = {byte(), byte()};
    n.chroma_upper_left = {byte(), byte()};
    intra.distortion = distortion(random);
    intra.shape_penalty = {penalty(random, 12), penalty(random, 12), penalty(random, 12)};
    if (chance(random, 2)) {
        IntraModeCost& cost = intra.mode_cost.emplace();
        cost.penalty = penalty(random, 10);
        for (auto& mode : cost.left)
            mode = static_cast<LumaMode>(pick(random, 0, chance(random, 4) ? 15 : 8));
        for (auto& mode : cost.upper)
            mode = static_cast<LumaMode>(pick(random, 0, chance(random, 4) ? 15 : 8));
        cost.non_dc = {byte(), byte(), byte()};
    }
    intra.chroma = chance(random, 2);
    intra.chroma_mode_penalty = penalty(random, 12);
    return request;
}

}  // namespace genmedia::test
