// SPDX-License-Identifier: MIT
#include "search/picture_search.h"

#include "search/driver_costs.h"
#include "search/pyramid.h"
#include "search/search_start.h"
#include "vme/operations.h"
#include "walker/walker.h"
#include "walker/worker_pool.h"

#include <algorithm>

namespace genmedia::search {
namespace {

using vme::MotionVector;
using vme::PixelOffset;

// Where a search starts: the window's offset and the centre that vectors' cost is measured from.
struct Start {
    PixelOffset offset;
    MotionVector center;
};

Start start_at(PixelOffset offset) {
    const PixelOffset o = limit(offset);
    return {o, {static_cast<int16_t>(4 * o.x), static_cast<int16_t>(4 * o.y)}};
}

// AVC's median prediction from the nearest vectors of the left, upper and upper right (else upper left)
// macroblocks. A missing one counts as zero. In the first row the left one is the prediction.
template <class Pick>
Start spatial_start(int x, int y, int columns, const std::vector<vme::InterResult>& field, Pick pick) {
    const auto at = [&](int mx, int my, int entry) {
        return pick(field[static_cast<size_t>(my) * columns + mx].vectors[entry]);
    };
    constexpr int upper_right_entry = 5, lower_left_entry = 10, lower_right_entry = 15;
    const MotionVector left = x > 0 ? at(x - 1, y, upper_right_entry) : MotionVector{};
    MotionVector vector = left;
    if (y > 0) {
        const MotionVector upper = at(x, y - 1, lower_left_entry);
        MotionVector corner;
        if (x + 1 < columns) {
            corner = at(x + 1, y - 1, lower_left_entry);
        } else if (x > 0) {
            corner = at(x - 1, y - 1, lower_right_entry);
        }
        vector = median(left, upper, corner);
    }
    // The window sits at the nearest whole pixel.
    return start_at(whole_pixels(vector));
}

// Searches around the starts; where one is far, around the macroblock's own place as well.
vme::ImeResult search_from(const vme::UnitFunctions& functions, vme::ImeRequest& request,
                           const Start& forward, const Start& backward) {
    if (request.costs.motion_vector) {
        request.costs.motion_vector->center.fill({forward.center, backward.center});
    }
    const vme::WindowSize window = vme::reference_window_size(request.window, request.backward.has_value());
    if (is_far(forward.offset, {}, window) || is_far(backward.offset, {}, window)) {
        request.stream_in = vme::integer_search(functions, request).stream_out;
    }
    request.forward_offset = forward.offset;
    request.backward_offset = backward.offset;
    return vme::integer_search(functions, request);
}

// Searches one level: only 8x8 blocks, in whole pixels, around the coarser level's vectors.
LevelVectors search_level(const PictureSearch& search, const PlaneView& source, const PlaneView& reference,
                          const LevelVectors& coarser) {
    const int columns = (source.width + 15) / 16, rows = (source.height + 15) / 16;
    LevelVectors level = {2 * columns, 2 * rows, {}};
    level.vectors.resize(static_cast<size_t>(level.columns) * level.rows);
    vme::ImeRequest prototype = search.level_request();
    prototype.source.image.luma = source;
    prototype.forward.luma = reference;
    for_each_macroblock(columns, rows, Predictor::none, search.options.threads, [&](int x, int y) {
        vme::ImeRequest request = prototype;
        request.source.x = 16 * x;
        request.source.y = 16 * y;
        const vme::ImeResult result =
            search_from(search.functions, request, start_at(coarser.predict(x, y)), {});
        for (int q = 0; q < 4; q++) {
            const MotionVector v = result.vectors[4 * q].forward;
            const int bx = 2 * x + q % 2, by = 2 * y + q / 2;
            level.vectors[static_cast<size_t>(by) * level.columns + bx] = {v.x / 4, v.y / 4};
        }
    });
    return level;
}

}  // namespace

vme::InterCosts inter_costs(const MotionOptions& options) {
    return options.default_costs ? driver_costs(options.slice, options.qp) : vme::InterCosts{};
}

vme::PixelOffset LevelVectors::predict(int x, int y) const {
    if (vectors.empty()) return {};
    const int bx = std::min(x / 2, columns - 1), by = std::min(y / 2, rows - 1);
    const vme::PixelOffset v = vectors[static_cast<size_t>(by) * columns + bx];
    return limit({4 * v.x, 4 * v.y});
}

LevelVectors PictureSearch::search_levels(const PlaneView& reference) const {
    const std::vector<SmallPicture> sources = pyramid(source.luma), references = pyramid(reference);
    LevelVectors level;
    for (size_t i = sources.size(); i-- > 0;) {
        level = search_level(*this, sources[i].view(), references[i].view(), level);
    }
    return level;
}

vme::ImeRequest PictureSearch::integer_request() const {
    vme::ImeRequest request;
    request.source.image = source;
    request.forward.luma = forward;
    if (is_dual()) request.backward = vme::Reference{.luma = backward};
    request.window = options.window;
    request.disabled_partitions = options.disabled_partitions;
    request.distortion = options.distortion;
    request.costs = costs;
    return request;
}

vme::ImeRequest PictureSearch::level_request() const {
    vme::ImeRequest request;
    request.disabled_partitions = vme::partition_all & ~vme::partition_8x8;
    request.costs = costs;
    return request;
}

vme::RefineRequest PictureSearch::refine_request() const {
    vme::RefineRequest request;
    request.source.image = source;
    request.set_forward({.luma = forward});
    if (is_dual()) {
        request.set_backward({.luma = backward});
        request.bidirectional = vme::BidirectionalWeight::half;
    }
    request.subpixel = options.subpixel;
    request.distortion = options.distortion;
    return request;
}

vme::InterResult PictureSearch::estimate(int x, int y, const std::vector<vme::InterResult>& field) const {
    vme::ImeRequest search = integer_request();
    search.source.x = 16 * x;
    search.source.y = 16 * y;
    Start forward_start, backward_start;
    if (options.predictor == Predictor::hierarchical) {
        forward_start = start_at(forward_level.predict(x, y));
        backward_start = start_at(backward_level.predict(x, y));
    } else if (options.predictor == Predictor::spatial) {
        forward_start = spatial_start(x, y, columns(), field, [](const auto& v) { return v.forward; });
        backward_start = spatial_start(x, y, columns(), field, [](const auto& v) { return v.backward; });
    }
    const vme::ImeResult integer = search_from(functions, search, forward_start, backward_start);
    if (options.subpixel == vme::SubpixelMode::integer && !is_dual()) return integer;

    vme::RefineRequest refine = refine_request();
    refine.source = search.source;
    refine.costs = search.costs;
    refine.set_partition(integer);
    return vme::refine(functions, refine);
}

void PictureSearch::estimate_all(std::vector<vme::InterResult>& field) {
    if (options.predictor == Predictor::hierarchical)
        walker::with_workers(options.threads, [&] {
            forward_level = search_levels(forward);
            if (is_dual()) backward_level = search_levels(backward);
        });
    for_each_macroblock(columns(), rows(), options.predictor, options.threads, [&](int x, int y) {
        field[static_cast<size_t>(y) * columns() + x] = estimate(x, y, field);
    });
}

vme::IntraEstimation PictureSearch::intra_estimation() const {
    vme::IntraEstimation intra;
    intra.distortion = options.distortion;
    if (options.default_costs) {
        intra.shape_penalty = vme::default_intra_luma_shape_penalty(options.slice, options.qp);
    }
    return intra;
}

MacroblockIntra PictureSearch::estimate_intra(int x, int y) const {
    const PlaneView& luma = source.luma;
    vme::SicRequest request;
    request.source = {.image = source, .x = 16 * x, .y = 16 * y};
    vme::IntraEstimation& intra = request.intra.emplace(intra_estimation());
    // The neighbours are those of the source picture.
    vme::IntraNeighbors& n = intra.neighbors;
    n.has_left = x > 0;
    n.has_upper = y > 0;
    n.has_upper_left = x > 0 && y > 0;
    n.has_upper_right = y > 0 && x + 1 < columns();
    const auto pixel = [&](int px, int py) {
        return luma.line(std::clamp(py, 0, luma.height - 1))[std::clamp(px, 0, luma.width - 1)];
    };
    for (int i = 0; i < 16; i++) {
        n.left[i] = pixel(16 * x - 1, 16 * y + i);
        n.upper[i] = pixel(16 * x + i, 16 * y - 1);
    }
    for (int i = 0; i < 8; i++) n.upper_right[i] = pixel(16 * x + 16 + i, 16 * y - 1);
    n.upper_left = pixel(16 * x - 1, 16 * y - 1);

    const vme::SicResult sic = vme::check(functions, request);
    return {sic.intra_shape, sic.intra_distortion, sic.luma_modes};
}

void for_each_macroblock(int columns, int rows, Predictor predictor, int threads,
                         const std::function<void(int, int)>& estimate) {
    walker::walk(columns, rows,
                 predictor == Predictor::spatial ? walker::Dependency::wavefront : walker::Dependency::none,
                 threads, estimate);
}

}  // namespace genmedia::search
