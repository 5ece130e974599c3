// SPDX-License-Identifier: MIT
// What the unit makes of a macroblock: skip check, integer search, refinement, intra estimation. Each step
// begins with what the decoder will know of the macroblocks before it.
#pragma once

#include "encode/bitstream/parameter_sets.h"
#include "encode/decisions/macroblock_controls.h"
#include "encode/decisions/vector_prediction.h"
#include "encode/macroblock_coder.h"
#include "search/picture_search.h"
#include "vme/unit_functions.h"

#include <array>
#include <limits>
#include <span>
#include <vector>

namespace genmedia::encode {

// Decides all macroblocks of a picture.
class PictureDecisions {
public:
    struct Picture {
        const Frame& source;
        PlaneView source_chroma;                   // the same, interleaved
        std::span<const Frame* const> references;  // none: all is intra
        const Frame& reconstruction;               // of the macroblocks that are coded, not deblocked
        const MacroblockMap& map;
        int qp;
        const Level& level;  // the stream's
        const MacroblockControls* controls = nullptr;
    };

    // Searches the smaller pictures if the options say so.
    PictureDecisions(const vme::UnitFunctions& functions, const EncoderOptions& options,
                     const Picture& picture);

    // A decision, and what it costs by the unit's measure.
    struct Candidate {
        MacroblockDecision decision;
        uint32_t cost = 0;
        std::array<uint16_t, 16> distortions{};  // of an inter macroblock's blocks
    };
    struct Candidates {
        std::array<Candidate, 7> all;
        int count = 0;

        void add(const Candidate& candidate) { all[static_cast<size_t>(count++)] = candidate; }
        // The first of the lowest costs.
        const Candidate& cheapest() const;
    };
    // At least one candidate for macroblock (x, y), whose neighbours are coded.
    Candidates candidates(const MacroblockCoder& coder, const MacroblockSamples& source, int x, int y) const;

    // The unit's requests, without what differs from macroblock to macroblock.
    vme::ImeRequest search_request() const;
    vme::RefineRequest refine_request() const;
    vme::SicRequest skip_request() const;
    vme::SicRequest intra_request() const;

private:
    struct Place;

    static vme::MotionVector set_cost_center(const Place& place, size_t reference, vme::InterCosts& costs);
    bool is_p() const { return !picture_.references.empty(); }
    ForcedType forced(const Place& place) const;
    std::span<const SearchPredictor> predictors(const Place& place) const;
    Candidate check_skip(const MacroblockCoder& coder, const Place& place, bool& needs_nothing) const;
    vme::ImeResult search(const Place& place, vme::ImeRequest& request) const;
    Candidate refine(const Place& place, const vme::ImeRequest& request,
                     const vme::InterResult& integer) const;
    void add_inter(const Place& place, Candidates& found) const;
    void refine_again(const Place& place, const vme::InterCosts& costs, const vme::RefineResult& refined,
                      Candidate& candidate) const;
    vme::SicRequest intra_request_at(const Place& place) const;  // without chroma's neighbours
    // An intra macroblock, or any that costs no less than `enough`.
    Candidate estimate_luma(const Place& place, uint8_t disabled_partitions,
                            uint32_t enough = std::numeric_limits<uint32_t>::max()) const;
    vme::ChromaMode estimate_chroma(const Place& place) const;
    uint32_t least_intra_cost() const;
    vme::PixelOffset limit(vme::PixelOffset offset) const;

    const vme::UnitFunctions& functions_;
    const EncoderOptions& options_;
    Picture picture_;
    const Level& level_;
    vme::TransformThresholds thresholds_;
    const vme::ImeRequest search_prototype_ = search_request();
    const vme::RefineRequest refine_prototype_ = refine_request();
    const vme::SicRequest skip_prototype_ = skip_request(), intra_prototype_ = intra_request();
    std::vector<search::LevelVectors> levels_;  // of each reference
};

// The integer search of a macroblock without its pictures.
vme::ImeRequest search_request(const EncoderOptions& options, const Level& level, int qp);

// Half a quantisation step, as the unit's skip check takes it. Coefficients whose two frequencies have the
// same sum share a threshold, the smallest of theirs. [ext: SIC, set_skc_forward_transform_enable]
vme::TransformThresholds transform_thresholds(const Quantizer& quantizer);

}  // namespace genmedia::encode
