// SPDX-License-Identifier: MIT
#include "vme/opencl/unit_on_device.h"

#include "vme/opencl/buffers.h"
#include "vme/opencl/make_records.h"
#include "vme/opencl/unit_kernels.h"

#include <algorithm>

namespace genmedia::vme::opencl {
namespace {

// The records of a call's integer searches.
struct Searches {
    Pictures pictures;
    std::vector<SearchRecord> searches;
    std::vector<PathRecord> paths;
    std::vector<PlaceRecord> places;
    std::vector<StreamRecord> streams;

    void add(const ImeRequest& request) {
        uint32_t indices[2] = {};
        bool rectangle = true;
        std::optional<SearchPaths> custom;
        if (request.custom_path) custom = search_paths(*request.custom_path, request.backward.has_value());
        for (int way = 0; way < (request.backward ? 2 : 1); way++) {
            indices[way] = static_cast<uint32_t>(paths.size());
            const SearchPath& path = !custom    ? search_path(request.window, request.backward.has_value())
                                     : way == 0 ? custom->forward
                                                : *custom->backward;
            rectangle = rectangle && is_rectangle(request, path);
            paths.push_back(path_record(path));
        }
        PlaceRecord place =
            place_record(static_cast<uint32_t>(searches.size()), request.source, request.costs);
        for (int way = 0; way < 2; way++) {
            const PixelOffset& offset = way == 0 ? request.forward_offset : request.backward_offset;
            place.offset[way][0] = static_cast<int16_t>(offset.x);
            place.offset[way][1] = static_cast<int16_t>(offset.y);
        }
        if (request.stream_in) {
            place.stream = static_cast<int32_t>(streams.size());
            streams.push_back(stream_record(*request.stream_in));
        }
        searches.push_back(search_record(request, indices, pictures));
        searches.back().is_rectangle = rectangle;
        places.push_back(place);
    }
};

ImeResult ime_result(const InterRecord& inter, const SearchExtras& extras) {
    ImeResult result;
    static_cast<InterResult&>(result) = inter_result(inter);
    result.forward_border = extras.border[0];
    result.backward_border = extras.border[1];
    result.truncated = extras.truncated != 0;
    result.terminated_early = extras.terminated_early != 0;
    result.stream_out = stream_of(extras.stream);
    return result;
}

}  // namespace

Status supported(const ImeRequest& request) {
    if (request.custom_path && request.custom_path->control == SearchControl::dual_record)
        return {StatusCode::unsupported, "two records of one picture: not supported on OpenCL devices"};
    if (request.early_termination && request.backward && request.custom_path)
        return {
            StatusCode::unsupported,
            "early termination of a search of custom paths in two pictures: not supported on OpenCL devices"};
    return {};
}

Status Unit::evaluate(std::span<const ImeRequest> requests, std::span<ImeResult> results) const {
    const size_t count = requests.size();
    if (count == 0) return {};
    for (const ImeRequest& request : requests)
        if (Status status = supported(request); !status.ok()) return status;
    Searches all;
    for (const ImeRequest& request : requests) all.add(request);
    std::vector<InterRecord> inter;
    std::vector<SearchExtras> extras;
    const Status status = guarded(program_.name(), [&] {
        const cl::Buffer pictures = upload(program_, all.pictures.samples()),
                         searches = upload(program_, all.searches), paths = upload(program_, all.paths),
                         places = upload(program_, all.places), streams = upload(program_, all.streams),
                         inter_results = space_for<InterRecord>(program_, count),
                         extra_results = space_for<SearchExtras>(program_, count);
        UnitKernels kernels(program_);
        for (const bool rectangles : {false, true})
            kernels.search({pictures, searches, paths, streams, rectangles}, {places, 0, count},
                           inter_results, extra_results);
        inter = download<InterRecord>(program_, inter_results, count);
        extras = download<SearchExtras>(program_, extra_results, count);
    });
    if (!status.ok()) return status;
    for (size_t i = 0; i < count; i++) results[i] = ime_result(inter[i], extras[i]);
    return {};
}

Status Unit::evaluate(std::span<const RefineRequest> requests, std::span<RefineResult> results) const {
    const size_t count = requests.size();
    if (count == 0) return {};
    Pictures all_pictures;
    std::vector<RefineRecord> refinements;
    std::vector<PlaceRecord> places;
    std::vector<InterRecord> given;
    for (const RefineRequest& request : requests) {
        places.push_back(
            place_record(static_cast<uint32_t>(refinements.size()), request.source, request.costs));
        refinements.push_back(refine_record(request, all_pictures));
        InterResult partition;
        partition.major_shape = request.major_shape;
        partition.minor_shapes = request.minor_shapes;
        partition.directions = request.directions;
        partition.vectors = request.vectors;
        given.push_back(inter_record(partition));
    }
    std::vector<InterRecord> refined;
    const Status status = guarded(program_.name(), [&] {
        const cl::Buffer pictures = upload(program_, all_pictures.samples()),
                         setups = upload(program_, refinements), all_places = upload(program_, places),
                         partitions = upload(program_, given),
                         refined_results = space_for<InterRecord>(program_, count);
        UnitKernels(program_).refine(pictures, setups, {all_places, 0, count}, partitions, refined_results);
        refined = download<InterRecord>(program_, refined_results, count);
    });
    if (!status.ok()) return status;
    std::ranges::transform(refined, results.begin(), inter_result);
    return {};
}

}  // namespace genmedia::vme::opencl
