// SPDX-License-Identifier: MIT
#include "vme/validate.h"

#include "genmedia/partition.h"
#include "vme/inter/search_path.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string>

namespace genmedia::vme {
namespace {

constexpr int kLargestSide = 16384;  // pixels; what Gen's surfaces can be

// The name of a field inside a request, put together only when the field is refused. A child points to its
// parent, so a child in a variable needs a parent in a variable.
class Path {
public:
    Path(const char* name) : name_(name) {}

    Path operator/(const char* child) const { return {this, child, -1}; }
    Path operator[](int index) const { return {this, "", index}; }
    std::string text() const {
        const std::string own = index_ < 0 ? name_ : "[" + std::to_string(index_) + "]";
        if (parent_ == nullptr) return own;
        return parent_->text() + (index_ < 0 ? "." : "") + own;
    }

private:
    Path(const Path* parent, const char* name, int index) : parent_(parent), name_(name), index_(index) {}

    const Path* parent_ = nullptr;
    const char* name_;
    int index_ = -1;
};

// Checks field after field and keeps the first refusal.
class Contract {
public:
    explicit Contract(const char* request) : request_(request) {}

    Status status() const { return status_; }

    void refuse(const Path& field, const std::string& value, const std::string& expected) {
        if (!status_.ok()) return;
        status_ = Status(StatusCode::invalid_argument,
                         request_.text() + "." + field.text() + " is " + value + "; expected " + expected);
    }

    void range(const Path& field, long value, long low, long high) {
        if (value >= low && value <= high) return;
        refuse(field, std::to_string(value), std::to_string(low) + ".." + std::to_string(high));
    }

    template <class Enum>
    void one_of(const Path& field, Enum value, std::initializer_list<Enum> allowed) {
        if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
        std::string expected = "one of";
        for (const Enum a : allowed) expected += " " + std::to_string(static_cast<int>(a));
        refuse(field, std::to_string(static_cast<int>(value)), expected);
    }

