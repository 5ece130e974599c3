// SPDX-License-Identifier: MIT
// Integer motion estimation (IME): searches one or two windows and decides the partitioning.
#include "vme/cost.h"
#include "vme/inter/adaptive_search.h"
#include "vme/inter/decision.h"
#include "vme/operations.h"

#include <algorithm>

namespace genmedia::vme {
namespace {

constexpr int kMinorPartitions = partition_8x4 | partition_4x8 | partition_4x4;

// What a search takes from one reference picture: where it looks, and which cost centre and penalty count.
struct Window {
    const SearchPath& path;
    const Reference& reference;
    PixelOffset offset;                      // the caller's
    Direction centers = Direction::forward;  // whose cost centres
    std::optional<U4U4> early_termination = {};
};

// The search that fills one record.
class ReferenceSearch {
public:
    ReferenceSearch(const UnitFunctions& functions, const ImeRequest& request, const Pixels& source,
                    const Window& window);
    ReferenceSearch(const ReferenceSearch&) = delete;  // points into itself
    ReferenceSearch& operator=(const ReferenceSearch&) = delete;

    // The predetermined units, but for path.last.
    void search_path();
    void search_unit(SearchUnit unit);
    // Steps of the path until early termination ended it.
    int steps() const;
    bool terminated_early() const { return terminated_early_; }

    const SearchPath& path() const { return path_; }
    const WindowBest& best() const { return best_; }
    Record record() const;
    uint8_t border_bits(MotionVector vector) const;

private:
    // The path's search, of what lies `from` search units from the window's upper left.
    void search(const SearchPath& path, SearchUnit from, std::optional<U4U4> early_termination,
                WindowBest& best) const;

