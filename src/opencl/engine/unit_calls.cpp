// SPDX-License-Identifier: MIT
#include "opencl/engine/unit_calls.h"

#include "genmedia/vme.h"
#include "opencl/engine/answer.h"
#include "opencl/engine/kernel_images.h"
#include "vme/fit_fields.h"
#include "vme/packed.h"

#include <optional>
#include <string>

namespace genmedia::opencl {
namespace {

using namespace abi;

bool has(const gm_setup& setup, uint32_t flag) { return (setup.flags & flag) != 0; }

vme::Distortion distortion(const gm_setup& setup, uint8_t sad_adjustment) {
    return vme::unpack_distortion(sad_adjustment, has(setup, GM_AC_ONLY_HAAR));
}

vme::InterCosts costs(const gm_evaluation& evaluation) {
    const gm_setup& setup = evaluation.request.setup;
    vme::InterCosts costs;
    if (has(setup, GM_COST)) {
        vme::MotionVectorCost& cost = costs.motion_vector.emplace();
        cost.table = vme::unpack_cost_table(setup.cost_table);
        cost.precision = static_cast<vme::CostPrecision>(setup.cost_precision);
        for (size_t q = 0; q < 4; q++) cost.center[q] = vme::unpack_vectors(evaluation.lane[q].cost_center);
    }
    costs.shape = vme::InterShapePenalty::from_packed(setup.shape_penalty);
    costs.backward_direction = {setup.direction_penalty};
    costs.base_multi_reference = {setup.multi_reference_penalty};
    return costs;
}

// The pictures of an evaluation, by quadrant and direction.
class References {
public:
    References(const KernelImages& images, const gm_request& request) : images_(images), request_(request) {}

    Status source(bool chroma, vme::SourceBlock& block) const {
        const gm_setup& setup = request_.setup;
        block.scan = vme::unpack_scan(has(setup, GM_SOURCE_FIELD), setup.source_field);
        block.x = setup.source_x;
        block.y = setup.source_y;
        return images_.view(request_.source, chroma, block.image);
    }

    bool has_backward() const { return request_.references >= GM_DUAL; }

    Status reference(int quadrant, bool backward, vme::Reference& reference) const {
        const gm_setup& setup = request_.setup;
        // Intel's driver gives the unit a single picture twice, and where there is none, the source.
        const bool none = request_.references == GM_NO_REFERENCE;
        const bool second = backward && request_.references != GM_SINGLE && !none;
        uint64_t handle = none ? request_.source : second ? request_.backward : request_.forward;
        bool interlaced = has(setup, none ? GM_SOURCE_FIELD : GM_REFERENCE_FIELD);
        uint32_t polarity = none ? setup.source_field : second ? setup.backward_field : setup.forward_field;
        if (request_.references >= GM_MULTI) {
            reference.id = request_.reference_ids >> (8 * quadrant + (backward ? 4 : 0)) & 15;
            handle = images_.reference(request_.source, reference.id, backward);
            if (handle == 0) return missing(reference.id, backward);
            if (request_.references == GM_MULTI_FIELDS) {
                interlaced = true;
                polarity = request_.reference_fields >> (quadrant + (backward ? 4 : 0)) & 1;
            }
        } else if (!none) {
            reference.id = images_.reference_id(request_.source, handle);
        }
        reference.scan = vme::unpack_scan(interlaced, polarity);
        ImageView view;
        if (Status status = images_.view(handle, false, view); !status.ok()) return status;
        reference.luma = view.luma;
        return images_.same_size(request_.source, handle);
    }

    template <class Request>
    Status all(Request& request) const {
        for (int q = 0; q < 4; q++) {
            if (Status status = reference(q, false, request.forward[q]); !status.ok()) return status;
            if (Status status = reference(q, true, request.backward[q]); !status.ok()) return status;
        }
        return {};
    }

private:
    static Status missing(unsigned id, bool backward) {
        return {StatusCode::invalid_argument,
                "reference id " + std::to_string(id) + " (" + (backward ? "backward" : "forward") +
                    "): the kernel has no such image parameter after its source image"};
    }