    // A U4U4 value that must fit in `count` bits.
    void bits(const Path& field, U4U4 value, int count) {
        if (value.value() < 1u << count) return;
        refuse(field, std::to_string(value.value()), "a U4U4 value below " + std::to_string(1 << count));
    }

private:
    const Path request_;
    Status status_;
};

void check_plane(Contract& c, const Path& field, const PlaneView& plane, int bytes_per_sample) {
    if (plane.empty()) return c.refuse(field, "empty", "a picture");
    c.range(field / "width", plane.width, 1, kLargestSide);
    c.range(field / "height", plane.height, 1, kLargestSide);
    c.range(field / "bytes_per_sample", plane.bytes_per_sample, bytes_per_sample, bytes_per_sample);
    const long line = static_cast<long>(plane.width) * bytes_per_sample;
    if (std::abs(plane.stride) < line) {
        c.refuse(field / "stride", std::to_string(plane.stride),
                 "at least " + std::to_string(line) + " or at most -" + std::to_string(line));
    }
}

// A picture's field must have at least one line.
void check_scan(Contract& c, const Path& field, Scan scan, const PlaneView& luma) {
    c.one_of(field, scan, {Scan::progressive, Scan::top_field, Scan::bottom_field});
    if (scan == Scan::bottom_field && luma.height < 2)
        c.refuse(field, "bottom_field", "a picture of two lines or more");
}

void check_source(Contract& c, const SourceBlock& source) {
    check_plane(c, "source.image.luma", source.image.luma, 1);
    check_scan(c, "source.scan", source.scan, source.image.luma);
    if (!c.status().ok()) return;
    c.range("source.x", source.x, 0, 0xFFFF);
    c.range("source.y", source.y, 0, 0xFFFF);
}

void check_reference(Contract& c, const Path& field, const Reference& reference) {
    check_plane(c, field / "luma", reference.luma, 1);
    check_scan(c, field / "scan", reference.scan, reference.luma);
    c.range(field / "id", reference.id, 0, 15);
}

bool same(const Reference& a, const Reference& b) {
    return a.luma.data == b.luma.data && a.luma.width == b.luma.width && a.luma.height == b.luma.height &&
           a.luma.stride == b.luma.stride && a.scan == b.scan && a.id == b.id;
}

// The quadrants of partition n have a reference, all the same one.
void check_references(Contract& c, const Path& field, const std::array<Reference, 4>& references,
                      MajorShape major, int n) {
    const int first = partition_quadrant(major, n);
    for (int q = first; q < 4; q++) {
        if (first_quadrant(major, q) != first) continue;
        check_reference(c, field[q], references[q]);
        if (!same(references[q], references[first]))
            c.refuse(field[q], "not [" + std::to_string(first) + "]", "one reference in a partition");
    }
}

void check_distortion(Contract& c, const Path& field, Distortion distortion) {
    c.one_of(field, distortion, {Distortion::sad, Distortion::haar, Distortion::ac_haar});
}

void check_vector(Contract& c, const Path& field, MotionVector vector, int highest_x, int lowest_y,
                  int highest_y) {
    c.range(field / "x", vector.x, -8192, highest_x);
    c.range(field / "y", vector.y, lowest_y, highest_y);
}

// A cost centre or a skip vector.
void check_narrow_vector(Contract& c, const Path& field, MotionVector vector) {
    check_vector(c, field, vector, 8191, -2048, 2047);
}

void check_costs(Contract& c, const Path& field, const InterCosts& costs) {
    const InterShapePenalty& shape = costs.shape;
    c.bits(field / "shape.shape_16x16", shape.shape_16x16, 12);
    c.bits(field / "shape.shape_16x8_8x16", shape.shape_16x8_8x16, 12);
    c.bits(field / "shape.shape_8x8", shape.shape_8x8, 10);
    c.bits(field / "shape.shape_8x4_4x8", shape.shape_8x4_4x8, 10);
    c.bits(field / "shape.shape_4x4", shape.shape_4x4, 10);
    c.bits(field / "backward_direction", costs.backward_direction, 12);
    c.bits(field / "base_multi_reference", costs.base_multi_reference, 12);
    if (!costs.motion_vector) return;
    const Path vector = field / "motion_vector", table = vector / "table", centers = vector / "center";
    for (int i = 0; i < 8; i++) {
        c.bits(table[i], costs.motion_vector->table[i], 10);
    }
    c.range(vector / "precision", static_cast<int>(costs.motion_vector->precision), 0, 3);
    for (int q = 0; q < 4; q++) {
        const Path center = centers[q];
        check_narrow_vector(c, center / "forward", costs.motion_vector->center[q].forward);
        check_narrow_vector(c, center / "backward", costs.motion_vector->center[q].backward);
    }
}

void validate_side(Contract& c, const Path& field, int pixels) {
    c.range(field, pixels, 20, 64);
    if (pixels % 4 != 0) c.refuse(field, std::to_string(pixels), "a multiple of 4");
}

void validate_custom_path(Contract& c, const CustomSearchPath& path, bool dual) {
    validate_side(c, "custom_path.window.width", path.window.width);
    validate_side(c, "custom_path.window.height", path.window.height);
    c.range("custom_path.length", path.length, 1, 63);
    c.range("custom_path.max_search_units", path.max_search_units, 1, 63);
    c.range("custom_path.forward_start.x", path.forward_start.x, 0, 15);
    c.range("custom_path.forward_start.y", path.forward_start.y, 0, 15);
    c.range("custom_path.backward_start.x", path.backward_start.x, 0, 15);
    c.range("custom_path.backward_start.y", path.backward_start.y, 0, 15);
    if (!c.status().ok()) return;
    c.one_of("custom_path.control", path.control,
             {SearchControl::single_start, SearchControl::dual_start, SearchControl::dual_record});
    if (dual && path.control != SearchControl::single_start)
        c.refuse("custom_path.control", std::to_string(static_cast<int>(path.control)),
                 "0 (single_start) in two reference pictures");
}

void check_stream(Contract& c, const ImeStream& stream, bool dual) {
    for (int b = 0; b < kMajorBlockCount; b++) {
        c.range(Path("stream_in.forward")[b] / "reference_id", stream.forward[b].reference_id, 0, 15);
        if (dual)
            c.range(Path("stream_in.backward")[b] / "reference_id", stream.backward[b].reference_id, 0, 15);
    }
}

void check_search_options(Contract& c, const ImeRequest& r) {
    if (r.early_termination) c.bits("early_termination", *r.early_termination, 14);
    if (r.stream_in) check_stream(c, *r.stream_in, r.backward.has_value());
}

void check_weight(Contract& c, const Path& field, BidirectionalWeight weight) {
    c.range(field, static_cast<int>(weight), 1, 63);
}

void check_skip(Contract& c, const SkipCheck& skip) {
    const MajorShape shape = skip.partition_8x8 ? MajorShape::shape_8x8 : MajorShape::shape_16x16;
    for (int n = 0; n < partition_count(shape); n++) {
        const std::optional<Direction>& direction = skip.directions[n];
        if (!direction) continue;
        c.range(Path("skip.directions")[n], static_cast<int>(*direction), 0, 2);
        if (*direction != Direction::backward) {
            check_narrow_vector(c, Path("skip.vectors")[n] / "forward", skip.vectors[n].forward);
            check_references(c, "skip.forward", skip.forward, shape, n);
        }
        if (*direction != Direction::forward) {
            check_narrow_vector(c, Path("skip.vectors")[n] / "backward", skip.vectors[n].backward);
            check_references(c, "skip.backward", skip.backward, shape, n);
        }
    }
    check_weight(c, "skip.weight", skip.weight);
    check_distortion(c, "skip.distortion", skip.distortion);
    c.one_of("skip.raw_sad", skip.raw_sad, {RawSad::macroblock, RawSad::largest_4x4, RawSad::largest_8x8});
    if (skip.forward_transform) {
        for (int i = 1; i < 7; i++) {
            c.range(Path("skip.forward_transform")[i], (*skip.forward_transform)[i], 0, 255);
        }
    }
    check_costs(c, "skip.costs", skip.costs);
}

void check_chroma(Contract& c, const SourceBlock& source) {
    check_plane(c, "source.image.chroma", source.image.chroma, 2);
    const PlaneView& luma = source.image.luma;
    const int width = (luma.width + 1) / 2, height = (luma.height + 1) / 2;
    c.range("source.image.chroma.width", source.image.chroma.width, width, width);
    c.range("source.image.chroma.height", source.image.chroma.height, height, height);
    check_scan(c, "source.scan", source.scan, source.image.chroma);
}

void check_intra(Contract& c, const SourceBlock& source, const IntraEstimation& intra) {
    c.range("intra.disabled_partitions", intra.disabled_partitions, 0, intra_all);
    c.range("intra.disabled_modes.luma_16x16", intra.disabled_modes.luma_16x16, 0, 15);
    c.range("intra.disabled_modes.luma_8x8", intra.disabled_modes.luma_8x8, 0, 511);
    c.range("intra.disabled_modes.luma_4x4", intra.disabled_modes.luma_4x4, 0, 511);
    c.range("intra.disabled_modes.chroma", intra.disabled_modes.chroma, 0, 15);
    check_distortion(c, "intra.distortion", intra.distortion);
    c.bits("intra.shape_penalty.shape_16x16", intra.shape_penalty.shape_16x16, 12);
    c.bits("intra.shape_penalty.shape_8x8", intra.shape_penalty.shape_8x8, 12);
    c.bits("intra.shape_penalty.shape_4x4", intra.shape_penalty.shape_4x4, 12);
    c.bits("intra.chroma_mode_penalty", intra.chroma_mode_penalty, 12);
    if (intra.mode_cost) {
        c.bits("intra.mode_cost.penalty", intra.mode_cost->penalty, 10);
        for (int i = 0; i < 4; i++) {
            c.range(Path("intra.mode_cost.left")[i], static_cast<int>(intra.mode_cost->left[i]), 0, 15);
            c.range(Path("intra.mode_cost.upper")[i], static_cast<int>(intra.mode_cost->upper[i]), 0, 15);
        }
    }
    if (intra.chroma) check_chroma(c, source);
}

// What is refined of partition n: where it looks, and the first vector of each of its blocks.
void check_partition(Contract& c, const RefineRequest& r, int n) {
    const Direction direction = r.directions[partition_quadrant(r.major_shape, n)];
    const bool forward = r.bidirectional || direction != Direction::backward;
    const bool backward = r.bidirectional || direction != Direction::forward;
    if (forward) check_references(c, "forward", r.forward, r.major_shape, n);
    if (backward) check_references(c, "backward", r.backward, r.major_shape, n);
    const BlockRun run = partition_blocks(r.major_shape, r.minor_shapes, n);
    for (int b = run.first; b < run.first + run.count; b++) {
        const int e = first_entry(kBlocks[b]);
        const Path vectors("vectors"), vector = vectors[e];
        if (forward) check_vector(c, vector / "forward", r.vectors[e].forward, 8191, -8192, 8191);
        if (backward) check_vector(c, vector / "backward", r.vectors[e].backward, 8191, -8192, 8191);
    }
}

}  // namespace

Status validate(const ImeRequest& r) {
    Contract c("ImeRequest");
    check_source(c, r.source);
    check_reference(c, "forward", r.forward);
    if (r.backward) check_reference(c, "backward", *r.backward);
    c.one_of("window", r.window,
             {SearchWindow::exhaustive, SearchWindow::small, SearchWindow::tiny, SearchWindow::extra_tiny,
              SearchWindow::diamond, SearchWindow::large_diamond, SearchWindow::radius_16x12,
              SearchWindow::radius_2x2});
    if (r.custom_path) validate_custom_path(c, *r.custom_path, r.backward.has_value());
    c.range("forward_offset.x", r.forward_offset.x, -2048, 2047);
    c.range("forward_offset.y", r.forward_offset.y, -2048, 2047);
    if (r.backward) {
        c.range("backward_offset.x", r.backward_offset.x, -2048, 2047);
        c.range("backward_offset.y", r.backward_offset.y, -2048, 2047);
    }
    c.range("disabled_partitions", r.disabled_partitions, 0, partition_all);
    check_distortion(c, "distortion", r.distortion);
    check_costs(c, "costs", r.costs);
    c.range("max_vector_count", r.max_vector_count, 0, 32);
    check_search_options(c, r);
    return c.status();
}

Status validate(const RefineRequest& r) {
    Contract c("RefineRequest");
    check_source(c, r.source);
    c.range("major_shape", static_cast<int>(r.major_shape), 0, 3);
    for (int q = 0; q < 4; q++) {
        c.range(Path("minor_shapes")[q], static_cast<int>(r.minor_shapes[q]), 0, 3);
        c.range(Path("directions")[q], static_cast<int>(r.directions[q]), 0, 2);
    }
    if (!c.status().ok()) return c.status();
    for (int n = 0; n < partition_count(r.major_shape); n++) check_partition(c, r, n);
    c.one_of("subpixel", r.subpixel, {SubpixelMode::integer, SubpixelMode::half, SubpixelMode::quarter});
    if (r.bidirectional) check_weight(c, "bidirectional", *r.bidirectional);
    check_distortion(c, "distortion", r.distortion);
    check_costs(c, "costs", r.costs);
    return c.status();
}

Status validate(const SicRequest& r) {
    Contract c("SicRequest");
    check_source(c, r.source);
    if (r.skip) check_skip(c, *r.skip);
    if (r.intra && c.status().ok()) check_intra(c, r.source, *r.intra);
    return c.status();
}

}  // namespace genmedia::vme
