// SPDX-License-Identifier: MIT
#include "vme/decision.h"

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

    // 16x16, 16x8, 8x16, 8x8 in this order (guess: 16x8 before 8x16); a later one only if strictly cheaper.
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

    // Each quadrant takes its cheapest shape; on a tie the first of 8x8, 8x4, 4x8, 4x4 (8x4 before 4x8 is a
    // guess). Where these shapes make too many vectors, the cheapest of all combinations within max_vectors
    // is taken instead.
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

    // Guess: of equally cheap combinations the first, with quadrant 0 varying slowest.
    static Choice combinations(const uint32_t (&costs)[4][4], int max_vectors) {
        Choice best{.major = MajorShape::shape_8x8, .minors = {}, .cost = kNever};
        for (int combination = 0; combination < 256; combination++) {
            Choice choice{.major = MajorShape::shape_8x8, .minors = {}, .cost = 0};
            int vectors = 0;
            for (int q = 0; q < 4; q++) {
                const int minor = combination >> (6 - 2 * q) & 3;
                choice.minors[q] = kMinors[minor];
                choice.cost += costs[q][minor];
                vectors += minor_blocks(q, kMinors[minor]).count;
            }
            if (vectors <= max_vectors && choice.cost < best.cost) best = choice;
        }
        return best;
    }

    const DecisionRules& rules_;
    const Directions& directions_;
    uint32_t minor_costs_[4];  // a shape's penalty in a quadrant; kNever where it is disabled
};

// Vectors and ids of both pictures are reported, whatever the direction.
InterResult describe(const Choice& choice, const Directions& directions) {
    InterResult result;
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
    // Without mix, guess: the cheaper of all forward and all backward, forward on a tie.
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
