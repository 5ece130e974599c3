// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "cm/runtime/unit/vme_fields.h"
#include "cm/runtime/unit/vme_message.h"
#include "cm/runtime/unit/vme_pictures.h"
#include "vme/fit_fields.h"
#include "vme/packed.h"

namespace genmedia::runtime {
namespace {

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

    // Refuses settings that no request can express.
    Status validate() const {
        if (rows_.bits(0, 12, 0, 2) != 0)
            return refused("SrcType's block size", rows_.bits(0, 12, 0, 2), "0 (16x16)");
        if (rows_.bit(0, 14, 0))
            return refused("InterChromaMode", 1, "0: the search of chroma is not supported");
        if (rows_.byte(1, 1) != 0) return refused("RefPixelOffset", rows_.byte(1, 1), "0: not supported");
        if (rows_.bits(1, 6, 6, 2) != 0)
            return refused("Fixed7x7Weights", rows_.bits(1, 6, 6, 2), "0: not supported");
        if (rows_.bits(1, 7, 0, 4) != 0)
            return refused("RefPixelShift", rows_.bits(1, 7, 0, 4), "0: not supported");
        if (rows_.bit(1, 7, 5)) return refused("RefPixelBiasEnable", 1, "0: not supported");
        return {};
    }

    Status source(bool chroma, vme::SourceBlock& block) const {
        block.scan = vme::unpack_scan(rows_.bit(0, 12, 6), rows_.bits(1, 30, 3, 1));
        block.x = rows_.word(0, 4);
        block.y = rows_.word(0, 5);
        return pictures_.source(chroma, block.image);
    }

    std::uint8_t id(int quadrant, bool backward) const {
        return rows_.bits(1, 24 + quadrant, backward ? 4 : 0, 4);
    }

    Status reference(int quadrant, bool backward, vme::Reference& reference) const {
        reference.id = id(quadrant, backward);
        reference.scan =
            vme::unpack_scan(rows_.bit(0, 12, 7), rows_.bits(1, 5, quadrant + (backward ? 4 : 0), 1));
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
        return vme::unpack_distortion(rows_.bits(0, 14, 4, 2), rows_.bit(1, 30, 5));
    }
    vme::Distortion intra_distortion() const {
        return vme::unpack_distortion(rows_.bits(0, 14, 6, 2), rows_.bit(1, 30, 5));
    }
    bool bilinear() const { return rows_.bit(1, 30, 2); }

    vme::BidirectionalWeight weight() const {
        return static_cast<vme::BidirectionalWeight>(rows_.bits(1, 6, 0, 6));
    }

    vme::InterCosts costs() const {
        vme::InterCosts costs;
        std::uint64_t table = rows_.dword(2, 3) | static_cast<std::uint64_t>(rows_.dword(2, 4)) << 32;
        // Guess: a table of zeros means no costs, also beyond distance 64.
        if (table != 0) {
            vme::MotionVectorCost& cost = costs.motion_vector.emplace();
            cost.table = vme::unpack_cost_table(table);
            cost.precision = static_cast<vme::CostPrecision>(rows_.bits(1, 30, 0, 2));
            for (int q = 0; q < 4; q++)
                cost.center[q] = vme::unpack_vectors(gen7_5_ ? rows_.qword(1, 2) : rows_.qword(3, q));
        }
        costs.shape = vme::InterShapePenalty::from_packed(rows_.qword(2, 0) >> 32 |
                                                          static_cast<std::uint64_t>(rows_.byte(2, 8)) << 32);
        costs.backward_direction = {rows_.byte(2, 9)};
        costs.base_multi_reference = {rows_.byte(2, 10)};
        costs.linear_multi_reference = rows_.bit(1, 30, 6);
        return costs;
    }

