// SPDX-License-Identifier: MIT
// What a backend computes of the unit. The rules around it (costs, decisions, results) are written once, in
// this folder. The reference's functions define the results; all other backends equal them bit for bit.
#pragma once

#include "genmedia/partition.h"
#include "genmedia/vme.h"
#include "vme/inter/search_path.h"
#include "vme/intra/intra_predict.h"
#include "vme/pixels.h"

#include <array>
#include <cstdint>
#include <optional>

namespace genmedia::vme {

// One window of an integer search.
struct WindowSearch {
    const Pixels& source;
    const uint8_t* window;  // path.window pixels; the macroblock of position (x, y) starts there
    ptrdiff_t stride;       // of the window's lines, in bytes
    const SearchPath& path;
    Distortion distortion = Distortion::sad;
    std::optional<uint32_t> sad_weights;    // as ImeRequest
    std::optional<U4U4> early_termination;  // as ImeRequest
    bool major_only = false;                // only the first kMajorBlockCount blocks are wanted

    // Added to a block's distortion: the vector's cost (0 where there is none) and the reference's penalty.
    const InterCosts& costs;
    Direction direction = Direction::forward;
    PixelOffset first;  // from the macroblock to position (0, 0)
    uint32_t reference_penalty = 0;

    MotionVector vector_at(int x, int y) const {
        return {static_cast<int16_t>((first.x + x) * 4), static_cast<int16_t>((first.y + y) * 4)};
    }
};

// A position of the window as one number.
constexpr uint16_t window_position(int x, int y) { return static_cast<uint16_t>(x + 64 * y); }
constexpr int position_x(uint16_t position) { return position % 64; }
constexpr int position_y(uint16_t position) { return position / 64; }

// The distortion of a block of which no position was searched.
inline constexpr uint32_t kNothingFound = 0xFFFFFFFF;

// The best position of each block that is wanted; of several that are equally good, the first in the path's
// order. Of other blocks nothing is known.
struct WindowBest {
    std::array<uint32_t, kBlockCount> distortions;  // with all that is added
    std::array<uint16_t, kBlockCount> positions;    // window_position()
    std::optional<int> ended_after;                 // visits, where early_termination was met
};

// Guess: bilinear keeps the structure of the four-tap filter and only takes the mean of two.
enum class Filter : uint8_t { four_tap, bilinear };

// A vector with what it costs: distortion, vector cost and reference penalty.
struct Match {
    MotionVector vector;
    uint32_t cost = 0;
};

// The fractional search of one block in one picture.
struct BlockRefinement {
    const Pixels& source;
    const Block& block;
    PlaneView reference;
    int x, y;  // the block's upper left pixel in the picture
    MotionVector start;
    SubpixelMode subpixel = SubpixelMode::quarter;
    Filter filter = Filter::four_tap;
    Distortion distortion = Distortion::sad;
    const InterCosts& costs;
    Direction direction = Direction::forward;
    uint32_t reference_penalty = 0;
};

// By LumaMode, then by the block's place: 4 * row + column.
using Intra4x4Distortions = std::array<std::array<uint16_t, 16>, kLumaModeCount>;

struct UnitFunctions {
    // The path's visits, one or more, in their order. Early termination is looked at after each.
    void (*search_window)(const WindowSearch& search, WindowBest& best);

    // The start, its eight half-pixel neighbours, then the eight quarter-pixel neighbours of the winner, each
    // ring in raster order; strictly smaller wins.
    Match (*refine_block)(const BlockRefinement& refinement);

    // The width x height block (at most 16x16) whose upper left sample lies at (x, y) quarter pixels.
    void (*predict)(const PlaneView& plane, int x, int y, int width, int height, Filter filter, Pixels& to);

    // Mixes two predictions: (forward * (64 - weight) + backward * weight + 32) >> 6, as AVC's implicit
    // weighting (guess: the registry text gives the weights, not the rounding).
    void (*mix)(const Pixels& forward, const Pixels& backward, BidirectionalWeight weight, int width,
                int height, Pixels& to);

    // The distortion between two blocks whose sides are multiples of 4.
    uint32_t (*distortion)(Distortion kind, const uint8_t* a, int a_stride, const uint8_t* b, int b_stride,
                           int width, int height);

    // Distortions of the nine predictions of an 8x8 block, in LumaMode's order; undefined where a mode's
    // neighbours are missing. `edges` are filtered; lines of `source` lie kBlockStride apart.
    void (*intra_8x8)(const Edges& edges, Distortion kind, const uint8_t* source,
                      std::array<uint32_t, kLumaModeCount>& distortions);

    // The same of all 4x4 blocks of a macroblock; undefined, too, where a mode's neighbours are missing.
    void (*intra_4x4)(const MacroblockEdges& around, Distortion kind, Intra4x4Distortions& distortions);

    // AVC's forward transform of source - prediction, of 4 * rows blocks of 4x4 pixels in `rows` rows, 2 or
    // 4; all lines lie kBlockStride apart. Coefficient i (4 * row + column) of block b (likewise) goes to
    // to[i * 4 * rows + b].
    void (*transform)(const uint8_t* source, const uint8_t* prediction, int rows, int16_t* to);
};

}  // namespace genmedia::vme
