// SPDX-License-Identifier: MIT
#include "motion/interpolation/picture_between.h"

#include "motion/field_rules/bilinear.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace genmedia::motion {
namespace {

constexpr int kMostOfABlock = 8;    // candidates
constexpr float kAgreement = 1.5F;  // pixels: a picture whose own motion differs so much counts half
// kOneSided: the most that a difference of the pictures costs; kUnknown: a vector that neither field has.
constexpr float kFollowed = 4;  // gray levels by which a vector from elsewhere must be better
constexpr float kOneSided = 30, kUnknown = 30;
constexpr float kWorst = 1000;  // more than anything costs
constexpr float kNoise = 8;     // gray levels by which two pictures of the same thing may differ
constexpr float kAlike = 1;     // pixels: vectors that differ by no more show the same

constexpr size_t kNoCandidates = static_cast<size_t>(-1);

RealVector scaled(const RealVector& v, float factor) { return {factor * v.x, factor * v.y}; }
// As std::hypot() has it, which is a call.
float distance(const RealVector& a, const RealVector& b) {
    const double x = a.x - b.x, y = a.y - b.y;
    return static_cast<float>(std::sqrt(x * x + y * y));
}
bool are_equal(const RealVector& a, const RealVector& b) { return a.x == b.x && a.y == b.y; }
int floor_of(float value) {  // in line, where std::floor is a call
    const int toward_zero = static_cast<int>(value);
    return toward_zero - (value < static_cast<float>(toward_zero));
}

// From 1, at no distance, down towards 0.
float agreement(float pixels) { return 1 / (1 + pixels * pixels / (kAgreement * kAgreement)); }

class Search {
public:
    Search(const FieldFunctions& functions, const MotionBetween& between, float time)
        : functions_(functions),
          between_(between),
          time_(time),
          columns_(between.motions[0]->columns),
          rows_(between.motions[0]->rows),
          places_(static_cast<size_t>(columns_) * static_cast<size_t>(rows_), kNoCandidates) {
        for (WorkVector<Passing>* of : {&passing_, &own_[0], &own_[1]}) of->resize(places_.size());
    }

    PassingMotions run() {
        each_block([&](int bx, int by, Passing& passing) { passing = best_here(bx, by); });
        // A vector from elsewhere must be better by kFollowed, so that most blocks need none.
        size_t count = 0;
        for (size_t i = 0; i < passing_.size(); i++)
            if (passing_[i].cost > kFollowed) places_[i] = count++;
        candidates_.resize(count);
        for (int picture = 0; picture < 2; picture++) follow(picture);
        each_block([&](int bx, int by, Passing& passing) {
            const size_t place = places_[index(bx, by)];
            if (place != kNoCandidates) take_better(bx, by, candidates_[place], passing);
        });
        return {std::move(passing_), std::move(own_)};
    }

private:
    struct Candidates {
        std::array<RealVector, kMostOfABlock> vectors;
        int count = 0;

        void add(const RealVector& v) {
            for (int i = 0; i < count; i++)
                if (distance(vectors[static_cast<size_t>(i)], v) < 0.25F) return;
            if (count < kMostOfABlock) vectors[static_cast<size_t>(count++)] = v;
        }
    };

    size_t index(int bx, int by) const {
        return static_cast<size_t>(by) * static_cast<size_t>(columns_) + static_cast<size_t>(bx);
    }

    template <class Body>
    void each_block(const Body& body) {
        walker::parallel_for(rows_, [&](int by) {
            for (int bx = 0; bx < columns_; bx++) body(bx, by, passing_[index(bx, by)]);
        });
    }

    // The share of an onward vector that leads from the block at the time asked for to a picture.
    float part(int picture) const { return picture == 0 ? -time_ : 1 - time_; }

    // A block's motion as one from the first picture to the second.
    RealVector onward(int picture, size_t block) const {
        const RealVector v = between_.motions[static_cast<size_t>(picture)]->vectors[block];
        return picture == 0 ? v : scaled(v, -1);
    }
    RealVector onward_at(int picture, float x, float y) const {
        return onward(picture,
                      between_.motions[0]->nearest(floor_of(x / kFineSide), floor_of(y / kFineSide)));
    }