    // Of a skip check, which pays for vectors and references where NonSkipZMvAdded asks for it, and for its
    // shape and direction where NonSkipModeAdded does: [prm: M1.7, page 70]; Intel's OpenCL sets these bits
    // with these costs.
    vme::InterCosts skip_costs() const {
        vme::InterCosts costs = this->costs();
        if (!rows_.bit(1, 28, 5)) {
            costs.motion_vector = {};
            costs.base_multi_reference = {};
        }
        if (!rows_.bit(1, 28, 6)) {
            costs.shape = {};
            costs.backward_direction = {};
        }
        return costs;
    }

private:
    const bool gen7_5_;
    const VmeRows rows_;
    const VmePictureSet pictures_;
};

vme::MajorRecords records(const VmeRows& rows, int row) {
    // In the message 16x16 comes last.
    vme::MajorRecords records;
    records[0] = {vme::unpack_vector(rows.dword(row, 5)), rows.word(row, 8), rows.bits(row, 18, 0, 4)};
    for (int i = 0; i < 8; i++) {
        records[i + 1] = {vme::unpack_vector(rows.dword(row + 1, i)), rows.word(row, i),
                          rows.bits(row, 24 + i / 2, i % 2 * 4, 4)};
    }
    return records;
}

vme::CustomSearchPath custom_path(const VmeRows& universal, const VmeRows& input) {
    vme::CustomSearchPath path;
    path.window = {universal.byte(0, 22), universal.byte(0, 23)};
    path.length = universal.byte(1, 8);
    path.max_search_units = universal.byte(1, 9);
    path.adaptive = universal.bit(1, 0, 1);
    path.forward_start = {universal.bits(1, 10, 0, 4), universal.bits(1, 10, 4, 4)};
    path.backward_start = {universal.bits(1, 11, 0, 4), universal.bits(1, 11, 4, 4)};
    for (int i = 0; i < static_cast<int>(path.steps.size()); i++)
        path.steps[i] = input.byte(i / kVmeRowBytes, i % kVmeRowBytes);
    path.control = static_cast<vme::SearchControl>(universal.bits(0, 13, 0, 3));
    path.separate_steps = universal.bit(0, 13, 3);
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
    request.disabled_partitions = rows.bits(0, 15, 0, 7);
    request.max_vector_count = std::min<std::uint8_t>(rows.bits(1, 4, 0, 6), 32);
    request.disable_direction_mix = rows.bit(1, 7, 4);
    // A threshold of 0 is never met.
    if (rows.bit(1, 0, 5) && vme::U4U4{rows.byte(1, 3)}.value() != 0)
        request.early_termination = vme::U4U4{rows.byte(1, 3)};
    if (rows.bit(1, 30, 4)) request.sad_weights = rows.dword(1, 3);
}

}  // namespace