    const KernelImages& images_;
    const gm_request& request_;
};

Status answer_search(gm_evaluation& evaluation, const References& references) {
    const gm_setup& setup = evaluation.request.setup;
    vme::ImeRequest request;
    if (Status status = references.source(false, request.source); !status.ok()) return status;
    if (Status status = references.reference(0, false, request.forward); !status.ok()) return status;
    if (references.has_backward())
        if (Status status = references.reference(0, true, request.backward.emplace()); !status.ok())
            return status;
    request.window = static_cast<vme::SearchWindow>(setup.window);
    request.forward_offset = {setup.forward_x, setup.forward_y};
    request.backward_offset = {setup.backward_x, setup.backward_y};
    request.disabled_partitions = setup.disabled_partitions;
    request.distortion = distortion(setup, setup.sad_adjustment);
    request.costs = costs(evaluation);
    if (setup.max_vectors != 0) request.max_vector_count = setup.max_vectors;
    request.disable_direction_mix = has(setup, GM_NO_DIRECTION_MIX);
    if (has(setup, GM_EARLY_TERMINATION)) request.early_termination = vme::U4U4{setup.early_threshold};
    if (has(setup, GM_SAD_WEIGHTS)) request.sad_weights = setup.sad_weights;
    if (evaluation.request.streams & GM_STREAM_IN) request.stream_in = gathered_stream(evaluation.stream_in);

    vme::fit_fields(request);
    vme::ImeResult result;
    if (Status status = vme::evaluate(request, result); !status.ok()) return status;
    write_inter(result, request.costs, evaluation);
    evaluation.answer.border = static_cast<uint8_t>(result.forward_border | result.backward_border << 4);
    evaluation.answer.truncated = result.truncated;
    evaluation.answer.terminated_early = result.terminated_early;
    evaluation.answer.weighted_vector = static_cast<uint32_t>(evaluation.vectors[0]);
    evaluation.answer.weighted_distortion = evaluation.distortions[0];
    if (evaluation.request.streams & GM_STREAM_OUT) scatter_stream(result.stream_out, evaluation.stream_out);
    return {};
}

Status answer_refinement(gm_evaluation& evaluation, const References& references) {
    const gm_setup& setup = evaluation.request.setup;
    vme::RefineRequest request;
    if (Status status = references.source(false, request.source); !status.ok()) return status;
    if (Status status = references.all(request); !status.ok()) return status;
    request.major_shape = static_cast<vme::MajorShape>(setup.major_shape & 3);
    for (int q = 0; q < 4; q++) {
        request.minor_shapes[q] = static_cast<vme::MinorShape>(setup.minor_shapes >> (2 * q) & 3);
        request.directions[q] = static_cast<vme::Direction>(setup.directions >> (2 * q) & 3);
    }
    vme::share_references(request);
    for (size_t i = 0; i < GM_UNIT_LANES; i++)
        request.vectors[i] = vme::unpack_vectors(evaluation.lane[i].vectors);
    request.subpixel = static_cast<vme::SubpixelMode>(setup.subpixel);
    if (has(setup, GM_BIDIRECTIONAL))
        request.bidirectional = static_cast<vme::BidirectionalWeight>(setup.bidirectional_weight);
    request.disable_bidirectional_mix = has(setup, GM_NO_BIDIRECTIONAL_MIX);
    request.bilinear_filter = has(setup, GM_BILINEAR);
    request.distortion = distortion(setup, setup.sad_adjustment);
    request.costs = costs(evaluation);

    vme::fit_fields(request);
    vme::RefineResult result;
    if (Status status = vme::evaluate(request, result); !status.ok()) return status;
    write_inter(result, request.costs, evaluation);
    return {};
}

Status fill_skip(const gm_evaluation& evaluation, const References& references, vme::SkipCheck& skip) {
    const gm_setup& setup = evaluation.request.setup;
    if (Status status = references.all(skip); !status.ok()) return status;
    skip.partition_8x8 = has(setup, GM_SKIP_8X8);
    vme::share_references(skip);
    for (int q = 0; q < 4; q++) {
        if (q == 0 || skip.partition_8x8)
            skip.directions[q] = vme::unpack_skip_direction(setup.skip_mask >> 24, q);
        skip.vectors[q] = vme::unpack_vectors(evaluation.lane[q].vectors);
    }
    skip.weight = static_cast<vme::BidirectionalWeight>(setup.bidirectional_weight);
    skip.distortion = distortion(setup, setup.sad_adjustment);
    skip.bilinear_filter = has(setup, GM_BILINEAR);
    if (has(setup, GM_BLOCK_RAW_SAD))
        skip.raw_sad = setup.raw_sad_type == 0 ? vme::RawSad::largest_4x4 : vme::RawSad::largest_8x8;
    if (has(setup, GM_TRANSFORM)) skip.forward_transform = vme::unpack_thresholds(setup.transform_thresholds);
    skip.costs = costs(evaluation);
    return {};
}

vme::IntraNeighbors neighbors(const gm_evaluation& evaluation) {
    const gm_setup& setup = evaluation.request.setup;
    vme::IntraNeighbors around;
    vme::unpack_neighbors(setup.neighbors, around);
    around.upper_left = setup.upper_left;
    around.chroma_upper_left = vme::unpack_chroma_pixel(setup.chroma_upper_left);
    for (size_t i = 0; i < GM_UNIT_LANES; i++) {
        const gm_lane_input& lane = evaluation.lane[i];
        around.left[i] = lane.left;
        around.upper[i] = lane.upper;
        if (i >= 8) continue;
        around.upper_right[i] = lane.upper_right;
        around.chroma_left[i] = vme::unpack_chroma_pixel(lane.chroma_left);
        around.chroma_upper[i] = vme::unpack_chroma_pixel(lane.chroma_upper);
    }
    return around;
}

vme::IntraEstimation intra(const gm_evaluation& evaluation) {
    const gm_setup& setup = evaluation.request.setup;
    vme::IntraEstimation estimation;
    estimation.disabled_partitions = setup.disabled_intra_partitions;
    estimation.neighbors = neighbors(evaluation);
    estimation.distortion = distortion(setup, setup.intra_sad_adjustment);
    estimation.shape_penalty = vme::IntraShapePenalty::from_packed(setup.intra_shape_penalty);
    if (has(setup, GM_MODE_COST)) {
        vme::IntraModeCost& cost = estimation.mode_cost.emplace();
        cost.penalty = {setup.mode_penalty};
        for (int i = 0; i < 4; i++) {
            cost.left[i] = static_cast<vme::LumaMode>(setup.neighbor_modes >> (4 * i) & 15);
            cost.upper[i] = static_cast<vme::LumaMode>(setup.neighbor_modes >> (16 + 4 * i) & 15);
        }
        const auto byte = [&setup](int i) { return static_cast<uint8_t>(setup.non_dc_penalty >> (8 * i)); };
        cost.non_dc = {byte(0), byte(1), byte(2)};
    }
    estimation.chroma = has(setup, GM_CHROMA);
    estimation.chroma_mode_penalty = {setup.chroma_mode_penalty};
    return estimation;
}

Status answer_check(gm_evaluation& evaluation, const References& references) {
    const gm_setup& setup = evaluation.request.setup;
    vme::SicRequest request;
    const bool chroma = has(setup, GM_INTRA) && has(setup, GM_CHROMA);
    if (Status status = references.source(chroma, request.source); !status.ok()) return status;
    if (has(setup, GM_SKIP))
        if (Status status = fill_skip(evaluation, references, request.skip.emplace()); !status.ok())
            return status;
    if (has(setup, GM_INTRA)) request.intra = intra(evaluation);

    vme::fit_fields(request);
    vme::SicResult result;
    if (Status status = vme::evaluate(request, result); !status.ok()) return status;
    write_check(result, has(setup, GM_SKIP_8X8), evaluation);
    return {};
}

const char* operation_name(uint32_t operation) {
    return operation == GM_IME ? "IME" : operation == GM_REF ? "REF" : "SIC";
}

// No exception may leave: compiled kernels have no tables to pass one on.
Status answer(gm_evaluation& evaluation, const References& references) noexcept {
    try {
        switch (evaluation.request.operation) {
            case GM_IME: return answer_search(evaluation, references);
            case GM_REF: return answer_refinement(evaluation, references);
            default: return answer_check(evaluation, references);
        }
    } catch (const std::exception&) {
        return {StatusCode::exhausted, "out of memory"};
    }
}

void report(const gm_request& request, const Launch& launch, const Status& status) noexcept {
    try {
        launch.report(std::string(operation_name(request.operation)) + " evaluation of the macroblock at (" +
                      std::to_string(request.setup.source_x) + ", " + std::to_string(request.setup.source_y) +
                      "): " + status.message());
    } catch (const std::exception&) {  // no memory for the message either
    }
}

}  // namespace

uint64_t evaluate_from_kernel(gm_group* group, gm_evaluation* evaluation) {
    const KernelImages images(*group);
    const Status status = answer(*evaluation, References(images, evaluation->request));
    if (!status.ok()) {
        write_nothing(*evaluation);
        report(evaluation->request, images.launch(), status);
    }
    evaluation->request.done = 1;
    return 0;
}

}  // namespace genmedia::opencl
