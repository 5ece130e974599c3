// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "cm/runtime/unit/message_vectors.h"
#include "cm/runtime/unit/vme_message.h"
#include "cm/runtime/unit/vme_pictures.h"
#include "vme/fit_fields.h"
#include "vme/packed.h"

namespace genmedia::runtime {
namespace {

// One of the settings that no request can express.
struct Refused {
    VmeField field;
    const char* name;
    const char* expected;
};
constexpr Refused kRefused[] = {
    {UNIInput::SrcSize, "SrcType's block size", "0 (16x16)"},
    {UNIInput::InterChromaMode, "InterChromaMode", "0: the search of chroma is not supported"},
    {UNIInput::RefPixelOffset, "RefPixelOffset", "0: not supported"},
    {UNIInput::Fixed7x7Weights, "Fixed7x7Weights", "0: not supported"},
    {UNIInput::RefPixelShift, "RefPixelShift", "0: not supported"},
    {UNIInput::RefPixelBiasEnable, "RefPixelBiasEnable", "0: not supported"},
};

uint8_t nibble(uint32_t bits, int number) { return bits >> (4 * number) & 15; }

Status refused(const char* field, unsigned value, const char* expected) {
    return {StatusCode::invalid_argument,
            std::string(field) + " is " + std::to_string(value) + "; expected " + expected};
}

// The universal input, with which all messages begin.
class Universal {
public:
    explicit Universal(const cm_abi::VmeMessage& message)
        : gen7_5_(message.universal_rows == 3), rows_(message.universal), pictures_(*message.surface) {}

    const VmeRows& rows() const { return rows_; }
    const VmePictureSet& pictures() const { return pictures_; }

    Status validate() const {
        for (const Refused& setting : kRefused)
            if (rows_[setting.field] != 0)
                return refused(setting.name, rows_[setting.field], setting.expected);
        return {};
    }

    Status source(bool chroma, vme::SourceBlock& block) const {
        block.scan = vme::unpack_scan(rows_[UNIInput::SrcAccess] != 0, rows_[UNIInput::SrcFieldPolarity]);
        block.x = static_cast<uint16_t>(rows_[UNIInput::SrcX]);
        block.y = static_cast<uint16_t>(rows_[UNIInput::SrcY]);
        return pictures_.source(chroma, block.image);
    }

    uint8_t id(int quadrant, bool backward) const {
        return nibble(rows_[UNIInput::BlkRefID(quadrant)], backward ? 1 : 0);
    }

    Status reference(int quadrant, bool backward, vme::Reference& reference) const {
        reference.id = id(quadrant, backward);
        const uint32_t polarities = rows_[backward ? UNIInput::Ref1Polarity : UNIInput::Ref0Polarity];
        reference.scan = vme::unpack_scan(rows_[UNIInput::RefAccess] != 0, polarities >> quadrant & 1);
        return pictures_.reference(reference.id, backward, reference.luma);
    }

    // References of the quadrants that need one. The others get the first one's picture and their own number.
    Status references(const std::array<bool, 4>& needed, bool backward,
                      std::array<vme::Reference, 4>& to) const {
        const auto first = std::find(needed.begin(), needed.end(), true);
        if (first == needed.end()) {
            for (int q = 0; q < 4; q++) to[q].id = id(q, backward);
            return {};
        }
        vme::Reference stand_in;
        if (Status status = reference(static_cast<int>(first - needed.begin()), backward, stand_in);
            !status.ok())
            return status;
        for (int q = 0; q < 4; q++) {
            to[q] = stand_in;
            to[q].id = id(q, backward);
            if (!needed[q]) continue;
            if (Status status = reference(q, backward, to[q]); !status.ok()) return status;
        }
        return {};
    }

    vme::Distortion inter_distortion() const {
        return vme::unpack_distortion(rows_.byte(UNIInput::InterSad), rows_[UNIInput::AConlyHAAR] != 0);
    }
    vme::Distortion intra_distortion() const {
        return vme::unpack_distortion(rows_.byte(UNIInput::IntraSad), rows_[UNIInput::AConlyHAAR] != 0);
    }
    bool bilinear() const { return rows_[UNIInput::BilinearEnable] != 0; }

    vme::BidirectionalWeight weight() const {
        return static_cast<vme::BidirectionalWeight>(rows_[UNIInput::BiWeight]);
    }

