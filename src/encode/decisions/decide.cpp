// SPDX-License-Identifier: MIT
#include "encode/decisions/decide.h"

#include "encode/decisions/refine_exactly.h"
#include "encode/reconstruction/inter_prediction.h"
#include "search/driver_costs.h"
#include "search/search_start.h"
#include "vme/operations.h"

#include <algorithm>
#include <limits>

namespace genmedia::encode {
namespace {

using vme::MotionVector;
using vme::PixelOffset;

constexpr uint32_t kNoLimit = std::numeric_limits<uint32_t>::max();

// The best vectors of the partitions of a shape, from the search's nine records.
vme::InterResult cut_as(const vme::ImeResult& integer, vme::MajorShape major) {
    vme::InterResult result;
    result.major_shape = major;
    for (int n = 0; n < vme::partition_count(major); n++) {
        const int block = vme::partition_blocks(major, {}, n).first;
        const vme::MajorRecord& record = integer.stream_out.forward[static_cast<size_t>(block)];
        vme::spread(result.vectors, vme::kBlocks[block], vme::BidirectionalVector{record.vector, {}});
        vme::spread_quadrants(result.reference_ids, major, n, vme::ReferenceIds{record.reference_id, 0});
    }
    return result;
}

std::array<vme::LumaMode, 4> modes_of(const CodedMacroblock* macroblock, int first, int step) {
    std::array<vme::LumaMode, 4> modes;
    for (int i = 0; i < 4; i++)
        modes[i] = macroblock ? macroblock->luma_modes[first + i * step] : vme::LumaMode::dc;
    return modes;
}

}  // namespace

// A macroblock, and what lies around it.
struct PictureDecisions::Place {
    int x, y;
    const MacroblockSamples& source;
    Neighbors neighbors;
    VectorPrediction prediction;

