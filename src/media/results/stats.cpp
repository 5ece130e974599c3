// SPDX-License-Identifier: MIT
#include "media/results/stats.h"

#include "media/results/field_queries.h"

#include <algorithm>
#include <functional>

namespace genmedia::media {
namespace {

// Counts a vector that `blocks` 4x4 blocks have.
void add_vector(Stats& stats, vme::MotionVector vector, int blocks) {
    stats.vectors += blocks;
    if (vector == vme::MotionVector()) {
        stats.zero_vectors += blocks;
        return;
    }
    const double length = length_in_pixels(vector);
    stats.length_sum += blocks * length;
    stats.length_max = std::max(stats.length_max, length);
}

// A partition's blocks mostly follow each other, so the length of their vector is computed only once.
void add_vectors(Stats& stats, const vme::InterResult& result) {
    for (size_t i = 0, end = 0; i < result.vectors.size(); i = end) {
        const vme::Direction direction = result.directions[i / 4];
        do end++;
        while (end < result.vectors.size() && result.vectors[end] == result.vectors[i] &&
               result.directions[end / 4] == direction);
        const auto blocks = static_cast<int>(end - i);
        if (uses_forward(direction)) add_vector(stats, result.vectors[i].forward, blocks);
        if (uses_backward(direction)) add_vector(stats, result.vectors[i].backward, blocks);
    }
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
    add_vectors(stats, result);
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

void Stats::add(const Stats& later) {
    const auto add_all = [](auto& to, const auto& from) {
        std::ranges::transform(to, from, to.begin(), std::plus());
    };
    width = later.width;
    height = later.height;
    frames += later.frames;
    macroblocks += later.macroblocks;
    inter_frames += later.inter_frames;
    inter_macroblocks += later.inter_macroblocks;
    intra_estimated += later.intra_estimated;
    intra_chosen += later.intra_chosen;
    add_all(major_shapes, later.major_shapes);
    add_all(minor_shapes, later.minor_shapes);
    add_all(directions, later.directions);
    vectors += later.vectors;
    zero_vectors += later.zero_vectors;
    length_sum += later.length_sum;
    length_max = std::max(length_max, later.length_max);
    distortion_sum += later.distortion_sum;
}

double Stats::frames_per_second() const { return ratio(static_cast<double>(frames), seconds); }
double Stats::mean_length() const { return ratio(length_sum, static_cast<double>(vectors)); }
double Stats::mean_distortion() const {
    return ratio(distortion_sum, static_cast<double>(inter_macroblocks));
}

}  // namespace genmedia::media