Status decode(const cm_abi::VmeMessage& message, vme::ImeRequest& request) {
    const Universal universal(message);
    const VmeRows& rows = universal.rows();
    const VmeRows input(message.input);
    if (Status status = universal.validate(); !status.ok()) return status;
    const bool dual = is_dual_reference(rows.bits(0, 13, 0, 3));
    if (Status status = validate_search(message, dual); !status.ok()) return status;
    if (Status status = universal.source(false, request.source); !status.ok()) return status;
    if (Status status = universal.reference(0, false, request.forward); !status.ok()) return status;
    if (dual) {
        if (Status status = universal.reference(0, true, request.backward.emplace()); !status.ok())
            return status;
    }
    request.custom_path = custom_path(rows, input);
    const vme::BidirectionalVector first = vme::unpack_vectors(rows.qword(0, 0));  // in pixels
    request.forward_offset = {first.forward.x, first.forward.y};
    request.backward_offset = {first.backward.x, first.backward.y};
    request.distortion = universal.inter_distortion();
    request.costs = universal.costs();
    set_search_options(rows, request);
    if (message.stream_in) {
        vme::ImeStream& stream = request.stream_in.emplace();
        stream.forward = records(input, 2);
        if (dual) stream.backward = records(input, 4);
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
    request.major_shape = static_cast<vme::MajorShape>(rows.bits(2, 20, 0, 2));
    // Guess: without a backward picture nothing becomes bidirectional.
    if (!rows.bit(0, 14, 2) && universal.pictures().has_backward())
        request.bidirectional = universal.weight();
    std::array<bool, 4> forward, backward;
    for (int q = 0; q < 4; q++) {
        const unsigned direction = rows.bits(2, 22, 2 * q, 2);
        request.minor_shapes[q] = static_cast<vme::MinorShape>(rows.bits(2, 21, 2 * q, 2));
        request.directions[q] = static_cast<vme::Direction>(direction);
        forward[q] = request.bidirectional || request.directions[q] != vme::Direction::backward;
        backward[q] = request.bidirectional || request.directions[q] != vme::Direction::forward;
    }
    if (Status status = universal.references(forward, false, request.forward); !status.ok()) return status;
    if (Status status = universal.references(backward, true, request.backward); !status.ok()) return status;
    vme::share_references(request);
    for (int i = 0; i < 16; i++) request.vectors[i] = vme::unpack_vectors(input.qword(i / 4, i % 4));
    request.subpixel = static_cast<vme::SubpixelMode>(rows.bits(0, 13, 4, 2));
    request.disable_bidirectional_mix = rows.bit(1, 0, 2);
    request.bilinear_filter = universal.bilinear();
    request.distortion = universal.inter_distortion();
    request.costs = universal.costs();
    vme::fit_fields(request);
    return {};
}

namespace {

Status decode_skip(const Universal& universal, const VmeRows& input, vme::SkipCheck& skip) {
    const VmeRows& rows = universal.rows();
    skip.partition_8x8 = rows.bit(0, 13, 6);
    std::array<bool, 4> forward{}, backward{};
    for (int q = 0; q < (skip.partition_8x8 ? 4 : 1); q++) {
        skip.directions[q] = vme::unpack_skip_direction(rows.byte(1, 31), q);
        skip.vectors[q] = vme::unpack_vectors(input.qword(0, q));
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
    if (rows.bit(0, 14, 3))
        skip.raw_sad = rows.bit(1, 0, 7) ? vme::RawSad::largest_8x8 : vme::RawSad::largest_4x4;
    if (rows.bit(0, 14, 1)) skip.forward_transform = vme::unpack_thresholds(rows.qword(2, 3));
    skip.costs = universal.skip_costs();
    return {};
}

vme::IntraNeighbors neighbors(const VmeRows& universal, const VmeRows& input) {
    vme::IntraNeighbors around;
    vme::unpack_neighbors(universal.byte(1, 29), around);
    for (int i = 0; i < 16; i++) around.upper[i] = input.byte(1, 8 + i);
    for (int i = 0; i < 8; i++) around.upper_right[i] = input.byte(1, 24 + i);
    for (int i = 0; i < 16; i++) around.left[i] = input.byte(2, i);
    around.upper_left = input.byte(1, 7);
    // IntraCornerSwap. Guess: it swaps the two corner pixels of the message. The second one is the last of
    // the left edge.
    if (universal.bit(1, 28, 7)) std::swap(around.upper_left, around.left[15]);
    for (int i = 0; i < 8; i++) {
        around.chroma_left[i] = vme::unpack_chroma_pixel(input.word(3, i));
        around.chroma_upper[i] = vme::unpack_chroma_pixel(input.word(3, 8 + i));
    }
    around.chroma_upper_left = vme::unpack_chroma_pixel(input.word(2, 10));
    return around;
}

vme::IntraEstimation intra(const Universal& universal, const VmeRows& input) {
    const VmeRows& rows = universal.rows();
    vme::IntraEstimation intra;
    intra.disabled_partitions = rows.bits(1, 28, 0, 3);
    // Words 0 and 1 use nine bits each.
    intra.disabled_modes = {static_cast<std::uint16_t>(input.word(1, 1) & 0x1FF),
                            static_cast<std::uint16_t>(input.word(1, 0) & 0x1FF), input.bits(1, 4, 0, 4),
                            input.bits(1, 4, 4, 4)};
    intra.neighbors = neighbors(rows, input);
    intra.distortion = universal.intra_distortion();
    intra.shape_penalty = vme::IntraShapePenalty::from_packed(rows.dword(2, 0));
    vme::IntraModeCost& cost = intra.mode_cost.emplace();
    cost.penalty = {rows.byte(2, 0)};
    for (int i = 0; i < 4; i++) {
        cost.left[i] = static_cast<vme::LumaMode>(input.bits(2, 16 + i / 2, i % 2 * 4, 4));
        cost.upper[i] = static_cast<vme::LumaMode>(input.bits(2, 18 + i / 2, i % 2 * 4, 4));
    }
    cost.non_dc = {input.byte(2, 28), input.byte(2, 29), input.byte(2, 30)};
    intra.chroma_mode_penalty = {rows.byte(2, 11)};
    return intra;
}

}  // namespace

Status decode(const cm_abi::VmeMessage& message, vme::SicRequest& request) {
    const Universal universal(message);
    const VmeRows& rows = universal.rows();
    const VmeRows input(message.input);
    if (Status status = universal.validate(); !status.ok()) return status;
    const unsigned compute = input.bits(1, 5, 0, 2);  // 0: luma and chroma; 1: only luma; else neither
    if (Status status = universal.source(compute == 0, request.source); !status.ok()) return status;
    if (rows.bit(1, 0, 0)) {
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
