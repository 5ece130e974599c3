// SPDX-License-Identifier: MIT
#include "motion/true_motion/true_motion.h"

#include "genmedia/partition.h"
#include "motion/field_rules/bilinear.h"
#include "motion/true_motion/field_trust.h"
#include "motion/true_motion/pixel_flow.h"
#include "motion/true_motion/refinement/refine_flow.h"
#include "motion/true_motion/subpixel_motion.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <utility>

namespace genmedia::motion {
namespace {

// Where the vectors of `blocks` are expected, judged by blocks twice as large: between the middles of the
// four of these that are nearest. `scale` is 2 where those blocks belong to a picture of half the size.
WorkVector<RealVector> prior_of(const BlockMotion& coarser, const BlockMotion& blocks, float scale) {
    WorkVector<RealVector> prior(blocks.vectors.size());
    walker::parallel_for(blocks.rows, [&](int by) {
        const int row = by / 2, next_row = row + (by % 2 ? 1 : -1);
        const WholeVector *const own = &coarser.at(0, row), *const next = &coarser.at(0, next_row);
        // Three of the nearer row and one of the other, and one column more on each side.
        const auto count = static_cast<size_t>(coarser.columns);
        RawWorkVector<WholeVector> rows(count + 2);
        for (size_t i = 0; i < count; i++) rows[i + 1] = {3 * own[i].x + next[i].x, 3 * own[i].y + next[i].y};
        rows[0] = rows[1];
        rows[count + 1] = rows[count];
        RealVector* const to = prior.data() + blocks.index(0, by);
        const auto mean = [&](size_t column, size_t next_column) -> RealVector {
            const WholeVector a = rows[column + 1], b = rows[next_column + 1];
            return {scale / 16 * static_cast<float>(3 * a.x + b.x),
                    scale / 16 * static_cast<float>(3 * a.y + b.y)};
        };
        const auto columns = static_cast<size_t>(blocks.columns);
        for (size_t i = 0; 2 * i < columns; i++) {
            to[2 * i] = mean(i, i - 1);
            if (2 * i + 1 < columns) to[2 * i + 1] = mean(i, i + 1);
        }
    });
    return prior;
}

// Whether each block's match has the block as its own match, to within kConfirmed. `back` belongs to pictures
// of the same size or, with `scale` 2, of half the size.
WorkVector<char> confirmed(const BlockMotion& there, const BlockMotion& back, float scale = 1) {
    WorkVector<char> result(there.vectors.size());
    const float blocks = 1.F / static_cast<float>(kCoarseSide);
    walker::parallel_for(there.rows, [&](int by) {
        for (int bx = 0; bx < there.columns; bx++) {
            const WholeVector v = there.vectors[there.index(bx, by)];
            const float x = static_cast<float>(bx) + static_cast<float>(v.x) * blocks;
            const float y = static_cast<float>(by) + static_cast<float>(v.y) * blocks;
            // Middles of blocks twice as large lie between those of two others.
            const RealVector w = scale == 1 ? back.between(x, y) : back.between(x / 2 - 0.25F, y / 2 - 0.25F);
            result[there.index(bx, by)] = std::abs(static_cast<float>(v.x) + scale * w.x) +
                                              std::abs(static_cast<float>(v.y) + scale * w.y) <=
                                          scale * kConfirmed;
        }
    });
    return result;
}

// Unconfirmed blocks are good all the same if their match predicts them well.
void keep_good_matches(const vme::UnitFunctions& functions, const PaddedPicture& source,
                       const PaddedPicture& reference, const BlockMotion& motion, WorkVector<char>& good) {
    walker::parallel_for(motion.rows, [&](int by) {
        for (int bx = 0; bx < motion.columns; bx++) {
            const size_t i = motion.index(bx, by);
            good[i] = good[i] || matches_well(functions, source, reference, kCoarseSide * bx,
                                              kCoarseSide * by, motion.vectors[i]);
        }
    });
}

std::optional<AffineMotion> camera_of(const BlockMotion& motion, const PaddedPicture& picture,
                                      const WorkVector<char>& good) {
    return camera_motion(camera_samples(
        motion.columns, motion.rows, motion.side, picture.width(), picture.height(),
        [&](int bx, int by) -> RealVector {
            const size_t i = motion.index(bx, by);
            if (!good[i]) return {kNotKnown, 0};
            return {static_cast<float>(motion.vectors[i].x), static_cast<float>(motion.vectors[i].y)};
        }));
}

// A block whose match is no better than along the camera's motion says nothing of another motion: it may be
// flat, or look like what is beside it. Within a pixel of the camera's motion it takes that; else it is not
// good. Both are compared as sweeps compare.
void prefer_camera(const vme::UnitFunctions& functions, const PaddedPicture& source,
                   const PaddedPicture& reference, const std::optional<AffineMotion>& camera,
                   BlockMotion& motion, WorkVector<char>& good) {
    if (!camera) return;
    walker::parallel_for(motion.rows, [&](int by) {
        for (int bx = 0; bx < motion.columns; bx++) {
            const size_t i = motion.index(bx, by);
            WholeVector& own = motion.vectors[i];
            const WholeVector moved =
                within_limits(rounded(camera->of_block(bx, by, kCoarseSide, source.width(), source.height())),
                              kCoarseSide * bx, kCoarseSide * by, kCoarseSide, source);
            if (!good[i] || moved == own) continue;
            const auto difference = [&](WholeVector v) {
                const int x = compared_left(kCoarseSide, bx), y = compared_top(kCoarseSide, by);
                return functions.distortion(vme::Distortion::sad, source.at(x, y), source.stride(),
                                            reference.at(x + v.x, y + v.y), reference.stride(),
                                            kComparedWidth, compared_height(kCoarseSide));
            };
            if (difference(own) < difference(moved)) continue;
            good[i] = std::abs(own.x - moved.x) + std::abs(own.y - moved.y) <= 1;
            if (good[i]) own = moved;
        }
    });
}

// Gives blocks without a confirmed vector the mean vector of those around them, from the outside in, or where
// there is a camera, its motion and the mean of what these move otherwise. So what is new in the picture
// moves like its surroundings, not like something similar elsewhere.
void fill_unconfirmed(WorkVector<char> good, const PaddedPicture& picture,
                      const std::optional<AffineMotion>& camera, BlockMotion& motion) {
    if (std::ranges::count(good, char{1}) == 0) return;
    const auto by_camera = [&](int bx, int by) {
        return camera ? rounded(camera->of_block(bx, by, motion.side, picture.width(), picture.height()))
                      : WholeVector{};
    };
    for (bool all = false; !all;) {
        all = true;
        const WorkVector<char> before = good;
        for (int by = 0; by < motion.rows; by++)
            for (int bx = 0; bx < motion.columns; bx++) {
                const size_t i = motion.index(bx, by);
                if (before[i]) continue;
                int x = 0, y = 0, count = 0;
                for (const auto& [dx, dy] : {std::pair(-1, 0), {1, 0}, {0, -1}, {0, 1}}) {
                    if (bx + dx < 0 || by + dy < 0 || bx + dx >= motion.columns || by + dy >= motion.rows)
                        continue;
                    const size_t n = motion.index(bx + dx, by + dy);
                    if (!before[n]) continue;
                    const WholeVector moved = by_camera(bx + dx, by + dy);
                    x += motion.vectors[n].x - moved.x;
                    y += motion.vectors[n].y - moved.y;
                    count++;
                }
                all = all && count > 0;
                if (count == 0) continue;
                const WholeVector moved = by_camera(bx, by);
                motion.vectors[i] = {moved.x + x / count, moved.y + y / count};
                good[i] = 1;
            }
    }
}

BlockMotion divide(const FieldFunctions& functions, const PaddedPicture& source,
                   const PaddedPicture& reference, const BlockCosts& costs, const Brightness& brightness,
                   const BlockMotion& coarse) {
    BlockMotion motion(kFineSide, source.width(), source.height());
    walker::parallel_for(motion.rows, [&](int by) {
        for (int bx = 0; bx < motion.columns; bx++)
            motion.vectors[motion.index(bx, by)] = coarse.at(bx / 2, by / 2);
    });
    sweep(functions, source, reference, costs, &brightness, prior_of(coarse, motion, 1), {}, kFineSweep,
          motion);
    return motion;
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

// Calls body(macroblock, blocks) for all macroblocks. `blocks` are those of its entries; entries outside
// `motion` have its nearest block.
template <class Body>
void each_macroblock(const TrueMotion& motion, const MotionField& field, const Body& body) {
    walker::parallel_for(field.rows, [&](int my) {
        for (int mx = 0; mx < field.columns; mx++) {
            std::array<size_t, 16> blocks;
            for (size_t e = 0; e < blocks.size(); e++) {
                const int entry = static_cast<int>(e);
                blocks[e] =
                    motion.nearest(4 * mx + vme::entry_x(entry) / 4, 4 * my + vme::entry_y(entry) / 4);
            }
            body(static_cast<size_t>(my * field.columns + mx), blocks);
        }
    });
}

void fill_results(const TrueMotion& motion, const WorkVector<uint16_t>& differences, MotionField& field) {
    each_macroblock(motion, field, [&](size_t macroblock, const std::array<size_t, 16>& blocks) {
        vme::InterResult& result = field.inter[macroblock];
        result = {};
        for (size_t e = 0; e < blocks.size(); e++) {
            result.vectors[e].forward = in_quarters(motion.vectors[blocks[e]]);
            result.distortions[e] = differences[blocks[e]];
        }
        merge(result);
    });
}

// The vectors of pixels, if they are asked for or are to be refined; refined ones make blocks' vectors, too,
// as their means.
void find_flow(const FieldFunctions& functions, const MotionOptions& options, const SearchPicture& from,
               const SearchPicture& to, TrueMotion& motion, std::vector<FlowVector>& flow) {
    if (options.per_pixel || options.refined)
        pixel_flow(functions, from.picture(), to.picture(), motion.vectors, flow);
    if (!options.refined) return;
    refine_flow(functions, from, to, flow);
    const PaddedPicture& source = from.picture();
    walker::parallel_for(motion.rows, [&](int by) {
        for (int bx = 0; bx < motion.columns; bx++) {
            const int right = std::min(kFineSide, source.width() - kFineSide * bx),
                      lower = std::min(kFineSide, source.height() - kFineSide * by);
            RealVector sum;
            for (int y = 0; y < lower; y++)
                for (int x = 0; x < right; x++) {
                    const FlowVector& v =
                        flow[static_cast<size_t>(kFineSide * by + y) * static_cast<size_t>(source.width()) +
                             static_cast<size_t>(kFineSide * bx + x)];
                    sum.x += v.x;
                    sum.y += v.y;
                }
            const auto pixels = static_cast<float>(right * lower);
            motion.vectors[motion.nearest(bx, by)] = {sum.x / pixels, sum.y / pixels};
        }
    });
}

void fill_trust(const TrueMotion& motion, const FieldTrust& trust, MotionField& field) {
    field.confidence.resize(field.inter.size());
    field.occluded.resize(field.inter.size());
    each_macroblock(motion, field, [&](size_t macroblock, const std::array<size_t, 16>& blocks) {
        for (size_t e = 0; e < blocks.size(); e++) {
            field.confidence[macroblock][e] = trust.confidence[blocks[e]];
            field.occluded[macroblock][e] = trust.occluded[blocks[e]];
        }
    });
}

}  // namespace

CoarseToFine::CoarseToFine(const BackendFunctions& functions, const SearchPicture& source,
                           const SearchPicture& reference, TrueMotionOptions options)
    : functions_(functions),
      options_(std::move(options)),
      start_back_(options_.start.reversed()),
      source_(source),
      reference_(reference) {
    const size_t levels = source.levels().size();
    for (size_t i = levels; i-- > 1;) {
        const bool coarsest = i + 1 == levels;
        const PaddedPicture &from = source_.levels()[i], &to = reference_.levels()[i];
        walker::parallel_for(2, [&](int way) {
            if (way == 0)
                there_ = search_level(source_, reference_, i, coarsest ? nullptr : &there_, options_.start);
            else
                back_ = search_level(reference_, source_, i, coarsest ? nullptr : &back_, start_back_);
        });
        // Each way by the other as it was found.
        WorkVector<char> good = confirmed(there_, back_), good_back = confirmed(back_, there_);
        const auto finish_way = [&](const PaddedPicture& its, const PaddedPicture& other, BlockMotion& motion,
                                    WorkVector<char>& its_good, std::optional<AffineMotion>& camera) {
            if (i == 1) camera = camera_of(motion, its, its_good);
            prefer_camera(functions_.unit, its, other, camera, motion, its_good);
            fill_unconfirmed(std::move(its_good), its, camera, motion);
        };
        walker::parallel_for(2, [&](int way) {
            way == 0 ? finish_way(from, to, there_, good, camera_)
                     : finish_way(to, from, back_, good_back, camera_back_);
        });
    }
}

TrueMotion CoarseToFine::there() const {
    return finish(source_, reference_, there_, back_, camera_, options_.start);
}
TrueMotion CoarseToFine::back() const {
    return finish(reference_, source_, back_, there_, camera_back_, start_back_);
}

std::pair<TrueMotion, TrueMotion> CoarseToFine::both() const {
    std::pair<TrueMotion, TrueMotion> both;
    walker::parallel_for(
        2, [&](int way) { (way == 0 ? both.first : both.second) = way == 0 ? there() : back(); });
    return both;
}

BlockMotion CoarseToFine::search_level(const SearchPicture& from, const SearchPicture& to, size_t i,
                                       const BlockMotion* coarser, const StartVectors& start) const {
    const PaddedPicture &source = from.levels()[i], &reference = to.levels()[i];
    BlockMotion motion(kCoarseSide, source.width(), source.height());
    WorkVector<RealVector> prior(motion.vectors.size());
    if (coarser) prior = prior_of(*coarser, motion, 2);
    Candidates candidates =
        unit_candidates(functions_.unit, source, reference, prior, coarser != nullptr, motion);
    for (size_t k = 0; k < motion.vectors.size(); k++)
        motion.vectors[k] = coarser ? rounded(prior[k]) : candidates.vectors[candidates.each * k + 1];
    if (!start.empty())
        candidates = joined(candidates, unit_candidates(functions_.unit, source, reference,
                                                        start.of_level(i, motion), false, motion));
    SweepOptions options = kCoarseSweeps;
    if (!coarser) options.to_prior = 0;
    const BlockCosts costs = from.costs(i).with(options_.smoothness);
    sweep(functions_.field, source, reference, costs, nullptr, prior, candidates, options, motion);
    return motion;
}

TrueMotion CoarseToFine::finish(const SearchPicture& from, const SearchPicture& to,
                                const BlockMotion& coarser, const BlockMotion& opposite,
                                const std::optional<AffineMotion>& camera_of_half,
                                const StartVectors& start) const {
    const PaddedPicture &source = from.levels()[0], &reference = to.levels()[0];
    const bool is_only_level = from.levels().size() == 1;
    std::optional<AffineMotion> camera;
    if (camera_of_half) camera = camera_of_half->scaled(2);
    BlockMotion coarse = search_level(from, to, 0, is_only_level ? nullptr : &coarser, start);
    if (!is_only_level) {
        WorkVector<char> good = confirmed(coarse, opposite, 2);
        keep_good_matches(functions_.unit, source, reference, coarse, good);
        prefer_camera(functions_.unit, source, reference, camera, coarse, good);
        fill_unconfirmed(std::move(good), source, camera, coarse);
    }
    const BlockCosts costs = from.fine_costs().with(options_.smoothness);
    const Brightness brightness{from.picture(), to.picture()};
    const BlockMotion fine = divide(functions_.field, source, reference, costs, brightness, coarse);
    return {.columns = fine.columns,
            .rows = fine.rows,
            .vectors = between_pixels(functions_.field, source, reference, costs, brightness, fine, camera)};
}

void estimate_true_motion(const BackendFunctions& functions, const MotionOptions& options,
                          const SearchPicture& source, const SearchPicture& reference,
                          std::span<const FlowVector> start, MotionField& field, MotionField* reverse) {
    const CoarseToFine levels(
        functions, source, reference,
        {.smoothness = options.smoothness,
         .start = StartVectors(start, source.picture().width(), source.picture().height())});
    const bool has_back = options.confidence || reverse;
    TrueMotion there, back;
    if (has_back)
        std::tie(there, back) = levels.both();
    else
        there = levels.there();
    const FieldFunctions& k = functions.field;
    find_flow(k, options, source, reference, there, field.flow);
    std::vector<FlowVector> unasked;
    if (has_back) find_flow(k, options, reference, source, back, reverse ? reverse->flow : unasked);
    const auto fill = [&](const SearchPicture& from, const SearchPicture& to, const TrueMotion& motion,
                          const TrueMotion& other, MotionField& filled) {
        fill_results(motion, differences_of(k, from.picture(), to.picture(), motion), filled);
        if (options.confidence) fill_trust(motion, trust_of(from.picture(), motion, other), filled);
        if (!options.per_pixel) filled.flow.clear();
    };
    fill(source, reference, there, back, field);
    if (reverse) fill(reference, source, back, there, *reverse);
}

TrueMotion find_true_motion(const BackendFunctions& functions, const PaddedPicture& source,
                            const PaddedPicture& reference) {
    const SearchPicture from(functions.field, source), to(functions.field, reference);
    return CoarseToFine(functions, from, to).there();
}

std::pair<TrueMotion, TrueMotion> find_both_motions(const BackendFunctions& functions,
                                                    const SearchPicture& source,
                                                    const SearchPicture& reference,
                                                    const MotionOptions& options) {
    const CoarseToFine levels(functions, source, reference, {.smoothness = options.smoothness, .start = {}});
    std::pair<TrueMotion, TrueMotion> both = levels.both();
    std::vector<FlowVector> flow;
    find_flow(functions.field, options, source, reference, both.first, flow);
    find_flow(functions.field, options, reference, source, both.second, flow);
    return both;
}

WorkVector<uint16_t> differences_of(const FieldFunctions& functions, const PaddedPicture& source,
                                    const PaddedPicture& reference, const TrueMotion& motion) {
    WorkVector<uint16_t> differences(motion.vectors.size());
    walker::parallel_for(motion.rows, [&](int by) {
        const size_t first = motion.nearest(0, by);
        const std::span vectors(motion.vectors.data() + first, static_cast<size_t>(motion.columns));
        functions.row_differences(matched_row(source, reference, by, vectors), differences.data() + first);
    });
    return differences;
}

}  // namespace genmedia::motion
