// SPDX-License-Identifier: MIT
// Integer motion estimation (IME): searches one or two windows and decides the partitioning.
#include "vme/cost.h"
#include "vme/decision.h"
#include "vme/operations.h"

namespace genmedia::vme {
namespace {

constexpr int kMinorPartitions = partition_8x4 | partition_4x8 | partition_4x4;

// The search in one reference picture.
class ReferenceSearch {
public:
    ReferenceSearch(const BackendFunctions& functions, const ImeRequest& request, const Pixels& source,
                    Direction direction);
    ReferenceSearch(const ReferenceSearch&) = delete;  // points into itself
    ReferenceSearch& operator=(const ReferenceSearch&) = delete;

    Record record() const;
    uint8_t border_bits(MotionVector vector) const;
    bool terminated_early() const { return best_.terminated_early; }

private:
    std::optional<SearchPath> own_path_;  // the caller's
    const SearchPath& path_;
    const bool major_only_;
    uint8_t reference_id_;
    PixelOffset first_;
    WindowBest best_;
};

ReferenceSearch::ReferenceSearch(const BackendFunctions& functions, const ImeRequest& request,
                                 const Pixels& source, Direction direction)
    : own_path_(request.custom_path ? std::optional(search_path(*request.custom_path, direction))
                                    : std::nullopt),
      path_(own_path_ ? *own_path_ : search_path(request.window, request.backward.has_value())),
      major_only_((request.disabled_partitions & kMinorPartitions) == kMinorPartitions) {
    const bool is_forward = direction == Direction::forward;
    const Reference& reference = is_forward ? request.forward : *request.backward;
    const PixelOffset& offset = is_forward ? request.forward_offset : request.backward_offset;
    reference_id_ = reference.id;
    first_ = {offset.x + path_.first.x, offset.y + path_.first.y};

    // Where the picture has the whole window, it is searched in place.
    const PlaneView plane = scan_lines(reference.luma, reference.scan);
    const int x = request.source.x + first_.x, y = request.source.y + first_.y;
    const auto [width, height] = path_.window;
    uint8_t fetched[kLargestWindow * kLargestWindow];
    const bool in_place = is_inside(plane, x, y, width, height);
    if (!in_place) fetch(plane, x, y, width, height, fetched, kLargestWindow);
    const WindowSearch search{.source = source,
                              .window = in_place ? plane.line(y) + x : fetched,
                              .stride = in_place ? plane.stride : kLargestWindow,
                              .path = path_,
                              .distortion = request.distortion,
                              .sad_weights = request.sad_weights,
                              .early_termination = request.early_termination,
                              .major_only = major_only_,
                              .costs = request.costs,
                              .direction = direction,
                              .first = first_,
                              .reference_penalty = reference_penalty(request.costs, reference.id)};
    functions.search_window(search, best_);
}

// Blocks that are not searched have zeros; no partition that is enabled has them.
Record ReferenceSearch::record() const {
    const int count = major_only_ ? kMajorBlockCount : kBlockCount;
    Record record;
    record.reference_ids.fill(reference_id_);
    for (int b = 0; b < count; b++) {
        record.distortions[b] = best_.distortions[b];
        record.vectors[b] = {static_cast<int16_t>((first_.x + position_x(best_.positions[b])) * 4),
                             static_cast<int16_t>((first_.y + position_y(best_.positions[b])) * 4)};
    }
    return record;
}

// Guess: a vector is at the border where it leads to an outermost position of the search window.
uint8_t ReferenceSearch::border_bits(MotionVector vector) const {
    const int x = vector.x / 4 - first_.x, y = vector.y / 4 - first_.y;
    const int last_x = 4 * path_.columns() - 1, last_y = 4 * path_.rows() - 1;
    return static_cast<uint8_t>((x == 0 ? border_left : 0) | (x == last_x ? border_right : 0) |
                                (y == 0 ? border_top : 0) | (y == last_y ? border_bottom : 0));
}

// A streamed-in record replaces the new one only if strictly smaller. It has no minor shapes; guess: those
// that count come from this call only.
void stream_in(const MajorRecords& streamed, Record& record) {
    for (int b = 0; b < kMajorBlockCount; b++) {
        if (streamed[b].distortion >= record.distortions[b]) continue;
        record.distortions[b] = streamed[b].distortion;
        record.vectors[b] = streamed[b].vector;
        record.reference_ids[b] = streamed[b].reference_id;
    }
}

MajorRecords stream_out(const Record& record) {
    MajorRecords streamed;
    for (int b = 0; b < kMajorBlockCount; b++) {
        streamed[b] = {record.vectors[b], saturate(record.distortions[b]), record.reference_ids[b]};
    }
    return streamed;
}

uint8_t winning_borders(const ReferenceSearch& search, const InterResult& result, Direction direction) {
    uint8_t bits = 0;
    for (int e = 0; e < 16; e++) {
        if (result.directions[e / 4] != direction) continue;
        const BidirectionalVector& v = result.vectors[e];
        bits |= search.border_bits(direction == Direction::forward ? v.forward : v.backward);
    }
    return bits;
}

}  // namespace

MajorRecords search_major_blocks(const BackendFunctions& functions, const ImeRequest& request) {
    const Pixels source = fetch_source(request.source);
    return stream_out(ReferenceSearch(functions, request, source, Direction::forward).record());
}

ImeResult integer_search(const BackendFunctions& functions, const ImeRequest& request) {
    const bool dual = request.backward.has_value();
    const Pixels source = fetch_source(request.source);

    const ReferenceSearch forward_search(functions, request, source, Direction::forward);
    Record forward = forward_search.record();
    if (request.stream_in) stream_in(request.stream_in->forward, forward);

    std::optional<ReferenceSearch> backward_search;
    std::optional<Record> backward;
    if (dual) {
        backward_search.emplace(functions, request, source, Direction::backward);
        backward = backward_search->record();
        if (request.stream_in) stream_in(request.stream_in->backward, *backward);
    }

    const DecisionRules rules{request.disabled_partitions, request.max_vector_count,
                              request.disable_direction_mix, &request.costs};
    ImeResult result;
    static_cast<InterResult&>(result) =
        decide(forward, backward ? &*backward : nullptr, rules, result.truncated);
    result.terminated_early = forward_search.terminated_early();
    result.forward_border = winning_borders(forward_search, result, Direction::forward);
    result.stream_out.forward = stream_out(forward);
    if (dual) {
        result.backward_border = winning_borders(*backward_search, result, Direction::backward);
        result.stream_out.backward = stream_out(*backward);
    }
    return result;
}

}  // namespace genmedia::vme