    vme::InterCosts costs() const {
        vme::InterCosts costs;
        vme::CostTable table;
        for (int i = 0; i < 8; i++) table[i] = {rows_.byte(UNIInput::MVCost(i))};
        // Guess: a table of zeros means no costs, also beyond distance 64.
        if (table != vme::CostTable{}) {
            vme::MotionVectorCost& cost = costs.motion_vector.emplace();
            cost.table = table;
            cost.precision = static_cast<vme::CostPrecision>(rows_[UNIInput::MVCostScaleFactor]);
            for (int q = 0; q < 4; q++) cost.center[q] = {center(false, q), center(true, q)};
        }
        const auto mode = [this](int i) { return vme::U4U4{rows_.byte(UNIInput::ModeCost(i))}; };
        costs.shape = {mode(8), mode(4), mode(5), mode(6), mode(7)};
        costs.backward_direction = mode(9);
        costs.base_multi_reference = {rows_.byte(UNIInput::RefIDCost)};
        costs.linear_multi_reference = rows_[UNIInput::RefIDCostMode] != 0;
        return costs;
    }

    // Of a skip check, which pays for vectors and references where NonSkipZMvAdded asks for it, and for its
    // shape and direction where NonSkipModeAdded does: [prm: M1.7, page 70]; Intel's OpenCL sets these bits
    // with these costs.
    vme::InterCosts skip_costs() const {
        vme::InterCosts costs = this->costs();
        if (rows_[UNIInput::NonSkipZMvAdded] == 0) {
            costs.motion_vector = {};
            costs.base_multi_reference = {};
        }
        if (rows_[UNIInput::NonSkipModeAdded] == 0) {
            costs.shape = {};
            costs.backward_direction = {};
        }
        return costs;
    }

private:
    vme::MotionVector center(bool backward, int quadrant) const {
        if (gen7_5_) return vector(rows_, UNIInput::CostCenter_X(backward), UNIInput::CostCenter_Y(backward));
        return backward
                   ? vector(rows_, UNIInput::BWDCostCenter_X(quadrant), UNIInput::BWDCostCenter_Y(quadrant))
                   : vector(rows_, UNIInput::FWDCostCenter_X(quadrant), UNIInput::FWDCostCenter_Y(quadrant));
    }

