// SPDX-License-Identifier: MIT
#include "vme/fit_fields.h"

#include <algorithm>

namespace genmedia::vme {
namespace {

// The low `bits` bits, the highest of which is the sign.
constexpr int16_t wrapped(int value, int bits) {
    const int sign = 1 << (bits - 1);
    return static_cast<int16_t>(((value + sign) & (2 * sign - 1)) - sign);
}

// The low bits of the plain number, which a U4U4 has too: base and shift stay, the base loses its upper bits.
constexpr U4U4 low_bits(U4U4 value, int bits) {
    const int shift = value.bits >> 4, base = value.bits & 15;
    if (shift >= bits) return {};
    const int kept = bits - shift >= 4 ? base : base & ((1 << (bits - shift)) - 1);
    return {static_cast<uint8_t>(shift << 4 | kept)};
}

void fit(U4U4& value, int bits) { value = low_bits(value, bits); }

// S13.2 in quarter pixels, with the ranges that [prm: M1.4, M2.0] gives: -2048 to 2047.75 and -512 to 511.75.
MotionVector narrow(MotionVector v) { return {wrapped(v.x, 14), wrapped(v.y, 12)}; }
BidirectionalVector narrow(const BidirectionalVector& v) { return {narrow(v.forward), narrow(v.backward)}; }

// A vector to refine: an integer search finds some beyond the range above.
MotionVector wide(MotionVector v) { return {wrapped(v.x, 14), wrapped(v.y, 14)}; }

void fit(InterCosts& costs) {
    fit(costs.shape.shape_16x16, 12);
    fit(costs.shape.shape_16x8_8x16, 12);
    for (U4U4* minor : {&costs.shape.shape_8x8, &costs.shape.shape_8x4_4x8, &costs.shape.shape_4x4})
        fit(*minor, 10);
    fit(costs.backward_direction, 12);
    fit(costs.base_multi_reference, 12);
    if (!costs.motion_vector) return;
    for (U4U4& point : costs.motion_vector->table) fit(point, 10);
    for (BidirectionalVector& center : costs.motion_vector->center) center = narrow(center);
    costs.motion_vector->precision =
        static_cast<CostPrecision>(static_cast<unsigned>(costs.motion_vector->precision) & 3);
}

// Guess: a picture of one line has no bottom field; its line is repeated.
void fit(Scan& scan, const PlaneView& plane) {
    if (scan == Scan::bottom_field && plane.height < 2) scan = Scan::top_field;
}
void fit(SourceBlock& source) { fit(source.scan, source.image.luma); }
void fit(Reference& reference) { fit(reference.scan, reference.luma); }

// Six bits. Guess: 0 is one half, as the driver's kernels take it.
BidirectionalWeight fitting(BidirectionalWeight weight) {
    const int bits = static_cast<int>(weight) & 63;
    return bits == 0 ? BidirectionalWeight::half : static_cast<BidirectionalWeight>(bits);
}

// Guess: the size of a window is one that the unit can have.
int side(int pixels) { return std::clamp(pixels & ~3, 20, 64); }

// Guesses: a length that is out of range is the nearest one; reserved search controls are read bit by bit.
void fit(CustomSearchPath& path, bool dual) {
    path.window = {side(path.window.width), side(path.window.height)};
    path.length = std::clamp<uint8_t>(path.length, 1, 63);
    path.max_search_units = std::clamp<uint8_t>(path.max_search_units, 1, 63);
    for (CustomSearchPath::Start* start : {&path.forward_start, &path.backward_start}) {
        start->x &= 15;
        start->y &= 15;
    }
    const unsigned control = static_cast<unsigned>(path.control);
    path.control = dual          ? SearchControl::single_start
                   : control & 2 ? SearchControl::dual_record
                                 : static_cast<SearchControl>(control & 1);
}

// Guess: an undefined window is the first.
SearchWindow fitting(SearchWindow window) {
    constexpr uint32_t defined = 0b110'0011'1111;  // 0..5, 9, 10
    return defined >> (static_cast<unsigned>(window) & 15) & 1
               ? static_cast<SearchWindow>(static_cast<unsigned>(window) & 15)
               : SearchWindow::exhaustive;
}

void fit(SkipCheck& skip) {
    for (BidirectionalVector& vectors : skip.vectors) vectors = narrow(vectors);
    for (Reference& reference : skip.forward) fit(reference);
    for (Reference& reference : skip.backward) fit(reference);
    skip.weight = fitting(skip.weight);
    fit(skip.costs);
}

void fit(IntraEstimation& intra) {
    intra.disabled_partitions &= intra_all;
    fit(intra.shape_penalty.shape_16x16, 12);
    fit(intra.shape_penalty.shape_8x8, 12);
    fit(intra.shape_penalty.shape_4x4, 12);
    fit(intra.chroma_mode_penalty, 12);
    if (intra.mode_cost) fit(intra.mode_cost->penalty, 10);
}

}  // namespace

void fit_fields(ImeRequest& r) {
    fit(r.source);
    fit(r.forward);
    if (r.backward) fit(*r.backward);
    r.window = fitting(r.window);
    if (r.custom_path) fit(*r.custom_path, r.backward.has_value());
    for (PixelOffset* offset : {&r.forward_offset, &r.backward_offset})
        *offset = {wrapped(offset->x, 12), wrapped(offset->y, 12)};
    r.disabled_partitions &= partition_all;
    r.max_vector_count = std::min<uint8_t>(r.max_vector_count & 63, 32);
    if (r.early_termination) fit(*r.early_termination, 14);
    fit(r.costs);
}

void fit_fields(RefineRequest& r) {
    fit(r.source);
    for (Reference& reference : r.forward) fit(reference);
    for (Reference& reference : r.backward) fit(reference);
    for (BidirectionalVector& vectors : r.vectors) vectors = {wide(vectors.forward), wide(vectors.backward)};
    // Guesses: a direction of 3 is both; reserved sub-pixel mode 2 is 3, which has its bit.
    for (Direction& direction : r.directions) direction = std::min(direction, Direction::bidirectional);
    const unsigned subpixel = static_cast<unsigned>(r.subpixel) & 3;
    r.subpixel = static_cast<SubpixelMode>(subpixel == 2 ? 3 : subpixel);
    if (r.bidirectional) r.bidirectional = fitting(*r.bidirectional);
    fit(r.costs);
}

void fit_fields(SicRequest& r) {
    fit(r.source);
    if (r.skip) fit(*r.skip);
    if (r.intra) fit(*r.intra);
}

}  // namespace genmedia::vme
