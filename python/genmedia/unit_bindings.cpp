// SPDX-License-Identifier: MIT
#include "unit_bindings.h"

#include "array_pictures.h"
#include "genmedia/vme.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace genmedia {
namespace {

using namespace nb::literals;
using namespace vme;

using Pair = std::pair<int, int>;
using Vectors = nb::ndarray<const int16_t, nb::c_contig, nb::device::cpu>;  // (16, 2) or (4, 2): x, y
template <size_t count>
using Numbers = std::array<uint8_t, count>;

// A copy, of any shape.
template <class T, class Value>
nb::object array_of(const Value& value, std::initializer_list<size_t> shape) {
    static_assert(sizeof(Value) % sizeof(T) == 0);
    auto* copy = new T[sizeof(Value) / sizeof(T)];
    std::memcpy(copy, &value, sizeof(Value));
    const nb::capsule owner(copy, [](void* pointer) noexcept { delete[] static_cast<T*>(pointer); });
    return nb::ndarray<nb::numpy, const T>(copy, shape.size(), shape.begin(), owner).cast();
}

// The driver's costs, from one centre; `qp` below zero: none.
struct Costs {
    int slice = 0, qp = -1;
    Pair center, backward_center;
};

MotionVector vector_of(Pair pair) {
    return {static_cast<int16_t>(pair.first), static_cast<int16_t>(pair.second)};
}

InterCosts inter_costs(const Costs& costs) {
    InterCosts found;
    if (costs.qp < 0) return found;
    const auto slice = static_cast<SliceType>(costs.slice);
    found.motion_vector.emplace();
    found.motion_vector->table = default_motion_vector_cost(slice, costs.qp);
    found.motion_vector->center.fill({vector_of(costs.center), vector_of(costs.backward_center)});
    found.shape = default_inter_shape_penalty(slice, costs.qp);
    found.backward_direction = default_inter_direction_penalty(slice, costs.qp);
    return found;
}

SourceBlock block_at(const Picture& source, Pair place) {
    return {.image = {.luma = view_of(source), .chroma = {}}, .x = place.first, .y = place.second};
}

nb::dict answer(const InterResult& result) {
    std::array<MotionVector, 16> forward, backward;
    for (size_t i = 0; i < 16; i++) {
        forward[i] = result.vectors[i].forward;
        backward[i] = result.vectors[i].backward;
    }
    nb::dict found;
    found["shape"] = static_cast<int>(result.major_shape);
    found["minor_shapes"] = array_of<uint8_t>(result.minor_shapes, {4});
    found["directions"] = array_of<uint8_t>(result.directions, {4});
    found["vectors"] = array_of<int16_t>(forward, {16, 2});
    found["vectors_backward"] = array_of<int16_t>(backward, {16, 2});
    found["distortions"] = array_of<uint16_t>(result.distortions, {16});
    found["distortion"] = result.best_distortion;
    return found;
}

nb::dict integer_search(const Picture& source, Pair place, const Picture& forward,
                        const std::optional<Picture>& backward, int window, int partitions, int distortion,
                        Pair offset, Pair backward_offset, const Costs& costs) {
    ImeRequest request;
    request.source = block_at(source, place);
    request.forward.luma = view_of(forward);
    if (backward) request.backward = Reference{.luma = view_of(backward)};
    request.window = static_cast<SearchWindow>(window);
    request.disabled_partitions = static_cast<uint8_t>(partition_all & ~partitions);
    request.distortion = static_cast<Distortion>(distortion);
    request.forward_offset = {offset.first, offset.second};
    request.backward_offset = {backward_offset.first, backward_offset.second};
    request.costs = inter_costs(costs);
    ImeResult result;
    raise_unless_ok(evaluate(request, result));
    return answer(result);
}

void set_vectors(RefineRequest& request, const Vectors& forward, const Vectors& backward) {
    for (size_t i = 0; i < 16; i++)
        request.vectors[i] = {.forward = {forward.data()[2 * i], forward.data()[2 * i + 1]},
                              .backward = {backward.data()[2 * i], backward.data()[2 * i + 1]}};
}

nb::dict refine(const Picture& source, Pair place, const Picture& forward,
                const std::optional<Picture>& backward, int shape, const Numbers<4>& minor_shapes,
                const Numbers<4>& directions, const Vectors& vectors, const Vectors& vectors_backward,
                int subpel, bool both, bool bilinear, int distortion, const Costs& costs) {
    RefineRequest request;
    request.source = block_at(source, place);
    request.set_forward({.luma = view_of(forward)});
    if (backward) request.set_backward({.luma = view_of(backward)});
    request.major_shape = static_cast<MajorShape>(shape);
    for (size_t q = 0; q < 4; q++) {
        request.minor_shapes[q] = static_cast<MinorShape>(minor_shapes[q]);
        request.directions[q] = static_cast<Direction>(directions[q]);
    }
    set_vectors(request, vectors, vectors_backward);
    request.subpixel = static_cast<SubpixelMode>(subpel);
    if (both) request.bidirectional = BidirectionalWeight::half;
    request.bilinear_filter = bilinear;
    request.distortion = static_cast<Distortion>(distortion);
    request.costs = inter_costs(costs);
    RefineResult result;
    raise_unless_ok(evaluate(request, result));
    return answer(result);
}

// One block, or four quadrants. Which vectors there are says what each is predicted from.
SkipCheck skip_check(const std::optional<Picture>& forward, const std::optional<Picture>& backward,
                     const std::optional<Vectors>& vectors, const std::optional<Vectors>& vectors_backward,
                     bool bilinear, int distortion, const Costs& costs) {
    SkipCheck skip;
    if (forward) skip.set_forward({.luma = view_of(forward)});
    if (backward) skip.set_backward({.luma = view_of(backward)});
    const size_t blocks = (vectors ? *vectors : *vectors_backward).shape(0);
    skip.partition_8x8 = blocks == 4;
    const Direction direction = vectors && vectors_backward ? Direction::bidirectional
                                : vectors                   ? Direction::forward
                                                            : Direction::backward;
    for (size_t q = 0; q < blocks; q++) {
        skip.directions[q] = direction;
        if (vectors) skip.vectors[q].forward = {vectors->data()[2 * q], vectors->data()[2 * q + 1]};
        if (vectors_backward)
            skip.vectors[q].backward = {vectors_backward->data()[2 * q], vectors_backward->data()[2 * q + 1]};
    }
    skip.distortion = static_cast<Distortion>(distortion);
    skip.bilinear_filter = bilinear;
    skip.costs = inter_costs(costs);
    return skip;
}

// The pixels around the macroblock are the source picture's own.
IntraNeighbors neighbors_of(const PlaneView& luma, Pair place) {
    const auto [x, y] = place;
    if (x < 0 || y < 0 || x >= luma.width || y >= luma.height) return {};
    IntraNeighbors found{.has_left = x > 0,
                         .has_upper = y > 0,
                         .has_upper_right = y > 0 && x + 16 < luma.width,
                         .has_upper_left = x > 0 && y > 0};
    const auto at = [&](int px, int py) {
        return luma.line(std::min(py, luma.height - 1))[std::min(px, luma.width - 1)];
    };
    for (int i = 0; i < 16; i++) {
        const auto n = static_cast<size_t>(i);
        if (found.has_left) found.left[n] = at(x - 1, y + i);
        if (found.has_upper) found.upper[n] = at(x + i, y - 1);
        if (found.has_upper_right && i < 8) found.upper_right[n] = at(x + 16 + i, y - 1);
    }
    if (found.has_upper_left) found.upper_left = at(x - 1, y - 1);
    return found;
}

nb::dict check(const Picture& source, Pair place, const std::optional<Picture>& forward,
               const std::optional<Picture>& backward, const std::optional<Vectors>& vectors,
               const std::optional<Vectors>& vectors_backward, bool bilinear, int distortion, bool intra,
               const Costs& costs) {
    SicRequest request;
    request.source = block_at(source, place);
    if (vectors || vectors_backward)
        request.skip = skip_check(forward, backward, vectors, vectors_backward, bilinear, distortion, costs);
    if (intra) {
        request.intra.emplace();
        request.intra->neighbors = neighbors_of(view_of(source), place);
        request.intra->distortion = static_cast<Distortion>(distortion);
        if (costs.qp >= 0)
            request.intra->shape_penalty =
                default_intra_luma_shape_penalty(static_cast<SliceType>(costs.slice), costs.qp);
    }
    SicResult result;
    raise_unless_ok(evaluate(request, result));
    nb::dict found;
    found["distortions"] = array_of<uint16_t>(result.distortions, {16});
    found["distortion"] = result.best_distortion;
    found["raw_sad"] = result.raw_sad;
    found["intra_shape"] = static_cast<int>(result.intra_shape);
    found["intra_distortion"] = result.intra_distortion;
    found["intra_modes"] = array_of<uint8_t>(result.luma_modes, {16});
    return found;
}

}  // namespace