    const bool gen7_5_;
    const VmeRows rows_;
    const VmePictureSet pictures_;
};

vme::MajorRecords records(const VmeRows& rows, int record) {
    // In the message 16x16 comes last.
    vme::MajorRecords records;
    records[0] = {vector(rows, IMEInput::Rec_16x16_X(record), IMEInput::Rec_16x16_Y(record)),
                  static_cast<uint16_t>(rows[IMEInput::Rec_16x16_Distortion(record)]),
                  nibble(rows[IMEInput::Rec_16x16_RefID(record)], 0)};
    for (int i = 0; i < 8; i++) {
        records[i + 1] = {vector(rows, IMEInput::Rec_X(record, i), IMEInput::Rec_Y(record, i)),
                          static_cast<uint16_t>(rows[IMEInput::Rec_Distortion(record, i)]),
                          nibble(rows[IMEInput::Rec_RefIDs(record, i / 2)], i % 2)};
    }
    return records;
}

vme::CustomSearchPath custom_path(const VmeRows& universal, const VmeRows& input) {
    vme::CustomSearchPath path;
    path.window = {universal.byte(UNIInput::RefW), universal.byte(UNIInput::RefH)};
    path.length = universal.byte(UNIInput::LenSP);
    path.max_search_units = universal.byte(UNIInput::MaxNumSU);
    path.adaptive = universal[UNIInput::AdaptiveEn] != 0;
    const uint32_t forward = universal[UNIInput::StartCenter(0)],
                   backward = universal[UNIInput::StartCenter(1)];
    path.forward_start = {nibble(forward, 0), nibble(forward, 1)};
    path.backward_start = {nibble(backward, 0), nibble(backward, 1)};
    for (int i = 0; i < static_cast<int>(path.steps.size()); i++)
        path.steps[i] = input.byte(IMEInput::IMESearchPathDelta(i));
    path.control = static_cast<vme::SearchControl>(universal[UNIInput::SearchCtrl]);
    path.separate_steps = universal[UNIInput::DualSearchPath] != 0;
    return path;
}

Status validate_search(const cm_abi::VmeMessage& message, bool dual) {
    const int wanted = !message.stream_in ? 2 : dual ? 6 : 4;
    if (message.input_rows < wanted)
        return refused("the number of IMEInput's rows", message.input_rows, std::to_string(wanted).c_str());
    return {};
}

// Options of the unit that only searches have.
void set_search_options(const VmeRows& rows, vme::ImeRequest& request) {
    request.disabled_partitions = rows[UNIInput::SubMbPartMask] & 0x7F;
    request.max_vector_count = std::min<uint8_t>(rows[UNIInput::MaxNumMVs] & 63, 32);
    request.disable_direction_mix = rows[UNIInput::UniMixDisable] != 0;
    // A threshold of 0 is never met.
    const vme::U4U4 stop{rows.byte(UNIInput::EarlyImeStop)};
    if (rows[UNIInput::EarlyImeSuccessEn] != 0 && stop.value() != 0) request.early_termination = stop;
    if (rows[UNIInput::WeightedSADHAAR] != 0) request.sad_weights = rows[UNIInput::WeightedSADCtrl];
}

}  // namespace

Status decode(const cm_abi::VmeMessage& message, vme::ImeRequest& request) {
    const Universal universal(message);
    const VmeRows& rows = universal.rows();
    const VmeRows input(message.input);
    if (Status status = universal.validate(); !status.ok()) return status;
    const bool dual = is_dual_reference(rows[UNIInput::SearchCtrl]);
    if (Status status = validate_search(message, dual); !status.ok()) return status;
    if (Status status = universal.source(false, request.source); !status.ok()) return status;
    if (Status status = universal.reference(0, false, request.forward); !status.ok()) return status;
    if (dual) {
        if (Status status = universal.reference(0, true, request.backward.emplace()); !status.ok())
            return status;
    }
    request.custom_path = custom_path(rows, input);
    const auto offset = [&rows](int i) {
        return vme::PixelOffset{rows.signed_word(UNIInput::RefX(i)), rows.signed_word(UNIInput::RefY(i))};
    };
    request.forward_offset = offset(0);
    request.backward_offset = offset(1);
    request.distortion = universal.inter_distortion();
    request.costs = universal.costs();
    set_search_options(rows, request);
    if (message.stream_in) {
        vme::ImeStream& stream = request.stream_in.emplace();
        stream.forward = records(input, 0);
        if (dual) stream.backward = records(input, 1);
    }
    vme::fit_fields(request);
    return {};
}

Status decode(const cm_abi::VmeMessage& message, vme::RefineRequest& request) {
    const Universal universal(message);
    const VmeRows& rows = universal.rows();
    const VmeRows input(message.input);
    if (Status status = universal.validate(); !status.ok()) return status;
    if (Status status = universal.source(false, request.source); !status.ok()) return status;
    request.major_shape = static_cast<vme::MajorShape>(rows[UNIInput::FBRMbModeInput]);
    // Guess: without a backward picture nothing becomes bidirectional.
    if (rows[UNIInput::BMEDisableFBR] == 0 && universal.pictures().has_backward())
        request.bidirectional = universal.weight();
    std::array<bool, 4> forward, backward;
    for (int q = 0; q < 4; q++) {
        const uint32_t direction = rows[UNIInput::FBRSubPredModeInput] >> (2 * q) & 3;
        request.minor_shapes[q] =
            static_cast<vme::MinorShape>(rows[UNIInput::FBRSubMBShapeInput] >> (2 * q) & 3);
        request.directions[q] = static_cast<vme::Direction>(direction);
        forward[q] = request.bidirectional || request.directions[q] != vme::Direction::backward;
        backward[q] = request.bidirectional || request.directions[q] != vme::Direction::forward;
    }
    if (Status status = universal.references(forward, false, request.forward); !status.ok()) return status;
    if (Status status = universal.references(backward, true, request.backward); !status.ok()) return status;
    vme::share_references(request);
    for (int i = 0; i < 16; i++) {
        request.vectors[i] = {vector(input, FBRInput::Ref0SubBlockX(i), FBRInput::Ref0SubBlockY(i)),
                              vector(input, FBRInput::Ref1SubBlockX(i), FBRInput::Ref1SubBlockY(i))};
    }
    request.subpixel = static_cast<vme::SubpixelMode>(rows[UNIInput::SubPelMode]);
    request.disable_bidirectional_mix = rows[UNIInput::BiMixDisable] != 0;
    request.bilinear_filter = universal.bilinear();
    request.distortion = universal.inter_distortion();
    request.costs = universal.costs();
    vme::fit_fields(request);
    return {};
}

namespace {

Status decode_skip(const Universal& universal, const VmeRows& input, vme::SkipCheck& skip) {
    const VmeRows& rows = universal.rows();
    skip.partition_8x8 = rows[UNIInput::SkipModeType] != 0;
    std::array<bool, 4> forward{}, backward{};
    for (int q = 0; q < (skip.partition_8x8 ? 4 : 1); q++) {
        skip.directions[q] = vme::unpack_skip_direction(rows[UNIInput::SkipCenterMask], q);
        skip.vectors[q] = skip_vectors(input, q);
        if (!skip.directions[q]) continue;
        forward[q] = *skip.directions[q] != vme::Direction::backward;
        backward[q] = *skip.directions[q] != vme::Direction::forward;
    }
    if (Status status = universal.references(forward, false, skip.forward); !status.ok()) return status;
    if (Status status = universal.references(backward, true, skip.backward); !status.ok()) return status;
    vme::share_references(skip);
    skip.weight = universal.weight();
    skip.distortion = universal.inter_distortion();
    skip.bilinear_filter = universal.bilinear();
    if (rows[UNIInput::SkipRawSad] != 0)
        skip.raw_sad =
            rows[UNIInput::T8x8FlagForInterEn] != 0 ? vme::RawSad::largest_8x8 : vme::RawSad::largest_4x4;
    if (rows[UNIInput::FTEnable] != 0) {
        vme::TransformThresholds& thresholds = skip.forward_transform.emplace();
        thresholds[0] = static_cast<uint16_t>(rows[UNIInput::SICFwdTCoeffThreshold0]);
        for (int k = 1; k < 7; k++) thresholds[k] = rows.byte(UNIInput::SICFwdTCoeffThreshold(k - 1));
    }
    skip.costs = universal.skip_costs();
    return {};
}

vme::IntraNeighbors neighbors(const VmeRows& universal, const VmeRows& input) {
    vme::IntraNeighbors around;
    vme::unpack_neighbors(universal.byte(UNIInput::MbIntraStruct), around);
    const auto pixel = [&input](int i) { return input.byte(SICInput::NeighborPixelLum(i)); };
    for (int i = 0; i < 16; i++) around.upper[i] = pixel(i);
    for (int i = 0; i < 8; i++) around.upper_right[i] = pixel(16 + i);
    for (int i = 0; i < 15; i++) around.left[i] = pixel(24 + i);
    around.left[15] = input.byte(SICInput::CornerNeighborPixel1);
    around.upper_left = input.byte(SICInput::CornerNeighborPixel0);
    // IntraCornerSwap. Guess: it swaps the two corner pixels of the message. The second one is the last of
    // the left edge.
    if (universal[UNIInput::IntraCornerSwap] != 0) std::swap(around.upper_left, around.left[15]);
    const auto chroma = [&input](int i) {
        return std::array{input.byte(SICInput::NeighborPixelChroma(2 * i)),
                          input.byte(SICInput::NeighborPixelChroma(2 * i + 1))};
    };
    for (int i = 0; i < 8; i++) {
        around.chroma_left[i] = chroma(i);
        around.chroma_upper[i] = chroma(8 + i);
    }
    around.chroma_upper_left =
        vme::unpack_chroma_pixel(static_cast<uint16_t>(input[SICInput::CornerNeighborPixelChroma]));
    return around;
}

vme::IntraEstimation intra(const Universal& universal, const VmeRows& input) {
    const VmeRows& rows = universal.rows();
    vme::IntraEstimation intra;
    intra.disabled_partitions = rows.byte(UNIInput::IntraDisabledPartitions);
    // 8x8 and 4x4 have nine modes each.
    intra.disabled_modes = {static_cast<uint16_t>(input[SICInput::Intra8x8Modes] & 0x1FF),
                            static_cast<uint16_t>(input[SICInput::Intra4x4Modes] & 0x1FF),
                            input.byte(SICInput::Intra16x16Modes), input.byte(SICInput::IntraChromaModes)};
    intra.neighbors = neighbors(rows, input);
    intra.distortion = universal.intra_distortion();
    const auto mode = [&rows](int i) { return vme::U4U4{rows.byte(UNIInput::ModeCost(i))}; };
    intra.shape_penalty = {mode(1), mode(2), mode(3)};
    vme::IntraModeCost& cost = intra.mode_cost.emplace();
    cost.penalty = mode(0);
    for (int i = 0; i < 4; i++) {
        cost.left[i] = static_cast<vme::LumaMode>(nibble(input[SICInput::LeftModes], i));
        cost.upper[i] = static_cast<vme::LumaMode>(nibble(input[SICInput::TopModes], i));
    }
    cost.non_dc = {input.byte(SICInput::PenaltyIntra16x16NonDC), input.byte(SICInput::PenaltyIntra8x8NonDC),
                   input.byte(SICInput::PenaltyIntra4x4NonDC)};
    intra.chroma_mode_penalty = {rows.byte(UNIInput::ChromaIntraModeCost)};
    return intra;
}

}  // namespace

Status decode(const cm_abi::VmeMessage& message, vme::SicRequest& request) {
    const Universal universal(message);
    const VmeRows& rows = universal.rows();
    const VmeRows input(message.input);
    if (Status status = universal.validate(); !status.ok()) return status;
    const uint32_t compute =
        input[SICInput::IntraComputeType];  // 0: luma and chroma; 1: only luma; else neither
    if (Status status = universal.source(compute == 0, request.source); !status.ok()) return status;
    if (rows[UNIInput::SkipModeEn] != 0) {
        if (Status status = decode_skip(universal, input, request.skip.emplace()); !status.ok())
            return status;
    }
    if (compute <= 1) {
        request.intra = intra(universal, input);
        // Guess: a picture without chroma is estimated without.
        request.intra->chroma = compute == 0 && !request.source.image.chroma.empty();
    }
    vme::fit_fields(request);
    return {};
}

}  // namespace genmedia::runtime
