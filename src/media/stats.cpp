// SPDX-License-Identifier: MIT
#include "media/stats.h"

#include "media/field_queries.h"

#include <algorithm>

namespace genmedia::media {
namespace {

void add_vector(Stats& stats, vme::MotionVector vector) {
    const double length = length_in_pixels(vector);
    stats.vectors++;
    if (length == 0) stats.zero_vectors++;
    stats.length_sum += length;
    stats.length_max = std::max(stats.length_max, length);
}

void add_inter(Stats& stats, const vme::InterResult& result) {
    stats.inter_macroblocks++;
    stats.distortion_sum += result.best_distortion;
    stats.major_shapes[static_cast<size_t>(result.major_shape)]++;
    for (size_t q = 0; q < 4; q++) {
        stats.directions[static_cast<size_t>(result.directions[q])]++;
        if (result.major_shape == vme::MajorShape::shape_8x8)
            stats.minor_shapes[static_cast<size_t>(result.minor_shapes[q])]++;
    }
    for (size_t i = 0; i < 16; i++) {
        const vme::Direction direction = result.directions[i / 4];
        if (uses_forward(direction)) add_vector(stats, result.vectors[i].forward);
        if (uses_backward(direction)) add_vector(stats, result.vectors[i].backward);
    }
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace

void Stats::add(const MotionField& field) {
    const size_t blocks = static_cast<size_t>(field.columns) * static_cast<size_t>(field.rows);
    width = field.width;
    height = field.height;
    frames++;
    macroblocks += static_cast<int64_t>(blocks);
    if (field.has_inter) inter_frames++;
    for (const vme::InterResult& result : field.inter) add_inter(*this, result);
    if (!field.has_intra) return;
    intra_estimated += static_cast<int64_t>(blocks);
    for (size_t i = 0; i < blocks; i++) intra_chosen += is_intra(field, i) ? 1 : 0;
}

double Stats::frames_per_second() const { return ratio(static_cast<double>(frames), seconds); }
double Stats::mean_length() const { return ratio(length_sum, static_cast<double>(vectors)); }
double Stats::mean_distortion() const {
    return ratio(distortion_sum, static_cast<double>(inter_macroblocks));
}

}  // namespace genmedia::media