void add_unit(nb::module_& module) {
    nb::class_<Costs>(module, "Costs")
        .def(
            "__init__",
            [](Costs* self, int slice, int qp, Pair center, Pair backward_center) {
                new (self) Costs{slice, qp, center, backward_center};
            },
            "slice"_a, "qp"_a, "center"_a, "backward_center"_a);
    module.def("integer_search", integer_search, "source"_a.noconvert(), "place"_a, "forward"_a.noconvert(),
               "backward"_a.noconvert().none(), "window"_a, "partitions"_a, "distortion"_a, "offset"_a,
               "backward_offset"_a, "costs"_a);
    module.def("refine", refine, "source"_a.noconvert(), "place"_a, "forward"_a.noconvert(),
               "backward"_a.noconvert().none(), "shape"_a, "minor_shapes"_a, "directions"_a, "vectors"_a,
               "vectors_backward"_a, "subpel"_a, "both"_a, "bilinear"_a, "distortion"_a, "costs"_a);
    module.def("check", check, "source"_a.noconvert(), "place"_a, "forward"_a.noconvert().none(),
               "backward"_a.noconvert().none(), "vectors"_a.none(), "vectors_backward"_a.none(), "bilinear"_a,
               "distortion"_a, "intra"_a, "costs"_a);
}

}  // namespace genmedia