    Place(const PictureDecisions& picture, const MacroblockSamples& source_, int x_, int y_)
        : x(x_), y(y_), source(source_), neighbors(picture.picture_.map, x, y), prediction(neighbors) {}
};

vme::TransformThresholds transform_thresholds(const Quantizer& quantizer) {
    vme::TransformThresholds thresholds;
    thresholds.fill(std::numeric_limits<uint16_t>::max());
    for (int place = 0; place < 16; place++) {
        uint16_t& threshold = thresholds[place / 4 + place % 4];
        threshold = static_cast<uint16_t>(
            std::min<int>({threshold, quantizer.half_step(place), place == 0 ? 0xFFFF : 0xFF}));
    }
    return thresholds;
}

PictureDecisions::PictureDecisions(const vme::UnitFunctions& functions, const EncoderOptions& options,
                                   const Picture& picture)
    : functions_(functions),
      options_(options),
      picture_(picture),
      level_(picture.level),
      thresholds_(transform_thresholds(Quantizer(picture.qp, false))) {
    if (!is_p()) return;
    levels_.resize(picture.references.size());
    if (!options.decisions.hierarchy) return;
    MotionOptions search_options;
    search_options.qp = picture.qp;
    search_options.threads = options.threads;
    search_options.default_costs = options.decisions.mode_costs;
    search::PictureSearch levels{.functions = functions,
                                 .options = search_options,
                                 .source = {picture.source.view(0), {}},
                                 .forward = {},
                                 .backward = {},
                                 .forward_level = {},
                                 .backward_level = {}};
    for (size_t r = 0; r < levels_.size(); r++)
        levels_[r] = levels.search_levels(picture.references[r]->view(0));
}

vme::InterCosts inter_costs(const EncoderOptions& options, int qp) {
    return options.decisions.mode_costs ? search::driver_costs(vme::SliceType::p, qp) : vme::InterCosts{};
}

vme::ImeRequest search_request(const EncoderOptions& options, const Level& level, int qp) {
    const DecisionOptions& decisions = options.decisions;
    vme::ImeRequest request;
    request.window = decisions.window;
    request.disabled_partitions = decisions.disabled_partitions;
    // At such QPs small pictures may come to need a level that allows few, and the first ones have it, too.
    constexpr int few_vectors = 16, fine = 20;
    const bool may_need_more = options.bit_rate == 0 && options.qp < fine;
    const int most = may_need_more ? std::min<int>(few_vectors, level.vectors_of_two) : level.vectors_of_two;
    request.max_vector_count = static_cast<uint8_t>(most / 2);
    request.costs = inter_costs(options, qp);
    return request;
}

vme::ImeRequest PictureDecisions::search_request() const {
    vme::ImeRequest request = encode::search_request(options_, level_, picture_.qp);
    request.source.image.luma = picture_.source.view(0);
    if (is_p()) request.forward.luma = picture_.references[0]->view(0);
    return request;
}

vme::RefineRequest PictureDecisions::refine_request() const {
    vme::RefineRequest request;
    request.source.image.luma = picture_.source.view(0);
    if (is_p()) request.set_forward({.luma = picture_.references[0]->view(0)});
    request.distortion = options_.decisions.distortion;
    if (picture_.controls) request.subpixel = picture_.controls->subpixel;
    return request;
}

vme::SicRequest PictureDecisions::skip_request() const {
    vme::SicRequest request;
    request.source.image.luma = picture_.source.view(0);
    vme::SkipCheck& skip = request.skip.emplace();
    if (is_p()) skip.set_forward({.luma = picture_.references[0]->view(0)});
    skip.directions[0] = vme::Direction::forward;
    skip.distortion = options_.decisions.distortion;
    skip.forward_transform = thresholds_;
    skip.costs.shape = inter_costs(options_, picture_.qp).shape;
    return request;
}

vme::SicRequest PictureDecisions::intra_request() const {
    const vme::SliceType slice = is_p() ? vme::SliceType::p : vme::SliceType::intra;
    vme::SicRequest request;
    request.source.image = {picture_.source.view(0), picture_.source_chroma};
    vme::IntraEstimation& intra = request.intra.emplace();
    intra.disabled_partitions = vme::intra_8x8;
    if (picture_.controls) intra.disabled_partitions |= picture_.controls->disabled_intra_partitions;
    intra.distortion = options_.decisions.distortion;
    if (!options_.decisions.mode_costs) return request;
    intra.shape_penalty = vme::default_intra_luma_shape_penalty(slice, picture_.qp);
    intra.mode_cost.emplace();
    intra.mode_cost->penalty = vme::default_intra_luma_mode_penalty(slice, picture_.qp);
    intra.mode_cost->non_dc = vme::default_non_dc_luma_penalty();
    return request;
}

// Whole pixels, so that windows and the vectors found in them stay in the level's range.
PixelOffset PictureDecisions::limit(PixelOffset offset) const {
    constexpr int window = 24;
    return search::limit(offset, {search::kFurthest.x, level_.vector_range - window});
}

// The vector that a macroblock of 16x16 is expected to have, from which all its vectors' costs are measured.
MotionVector PictureDecisions::set_cost_center(const Place& place, size_t reference, vme::InterCosts& costs) {
    const MotionVector expected =
        place.prediction.predict(vme::kBlocks[vme::kFirst16x16], static_cast<int8_t>(reference));
    if (costs.motion_vector) costs.motion_vector->center.fill({expected, {}});
    return expected;
}

PictureDecisions::Candidate PictureDecisions::check_skip(const MacroblockCoder& coder, const Place& place,
                                                         bool& needs_nothing) const {
    const MotionVector vector = place.prediction.predict_skip();
    vme::SicRequest request = skip_prototype_;
    request.source.x = 16 * place.x;
    request.source.y = 16 * place.y;
    request.skip->vectors[0].forward = vector;
    set_cost_center(place, 0, request.skip->costs);
    const vme::SicResult result = vme::check(functions_, request);

    Candidate candidate;
    candidate.decision.vectors.fill(vector);
    candidate.cost = result.best_distortion;
    needs_nothing = result.transform_count == std::array<uint8_t, 4>{};
    if (needs_nothing) {
        MacroblockSamples prediction;
        for (int c = 0; c < 2; c++)
            predict_chroma(picture_.references[0]->view(1 + c), 64 * place.x + vector.x,
                           64 * place.y + vector.y, 8, 8, prediction.of_chroma(c), 16);
        needs_nothing = coder.is_chroma_zero(place.source, prediction);
    }
    // If it needs coefficients, it is an ordinary 16x16 macroblock.
    if (!needs_nothing) candidate.decision.type = MacroblockType::inter;
    return candidate;
}

// Searches all references. Leaves the costs of the last reference in `request`.
vme::ImeResult PictureDecisions::search(const Place& place, vme::ImeRequest& request) const {
    request.source.x = 16 * place.x;
    request.source.y = 16 * place.y;
    const vme::WindowSize window = vme::reference_window_size(request.window, false);
    vme::ImeResult result;
    for (size_t r = 0; r < picture_.references.size(); r++) {
        request.forward = {.luma = picture_.references[r]->view(0), .id = static_cast<uint8_t>(r)};
        const MotionVector expected = set_cost_center(place, r, request.costs);
        const PixelOffset start = limit(search::whole_pixels(expected));
        const PixelOffset coarse = limit(levels_[r].predict(place.x, place.y));
        if (options_.decisions.hierarchy && search::is_far(start, coarse, window)) {
            request.forward_offset = coarse;
            request.stream_in = vme::integer_search(functions_, request).stream_out;
        }
        for (const SearchPredictor& given : predictors(place)) {
            request.forward_offset = limit(search::whole_pixels(given.vector));
            if (given.reference == r && search::is_far(start, request.forward_offset, window))
                request.stream_in = vme::integer_search(functions_, request).stream_out;
        }
        request.forward_offset = start;
        result = vme::integer_search(functions_, request);
        request.stream_in = result.stream_out;
    }
    return result;
}

PictureDecisions::Candidate PictureDecisions::refine(const Place& place, const vme::ImeRequest& request,
                                                     const vme::InterResult& integer) const {
    vme::RefineRequest refine = refine_prototype_;
    refine.source = request.source;
    refine.costs = request.costs;
    for (int q = 0; q < 4; q++) {
        const uint8_t id = integer.reference_ids[q].forward;
        refine.forward[q] = {.luma = picture_.references[id]->view(0), .id = id};
    }
    refine.set_partition(integer);
    const vme::RefineResult refined = vme::refine(functions_, refine);

    Candidate candidate;
    candidate.cost = refined.best_distortion;
    candidate.distortions = refined.distortions;
    candidate.decision.type = MacroblockType::inter;
    candidate.decision.major_shape = refined.major_shape;
    candidate.decision.minor_shapes = refined.minor_shapes;
    for (int e = 0; e < 16; e++) candidate.decision.vectors[e] = refined.vectors[e].forward;
    for (int q = 0; q < 4; q++) candidate.decision.references[q] = integer.reference_ids[q].forward;
    if (options_.decisions.exact_refinement) refine_again(place, request.costs, refined, candidate);
    return candidate;
}

void PictureDecisions::add_inter(const Place& place, Candidates& found) const {
    vme::ImeRequest request = search_prototype_;
    const vme::ImeResult integer = search(place, request);
    found.add(refine(place, request, integer));
    if (!options_.decisions.exact_choice) return;
    for (const vme::MajorShape major : {vme::MajorShape::shape_16x16, vme::MajorShape::shape_16x8,
                                        vme::MajorShape::shape_8x16, vme::MajorShape::shape_8x8})
        if (major != integer.major_shape && !(request.disabled_partitions >> static_cast<int>(major) & 1))
            found.add(refine(place, request, cut_as(integer, major)));
}

void PictureDecisions::refine_again(const Place& place, const vme::InterCosts& costs,
                                    const vme::RefineResult& refined, Candidate& candidate) const {
    std::vector<PlaneView> references;
    for (const Frame* frame : picture_.references) references.push_back(frame->view(0));
    uint32_t before = 0;
    for_each_block(refined,
                   [&](const vme::Block& block) { before += vme::entry_of(refined.distortions, block); });
    const uint32_t shape = refined.best_distortion - std::min<uint32_t>(before, refined.best_distortion);
    candidate.cost = shape + refine_exactly({.functions = functions_,
                                             .source = place.source.luma,
                                             .x = 16 * place.x,
                                             .y = 16 * place.y,
                                             .references = references,
                                             .distortion = options_.decisions.distortion,
                                             .costs = costs,
                                             .prediction = place.prediction},
                                            candidate.decision);
}

vme::SicRequest PictureDecisions::intra_request_at(const Place& place) const {
    const Frame& frame = picture_.reconstruction;
    const Neighbors& around = place.neighbors;
    vme::SicRequest request = intra_prototype_;
    request.source.x = 16 * place.x;
    request.source.y = 16 * place.y;
    vme::IntraNeighbors& n = request.intra->neighbors;
    n.has_left = around.left;
    n.has_upper = around.upper;
    n.has_upper_left = around.upper_left;
    n.has_upper_right = around.upper && around.upper_right;
    const vme::Edges luma = edges_around(frame, 0, 16 * place.x, 16 * place.y, 16, n.has_left, n.has_upper,
                                         n.has_upper_left, n.has_upper_right);
    n.left = luma.left;
    std::copy_n(luma.upper.begin(), 16, n.upper.begin());
    std::copy_n(luma.upper.begin() + 16, 8, n.upper_right.begin());
    n.upper_left = luma.upper_left;
    if (request.intra->mode_cost) {
        request.intra->mode_cost->left = modes_of(around.left, 3, 4);
        request.intra->mode_cost->upper = modes_of(around.upper, 12, 1);
    }
    return request;
}

PictureDecisions::Candidate PictureDecisions::estimate_luma(const Place& place, uint8_t disabled_partitions,
                                                            uint32_t enough) const {
    vme::SicRequest request = intra_request_at(place);
    request.intra->disabled_partitions |= disabled_partitions;
    const vme::SicResult result = vme::check_below(functions_, request, enough);
    Candidate candidate;
    candidate.cost = result.intra_distortion;
    candidate.decision.type = result.intra_shape == vme::IntraShape::shape_16x16 ? MacroblockType::intra_16x16
                                                                                 : MacroblockType::intra_4x4;
    candidate.decision.luma_modes = result.luma_modes;
    return candidate;
}

// The chroma mode. The unit estimates luma along with it: here the shape that is cheapest to try.
vme::ChromaMode PictureDecisions::estimate_chroma(const Place& place) const {
    vme::SicRequest request = intra_request_at(place);
    request.intra->disabled_partitions |= vme::intra_4x4;
    request.intra->chroma = true;
    vme::IntraNeighbors& n = request.intra->neighbors;
    for (int c = 0; c < 2; c++) {
        const vme::Edges chroma = edges_around(picture_.reconstruction, 1 + c, 8 * place.x, 8 * place.y, 8,
                                               n.has_left, n.has_upper, n.has_upper_left, false);
        for (int i = 0; i < 8; i++) n.chroma_left[i][c] = chroma.left[i];
        for (int i = 0; i < 8; i++) n.chroma_upper[i][c] = chroma.upper[i];
        n.chroma_upper_left[c] = chroma.upper_left;
    }
    return vme::check(functions_, request).chroma_mode;
}

// No intra macroblock costs less than this.
uint32_t PictureDecisions::least_intra_cost() const {
    if (!options_.decisions.mode_costs) return 0;
    const vme::IntraShapePenalty penalty =
        vme::default_intra_luma_shape_penalty(vme::SliceType::p, picture_.qp);
    return std::min(penalty.shape_16x16.value(), penalty.shape_4x4.value());
}

const PictureDecisions::Candidate& PictureDecisions::Candidates::cheapest() const {
    return *std::min_element(all.begin(), all.begin() + count,
                             [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
}

ForcedType PictureDecisions::forced(const Place& place) const {
    if (!picture_.controls || picture_.controls->forced.empty()) return ForcedType::none;
    return picture_.controls->forced[static_cast<size_t>(place.y) * picture_.map.columns + place.x];
}

std::span<const SearchPredictor> PictureDecisions::predictors(const Place& place) const {
    if (!picture_.controls || picture_.controls->predictors.empty()) return {};
    return picture_.controls->predictors[static_cast<size_t>(place.y) * picture_.map.columns + place.x];
}

PictureDecisions::Candidates PictureDecisions::candidates(const MacroblockCoder& coder,
                                                          const MacroblockSamples& source, int x,
                                                          int y) const {
    const Place place(*this, source, x, y);
    const ForcedType wanted = forced(place);
    Candidates found;
    if (is_p() && wanted == ForcedType::skip) {
        found.add({});
        return found;
    }
    if (is_p() && options_.decisions.skip_check && wanted == ForcedType::none) {
        bool needs_nothing = false;
        found.add(check_skip(coder, place, needs_nothing));
        if (needs_nothing) return found;
    }
    if (is_p() && wanted != ForcedType::intra) {
        add_inter(place, found);
        if (!options_.decisions.intra_in_p || found.cheapest().cost <= least_intra_cost()) return found;
    }
    if (!options_.decisions.exact_choice) {
        // A cost that does not fit in the unit's 16 bits is above any of intra's.
        const uint32_t so_far = found.count > 0 ? found.cheapest().cost : kNoLimit;
        const Candidate intra = estimate_luma(place, 0, so_far <= 0xFFFF ? so_far : kNoLimit);
        if (so_far <= intra.cost) return found;
        found.add(intra);
    } else {
        found.add(estimate_luma(place, vme::intra_4x4));
        found.add(estimate_luma(place, vme::intra_16x16));
    }
    const vme::ChromaMode chroma = estimate_chroma(place);
    for (int i = 0; i < found.count; i++)
        if (Candidate& candidate = found.all[static_cast<size_t>(i)];
            candidate.decision.type >= MacroblockType::intra_16x16)
            candidate.decision.chroma_mode = chroma;
    return found;
}

}  // namespace genmedia::encode