    // Offers each block's vector to the blocks that it passes, if they want any.
    void follow(int picture) {
        for (int by = 0; by < rows_; by++)
            for (int bx = 0; bx < columns_; bx++) {
                const RealVector v = onward(picture, static_cast<size_t>(by * columns_ + bx));
                const int left = floor_of(static_cast<float>(bx) - part(picture) * v.x / kFineSide);
                const int top = floor_of(static_cast<float>(by) - part(picture) * v.y / kFineSide);
                for (int k = 0; k < 4; k++) {
                    const int x = left + k % 2, y = top + k / 2;
                    if (x < 0 || y < 0 || x >= columns_ || y >= rows_) continue;
                    const size_t place = places_[index(x, y)];
                    if (place != kNoCandidates) candidates_[place].add(v);
                }
            }
    }

    static float middle(int block) { return static_cast<float>(kFineSide * block) + kFineSide / 2; }

    // The better vector of those that the two fields have in the block; both are kept.
    const Passing& best_here(int bx, int by) {
        const float x = middle(bx), y = middle(by);
        Passing &first = own_[0][index(bx, by)], &second = own_[1][index(bx, by)];
        first.cost = second.cost = kWorst;
        const RealVector one = onward_at(0, x, y), other = onward_at(1, x, y);
        judge(x, y, one, 0, first);
        if (are_equal(one, other))
            second = first;
        else
            judge(x, y, other, 0, second);
        return second.cost < first.cost ? second : first;
    }

    void take_better(int bx, int by, const Candidates& candidates, Passing& best) const {
        for (int i = 0; i < candidates.count; i++)
            judge(middle(bx), middle(by), candidates.vectors[static_cast<size_t>(i)], kFollowed, best);
    }

    // Takes the vector if it is better than `best` by more than `handicap`.
    void judge(float x, float y, const RealVector& v, float handicap, Passing& best) const {
        if (handicap >= best.cost) return;
        std::array<float, 2> known;
        for (int picture = 0; picture < 2; picture++) {
            const RealVector from = scaled(v, part(picture));
            known[static_cast<size_t>(picture)] =
                agreement(distance(onward_at(picture, x + from.x, y + from.y), v));
        }
        const float unknown = (1 - (known[0] + known[1]) / 2) * kUnknown;
        if (unknown + handicap >= best.cost) return;  // whatever the pictures differ by
        const float d = difference(x, y, v), cost = std::min(d, kOneSided) + unknown;
        if (!(cost + handicap < best.cost)) return;
        // Where both show the same, it does not matter which is believed.
        const float doubt = std::clamp((d - kNoise) / (kOneSided - kNoise), 0.F, 1.F);
        const float first = (1 - time_) * (1 - doubt * (1 - known[0]));
        const float second = time_ * (1 - doubt * (1 - known[1]));
        best = {.vector = v, .first_share = first / (first + second), .cost = cost};
    }

    // Mean absolute difference of the 8x8 pixels around the block's middle in both pictures.
    float difference(float x, float y, const RealVector& v) const {
        static_assert(kSeenSide == 2 * kFineSide);
        const auto seen = [&](int picture) -> SeenBlock {
            const PaddedPicture& plane = *between_.pictures[static_cast<size_t>(picture)];
            const auto place = [&](float at, int side_of_picture) {
                constexpr int room = PaddedPicture::kPadding / 2;
                return std::clamp(in_steps(at - kFineSide), -kSteps * room,
                                  kSteps * (side_of_picture + room));
            };
            const int across = place(x + part(picture) * v.x, plane.width()),
                      down = place(y + part(picture) * v.y, plane.height());
            return {plane.at(across >> 6, down >> 6), across & (kSteps - 1), down & (kSteps - 1)};
        };
        const uint32_t sum = functions_.seen_difference(
            {.blocks = {seen(0), seen(1)}, .stride = between_.pictures[0]->stride()});
        return static_cast<float>(sum) / (256 * 4 * kFineSide * kFineSide);
    }

