// SPDX-License-Identifier: MIT
#include "vme/inter/decision.h"

#include "vme/cost.h"

#include <limits>
#include <utility>

namespace genmedia::vme {
namespace {

constexpr uint32_t kNever = std::numeric_limits<uint32_t>::max() / 8;  // leaves room to add up a few
constexpr std::array kMajors = {MajorShape::shape_16x16, MajorShape::shape_16x8, MajorShape::shape_8x16,
                                MajorShape::shape_8x8};
constexpr std::array kMinors = {MinorShape::shape_8x8, MinorShape::shape_8x4, MinorShape::shape_4x8,
                                MinorShape::shape_4x4};

uint32_t minor_penalty(const InterShapePenalty& penalty, MinorShape minor) {
    switch (minor) {
        case MinorShape::shape_8x8: return penalty.shape_8x8.value();
        case MinorShape::shape_8x4:
        case MinorShape::shape_4x8: return penalty.shape_8x4_4x8.value();
        case MinorShape::shape_4x4: return penalty.shape_4x4.value();
    }
    return 0;
}

// The records of both pictures and the directions that a partition may take.
struct Directions {
    const Record& forward;
    const Record* backward;  // null in a single reference search
    uint32_t backward_penalty;
    bool may_go_forward, may_go_backward;

    struct Best {
        uint32_t distortion;
        Direction direction;
    };

    // The blocks of one partition go in one direction. Guesses: forward wins ties, and the backward penalty
    // is paid once a partition.
    Best best(BlockRun blocks) const {
        const auto sum = [&](const Record& record, uint32_t penalty) {
            for (int i = 0; i < blocks.count; i++) penalty += record.distortions[blocks.first + i];
            return penalty;
        };
        const uint32_t f = may_go_forward ? sum(forward, 0) : kNever;
        const uint32_t b = may_go_backward ? sum(*backward, backward_penalty) : kNever;
        return b < f ? Best{b, Direction::backward} : Best{f, Direction::forward};
    }
};

// A partitioning with its cost.
struct Choice {
    MajorShape major = MajorShape::shape_16x16;
    std::array<MinorShape, 4> minors{};
    uint32_t cost = kNever;
};

int vector_count(const Choice& choice) {
    int count = 0;
    for (int n = 0; n < partition_count(choice.major); n++)
        count += partition_blocks(choice.major, choice.minors, n).count;
    return count;
}

class Decision {
public:
    Decision(const DecisionRules& rules, const Directions& directions)
        : rules_(rules), directions_(directions) {
        for (const MinorShape minor : kMinors) {
            const auto i = static_cast<size_t>(minor);
            minor_costs_[i] =
                disabled(3 + static_cast<int>(i)) ? kNever : minor_penalty(rules.costs->shape, minor);
        }
    }

    // 16x16, 16x8, 8x16, 8x8 in this order [prm: 3.1.1.2]; a later one only if strictly cheaper.
    Choice cheapest(int max_vectors) const {
        Choice best;
        for (const MajorShape major : kMajors) {
            const Choice choice =
                major == MajorShape::shape_8x8 ? quadrants(max_vectors) : whole(major, max_vectors);
            if (choice.cost < best.cost) best = choice;
        }
        return best;
    }

private:
    bool disabled(int bit) const { return rules_.disabled_partitions >> bit & 1; }

    Choice whole(MajorShape major, int max_vectors) const {
        Choice choice{.major = major, .minors = {}, .cost = kNever};
        if (disabled(static_cast<int>(major)) || partition_count(major) > max_vectors) return choice;
        choice.cost = shape_penalty(rules_.costs->shape, major, {});
        for (int n = 0; n < partition_count(major); n++) {
            choice.cost += directions_.best(partition_blocks(major, {}, n)).distortion;
        }
        return choice;
    }

    uint32_t quadrant_cost(int q, MinorShape minor) const {
        return directions_.best(minor_blocks(q, minor)).distortion + minor_costs_[static_cast<size_t>(minor)];
    }

    // Each quadrant takes its cheapest shape; on a tie the first of 8x8, 8x4, 4x8, 4x4 [prm: page 36]. Where
    // these shapes make too many vectors, the cheapest of all combinations within max_vectors is taken
    // instead.
    Choice quadrants(int max_vectors) const {
        uint32_t costs[4][4];
        Choice free{.major = MajorShape::shape_8x8, .minors = {}, .cost = 0};
        int vectors = 0;
        for (int q = 0; q < 4; q++) {
            for (const MinorShape minor : kMinors) {
                uint32_t& cost = costs[q][static_cast<int>(minor)] = quadrant_cost(q, minor);
                if (cost < costs[q][static_cast<int>(free.minors[q])]) free.minors[q] = minor;
            }
            free.cost += costs[q][static_cast<int>(free.minors[q])];
            vectors += minor_blocks(q, free.minors[q]).count;
        }
        return vectors <= max_vectors ? free : combinations(costs, max_vectors);
    }

    // Two quadrants with 2 to 8 vectors in all: [n] is the cheapest of those with n.
    struct Pair {
        std::array<uint32_t, 9> costs;
        std::array<std::array<MinorShape, 2>, 9> minors;
    };

