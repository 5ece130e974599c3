// SPDX-License-Identifier: MIT
// Skip and intra checks of the unit. A request has two halves, skip and intra; each runs in its own kernel.
#include "vme/opencl/buffers.h"
#include "vme/opencl/make_records.h"
#include "vme/opencl/unit_kernels.h"
#include "vme/opencl/unit_on_device.h"

namespace genmedia::vme::opencl {
namespace {

// One half, skip or intra, of those requests that have it.
template <class Record>
struct Half {
    std::vector<size_t> requests;  // indices
    std::vector<Record> setups;
    std::vector<PlaceRecord> places;

    void add(size_t request, const Record& setup, const SourceBlock& source, const InterCosts& costs) {
        places.push_back(place_record(static_cast<uint32_t>(setups.size()), source, costs));
        setups.push_back(setup);
        requests.push_back(request);
    }
};

// Calls check(setups, places, results) with the half's records on the device.
template <class Result, class Record>
std::vector<Result> run(const Program& program, const Half<Record>& half, const auto& check) {
    const size_t count = half.places.size();
    if (count == 0) return {};
    const cl::Buffer setups = upload(program, half.setups), places = upload(program, half.places),
                     results = space_for<Result>(program, count);
    check(setups, Places{places, 0, count}, results);
    return download<Result>(program, results, count);
}

}  // namespace

Status Unit::evaluate(std::span<const SicRequest> requests, std::span<SicResult> results) const {
    Pictures pictures;
    Half<SkipRecord> skips;
    Half<IntraRecord> intras;
    std::vector<NeighborRecord> neighbors;
    for (size_t i = 0; i < requests.size(); i++) {
        const auto& [source, skip, intra] = requests[i];
        if (skip) skips.add(i, skip_record(source, *skip, pictures), source, skip->costs);
        if (!intra) continue;
        intras.add(i, intra_record(source, *intra, pictures), source, {});
        neighbors.push_back(neighbor_record(*intra));
    }
    std::vector<SkipResult> skip_results;
    std::vector<IntraResult> intra_results;
    const Status status = guarded(program_.name(), [&] {
        const cl::Buffer samples = upload(program_, pictures.samples()), around = upload(program_, neighbors);
        UnitKernels kernels(program_);
        skip_results =
            run<SkipResult>(program_, skips, [&](const auto& setups, const Places& places, const auto& to) {
                kernels.check_skip(samples, setups, places, to);
            });
        intra_results =
            run<IntraResult>(program_, intras, [&](const auto& setups, const Places& places, const auto& to) {
                kernels.estimate_intra(samples, setups, places, around, to);
            });
    });
    if (!status.ok()) return status;
    std::ranges::fill(results, SicResult{});
    for (size_t i = 0; i < skip_results.size(); i++)
        set_skip_result(skip_results[i], results[skips.requests[i]]);
    for (size_t i = 0; i < intra_results.size(); i++)
        set_intra_result(intra_results[i], results[intras.requests[i]]);
    return {};
}

}  // namespace genmedia::vme::opencl