    const FieldFunctions& functions_;
    const MotionBetween& between_;
    float time_;
    int columns_, rows_;
    WorkVector<Passing> passing_;
    std::array<WorkVector<Passing>, 2> own_;
    WorkVector<size_t> places_;  // of blocks in candidates_
    WorkVector<Candidates> candidates_;
};

// One vector of an 8x8 block: the mean of those of its 4x4 blocks, each weighted by how much it is believed.
struct Pooled {
    RealVector vector;
    float first_share = 0, belief = 0;
};

Pooled pooled(const WorkVector<Passing>& passing, int columns, int rows, int bx, int by) {
    Pooled all;
    for (int k = 0; k < 4; k++) {
        const int x = std::min(2 * bx + k % 2, columns - 1), y = std::min(2 * by + k / 2, rows - 1);
        const Passing& one = passing[static_cast<size_t>(y * columns + x)];
        const float belief = 1 / (1 + one.cost);
        all.vector.x += belief * one.vector.x;
        all.vector.y += belief * one.vector.y;
        all.first_share += belief * one.first_share;
        all.belief += belief;
    }
    all.vector = scaled(all.vector, 1 / all.belief);
    all.first_share /= all.belief;
    return all;
}

bool are_alike(const RealVector& a, const RealVector& b) {
    return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) <= kAlike;
}

// Also shows `what`, unless the block does: then it believes that more.
void add_to(ShownBlock& block, const Pooled& what, float first_share) {
    const auto end = block.motions.begin() + block.count;
    auto at = std::find_if(block.motions.begin(), end,
                           [&](const ShownMotion& m) { return are_alike(m.vector, what.vector); });
    if (at == end) {
        *at = {.vector = what.vector};
        block.count++;
    }
    at->first += what.belief * first_share;
    at->second += what.belief * (1 - first_share);
    block.weight += what.belief;
}

// The lines of a plane between the middles of a row of blocks and those of the row below: each pixel is the
// mean of what the four blocks around it show, weighted by how near they are and how well both pictures
// agree.
template <class Sample>
class RenderedBand {
public:
    RenderedBand(void (*function)(const ShownRow<Sample>&), const RenderedPlane<Sample>& plane,
                 const WorkVector<ShownBlock>& blocks, int columns, int rows, float time)
        : show_(function),
          plane_(plane),
          blocks_(blocks),
          columns_(columns),
          rows_(rows),
          time_(time),
          reach_(static_cast<size_t>(2 * plane.block_width)),
          stride_(static_cast<size_t>(plane.block_width * columns) + 2 * reach_),
          weights_(static_cast<size_t>(plane.block_height) * stride_),
          sums_(weights_.size()),
          other_sums_(has_other() ? weights_.size() : 0) {}

    // Computes the band below block row `row`, from -1 (above the first) on.
    void compute(int row) {
        for (WorkVector<float>* of : {&weights_, &sums_, &other_sums_})
            std::fill(of->begin(), of->end(), 0.F);
        const int height = plane_.block_height, top = height * row + height / 2;
        show(row, top, false);
        show(row + 1, top, true);
        finish(top, sums_, plane_.target);
        if (has_other()) finish(top, other_sums_, plane_.other);
    }

private:
    // Adds what the lower or upper halves of a row of blocks show; beyond the picture, those at its edge.
    void show(int row, int top, bool is_upper) {
        const auto& [first, second] = plane_.target.pictures;
        const auto others = [&]() -> std::array<const Sample*, 2> {
            if (!has_other()) return {};
            return {plane_.other.pictures[0]->at(0, 0), plane_.other.pictures[1]->at(0, 0)};
        };
        show_({.planes = {first->at(0, 0), second->at(0, 0)},
               .others = others(),
               .stride = first->stride(),
               .width = first->width(),
               .height = first->height(),
               .blocks = blocks_.data() + std::clamp(row, 0, rows_ - 1) * columns_,
               .columns = columns_,
               .block_width = plane_.block_width,
               .block_height = plane_.block_height,
               .top = top,
               .is_upper = is_upper,
               .time = time_,
               .weights = weights_.data(),
               .sums = sums_.data(),
               .other_sums = other_sums_.data(),
               .sums_stride = static_cast<ptrdiff_t>(stride_)});
    }