    // [prm: 3.1.1.1, pages 37 and 38] Of equals, with 3 vectors the second quadrant is cut, with 5 or 6 the
    // first one more than the second.
    static Pair pair(const uint32_t (&first)[4], const uint32_t (&second)[4]) {
        const auto halved = [](const uint32_t(&costs)[4]) {
            return costs[2] < costs[1] ? MinorShape::shape_4x8 : MinorShape::shape_8x4;
        };
        const std::array<MinorShape, 3> a{MinorShape::shape_8x8, halved(first), MinorShape::shape_4x4};
        const std::array<MinorShape, 3> b{MinorShape::shape_8x8, halved(second), MinorShape::shape_4x4};
        Pair pair;
        pair.costs.fill(kNever);
        // How each is cut: 0 not, 1 into two, 2 into four. A later one counts if it is cheaper.
        constexpr size_t cuts[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {0, 2}, {2, 1}, {1, 2}, {2, 2}};
        for (const auto& [of_a, of_b] : cuts) {
            const size_t vectors = (size_t{1} << of_a) + (size_t{1} << of_b);
            const uint32_t cost = first[static_cast<size_t>(a[of_a])] + second[static_cast<size_t>(b[of_b])];
            if (cost >= pair.costs[vectors]) continue;
            pair.costs[vectors] = cost;
            pair.minors[vectors] = {a[of_a], b[of_b]};
        }
        return pair;
    }

    // [prm: 3.1.1.1] Quadrants 0 and 2, and 1 and 3, are merged first. Of equally cheap combinations the one
    // with the fewest vectors in 1 and 3, then in 0 and 2.
    static Choice combinations(const uint32_t (&costs)[4][4], int max_vectors) {
        const Pair left = pair(costs[0], costs[2]), right = pair(costs[1], costs[3]);
        Choice best{.major = MajorShape::shape_8x8, .minors = {}, .cost = kNever};
        for (size_t r = 2; r <= 8; r++)
            for (size_t l = 2; l <= 8 && static_cast<int>(l + r) <= max_vectors; l++) {
                const uint32_t cost = left.costs[l] + right.costs[r];
                if (cost >= best.cost) continue;
                best.cost = cost;
                best.minors = {left.minors[l][0], right.minors[r][0], left.minors[l][1], right.minors[r][1]};
            }
        return best;
    }

    const DecisionRules& rules_;
    const Directions& directions_;
    uint32_t minor_costs_[4];  // a shape's penalty in a quadrant; kNever where it is disabled
};

// Vectors and ids of both pictures are reported, whatever the direction. Where nothing may be chosen the
// distortion is all ones. [prm: 3.1.8, page 51]
InterResult describe(const Choice& choice, const Directions& directions) {
    InterResult result;
    if (choice.cost >= kNever) {
        result.best_distortion = saturate(kNever);
        return result;
    }
    result.major_shape = choice.major;
    result.minor_shapes = choice.minors;
    result.best_distortion = saturate(choice.cost);
    for (int n = 0; n < partition_count(choice.major); n++) {
        const BlockRun blocks = partition_blocks(choice.major, choice.minors, n);
        const Direction direction = directions.best(blocks).direction;
        spread_quadrants(result.directions, choice.major, n, direction);
        const Record& winner = direction == Direction::forward ? directions.forward : *directions.backward;
        ReferenceIds ids;
        for (int b = blocks.first; b < blocks.first + blocks.count; b++) {
            BidirectionalVector vectors{.forward = directions.forward.vectors[b], .backward = {}};
            ids.forward = directions.forward.reference_ids[b];
            if (directions.backward != nullptr) {
                vectors.backward = directions.backward->vectors[b];
                ids.backward = directions.backward->reference_ids[b];
            }
            spread(result.vectors, kBlocks[b], vectors);
            spread(result.distortions, kBlocks[b], saturate(winner.distortions[b]));
        }
        spread_quadrants(result.reference_ids, choice.major, n, ids);
        result.vector_count = static_cast<uint8_t>(result.vector_count + blocks.count);
    }
    return result;
}

}  // namespace

uint32_t shape_penalty(const InterShapePenalty& penalty, MajorShape major,
                       const std::array<MinorShape, 4>& minors) {
    switch (major) {
        case MajorShape::shape_16x16: return penalty.shape_16x16.value();
        case MajorShape::shape_16x8:
        case MajorShape::shape_8x16: return penalty.shape_16x8_8x16.value();
        case MajorShape::shape_8x8: break;
    }
    uint32_t sum = 0;
    for (const MinorShape minor : minors) sum += minor_penalty(penalty, minor);
    return sum;
}

InterResult decide(const Record& forward, const Record* backward, const DecisionRules& rules,
                   bool& truncated) {
    // Without mix the cheaper of all forward and all backward [prm: M1.1 28, page 72]; forward on a tie
    // (guess).
    const auto cheapest = [&](int max_vectors, Directions& directions) {
        if (!rules.disable_direction_mix || backward == nullptr) {
            return Decision(rules, directions).cheapest(max_vectors);
        }
        directions.may_go_backward = false;
        const Choice all_forward = Decision(rules, directions).cheapest(max_vectors);
        std::swap(directions.may_go_forward, directions.may_go_backward);
        const Choice all_backward = Decision(rules, directions).cheapest(max_vectors);
        if (all_backward.cost < all_forward.cost) return all_backward;
        std::swap(directions.may_go_forward, directions.may_go_backward);
        return all_forward;
    };
    const Directions free{forward, backward, rules.costs->backward_direction.value(), true,
                          backward != nullptr};
    Directions limited = free, unlimited = free;
    constexpr int most_vectors = 16;  // one for each 4x4 block: before BME no block has two
    const Choice best = cheapest(most_vectors, unlimited);
    truncated = false;
    if (vector_count(best) <= rules.max_vector_count) return describe(best, unlimited);
    const Choice choice = cheapest(rules.max_vector_count, limited);
    truncated = best.cost < choice.cost;
    return describe(choice, limited);
}

}  // namespace genmedia::vme