    const UnitFunctions& functions_;
    const ImeRequest& request_;
    const Pixels& source_;
    const SearchPath& path_;
    const bool major_only_;
    const Direction centers_;
    const std::optional<U4U4> early_termination_;
    const uint8_t reference_id_;
    const uint32_t penalty_;
    const PixelOffset first_;
    const uint8_t* window_;
    ptrdiff_t stride_;
    uint8_t fetched_[kLargestWindow * kLargestWindow];  // where the picture has not all of the window
    WindowBest best_;
    bool terminated_early_ = false;
};

ReferenceSearch::ReferenceSearch(const UnitFunctions& functions, const ImeRequest& request,
                                 const Pixels& source, const Window& window)
    : functions_(functions),
      request_(request),
      source_(source),
      path_(window.path),
      major_only_((request.disabled_partitions & kMinorPartitions) == kMinorPartitions),
      centers_(window.centers),
      early_termination_(window.early_termination),
      reference_id_(window.reference.id),
      penalty_(reference_penalty(request.costs, window.reference.id)),
      first_{window.offset.x + window.path.first.x, window.offset.y + window.path.first.y} {
    const PlaneView plane = scan_lines(window.reference.luma, window.reference.scan);
    const int x = request.source.x + first_.x, y = request.source.y + first_.y;
    const auto [width, height] = path_.window;
    const bool in_place = is_inside(plane, x, y, width, height);
    if (!in_place) fetch(plane, x, y, width, height, fetched_, kLargestWindow);
    window_ = in_place ? plane.line(y) + x : fetched_;
    stride_ = in_place ? plane.stride : kLargestWindow;
}

void ReferenceSearch::search(const SearchPath& path, SearchUnit from, std::optional<U4U4> early_termination,
                             WindowBest& best) const {
    const WindowSearch search{.source = source_,
                              .window = window_ + 4 * from.y * stride_ + ptrdiff_t{4} * from.x,
                              .stride = stride_,
                              .path = path,
                              .distortion = request_.distortion,
                              .sad_weights = request_.sad_weights,
                              .early_termination = early_termination,
                              .major_only = major_only_,
                              .costs = request_.costs,
                              .direction = centers_,
                              .first = {first_.x + 4 * from.x, first_.y + 4 * from.y},
                              .reference_penalty = penalty_};
    functions_.search_window(search, best);
}

void ReferenceSearch::search_path() {
    if (path_.visits.count > 0) {
        search(path_, {0, 0}, early_termination_, best_);
        terminated_early_ = best_.ended_after.has_value();
    } else {
        best_ = {};
        best_.distortions.fill(kNothingFound);
    }
}

// A window of one unit.
void ReferenceSearch::search_unit(SearchUnit unit) {
    WindowBest found;
    search(vme::search_path(SearchWindow::extra_tiny, false), unit, {}, found);
    const uint16_t corner = window_position(4 * unit.x, 4 * unit.y);
    for (int b = 0; b < (major_only_ ? kMajorBlockCount : kBlockCount); b++) {
        if (found.distortions[b] >= best_.distortions[b]) continue;
        best_.distortions[b] = found.distortions[b];
        best_.positions[b] = static_cast<uint16_t>(corner + found.positions[b]);
    }
    terminated_early_ = early_termination_ && best_.distortions[kFirst16x16] < early_termination_->value();
}

int ReferenceSearch::steps() const {
    const SearchUnit last = path_.visits.units[static_cast<size_t>(*best_.ended_after - 1)];
    return static_cast<int>(std::find(path_.units.begin(), path_.units.end(), last) - path_.units.begin()) +
           1;
}

// Blocks that are not searched have zeros; no partition that is enabled has them. Of which nothing was found
// have the largest distortion there is.
Record ReferenceSearch::record() const {
    const int count = major_only_ ? kMajorBlockCount : kBlockCount;
    Record record;
    record.reference_ids.fill(reference_id_);
    for (int b = 0; b < count; b++) {
        record.distortions[b] =
            best_.distortions[b] == kNothingFound ? saturate(kNothingFound) : best_.distortions[b];
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

// A streamed-in record replaces the new one only if strictly smaller. It has no minor shapes: those that
// count come from this call only. [prm: 3.4.1.2, page 57]
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

// How many units an adaptive search may add to its path.
int left_of(const SearchPath& path) { return path.most_units - path.length; }

// The adaptive search of one record. Each unit is chosen while the one before it is still under search, and
// so does not count yet: the unit is pipelined. [prm: page 42]
void search_on(ReferenceSearch& search) {
    Scoreboard scoreboard(search.path());
    std::optional<SearchUnit> under_search = search.path().last;
    for (int left = left_of(search.path()); !search.terminated_early(); left--) {
        const std::optional<SearchUnit> next =
            left > 0 ? next_unit(search.best(), scoreboard) : std::optional<SearchUnit>();
        if (under_search) search.search_unit(*under_search);
        if (!next) return;
        scoreboard.mark(*next);
        under_search = next;
    }
}

// The adaptive search of two records by turns, in two pictures or in one. Guess: while one is under search
// the other chooses, so that no unit is left out of account, also when only one of them goes on. [prm: page
// 43]
void search_on(ReferenceSearch& first, ReferenceSearch& second, bool one_picture) {
    Scoreboard own(first.path()), others(second.path());
    if (one_picture) own.mark(second.path());
    struct Turn {
        ReferenceSearch& search;
        Scoreboard& scoreboard;
        int left;
    } turns[] = {{first, own, left_of(first.path())},
                 {second, one_picture ? own : others, left_of(second.path())}};
    while (turns[0].left > 0 || turns[1].left > 0) {
        for (Turn& turn : turns) {
            if (turn.left == 0) continue;
            const std::optional<SearchUnit> next = next_unit(turn.search.best(), turn.scoreboard);
            turn.left = next ? turn.left - 1 : 0;
            if (!next) continue;
            turn.scoreboard.mark(*next);
            turn.search.search_unit(*next);
            if (first.terminated_early()) return;
        }
    }
}

// Of two records of one picture, the better match of each block (guess: the first's on a tie).
Record better_of(const Record& first, const Record& second) {
    Record best = first;
    for (int b = 0; b < kBlockCount; b++) {
        if (second.distortions[b] >= first.distortions[b]) continue;
        best.distortions[b] = second.distortions[b];
        best.vectors[b] = second.vectors[b];
    }
    return best;
}

// A request's search: what was found in each picture, and where its windows lay.
class IntegerSearch {
public:
    IntegerSearch(const UnitFunctions& functions, const ImeRequest& request, const Pixels& source)
        : request_(request),
          dual_(request.backward.has_value()),
          one_picture_(request.custom_path && request.custom_path->control == SearchControl::dual_record) {
        if (request.custom_path) custom_ = search_paths(*request.custom_path, dual_);
        const SearchPath& forward = custom_ ? custom_->forward : search_path(request.window, dual_);
        first_.emplace(functions, request, source,
                       Window{.path = forward,
                              .reference = request.forward,
                              .offset = request.forward_offset,
                              .early_termination = request.early_termination});
        first_->search_path();
        if (dual_ || one_picture_) {
            search_second(functions, source, custom_ ? *custom_->backward : forward);
            if (forward.adaptive && !terminated_early()) search_on(*first_, *second_, one_picture_);
        } else if (forward.adaptive) {
            search_on(*first_);
        }
    }

    bool terminated_early() const { return first_->terminated_early(); }
    Record forward() const {
        return one_picture_ ? better_of(first_->record(), second_->record()) : first_->record();
    }
    Record backward() const { return second_->record(); }
    const ReferenceSearch& forward_window() const { return *first_; }
    const ReferenceSearch& backward_window() const { return *second_; }

private:
    // By turns with the first, which may have ended both. Guess: at once, before the turn of the second.
    void search_second(const UnitFunctions& functions, const Pixels& source, const SearchPath& path) {
        const SearchPath* taken = &path;
        if (terminated_early()) taken = &shortened_.emplace(first_steps(path, first_->steps() - 1));
        second_.emplace(functions, request_, source,
                        Window{.path = *taken,
                               .reference = one_picture_ ? request_.forward : *request_.backward,
                               .offset = one_picture_ ? request_.forward_offset : request_.backward_offset,
                               .centers = Direction::backward});
        second_->search_path();
    }

    const ImeRequest& request_;
    const bool dual_, one_picture_;
    std::optional<SearchPaths> custom_;
    std::optional<SearchPath> shortened_;
    std::optional<ReferenceSearch> first_, second_;
};

}  // namespace

MajorRecords search_major_blocks(const UnitFunctions& functions, const ImeRequest& request) {
    const Pixels source = fetch_source(request.source);
    return stream_out(IntegerSearch(functions, request, source).forward());
}

ImeResult integer_search(const UnitFunctions& functions, const ImeRequest& request) {
    const bool dual = request.backward.has_value();
    const Pixels source = fetch_source(request.source);
    const IntegerSearch search(functions, request, source);
    Record forward = search.forward();
    if (request.stream_in) stream_in(request.stream_in->forward, forward);
    std::optional<Record> backward;
    if (dual) {
        backward = search.backward();
        if (request.stream_in) stream_in(request.stream_in->backward, *backward);
    }

    const DecisionRules rules{request.disabled_partitions, request.max_vector_count,
                              request.disable_direction_mix, &request.costs};
    ImeResult result;
    static_cast<InterResult&>(result) =
        decide(forward, backward ? &*backward : nullptr, rules, result.truncated);
    result.terminated_early = search.terminated_early();
    result.forward_border = winning_borders(search.forward_window(), result, Direction::forward);
    result.stream_out.forward = stream_out(forward);
    if (dual) {
        result.backward_border = winning_borders(search.backward_window(), result, Direction::backward);
        result.stream_out.backward = stream_out(*backward);
    }
    return result;
}

}  // namespace genmedia::vme