    bool has_other() const { return plane_.other.data != nullptr; }

    void finish(int top, const WorkVector<float>& all, const typename RenderedPlane<Sample>::Target& target) {
        const auto most = static_cast<float>(plane_.most);
        const auto width = static_cast<size_t>(target.pictures[0]->width());
        for (int i = 0; i < plane_.block_height; i++) {
            const int y = top + i;
            if (y < 0 || y >= target.pictures[0]->height()) continue;
            auto* const to = reinterpret_cast<Sample*>(target.data + y * target.stride);
            const float *const sums = all.data() + static_cast<size_t>(i) * stride_ + reach_,
                               *const weights = weights_.data() + static_cast<size_t>(i) * stride_ + reach_;
            for (size_t x = 0; x < width; x++)
                to[x] =
                    static_cast<Sample>(static_cast<int>(std::clamp(sums[x] / weights[x] + 0.5F, 0.F, most)));
        }
    }

    void (*show_)(const ShownRow<Sample>&);
    const RenderedPlane<Sample>& plane_;
    const WorkVector<ShownBlock>& blocks_;
    int columns_, rows_;
    float time_;
    size_t reach_, stride_;
    WorkVector<float> weights_, sums_, other_sums_;
};

template <class Sample>
void render(void (*show)(const ShownRow<Sample>&), const RenderedPlane<Sample>& plane,
            const WorkVector<ShownBlock>& blocks, int columns, int rows, float time) {
    static_assert(kShownRoom <= PaddedPlane<Sample>::kPadding / 2);
    walker::parallel_for_runs(rows + 1, 8, [&](int first, int end) {
        RenderedBand<Sample> band(show, plane, blocks, columns, rows, time);
        for (int i = first; i < end; i++) band.compute(i - 1);
    });
}

}  // namespace

PassingMotions find_passing(const FieldFunctions& functions, const MotionBetween& between, float time) {
    return Search(functions, between, time).run();
}

WorkVector<ShownBlock> find_shown(const PassingMotions& passing, int columns, int rows) {
    const int across = (columns + 1) / 2, down = (rows + 1) / 2;
    const auto index = [&](int bx, int by) { return static_cast<size_t>(by * across + bx); };
    WorkVector<std::array<Pooled, 3>> all(index(0, down));
    walker::parallel_for(down, [&](int by) {
        for (int bx = 0; bx < across; bx++)
            all[index(bx, by)] = {pooled(passing.best, columns, rows, bx, by),
                                  pooled(passing.own[0], columns, rows, bx, by),
                                  pooled(passing.own[1], columns, rows, bx, by)};
    });
    WorkVector<ShownBlock> blocks(all.size());
    walker::parallel_for(down, [&](int by) {
        for (int bx = 0; bx < across; bx++)
            for (size_t i = 0; i < 3; i++) {
                // What is seen changes from one picture to the other over several blocks, not at a block's
                // edge.
                float share = 0;
                for (int y = by - 1; y <= by + 1; y++)
                    for (int x = bx - 1; x <= bx + 1; x++)
                        share += all[index(std::clamp(x, 0, across - 1), std::clamp(y, 0, down - 1))][i]
                                     .first_share;
                add_to(blocks[index(bx, by)], all[index(bx, by)][i], share / 9);
            }
    });
    return blocks;
}

void render_plane(const FieldFunctions& functions, const RenderedPlane<uint8_t>& plane,
                  const WorkVector<ShownBlock>& blocks, int columns, int rows, float time) {
    render(functions.show_row, plane, blocks, columns, rows, time);
}

void render_plane(const FieldFunctions& functions, const RenderedPlane<uint16_t>& plane,
                  const WorkVector<ShownBlock>& blocks, int columns, int rows, float time) {
    render(functions.show_deep_row, plane, blocks, columns, rows, time);
}

}  // namespace genmedia::motion
