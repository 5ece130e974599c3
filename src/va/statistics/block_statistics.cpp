// SPDX-License-Identifier: MIT
#include "va/statistics/block_statistics.h"

#include "encode/decisions/decide.h"
#include "vme/inter/search_path.h"

#include <algorithm>

namespace genmedia::va {
namespace {

uint8_t pixel(PlaneView plane, int x, int y) {
    return plane.line(std::clamp(y, 0, plane.height - 1))[std::clamp(x, 0, plane.width - 1)];
}

vme::SourceBlock block_at(PlaneView source, int x, int y) { return {{source, {}}, Scan::progressive, x, y}; }

// A step between search units as messages to the unit have it.
uint8_t step(vme::SearchUnit from, vme::SearchUnit to) {
    return static_cast<uint8_t>(((to.x - from.x) & 15) | ((to.y - from.y) & 15) << 4);
}

vme::WindowSize size_of(const StatisticsSettings& settings) {
    return settings.window ? vme::reference_window_size(*settings.window, false) : settings.path.window;
}

// Where the window goes: by the predictor, but never wholly outside.
vme::PixelOffset offset_of(const StatisticsSettings& settings, PlaneView source, int x, int y,
                           vme::MotionVector predictor) {
    const vme::PixelOffset wanted{predictor.x / 4, predictor.y / 4};
    return vme::adjust_reference_offset(wanted, x, y, size_of(settings), source.width, source.height);
}

vme::IntraNeighbors neighbors_at(PlaneView source, int x, int y) {
    vme::IntraNeighbors near;
    near.has_left = x > 0;
    near.has_upper = y > 0;
    near.has_upper_left = x > 0 && y > 0;
    near.has_upper_right = y > 0 && x + 16 < source.width;
    near.upper_left = pixel(source, x - 1, y - 1);
    for (int i = 0; i < 16; i++) {
        near.left[i] = pixel(source, x - 1, y + i);
        near.upper[i] = pixel(source, x + i, y - 1);
    }
    for (int i = 0; i < 8; i++) near.upper_right[i] = pixel(source, x + 16 + i, y - 1);
    return near;
}

}  // namespace

vme::CustomSearchPath statistics_path(int width, int height, int length, bool full, bool adaptive) {
    constexpr int most_units = 63, most_adaptive = 57;  // the second is the driver's
    vme::CustomSearchPath path;
    path.window = {std::clamp(width / 4 * 4, 20, 64), std::clamp(height / 4 * 4, 20, 64)};
    path.length = static_cast<uint8_t>(std::clamp(length, 1, most_units));
    path.adaptive = adaptive;
    path.max_search_units = adaptive ? std::max<uint8_t>(path.length, most_adaptive) : path.length;
    path.forward_start = {static_cast<uint8_t>((path.window.width - 16) / 8),
                          static_cast<uint8_t>((path.window.height - 16) / 8)};
    const vme::SearchPath& known =
        vme::search_path(full ? vme::SearchWindow::exhaustive : vme::SearchWindow::large_diamond, false);
    for (int i = 0; i + 1 < known.length; i++) path.steps[i] = step(known.units[i], known.units[i + 1]);
    return path;
}

uint16_t Match::mode() const {
    uint16_t mode = static_cast<uint16_t>(result.major_shape);
    for (int quadrant = 0; quadrant < 4; quadrant++)
        mode |= static_cast<uint16_t>(static_cast<int>(result.minor_shapes[quadrant]) << (8 + 2 * quadrant));
    return mode;
}

Match find_match(const StatisticsSettings& settings, PlaneView source, int x, int y,
                 const StatisticsReference& reference) {
    vme::ImeRequest search;
    search.source = block_at(source, x, y);
    search.forward = {reference.luma};
    search.forward_offset = offset_of(settings, source, x, y, reference.predictor);
    if (settings.window) {
        search.window = *settings.window;
    } else {
        search.custom_path = settings.path;
        search.forward_offset.x -= 4 * settings.path.forward_start.x;
        search.forward_offset.y -= 4 * settings.path.forward_start.y;
    }
    search.disabled_partitions = settings.disabled_partitions;
    search.distortion = settings.inter;
    Match match;
    vme::ImeResult found;
    if (!vme::evaluate(search, found).ok()) return match;
    match.result = found;
    if (settings.subpixel == vme::SubpixelMode::integer) return match;
    vme::RefineRequest refine;
    refine.source = search.source;
    refine.set_forward(search.forward);
    refine.set_partition(found);
    refine.subpixel = settings.subpixel;
    refine.distortion = settings.inter;
    static_cast<void>(vme::evaluate(refine, match.result));
    return match;
}

IntraEstimate estimate_intra(const StatisticsSettings& settings, PlaneView source, int x, int y) {
    vme::SicRequest request;
    request.source = block_at(source, x, y);
    request.intra.emplace();
    request.intra->disabled_partitions = settings.disabled_intra_partitions;
    request.intra->neighbors = neighbors_at(source, x, y);
    request.intra->distortion = settings.intra;
    vme::SicResult result;
    if (!vme::evaluate(request, result).ok()) return {};
    return {result.intra_distortion, static_cast<uint16_t>(result.intra_shape)};
}

Coefficients count_coefficients(const vme::InterResult& match, PlaneView source, int x, int y,
                                PlaneView reference, int qp) {
    vme::SicRequest request;
    request.source = block_at(source, x, y);
    vme::SkipCheck& skip = request.skip.emplace();
    skip.set_forward({reference});
    skip.partition_8x8 = true;
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        skip.directions[quadrant] = vme::Direction::forward;
        skip.vectors[quadrant] = match.vectors[4 * quadrant];
    }
    skip.forward_transform = encode::transform_thresholds(encode::Quantizer(qp, false));
    vme::SicResult result;
    Coefficients counted;
    if (!vme::evaluate(request, result).ok()) return counted;
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        counted.count = static_cast<uint16_t>(counted.count + result.transform_count[quadrant]);
        counted.sum += result.transform_sum[quadrant];
    }
    return counted;
}

PixelStatistics measure(PlaneView source, int x, int y) {
    std::array<uint32_t, 5> sums{}, squares{};  // of the quadrants, and of all
    for (int row = 0; row < 16; row++) {
        for (int column = 0; column < 16; column++) {
            const uint32_t value = pixel(source, x + column, y + row);
            for (const size_t of : {static_cast<size_t>(row / 8 * 2 + column / 8), size_t{4}}) {
                sums[of] += value;
                squares[of] += value * value;
            }
        }
    }
    const auto mean = [&](size_t of, uint32_t count) { return (sums[of] + count / 2) / count; };
    const auto variance = [&](size_t of, uint64_t count) {
        return static_cast<uint32_t>((count * squares[of] - uint64_t{sums[of]} * sums[of]) / (count * count));
    };
    PixelStatistics measured;
    for (size_t quadrant = 0; quadrant < 4; quadrant++) {
        measured.mean_8x8[quadrant] = mean(quadrant, 64);
        measured.variance_8x8[quadrant] = variance(quadrant, 64);
    }
    measured.mean_16x16 = mean(4, 256);
    measured.variance_16x16 = variance(4, 256);
    return measured;
}

}  // namespace genmedia::va
