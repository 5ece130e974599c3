// SPDX-License-Identifier: MIT
// The search of one picture in one or two others, macroblock by macroblock.
#pragma once

#include "genmedia/motion.h"
#include "vme/unit_functions.h"

#include <functional>
#include <vector>

namespace genmedia::search {

// Vectors by 8x8 blocks of a smaller picture, in whole pixels of it.
struct LevelVectors {
    int32_t columns = 0, rows = 0;
    std::vector<vme::PixelOffset> vectors;

    // The vector for macroblock (x, y) of a picture four times as large, in pixels of that picture.
    vme::PixelOffset predict(int x, int y) const;
};

// The driver's default costs, where the options ask for them; without cost centres.
vme::InterCosts inter_costs(const MotionOptions& options);

// What is the same for every macroblock of a picture. Requests made from it go to the unit unchecked. They
// differ from the one that was checked only in places, offsets and vectors, and limit() keeps these in
// range.
struct PictureSearch {
    const vme::UnitFunctions& functions;
    const MotionOptions& options;
    ImageView source;
    PlaneView forward, backward;                 // backward may be empty
    LevelVectors forward_level, backward_level;  // empty without hierarchical prediction
    vme::InterCosts costs = inter_costs(options);

    int columns() const { return (source.luma.width + 15) / 16; }
    int rows() const { return (source.luma.height + 15) / 16; }
    bool is_dual() const { return !backward.empty(); }

    vme::ImeRequest integer_request() const;
    vme::ImeRequest level_request() const;  // of a smaller picture's 8x8 blocks; without source and reference
    vme::RefineRequest refine_request() const;  // its costs are those of the search

    // Integer search and refinement of macroblock (x, y). `field` holds the neighbours' results where
    // Predictor::spatial wants them.
    vme::InterResult estimate(int x, int y, const std::vector<vme::InterResult>& field) const;

    // All macroblocks, on the worker pool; fills the levels first where the predictor wants them.
    void estimate_all(std::vector<vme::InterResult>& field);

    vme::IntraEstimation intra_estimation() const;  // without neighbours
    MacroblockIntra estimate_intra(int x, int y) const;

    // Vectors of the smaller pictures in `reference`, coarse to fine; empty where the picture is too small.
    LevelVectors search_levels(const PlaneView& reference) const;
};

// Calls estimate(x, y) for a picture's macroblocks on the worker pool, in an order that suits the predictor.
void for_each_macroblock(int columns, int rows, Predictor predictor, int threads,
                         const std::function<void(int, int)>& estimate);

}  // namespace genmedia::search
