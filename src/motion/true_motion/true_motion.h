// SPDX-License-Identifier: MIT
// A motion field that follows objects. From coarse to fine, the unit's search proposes vectors; chosen are
// those that match well and are near their neighbours' vectors.
#pragma once

#include "genmedia/motion.h"
#include "motion/field_backends.h"
#include "motion/true_motion/block_motion.h"
#include "motion/true_motion/camera_motion.h"
#include "motion/true_motion/search_picture.h"
#include "motion/true_motion/start_vectors.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace genmedia::motion {

inline constexpr int kCoarseSide = 8;   // pixels of a block of all levels but the last
inline constexpr float kConfirmed = 2;  // pixels of a level that a vector and the one back may differ by
inline constexpr SweepOptions kCoarseSweeps{}, kFineSweep{.sweeps = 1, .smoothness = kFineSmoothness};

// Vectors of 4x4 blocks in raster order, in pixels, from a block to its match in the reference.
struct TrueMotion {
    int columns = 0, rows = 0;
    WorkVector<RealVector> vectors;

    // The number of the block, or of the nearest where there is none.
    size_t nearest(int bx, int by) const {
        return static_cast<size_t>(std::clamp(by, 0, rows - 1)) * static_cast<size_t>(columns) +
               static_cast<size_t>(std::clamp(bx, 0, columns - 1));
    }
};

struct TrueMotionOptions {
    float smoothness = 1;  // as MotionOptions has it
    StartVectors start{};
};

// Searches two pictures of one size in each other. The result depends neither on the number of workers nor on
// the unit's backend. All levels but the last are searched in both directions; the last one by the functions
// below.
class CoarseToFine {
public:
    // The pictures must live as long.
    CoarseToFine(const BackendFunctions& functions, const SearchPicture& source,
                 const SearchPicture& reference, TrueMotionOptions options = {});

    TrueMotion there() const;  // of the source in the reference
    TrueMotion back() const;
    std::pair<TrueMotion, TrueMotion> both() const;  // at the same time

private:
    // Searches level `i` in whole pixels; `coarser` is null for the coarsest.
    BlockMotion search_level(const SearchPicture& from, const SearchPicture& to, size_t i,
                             const BlockMotion* coarser, const StartVectors& start) const;
    TrueMotion finish(const SearchPicture& from, const SearchPicture& to, const BlockMotion& coarser,
                      const BlockMotion& opposite, const std::optional<AffineMotion>& camera_of_half,
                      const StartVectors& start) const;

    const BackendFunctions functions_;
    const TrueMotionOptions options_;
    const StartVectors start_back_;
    const SearchPicture &source_, &reference_;
    // Of the finest level that is searched in both directions, in its pixels.
    std::optional<AffineMotion> camera_, camera_back_;
    BlockMotion there_{kCoarseSide, 0, 0}, back_{kCoarseSide, 0, 0};
};

TrueMotion find_true_motion(const BackendFunctions& functions, const PaddedPicture& source,
                            const PaddedPicture& reference);

// The same, and the motion of `reference` in `source`.
std::pair<TrueMotion, TrueMotion> find_both_motions(const BackendFunctions& functions,
                                                    const SearchPicture& source,
                                                    const SearchPicture& reference,
                                                    const MotionOptions& options = {});

// For each block, the sum of absolute differences to its match.
WorkVector<uint16_t> differences_of(const FieldFunctions& functions, const PaddedPicture& source,
                                    const PaddedPicture& reference, const TrueMotion& motion);

// Fills `field`, which has room for all macroblocks, `start` being as MotionRequest has it, and `reverse`
// with the motion of `reference` in `source`, if it is not null.
void estimate_true_motion(const BackendFunctions& functions, const MotionOptions& options,
                          const SearchPicture& source, const SearchPicture& reference,
                          std::span<const FlowVector> start, MotionField& field, MotionField* reverse);

}  // namespace genmedia::motion
