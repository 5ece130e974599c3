// SPDX-License-Identifier: MIT
#include <algorithm>
#include <exception>
#include <string>

#include "cm/runtime/unit/message_vectors.h"
#include "cm/runtime/unit/vme_message.h"
#include "vme/packed.h"

namespace genmedia::runtime {
namespace {

constexpr int kResultRows = 7, kStreamRows = 2;

bool dual_reference(const cm_abi::VmeMessage& message) {
    return is_dual_reference(VmeRows(message.universal)[UNIInput::SearchCtrl]);
}

// AVC's mb_type of an inter macroblock in B slices (table 7-14). Guess: the unit gives this number.
unsigned inter_type(const vme::InterResult& result) {
    const auto direction = [&](int q) { return static_cast<unsigned>(result.directions[q]); };
    switch (result.major_shape) {
        case vme::MajorShape::shape_16x16: return 1 + direction(0);
        case vme::MajorShape::shape_8x8: return 22;
        case vme::MajorShape::shape_16x8:
        case vme::MajorShape::shape_8x16: break;
    }
    // By the directions of the two halves, for 16x8; 8x16 is one more.
    constexpr unsigned halves[3][3] = {{4, 8, 12}, {10, 6, 14}, {16, 18, 20}};
    const bool wide = result.major_shape == vme::MajorShape::shape_16x8;
    return halves[direction(0)][direction(wide ? 2 : 1)] + (wide ? 0 : 1);
}

// Writes the fields with which all results begin.
void write_macroblock(const cm_abi::VmeMessage& message, VmeRowWriter& to, unsigned inter_mode,
                      unsigned type) {
    const VmeRows universal(message.universal);
    const bool field = universal[UNIInput::SrcAccess] != 0;
    to.set(UNIOutput::InterMbMode, inter_mode);
    to.set(UNIOutput::FieldMbPolarityFlag, field ? universal[UNIInput::SrcFieldPolarity] : 0);
    to.set(UNIOutput::InterMbType, type);
    to.set(UNIOutput::FieldMbFlag, field ? 1 : 0);
    to.set(UNIOutput::IntraAvailable, universal[UNIInput::MbIntraStruct] >> 2);
}

void write_vectors(const vme::BidirectionalVector& vectors, int block, VmeRowWriter& to) {
    const int16_t words[4] = {vectors.forward.x, vectors.forward.y, vectors.backward.x, vectors.backward.y};
    for (int i = 0; i < 4; i++) to.set(UNIOutput::Mvs(4 * block + i), static_cast<uint16_t>(words[i]));
}

void write_inter(const vme::InterResult& result, const vme::InterCosts& costs,
                 const cm_abi::VmeMessage& message, VmeRowWriter& to) {
    to.clear(kResultRows);
    write_macroblock(message, to, static_cast<unsigned>(result.major_shape), inter_type(result));
    to.set(UNIOutput::MvQuantity, result.vector_count);  // five bits
    to.set(UNIOutput::BestInterDistortion, result.best_distortion);
    unsigned shapes = 0, directions = 0;
    for (int q = 0; q < 4; q++) {
        shapes |= static_cast<unsigned>(result.minor_shapes[q]) << (2 * q);
        directions |= static_cast<unsigned>(result.directions[q]) << (2 * q);
        to.set(UNIOutput::FwdBlkRefID(q), result.reference_ids[q].forward);
        to.set(UNIOutput::BwdBlkRefID(q), result.reference_ids[q].backward);
    }
    to.set(UNIOutput::SubMbShape, shapes);
    to.set(UNIOutput::SubMbPredMode, directions);
    const vme::PackedDistortions distortions = vme::packed_distortions(result, costs);
    for (int i = 0; i < 16; i++) {
        write_vectors(result.vectors[i], i, to);
        to.set(UNIOutput::InterDistortion(i), distortions[static_cast<size_t>(i)]);
    }
}

struct Checked {
    unsigned modes = 0, type = 0;
};

// Writes what the skip check examined, as a macroblock: type, directions, vectors, references. Guess: Intel's
// header does not say. MediaSDK's kernels take a skipped macroblock's type and vector from here.
Checked write_checked(const cm_abi::VmeMessage& message, VmeRowWriter& to) {
    const VmeRows universal(message.universal), input(message.input);
    if (universal[UNIInput::SkipModeEn] == 0) return {};
    const bool split = universal[UNIInput::SkipModeType] != 0;
    unsigned directions = 0, vectors = 0, type = 0;
    for (int q = 0; q < 4; q++) {
        const int block = split ? q : 0;
        const auto direction = vme::unpack_skip_direction(universal[UNIInput::SkipCenterMask], block);
        if (!direction) continue;
        type = split ? 22 : 1 + static_cast<unsigned>(*direction);
        directions |= static_cast<unsigned>(*direction) << (2 * q);
        if (split || q == 0) vectors += *direction == vme::Direction::bidirectional ? 2 : 1;
        const vme::BidirectionalVector checked = skip_vectors(input, block);
        for (int i = 0; i < 4; i++) write_vectors(checked, 4 * q + i, to);
        const uint32_t ids = universal[UNIInput::BlkRefID(block)];
        to.set(UNIOutput::FwdBlkRefID(q), ids & 15);
        to.set(UNIOutput::BwdBlkRefID(q), ids >> 4);
    }
    to.set(UNIOutput::MvQuantity, vectors);
    to.set(UNIOutput::SubMbPredMode, directions);
    return {split ? 3u : 0u, type};
}

void write_records(const vme::MajorRecords& records, int record, VmeRowWriter& to) {
    to.set(IMEOutput::Rec_16x16_X(record), static_cast<uint16_t>(records[0].vector.x));
    to.set(IMEOutput::Rec_16x16_Y(record), static_cast<uint16_t>(records[0].vector.y));
    to.set(IMEOutput::Rec_16x16_Distortion(record), records[0].distortion);
    to.set(IMEOutput::Rec_16x16_RefID(record), records[0].reference_id);
    for (int i = 0; i < 8; i++) {
        to.set(IMEOutput::Rec_X(record, i), static_cast<uint16_t>(records[i + 1].vector.x));
        to.set(IMEOutput::Rec_Y(record, i), static_cast<uint16_t>(records[i + 1].vector.y));
        to.set(IMEOutput::Rec_Distortion(record, i), records[i + 1].distortion);
    }
    for (int i = 0; i < 4; i++) {
        to.set(IMEOutput::Rec_RefIDs(record, i),
               records[2 * i + 1].reference_id | static_cast<unsigned>(records[2 * i + 2].reference_id) << 4);
    }
}

template <class Request, class Result>
Status evaluated(const cm_abi::VmeMessage& message) {
    Request request;
    if (Status status = decode(message, request); !status.ok()) return status;
    Result result;
    if (Status status = vme::evaluate(request, result); !status.ok()) return status;
    encode(request, result, message);
    return {};
}

Status answer_checked(const cm_abi::VmeMessage& message) {
    if (message.output_rows < output_rows(message)) {
        return {StatusCode::invalid_argument, "the output has " + std::to_string(message.output_rows) +
                                                  " rows; expected " + std::to_string(output_rows(message))};
    }
    switch (message.operation) {
        case cm_abi::VmeOperation::search: return evaluated<vme::ImeRequest, vme::ImeResult>(message);
        case cm_abi::VmeOperation::refine: return evaluated<vme::RefineRequest, vme::RefineResult>(message);
        case cm_abi::VmeOperation::check: return evaluated<vme::SicRequest, vme::SicResult>(message);
    }
    return {StatusCode::invalid_argument, "unknown operation"};
}

}  // namespace

int output_rows(const cm_abi::VmeMessage& message) {
    if (message.operation != cm_abi::VmeOperation::search || !message.stream_out) return kResultRows;
    return kResultRows + kStreamRows * (dual_reference(message) ? 2 : 1);
}

void encode(const vme::ImeRequest& request, const vme::ImeResult& result, const cm_abi::VmeMessage& message) {
    VmeRowWriter to(message.output);
    write_inter(result, request.costs, message, to);
    to.set(IMEOutput::FwdBorder, result.forward_border);
    to.set(IMEOutput::BwdBorder, result.backward_border);
    to.set(IMEOutput::TerminatedEarly, result.terminated_early ? 1 : 0);
    to.set(IMEOutput::Truncated, result.truncated ? 1 : 0);
    if (!message.stream_out) return;
    const bool dual = dual_reference(message);
    VmeRowWriter streams(message.output + kResultRows * kVmeRowBytes);
    streams.clear(kStreamRows * (dual ? 2 : 1));
    write_records(result.stream_out.forward, 0, to);
    if (dual) write_records(result.stream_out.backward, 1, to);
}

void encode(const vme::RefineRequest& request, const vme::RefineResult& result,
            const cm_abi::VmeMessage& message) {
    VmeRowWriter to(message.output);
    write_inter(result, request.costs, message, to);
}

void encode(const vme::SicRequest&, const vme::SicResult& result, const cm_abi::VmeMessage& message) {
    VmeRowWriter to(message.output);
    to.clear(kResultRows);
    const Checked checked = write_checked(message, to);
    write_macroblock(message, to, checked.modes, checked.type);
    to.set(UNIOutput::IntraMbMode, static_cast<unsigned>(result.intra_shape));
    // AVC's mb_type (table 7-11): 0, or that of 16x16 with residual in luma and chroma, 15h and the mode.
    // [prm of Skylake, volume 8, page 62: both are forced.] Its bits could also be read as 19h and the mode,
    // but that is I_PCM's number in its own table (guess).
    constexpr unsigned coded_16x16 = 0x15;
    if (result.intra_shape == vme::IntraShape::shape_16x16)
        to.set(UNIOutput::IntraMbType, coded_16x16 + static_cast<unsigned>(result.luma_modes[0]));
    to.set(UNIOutput::BestInterDistortion, result.best_distortion);
    to.set(UNIOutput::SkipRawDistortion, result.raw_sad);
    to.set(UNIOutput::BestIntraDistortion, result.intra_distortion);
    to.set(UNIOutput::BestChromaIntraDistortion, result.chroma_distortion);
    for (int i = 0; i < 4; i++) {
        unsigned modes = 0;
        for (int j = 0; j < 4; j++) modes |= static_cast<unsigned>(result.luma_modes[4 * i + j]) << (4 * j);
        to.set(UNIOutput::LumaIntraPredMode(i), modes);
    }
    to.set(UNIOutput::ChromaIntraMode, static_cast<unsigned>(result.chroma_mode));
    const bool split = VmeRows(message.universal)[UNIInput::SkipModeType] != 0;
    const vme::PackedDistortions distortions = vme::packed_distortions(result, split);
    for (int i = 0; i < 16; i++) to.set(UNIOutput::InterDistortion(i), distortions[static_cast<size_t>(i)]);
    for (int q = 0; q < 4; q++) {
        to.set(UNIOutput::BlkLumaNZC(q), result.transform_count[q]);
        to.set(UNIOutput::TransformSum(q), result.transform_sum[q]);
    }
}

Status answer(const cm_abi::VmeMessage& message) {
    Status status = answer_checked(message);
    if (!status.ok()) VmeRowWriter(message.output).clear(message.output_rows);
    return status;
}

}  // namespace genmedia::runtime
