// SPDX-License-Identifier: MIT
#include "motion/true_motion.h"

#include "genmedia/partition.h"
#include "motion/pixel_flow.h"
#include "motion/subpixel_motion.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace genmedia {
namespace {

constexpr int kCoarseSide = 8, kFineSide = 4;       // pixels of a block
constexpr int kSmallestSide = 20, kMostLevels = 7;  // of the coarsest picture, pixels
constexpr float kConfirmed = 2;                     // pixels of a level, across and down together
constexpr SweepOptions kCoarse{}, kFine{.sweeps = 2, .smoothness = 0.2F};

std::vector<PaddedPicture> levels_of(const PaddedPicture& picture) {
    std::vector<PaddedPicture> levels{picture};
    while (static_cast<int>(levels.size()) < kMostLevels &&
           std::min(levels.back().width(), levels.back().height()) >= 2 * kSmallestSide)
        levels.push_back(levels.back().half());
    for (PaddedPicture& level : levels) level = level.without_mean();
    return levels;
}

// Where the vectors of `blocks` are expected, by those of blocks that are twice as large: `scale` is 2 where
// they lie in a picture of half the size.
std::vector<RealVector> prior_of(const BlockMotion& coarser, const BlockMotion& blocks, float scale) {
    std::vector<RealVector> prior(blocks.vectors.size());
    for (int by = 0; by < blocks.rows; by++)
        for (int bx = 0; bx < blocks.columns; bx++) {
            const RealVector v =
                coarser.between(static_cast<float>(bx) / 2 - 0.25F, static_cast<float>(by) / 2 - 0.25F);
            prior[blocks.index(bx, by)] = {scale * v.x, scale * v.y};
        }
    return prior;
}

// One level's whole pixels; `coarser` is null for the coarsest.
BlockMotion search_level(const vme::BackendFunctions& functions, const PaddedPicture& source,
                         const PaddedPicture& reference, const BlockMotion* coarser) {
    BlockMotion motion(kCoarseSide, source.width(), source.height());
    std::vector<RealVector> prior(motion.vectors.size());
    if (coarser) prior = prior_of(*coarser, motion, 2);
    const Candidates candidates =
        unit_candidates(functions, source, reference, prior, vme::SearchWindow::exhaustive, motion);
    for (size_t i = 0; i < motion.vectors.size(); i++)
        motion.vectors[i] =
            coarser ? WholeVector{nearest(prior[i].x), nearest(prior[i].y)} : candidates[kCandidates * i + 1];
    SweepOptions options = kCoarse;
    if (!coarser) options.to_prior = 0;
    sweep(source, reference, prior, candidates, options, motion);
    return motion;
}

// Whether each block's match has it as its own match, to within kConfirmed.
std::vector<char> confirmed(const BlockMotion& there, const BlockMotion& back) {
    std::vector<char> result(there.vectors.size());
    for (int by = 0; by < there.rows; by++)
        for (int bx = 0; bx < there.columns; bx++) {
            const WholeVector v = there.vectors[there.index(bx, by)];
            const float scale = 1.F / static_cast<float>(kCoarseSide);
            const RealVector w = back.between(static_cast<float>(bx) + static_cast<float>(v.x) * scale,
                                              static_cast<float>(by) + static_cast<float>(v.y) * scale);
            result[there.index(bx, by)] =
                std::abs(static_cast<float>(v.x) + w.x) + std::abs(static_cast<float>(v.y) + w.y) <=
                kConfirmed;
        }
    return result;
}

// Gives blocks without a confirmed vector the mean of what those around them have, from the outside in: what
// is new in the picture moves as what is beside it, not as what looks like it elsewhere.
void fill_unconfirmed(std::vector<char> good, BlockMotion& motion) {
    if (std::ranges::count(good, char{1}) == 0) return;
    for (bool all = false; !all;) {
        all = true;
        const std::vector<char> before = good;
        for (int by = 0; by < motion.rows; by++)
            for (int bx = 0; bx < motion.columns; bx++) {
                const size_t i = motion.index(bx, by);
                if (before[i]) continue;
                WholeVector sum;
                int count = 0;
                for (const auto& [dx, dy] : {std::pair(-1, 0), {1, 0}, {0, -1}, {0, 1}}) {
                    if (bx + dx < 0 || by + dy < 0 || bx + dx >= motion.columns || by + dy >= motion.rows)
                        continue;
                    const size_t n = motion.index(bx + dx, by + dy);
                    if (!before[n]) continue;
                    sum.x += motion.vectors[n].x;
                    sum.y += motion.vectors[n].y;
                    count++;
                }
                all = all && count > 0;
                if (count == 0) continue;
                motion.vectors[i] = {sum.x / count, sum.y / count};
                good[i] = 1;
            }
    }
}

BlockMotion divide(const PaddedPicture& source, const PaddedPicture& reference, const BlockMotion& coarse) {
    BlockMotion motion(kFineSide, source.width(), source.height());
    for (int by = 0; by < motion.rows; by++)
        for (int bx = 0; bx < motion.columns; bx++)
            motion.vectors[motion.index(bx, by)] = coarse.at(bx / 2, by / 2);
    sweep(source, reference, prior_of(coarse, motion, 1), {}, kFine, motion);
    return motion;
}

uint16_t difference_of(const PaddedPicture& source, const PaddedPicture& reference, int x, int y,
                       const RealVector& v) {
    int sum = 0;
    for (int dy = 0; dy < kFineSide; dy++)
        for (int dx = 0; dx < kFineSide; dx++)
            sum += std::abs(*source.at(x + dx, y + dy) - sample(reference, kSteps * (x + dx) + in_steps(v.x),
                                                                kSteps * (y + dy) + in_steps(v.y)));
    return static_cast<uint16_t>(sum);
}

vme::MotionVector in_quarters(const RealVector& v) {
    return {static_cast<int16_t>(nearest(4 * v.x)), static_cast<int16_t>(nearest(4 * v.y))};
}

// Shapes as large as equal vectors allow, and their differences.
void merge(vme::InterResult& result) {
    const auto same = [&](int first, int count) {
        return std::all_of(result.vectors.begin() + first, result.vectors.begin() + first + count,
                           [&](const auto& v) { return v == result.vectors[static_cast<size_t>(first)]; });
    };
    const auto sum_up = [&](int first, int count) {
        const auto begin = result.distortions.begin() + first;
        std::fill(begin, begin + count, static_cast<uint16_t>(std::accumulate(begin, begin + count, 0)));
    };
    result.best_distortion =
        static_cast<uint16_t>(std::accumulate(result.distortions.begin(), result.distortions.end(), 0));
    if (same(0, 16)) {
        result.major_shape = vme::MajorShape::shape_16x16;
        result.vector_count = 1;
        return sum_up(0, 16);
    }
    result.major_shape = vme::MajorShape::shape_8x8;
    result.vector_count = 0;
    for (int q = 0; q < 4; q++) {
        const bool whole = same(4 * q, 4);
        result.minor_shapes[static_cast<size_t>(q)] =
            whole ? vme::MinorShape::shape_8x8 : vme::MinorShape::shape_4x4;
        result.vector_count = static_cast<uint8_t>(result.vector_count + (whole ? 1 : 4));
        if (whole) sum_up(4 * q, 4);
    }
}

}  // namespace

