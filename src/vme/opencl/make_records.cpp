// SPDX-License-Identifier: MIT
#include "vme/opencl/make_records.h"

#include "genmedia/partition.h"
#include "vme/cost.h"
#include "vme/opencl/numbers.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <initializer_list>

namespace genmedia::vme::opencl {
namespace {

// Kernels write an InterResult as an InterRecord.
#define AT_ONE_PLACE(field)                                                       \
    static_assert(offsetof(InterRecord, field) == offsetof(InterResult, field) && \
                  sizeof(InterRecord::field) == sizeof(InterResult::field))
AT_ONE_PLACE(major_shape);
AT_ONE_PLACE(minor_shapes);
AT_ONE_PLACE(directions);
AT_ONE_PLACE(reference_ids);
AT_ONE_PLACE(vectors);
AT_ONE_PLACE(distortions);
AT_ONE_PLACE(best_distortion);
AT_ONE_PLACE(vector_count);
#undef AT_ONE_PLACE
static_assert(sizeof(InterRecord) == sizeof(InterResult));
static_assert(offsetof(ReferenceIds, forward) == 0 && offsetof(BidirectionalVector, forward) == 0 &&
              offsetof(MotionVector, x) == 0);

// numbers.h
template <class Enum, class... Numbers>
constexpr bool are(std::initializer_list<Enum> values, Numbers... numbers) {
    return std::ranges::equal(values, std::initializer_list<int>{numbers...}, {},
                              [](Enum value) { return static_cast<int>(value); });
}
static_assert(FIRST_16X16 == kFirst16x16 && FIRST_16X8 == kFirst16x8 && FIRST_8X16 == kFirst8x16 &&
              FIRST_8X8 == kFirst8x8 && FIRST_8X4 == kFirst8x4 && FIRST_4X8 == kFirst4x8 &&
              FIRST_4X4 == kFirst4x4 && BLOCKS == kBlockCount && MAJOR_BLOCKS == kMajorBlockCount);
static_assert(are({MajorShape::shape_16x16, MajorShape::shape_16x8, MajorShape::shape_8x16,
                   MajorShape::shape_8x8},
                  SHAPE_16X16, SHAPE_16X8, SHAPE_8X16, SHAPE_8X8));
static_assert(are({MinorShape::shape_8x8, MinorShape::shape_8x4, MinorShape::shape_4x8,
                   MinorShape::shape_4x4},
                  MINOR_8X8, MINOR_8X4, MINOR_4X8, MINOR_4X4));
static_assert(are({Direction::forward, Direction::backward, Direction::bidirectional}, FORWARD, BACKWARD,
                  BIDIRECTIONAL));
static_assert(are({Distortion::sad, Distortion::haar, Distortion::ac_haar}, SAD, HAAR, AC_HAAR));
static_assert(are({SubpixelMode::integer, SubpixelMode::half, SubpixelMode::quarter}, SUBPIXEL_INTEGER,
                  SUBPIXEL_HALF, SUBPIXEL_QUARTER));
static_assert(are({RawSad::macroblock, RawSad::largest_4x4, RawSad::largest_8x8}, WHOLE_MACROBLOCK,
                  LARGEST_4X4, LARGEST_8X8));
static_assert(are({IntraShape::shape_16x16, IntraShape::shape_8x8, IntraShape::shape_4x4}, INTRA_16X16,
                  INTRA_8X8, INTRA_4X4));
static_assert(are({ChromaMode::dc, ChromaMode::horizontal, ChromaMode::vertical, ChromaMode::plane},
                  CHROMA_DC, CHROMA_HORIZONTAL, CHROMA_VERTICAL, CHROMA_PLANE));
static_assert(are({LumaMode::vertical, LumaMode::horizontal, LumaMode::dc, LumaMode::diagonal_down_left,
                   LumaMode::diagonal_down_right, LumaMode::vertical_right, LumaMode::horizontal_down,
                   LumaMode::vertical_left, LumaMode::horizontal_up, LumaMode::plane},
                  VERTICAL, HORIZONTAL, DC, DOWN_LEFT, DOWN_RIGHT, VERTICAL_RIGHT, HORIZONTAL_DOWN,
                  VERTICAL_LEFT, HORIZONTAL_UP, PLANE));

constexpr Direction kDirections[] = {Direction::forward, Direction::backward};

MajorMatch major_match(const MajorRecord& record) {
    return {record.vector.x, record.vector.y, record.distortion, record.reference_id, 0};
}

MajorRecord major_record(const MajorMatch& match) {
    return {{match.x, match.y}, match.distortion, match.reference_id};
}

}  // namespace

CostRecord cost_record(const InterCosts& costs) {
    CostRecord record{.has_vector_cost = costs.motion_vector.has_value(),
                      .precision = 0,
                      .near = {},
                      .shape = {costs.shape.shape_16x16.value(), costs.shape.shape_16x8_8x16.value(),
                                costs.shape.shape_8x8.value(), costs.shape.shape_8x4_4x8.value(),
                                costs.shape.shape_4x4.value()},
                      .backward_direction = costs.backward_direction.value()};
    if (costs.motion_vector) {
        record.precision = static_cast<uint32_t>(costs.motion_vector->precision);
        for (uint32_t d = 0; d <= 64; d++)
            record.near[d] = static_cast<uint16_t>(axis_cost(costs.motion_vector->table, d));
    }
    return record;
}

PathRecord path_record(const SearchPath& path) {
    PathRecord record{.width = path.window.width,
                      .height = path.window.height,
                      .first_x = path.first.x,
                      .first_y = path.first.y,
                      .columns = path.columns(),
                      .rows = path.rows(),
                      .visits = path.visits.count,
                      .adaptive = path.adaptive,
                      .tail = path.most_units - path.length,
                      .has_last = path.last.has_value(),
                      .units = {}};
    const auto set = [&record](int i, SearchUnit unit) {
        record.units[i][0] = static_cast<uint8_t>(unit.x);
        record.units[i][1] = static_cast<uint8_t>(unit.y);
    };
    for (int i = 0; i < path.visits.count; i++) set(i, path.visits.units[static_cast<size_t>(i)]);
    if (path.last) set(path.visits.count, *path.last);
    return record;
}

bool is_rectangle(const ImeRequest& request, const SearchPath& path) {
    constexpr int most_columns = 8, fewest_rows = 2;  // search units
    constexpr int most_rows = 6;                      // MOST_LINES in search_rectangle.cl
    const bool fits =
        path.columns() <= most_columns && path.rows() >= fewest_rows && path.rows() <= most_rows;
    bool one_center = true;
    if (request.costs.motion_vector)
        for (const BidirectionalVector& center : request.costs.motion_vector->center)
            one_center = one_center && center == request.costs.motion_vector->center[0];
    const bool is_dense = 2 * path.visits.count >= path.columns() * path.rows();
    return fits && one_center && is_dense && !path.adaptive && request.distortion == Distortion::sad &&
           !request.sad_weights && !request.early_termination;
}

SearchRecord search_record(const ImeRequest& request, const uint32_t (&paths)[2], Pictures& pictures) {
    const Reference backward = request.backward.value_or(Reference{});
    return {.source = pictures.add(request.source.image.luma, request.source.scan),
            .reference = {pictures.add(request.forward.luma, request.forward.scan),
                          pictures.add(backward.luma, backward.scan)},
            .directions = request.backward ? 2u : 1u,
            .path = {paths[0], paths[1]},
            .distortion = static_cast<uint32_t>(request.distortion),
            .disabled_partitions = request.disabled_partitions,
            .max_vector_count = request.max_vector_count,
            .disable_direction_mix = request.disable_direction_mix,
            .early_termination = request.early_termination ? request.early_termination->value() : 0,
            .sad_weights = request.sad_weights.value_or(0),
            .penalty = {reference_penalty(request.costs, request.forward.id),
                        reference_penalty(request.costs, backward.id)},
            .reference_id = {request.forward.id, backward.id},
            .is_rectangle = 0,
            .costs = cost_record(request.costs)};
}

RefineRecord refine_record(const RefineRequest& request, Pictures& pictures) {
    RefineRecord record{
        .source = pictures.add(request.source.image.luma, request.source.scan),
        .reference = {},
        .subpixel = static_cast<uint32_t>(request.subpixel),
        .bidirectional = request.bidirectional ? static_cast<uint32_t>(*request.bidirectional) : 0,
        .disable_mix = request.disable_bidirectional_mix,
        .bilinear = request.bilinear_filter,
        .distortion = static_cast<uint32_t>(request.distortion),
        .penalty = {},
        .reference_id = {},
        .costs = cost_record(request.costs)};
    for (int q = 0; q < 4; q++) {
        for (int way = 0; way < 2; way++) {
            const Reference& reference = way == 0 ? request.forward[q] : request.backward[q];
            record.reference[way][q] = pictures.add(reference.luma, reference.scan);
            record.penalty[way][q] = reference_penalty(request.costs, reference.id);
            record.reference_id[way][q] = reference.id;
        }
    }
    return record;
}

SkipRecord skip_record(const SourceBlock& source, const SkipCheck& skip, Pictures& pictures) {
    SkipRecord record{.source = pictures.add(source.image.luma, source.scan),
                      .reference = {},
                      .partition_8x8 = skip.partition_8x8,
                      .directions = {},
                      .weight = static_cast<uint32_t>(skip.weight),
                      .bilinear = skip.bilinear_filter,
                      .distortion = static_cast<uint32_t>(skip.distortion),
                      .raw_sad = static_cast<uint32_t>(skip.raw_sad),
                      .has_thresholds = skip.forward_transform.has_value(),
                      .thresholds = {},
                      .penalty = {},
                      .costs = cost_record(skip.costs),
                      .vectors = {}};
    if (skip.forward_transform) std::ranges::copy(*skip.forward_transform, record.thresholds);
    for (int n = 0; n < 4; n++) {
        record.directions[n] = skip.directions[n] ? static_cast<int32_t>(*skip.directions[n]) : -1;
        for (int way = 0; way < 2; way++) {
            const Reference& reference = way == 0 ? skip.forward[n] : skip.backward[n];
            const MotionVector v = way == 0 ? skip.vectors[n].forward : skip.vectors[n].backward;
            record.reference[way][n] = pictures.add(reference.luma, reference.scan);
            record.penalty[way][n] = reference_penalty(skip.costs, reference.id);
            record.vectors[n][way][0] = v.x;
            record.vectors[n][way][1] = v.y;
        }
    }
    return record;
}

IntraRecord intra_record(const SourceBlock& source, const IntraEstimation& intra, Pictures& pictures) {
    const IntraModeMask& modes = intra.disabled_modes;
    const IntraModeCost cost = intra.mode_cost.value_or(IntraModeCost{});
    return {.source = pictures.add(source.image.luma, source.scan),
            .chroma = intra.chroma ? pictures.add(source.image.chroma, source.scan) : PlaneRecord{},
            .disabled_partitions = intra.disabled_partitions,
            .distortion = static_cast<uint32_t>(intra.distortion),
            .disabled_modes = {modes.luma_16x16, modes.luma_8x8, modes.luma_4x4},
            .disabled_chroma_modes = modes.chroma,
            .shape_penalty = {intra.shape_penalty.shape_16x16.value(), intra.shape_penalty.shape_8x8.value(),
                              intra.shape_penalty.shape_4x4.value()},
            .has_mode_cost = intra.mode_cost.has_value(),
            .non_dc_penalty = {cost.non_dc.shape_16x16, cost.non_dc.shape_8x8, cost.non_dc.shape_4x4},
            .mode_penalty = cost.penalty.value(),
            .has_chroma = intra.chroma,
            .chroma_mode_penalty = intra.chroma_mode_penalty.value()};
}

NeighborRecord neighbor_record(const IntraEstimation& intra) {
    const IntraNeighbors& n = intra.neighbors;
    const IntraModeCost cost = intra.mode_cost.value_or(IntraModeCost{});
    NeighborRecord record{.has_left = n.has_left,
                          .has_upper = n.has_upper,
                          .has_upper_right = n.has_upper_right,
                          .has_upper_left = n.has_upper_left,
                          .upper = {},
                          .left = {n.upper_left},
                          .chroma_upper = {},
                          .chroma_left = {},
                          .chroma_upper_left = {n.chroma_upper_left[0], n.chroma_upper_left[1]},
                          .left_modes = {},
                          .upper_modes = {}};
    std::ranges::copy(n.upper_right, std::ranges::copy(n.upper, record.upper).out);
    std::ranges::copy(n.left, record.left + 1);
    for (size_t i = 0; i < n.chroma_left.size(); i++) {
        std::ranges::copy(n.chroma_upper[i], record.chroma_upper[i]);
        std::ranges::copy(n.chroma_left[i], record.chroma_left[i]);
    }
    for (size_t i = 0; i < cost.left.size(); i++) {
        record.left_modes[i] = static_cast<uint8_t>(cost.left[i]);
        record.upper_modes[i] = static_cast<uint8_t>(cost.upper[i]);
    }
    return record;
}

PlaceRecord place_record(uint32_t setup, const SourceBlock& source, const InterCosts& costs) {
    PlaceRecord place{
        .setup = setup, .x = source.x, .y = source.y, .home = 0, .offset = {}, .center = {}, .stream = -1};
    if (!costs.motion_vector) return place;
    for (int q = 0; q < 4; q++) {
        const BidirectionalVector& center = costs.motion_vector->center[q];
        for (const Direction direction : kDirections) {
            const MotionVector v = direction == Direction::forward ? center.forward : center.backward;
            place.center[q][static_cast<int>(direction)][0] = v.x;
            place.center[q][static_cast<int>(direction)][1] = v.y;
        }
    }
    return place;
}

StreamRecord stream_record(const ImeStream& stream) {
    StreamRecord record{};
    for (int b = 0; b < 9; b++) {
        record.blocks[0][b] = major_match(stream.forward[b]);
        record.blocks[1][b] = major_match(stream.backward[b]);
    }
    return record;
}

ImeStream stream_of(const StreamRecord& record) {
    ImeStream stream;
    for (int b = 0; b < 9; b++) {
        stream.forward[b] = major_record(record.blocks[0][b]);
        stream.backward[b] = major_record(record.blocks[1][b]);
    }
    return stream;
}

InterRecord inter_record(const InterResult& result) { return std::bit_cast<InterRecord>(result); }
InterResult inter_result(const InterRecord& record) { return std::bit_cast<InterResult>(record); }

void set_skip_result(const SkipResult& record, SicResult& result) {
    std::ranges::copy(record.distortions, result.distortions.begin());
    std::ranges::copy(record.transform_count, result.transform_count.begin());
    std::ranges::copy(record.transform_sum, result.transform_sum.begin());
    result.best_distortion = record.best_distortion;
    result.raw_sad = record.raw_sad;
}

void set_intra_result(const IntraResult& record, SicResult& result) {
    result.intra_shape = static_cast<IntraShape>(record.shape);
    result.intra_distortion = record.distortion;
    std::ranges::transform(record.luma_modes, result.luma_modes.begin(),
                           [](uint8_t mode) { return static_cast<LumaMode>(mode); });
    result.chroma_mode = static_cast<ChromaMode>(record.chroma_mode);
    result.chroma_distortion = record.chroma_distortion;
}

}  // namespace genmedia::vme::opencl
