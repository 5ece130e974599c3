// SPDX-License-Identifier: MIT
#include "media/results/field_queries.h"

#include <cmath>

namespace genmedia::media {

uint8_t packed_minor_shapes(const vme::InterResult& result) {
    if (result.major_shape != vme::MajorShape::shape_8x8) return 0;
    int packed = 0;
    for (int q = 0; q < 4; q++) packed |= static_cast<int>(result.minor_shapes[q]) << (2 * q);
    return static_cast<uint8_t>(packed);
}

bool is_intra(const MotionField& field, size_t index) {
    if (!field.has_intra || field.intra[index].distortion == 0xFFFF) return false;
    return !field.has_inter || field.intra[index].distortion <= field.inter[index].best_distortion;
}

bool uses_forward(vme::Direction direction) { return direction != vme::Direction::backward; }
bool uses_backward(vme::Direction direction) { return direction != vme::Direction::forward; }

double length_in_pixels(vme::MotionVector vector) {
    return std::sqrt(static_cast<double>(vector.x * vector.x + vector.y * vector.y)) / 4;
}

double mean_length_in_pixels(const MotionField& field) {
    double sum = 0;
    int64_t count = 0;
    for (const vme::InterResult& result : field.inter) {
        for (int i = 0; i < 16; i++) {
            const vme::Direction direction = result.directions[i / 4];
            if (uses_forward(direction)) {
                sum += length_in_pixels(result.vectors[i].forward);
                count++;
            }
            if (uses_backward(direction)) {
                sum += length_in_pixels(result.vectors[i].backward);
                count++;
            }
        }
    }
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace genmedia::media