void estimate_true_motion(const PictureSearch& search, MotionField& field) {
    const PaddedPicture source(search.source.luma), reference(search.forward);
    const TrueMotion motion = find_true_motion(search.functions, source, reference);
    parallel_for(field.rows, [&](int my) {
        for (int mx = 0; mx < field.columns; mx++) {
            vme::InterResult result;
            for (int e = 0; e < 16; e++) {
                const int bx = std::min(4 * mx + vme::entry_x(e) / 4, motion.columns - 1);
                const int by = std::min(4 * my + vme::entry_y(e) / 4, motion.rows - 1);
                const size_t i = static_cast<size_t>(by * motion.columns + bx);
                result.vectors[static_cast<size_t>(e)].forward = in_quarters(motion.vectors[i]);
                result.distortions[static_cast<size_t>(e)] = motion.differences[i];
            }
            merge(result);
            field.inter[static_cast<size_t>(my * field.columns + mx)] = result;
        }
    });
    if (search.options.per_pixel) field.flow = pixel_flow(source, reference, motion.vectors);
}

TrueMotion find_true_motion(const vme::BackendFunctions& functions, const PaddedPicture& source,
                            const PaddedPicture& reference) {
    const std::vector<PaddedPicture> sources = levels_of(source), references = levels_of(reference);
    BlockMotion motion(kCoarseSide, 0, 0), back(kCoarseSide, 0, 0);
    for (size_t i = sources.size(); i-- > 0;) {
        const bool coarsest = i + 1 == sources.size();
        motion = search_level(functions, sources[i], references[i], coarsest ? nullptr : &motion);
        if (i == 0) break;
        back = search_level(functions, references[i], sources[i], coarsest ? nullptr : &back);
        const std::vector<char> good = confirmed(motion, back), good_back = confirmed(back, motion);
        fill_unconfirmed(good, motion);
        fill_unconfirmed(good_back, back);
    }
    motion = divide(sources[0], references[0], motion);
    TrueMotion result{.columns = motion.columns, .rows = motion.rows, .vectors = {}, .differences = {}};
    result.vectors = between_pixels(functions, sources[0], references[0], motion);
    result.differences.resize(result.vectors.size());
    parallel_for(motion.rows, [&](int by) {
        for (int bx = 0; bx < motion.columns; bx++)
            result.differences[motion.index(bx, by)] = difference_of(
                source, reference, kFineSide * bx, kFineSide * by, result.vectors[motion.index(bx, by)]);
    });
    return result;
}

}  // namespace genmedia
