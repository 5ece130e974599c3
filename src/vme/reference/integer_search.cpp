// Integer motion estimation (IME): walks the search path through one or two windows, keeps the best
// position of each of the 41 blocks, and decides the partitioning.
#include "vme/reference/cost.h"
#include "vme/reference/decision.h"
#include "vme/reference/distortion.h"
#include "vme/search_path.h"
#include "vme/unit.h"

#include <limits>

namespace genmedia::vme::reference {
namespace {

// Sums of the sixteen 4x4 distortions: all 41 blocks in kBlocks' order.
std::array<uint32_t, kBlockCount> compose(const BlockDistortions& blocks) {
    std::array<uint32_t, kBlockCount> sums;
    for (int i = 0; i < 16; i++) sums[kFirst4x4 + i] = blocks[i];
    for (int q = 0; q < 4; q++) {
        const uint32_t* b = blocks.data() + 4 * q;
        sums[kFirst8x4 + 2 * q] = b[0] + b[1];
        sums[kFirst8x4 + 2 * q + 1] = b[2] + b[3];
        sums[kFirst4x8 + 2 * q] = b[0] + b[2];
        sums[kFirst4x8 + 2 * q + 1] = b[1] + b[3];
        sums[kFirst8x8 + q] = b[0] + b[1] + b[2] + b[3];
    }
    const uint32_t* q = sums.data() + kFirst8x8;
    sums[kFirst16x8] = q[0] + q[1];
    sums[kFirst16x8 + 1] = q[2] + q[3];
    sums[kFirst8x16] = q[0] + q[2];
    sums[kFirst8x16 + 1] = q[1] + q[3];
    sums[kFirst16x16] = q[0] + q[1] + q[2] + q[3];
    return sums;
}

// The search in one reference picture.
class WindowSearch {
public:
    WindowSearch(const ImeRequest& request, const SearchPath& path, const Pixels& source,
                 Direction direction);

    void run();

    bool terminated_early() const { return terminated_early_; }
    Record record() const;
    uint8_t border_bits(MotionVector vector) const;

private:
    static constexpr int kStride = 48;  // the widest window

    void search_unit(SearchUnit unit);
    void search_position(int x, int y);
    void search_along_gradient();
    MotionVector vector_at(int x, int y) const;

    const ImeRequest& request_;
    const SearchPath& path_;
    const Pixels& source_;
    const Direction direction_;
    uint8_t reference_id_;
    uint32_t reference_penalty_;
    PixelOffset first_;  // from the macroblock to the window's upper left pixel
    uint8_t window_[kStride * 40];

    bool searched_[6][8] = {};  // [row][column] of search units
    bool terminated_early_ = false;
    std::array<uint32_t, kBlockCount> best_;
    std::array<uint16_t, kBlockCount> position_{};  // x + 64 * y
};

WindowSearch::WindowSearch(const ImeRequest& request, const SearchPath& path, const Pixels& source,
                           Direction direction)
    : request_(request), path_(path), source_(source), direction_(direction) {
    const bool is_forward = direction == Direction::forward;
    const Reference& reference = is_forward ? request.forward : *request.backward;
    const PixelOffset& offset = is_forward ? request.forward_offset : request.backward_offset;
    reference_id_ = reference.id;
    reference_penalty_ = reference_penalty(request.costs, reference.id);
    first_ = {offset.x + path.first.x, offset.y + path.first.y};
    fetch(scan_lines(reference.luma, reference.scan), request.source.x + first_.x,
          request.source.y + first_.y, path.window.width, path.window.height, window_, kStride);
    best_.fill(std::numeric_limits<uint32_t>::max());
}

MotionVector WindowSearch::vector_at(int x, int y) const {
    return {static_cast<int16_t>((first_.x + x) * 4), static_cast<int16_t>((first_.y + y) * 4)};
}

// A block's record changes only on a strictly smaller distortion.
void WindowSearch::search_position(int x, int y) {
    BlockDistortions blocks =
        block_distortions(request_.distortion, source_, window_ + y * kStride + x, kStride);
    if (request_.sad_weights) {
        // Guess: "divided by its mapped weight" is read as 1, 2, 4, 8.
        for (int i = 0; i < 16; i++) blocks[i] >>= *request_.sad_weights >> (2 * i) & 3;
    }
    const std::array<uint32_t, kBlockCount> sums = compose(blocks);

    uint32_t costs[4];
    for (int q = 0; q < 4; q++) {
        // Guess: the reference's penalty is part of every block's distortion.
        costs[q] = reference_penalty_ + vector_cost(request_.costs, q, direction_, vector_at(x, y));
    }
    static constexpr auto kQuadrant = [] {
        std::array<uint8_t, kBlockCount> quadrants{};
        for (int b = 0; b < kBlockCount; b++) quadrants[b] = static_cast<uint8_t>(kBlocks[b].quadrant());
        return quadrants;
    }();
    const auto position = static_cast<uint16_t>(x + 64 * y);
    for (int b = 0; b < kBlockCount; b++) {
        const uint32_t distortion = sums[b] + costs[kQuadrant[b]];
        position_[b] = distortion < best_[b] ? position : position_[b];
        best_[b] = distortion < best_[b] ? distortion : best_[b];
    }
}

// Raster order within the unit. A step of the path outside the window is skipped, but was a step.
void WindowSearch::search_unit(SearchUnit unit) {
    if (!path_.contains(unit)) return;
    searched_[unit.y][unit.x] = true;
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) search_position(4 * unit.x + x, 4 * unit.y + y);
    }
    // Guess: the test is made after each search unit.
    if (request_.early_termination && best_[kFirst16x16] < request_.early_termination->value()) {
        terminated_early_ = true;
    }
}

