// The search of one picture in one or two others, macroblock by macroblock.
#pragma once

#include "genmedia/motion.h"

#include <functional>
#include <vector>

namespace genmedia {

// Vectors by 8x8 blocks of a smaller picture, in whole pixels of it.
struct TierVectors {
    int32_t columns = 0, rows = 0;
    std::vector<vme::PixelOffset> vectors;

    // Of the block that holds macroblock (x, y) of a picture four times as large, in its pixels.
    vme::PixelOffset predict(int x, int y) const;
};

// What is the same for every macroblock of a picture.
struct PictureSearch {
    const MotionOptions& options;
    ImageView source;
    PlaneView forward, backward;              // backward may be empty
    TierVectors forward_tier, backward_tier;  // empty without hierarchical prediction

    int columns() const { return (source.luma.width + 15) / 16; }
    int rows() const { return (source.luma.height + 15) / 16; }
    bool is_dual() const { return !backward.empty(); }

    vme::ImeRequest integer_request() const;
    vme::RefineRequest refine_request() const;  // its costs are those of the search

    // Integer search and refinement of macroblock (x, y). `field` holds the neighbours' results where
    // Predictor::spatial wants them.
    Status estimate(int x, int y, const std::vector<vme::InterResult>& field, vme::InterResult& result) const;

    Status estimate_intra(int x, int y, MacroblockIntra& result) const;
};

// Vectors of the smaller pictures, coarse to fine; empty where the picture is too small.
Status search_tiers(const MotionOptions& options, const PlaneView& source, const PlaneView& reference,
                    TierVectors& tier);

// Calls estimate(x, y) for a picture's macroblocks on the worker pool and returns the first refusal.
Status for_each_macroblock(int columns, int rows, const MotionOptions& options,
                           const std::function<Status(int, int)>& estimate);

}  // namespace genmedia
