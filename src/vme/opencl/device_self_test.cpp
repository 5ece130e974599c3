// SPDX-License-Identifier: MIT
#include "vme/opencl/device_self_test.h"

#include "vme/backends.h"
#include "vme/opencl/unit_on_device.h"
#include "vme/operations.h"

#include <algorithm>
#include <vector>

namespace genmedia::vme::opencl {
namespace {

constexpr int kWidth = 80, kHeight = 72;

// Noise over a slope, which moves with `shift`.
std::vector<uint8_t> made_up_picture(int shift) {
    std::vector<uint8_t> samples;
    for (int y = 0; y < kHeight; y++) {
        for (int x = 0; x < kWidth; x++) {
            const auto hash =
                (static_cast<uint32_t>(x + shift) * 2654435761u) ^ (static_cast<uint32_t>(y) * 40503u);
            samples.push_back(static_cast<uint8_t>((hash >> 13) % 64 + static_cast<uint32_t>(x + 2 * y) / 2));
        }
    }
    return samples;
}

std::vector<ImeRequest> searches(const PlaneView& source, const PlaneView& reference) {
    ImeRequest request;
    request.source = {.image = {source, {}}, .x = 32, .y = 16};
    request.forward.luma = reference;
    request.costs.motion_vector = {.table = default_motion_vector_cost(SliceType::p, 28)};
    request.costs.shape = default_inter_shape_penalty(SliceType::p, 28);
    std::vector<ImeRequest> all;
    for (const SearchWindow window : {SearchWindow::exhaustive, SearchWindow::small, SearchWindow::diamond}) {
        request.window = window;
        for (const Distortion distortion : {Distortion::sad, Distortion::haar}) {
            request.distortion = distortion;
            all.push_back(request);
        }
    }
    all.front().source.x = 64;  // its window reaches over the edge
    request.backward = request.forward;
    all.push_back(request);
    return all;
}

// Skip checks in all directions, and intra estimations with all neighbours and with none.
std::vector<SicRequest> checks(const PlaneView& source, const PlaneView& reference) {
    std::vector<SicRequest> all;
    for (const Distortion distortion : {Distortion::sad, Distortion::haar}) {
        SicRequest request;
        request.source = {.image = {source, {}}, .x = 32, .y = 16};
        SkipCheck& skip = request.skip.emplace();
        skip.set_forward({.luma = reference});
        skip.set_backward({.luma = reference});
        skip.partition_8x8 = true;
        skip.directions = {Direction::forward, Direction::backward, Direction::bidirectional, {}};
        skip.vectors = {{{{5, -3}, {}}, {{}, {-7, 2}}, {{-11, 6}, {1, 9}}, {}}};
        skip.distortion = distortion;
        skip.forward_transform = {20, 20, 30, 30, 40, 40, 50};
        skip.costs.motion_vector = {.table = default_motion_vector_cost(SliceType::p, 28)};
        IntraEstimation& intra = request.intra.emplace();
        intra.distortion = distortion;
        intra.shape_penalty = default_intra_luma_shape_penalty(SliceType::p, 28);
        all.push_back(request);
        IntraNeighbors& n = intra.neighbors;
        n.has_left = n.has_upper = n.has_upper_right = n.has_upper_left = true;
        for (int i = 0; i < 16; i++) {
            n.left[i] = source.line(16 + i)[31];
            n.upper[i] = source.line(15)[32 + i];
        }
        std::copy_n(source.line(15) + 48, n.upper_right.size(), n.upper_right.begin());
        n.upper_left = source.line(15)[31];
        intra.mode_cost.emplace().penalty = {12};
        all.push_back(request);
    }
    return all;
}

// The first difference to the reference as a message.
template <class Result, class Request>
Status compare(const Unit& unit, const std::string& device, const std::vector<Request>& requests,
               Result (*operation)(const UnitFunctions&, const Request&), const char* name,
               std::vector<Result>& results) {
    results.resize(requests.size());
    if (Status status = unit.evaluate(requests, results); !status.ok()) return status;
    for (size_t i = 0; i < requests.size(); i++)
        if (results[i] != operation(kReferenceBackend.functions, requests[i]))
            return {StatusCode::unsupported, device + " computes another result than the unit in test " +
                                                 std::to_string(i) + " of " + name};
    return {};
}

}  // namespace

Status self_test(const Program& program) {
    const std::vector<uint8_t> source_samples = made_up_picture(0), reference_samples = made_up_picture(3);
    const PlaneView source{source_samples.data(), kWidth, kHeight, kWidth};
    const PlaneView reference{reference_samples.data(), kWidth, kHeight, kWidth};
    const Unit unit(program);
    const std::vector<ImeRequest> ime = searches(source, reference);
    std::vector<ImeResult> found;
    Status status = compare(unit, program.name(), ime, integer_search, "integer search", found);
    if (!status.ok()) return status;
    std::vector<RefineRequest> refinements;
    for (size_t i = 0; i < ime.size(); i++) {
        RefineRequest request;
        request.source = ime[i].source;
        request.set_forward(ime[i].forward);
        request.set_backward(ime[i].forward);
        request.set_partition(found[i]);
        request.distortion = ime[i].distortion;
        request.costs = ime[i].costs;
        refinements.push_back(request);
        request.bidirectional = BidirectionalWeight::half;
        refinements.push_back(request);
    }
    std::vector<RefineResult> refined;
    status = compare(unit, program.name(), refinements, refine, "refinement", refined);
    if (!status.ok()) return status;
    std::vector<SicResult> checked;
    return compare(unit, program.name(), checks(source, reference), check, "skip and intra check", checked);
}

}  // namespace genmedia::vme::opencl