void WindowSearch::run() {
    for (int i = 0; i < path_.length && !terminated_early_; i++) search_unit(path_.units[i]);
    if (path_.adaptive) search_along_gradient();
}

// The adaptive tail of the diamond paths. Guess: while one of the four neighbours of the search unit that
// holds the best 16x16 match has not been searched, it is, in the order above, left, right, below.
void WindowSearch::search_along_gradient() {
    constexpr SearchUnit kSteps[] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
    for (bool moved = true; moved;) {
        moved = false;
        const int best = position_[kFirst16x16];
        const SearchUnit center{best % 64 / 4, best / 64 / 4};
        for (const SearchUnit step : kSteps) {
            const SearchUnit unit{center.x + step.x, center.y + step.y};
            if (!path_.contains(unit) || searched_[unit.y][unit.x]) continue;
            if (terminated_early_) return;
            search_unit(unit);
            moved = true;
        }
    }
}

Record WindowSearch::record() const {
    Record record;
    record.distortions = best_;
    record.reference_ids.fill(reference_id_);
    for (int b = 0; b < kBlockCount; b++) record.vectors[b] = vector_at(position_[b] % 64, position_[b] / 64);
    return record;
}

// Guess: the border is that of the search window, reached by its outermost positions.
uint8_t WindowSearch::border_bits(MotionVector vector) const {
    const int x = vector.x / 4 - first_.x, y = vector.y / 4 - first_.y;
    const int last_x = 4 * path_.columns() - 1, last_y = 4 * path_.rows() - 1;
    return static_cast<uint8_t>((x == 0 ? border_left : 0) | (x == last_x ? border_right : 0) |
                                (y == 0 ? border_top : 0) | (y == last_y ? border_bottom : 0));
}

// A streamed-in record replaces the new one only if strictly smaller. The record has no minor shapes; guess:
// they are then those of the last call alone.
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

uint8_t winning_borders(const WindowSearch& search, const InterResult& result, Direction direction) {
    uint8_t bits = 0;
    for (int e = 0; e < 16; e++) {
        if (result.directions[e / 4] != direction) continue;
        const BidirectionalVector& v = result.vectors[e];
        bits |= search.border_bits(direction == Direction::forward ? v.forward : v.backward);
    }
    return bits;
}

}  // namespace

ImeResult integer_search(const ImeRequest& request) {
    const bool dual = request.backward.has_value();
    const SearchPath& path = search_path(request.window, dual);
    const Pixels source = fetch_source(request.source);

    WindowSearch forward_search(request, path, source, Direction::forward);
    forward_search.run();
    Record forward = forward_search.record();
    if (request.stream_in) stream_in(request.stream_in->forward, forward);

    std::optional<WindowSearch> backward_search;
    std::optional<Record> backward;
    if (dual) {
        backward_search.emplace(request, path, source, Direction::backward);
        backward_search->run();
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

}  // namespace genmedia::vme::reference
