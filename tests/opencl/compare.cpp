// SPDX-License-Identifier: MIT
#include "opencl/compare.h"

#include <algorithm>

#include <sstream>

namespace genmedia::test {
namespace {

// Keeps only the first difference.
class Comparison {
public:
    template <class T>
    void field(const std::string& name, T got, T expected) {
        if (!text_.empty() || got == expected) return;
        std::ostringstream text;
        text << name << " is " << +got << ", the native one " << +expected << std::hex << " (0x" << +got
             << ", 0x" << +expected << ")";
        text_ = text.str();
    }
    template <class T, size_t N>
    void fields(const std::string& name, const T (&got)[N], const T (&expected)[N], T mask = ~T{0}) {
        for (size_t i = 0; i < N; i++) {
            field(name + "[" + std::to_string(i) + "]", static_cast<T>(got[i] & mask),
                  static_cast<T>(expected[i] & mask));
        }
    }
    std::string text() const { return text_; }

private:
    std::string text_;
};

void compare(Comparison& c, const InterRecord& got, const InterRecord& expected, References references) {
    const bool dual = references == References::dual;
    c.field("major_shape", got.major_shape, expected.major_shape);
    if (expected.major_shape == 3) c.field("minor_shapes", got.minor_shapes, expected.minor_shapes);
    c.field("directions", got.directions, expected.directions);
    c.field("vector_count", got.vector_count, expected.vector_count);
    c.field("best_distortion", got.best_distortion, expected.best_distortion);
    c.fields("vectors", got.vectors, expected.vectors, dual ? ~uint64_t{0} : uint64_t{0xFFFFFFFF});
    c.fields("distortions", got.distortions, expected.distortions);
    const uint32_t ids = dual ? 0xFFFFFFFF : 0x0F0F0F0F;
    c.field("reference_ids", got.reference_ids & ids, expected.reference_ids & ids);
}

// Selects the modes of the blocks that the shape has.
uint64_t mode_mask(uint8_t shape) {
    return shape == 0 ? 0xF : shape == 1 ? 0x000F000F000F000F : 0xFFFFFFFFFFFFFFFF;
}

}  // namespace

uint32_t packed(vme::MotionVector vector) {
    return static_cast<uint16_t>(vector.x) | static_cast<uint32_t>(static_cast<uint16_t>(vector.y)) << 16;
}

uint64_t packed(const vme::BidirectionalVector& vector) {
    return packed(vector.forward) | static_cast<uint64_t>(packed(vector.backward)) << 32;
}

uint32_t packed(const std::array<vme::ReferenceIds, 4>& ids) {
    uint32_t bits = 0;
    for (int q = 0; q < 4; q++) {
        bits |= static_cast<uint32_t>(ids[q].forward | ids[q].backward << 4) << (8 * q);
    }
    return bits;
}

cl_uint2 packed(const vme::CostTable& table) {
    cl_uint2 words{};
    for (int i = 0; i < 8; i++) words.s[i / 4] |= static_cast<cl_uint>(table[i].bits) << (8 * (i % 4));
    return words;
}

// Messages have a block's distortion in its first entry alone.
bool is_first_of_block(const vme::InterResult& result, size_t entry) {
    const size_t quadrant = entry / 4, n = entry % 4;
    switch (result.major_shape) {
        case vme::MajorShape::shape_16x16: return entry == 0;
        case vme::MajorShape::shape_16x8: return entry == 0 || entry == 8;
        case vme::MajorShape::shape_8x16: return entry == 0 || entry == 4;
        case vme::MajorShape::shape_8x8: break;
    }
    switch (result.minor_shapes[quadrant]) {
        case vme::MinorShape::shape_8x8: return n == 0;
        case vme::MinorShape::shape_8x4: return n % 2 == 0;
        case vme::MinorShape::shape_4x8: return n < 2;
        case vme::MinorShape::shape_4x4: return true;
    }
    return true;
}

void add_penalties(const vme::InterCosts& costs, vme::InterResult& result) {
    for (size_t e = 0; e < 16; e++) {
        const size_t quadrant = e / 4;
        const bool eight = result.major_shape == vme::MajorShape::shape_8x8;
        if (eight && result.minor_shapes[quadrant] != vme::MinorShape::shape_8x8) continue;
        uint32_t sum = result.distortions[e];
        if (result.directions[quadrant] == vme::Direction::backward) sum += costs.backward_direction.value();
        if (result.major_shape == vme::MajorShape::shape_16x16) sum += costs.shape.shape_16x16.value();
        if (eight) sum += costs.shape.shape_8x8.value();
        result.distortions[e] = static_cast<uint16_t>(std::min<uint32_t>(sum, 65535));
    }
}

InterRecord record_of(const vme::InterResult& result) {
    InterRecord record{};
    for (size_t e = 0; e < 16; e++) {
        record.vectors[e] = packed(result.vectors[e]);
        if (is_first_of_block(result, e)) record.distortions[e] = result.distortions[e];
    }
    record.reference_ids = packed(result.reference_ids);
    record.best_distortion = result.best_distortion;
    record.major_shape = static_cast<uint8_t>(result.major_shape);
    record.minor_shapes = packed(result.minor_shapes);
    record.directions = packed(result.directions);
    record.vector_count = result.vector_count;
    return record;
}

ImeRecord record_of(const vme::ImeResult& result) {
    ImeRecord record{};
    record.inter = record_of(static_cast<const vme::InterResult&>(result));
    record.forward_border = result.forward_border;
    record.backward_border = result.backward_border;
    record.truncated = result.truncated;
    record.terminated_early = result.terminated_early;
    return record;
}

StreamRecord record_of(const vme::ImeStream& stream) {
    StreamRecord record{};
    for (int d = 0; d < 2; d++) {
        const vme::MajorRecords& from = d == 0 ? stream.forward : stream.backward;
        for (int n = 0; n < 9; n++) {
            record.vectors[d][n] = packed(from[n].vector);
            record.distortions[d][n] = from[n].distortion;
            record.reference_ids[d][n] = from[n].reference_id;
        }
    }
    return record;
}

SicRecord record_of(const vme::SicResult& result) {
    SicRecord record{};
    for (int e = 0; e < 16; e++) {
        record.distortions[e] = result.distortions[e];
        record.luma_modes |= static_cast<uint64_t>(result.luma_modes[e]) << (4 * e);
    }
    for (int q = 0; q < 4; q++) {
        record.transform_counts |= static_cast<uint32_t>(result.transform_count[q]) << (8 * q);
        record.transform_sums |= static_cast<uint64_t>(result.transform_sum[q]) << (16 * q);
    }
    record.best_distortion = result.best_distortion;
    record.raw_sad = result.raw_sad;
    record.intra_distortion = result.intra_distortion;
    record.chroma_distortion = result.chroma_distortion;
    record.intra_shape = static_cast<uint8_t>(result.intra_shape);
    record.chroma_mode = static_cast<uint8_t>(result.chroma_mode);
    return record;
}

std::string difference(const InterRecord& got, const InterRecord& expected, References references) {
    Comparison c;
    compare(c, got, expected, references);
    return c.text();
}

std::string difference(const ImeRecord& got, const ImeRecord& expected, References references) {
    Comparison c;
    compare(c, got.inter, expected.inter, references);
    c.field("forward_border", got.forward_border, expected.forward_border);
    if (references == References::dual) {
        c.field("backward_border", got.backward_border, expected.backward_border);
    }
    c.field("truncated", got.truncated != 0, expected.truncated != 0);
    c.field("terminated_early", got.terminated_early != 0, expected.terminated_early != 0);
    return c.text();
}

std::string difference(const StreamRecord& got, const StreamRecord& expected, References references) {
    Comparison c;
    for (int d = 0; d < (references == References::dual ? 2 : 1); d++) {
        const std::string name = d == 0 ? "forward " : "backward ";
        c.fields(name + "vectors", got.vectors[d], expected.vectors[d]);
        c.fields(name + "distortions", got.distortions[d], expected.distortions[d]);
        c.fields(name + "reference_ids", got.reference_ids[d], expected.reference_ids[d]);
    }
    return c.text();
}

std::string difference(const SicRecord& got, const SicRecord& expected, SicParts parts) {
    Comparison c;
    if (parts.skip) {
        c.fields("distortions", got.distortions, expected.distortions);
        c.field("best_distortion", got.best_distortion, expected.best_distortion);
        c.field("raw_sad", got.raw_sad, expected.raw_sad);
    }
    if (parts.transform) {
        c.field("transform_counts", got.transform_counts, expected.transform_counts);
        c.field("transform_sums", got.transform_sums, expected.transform_sums);
    }
    if (parts.intra) {
        const uint64_t mask = mode_mask(expected.intra_shape);
        c.field("intra_shape", got.intra_shape, expected.intra_shape);
        c.field("intra_distortion", got.intra_distortion, expected.intra_distortion);
        c.field("luma_modes", got.luma_modes & mask, expected.luma_modes & mask);
    }
    if (parts.chroma) {
        c.field("chroma_mode", got.chroma_mode, expected.chroma_mode);
        c.field("chroma_distortion", got.chroma_distortion, expected.chroma_distortion);
    }
    return c.text();
}

}  // namespace genmedia::test
