// SPDX-License-Identifier: MIT
#include <algorithm>
#include <exception>
#include <string>

#include "cm/runtime/unit/vme_fields.h"
#include "cm/runtime/unit/vme_message.h"
#include "vme/packed.h"

namespace genmedia::runtime {
namespace {

constexpr int kResultRows = 7, kStreamRows = 2;

bool dual_reference(const cm_abi::VmeMessage& message) {
    return is_dual_reference(VmeRows(message.universal).bits(0, 13, 0, 3));
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
void write_macroblock(const cm_abi::VmeMessage& message, VmeRowWriter& to, unsigned modes, unsigned type) {
    const VmeRows universal(message.universal);
    const bool field = universal.bit(0, 12, 6);
    to.byte(0, 0, modes | (field && universal.bit(1, 30, 3) ? 0x80 : 0));
    to.byte(0, 1, type | (field ? 0x40 : 0));
    to.byte(0, 24, universal.byte(1, 29) & 0xFC);
}

void write_inter(const vme::InterResult& result, const vme::InterCosts& costs,
                 const cm_abi::VmeMessage& message, VmeRowWriter& to) {
    to.clear(kResultRows);
    write_macroblock(message, to, static_cast<unsigned>(result.major_shape), inter_type(result));
    to.byte(0, 3, result.vector_count & 31);  // five bits
    to.word(0, 4, result.best_distortion);
    unsigned shapes = 0, directions = 0;
    for (int q = 0; q < 4; q++) {
        shapes |= static_cast<unsigned>(result.minor_shapes[q]) << (2 * q);
        directions |= static_cast<unsigned>(result.directions[q]) << (2 * q);
        to.byte(6, q,
                result.reference_ids[q].forward | static_cast<unsigned>(result.reference_ids[q].backward)
                                                      << 4);
    }
    to.byte(0, 25, shapes);
    to.byte(0, 26, directions);
    const vme::PackedDistortions distortions = vme::packed_distortions(result, costs);
    for (int i = 0; i < 16; i++) {
        to.qword(1 + i / 4, i % 4, vme::pack(result.vectors[i]));
        to.word(5, i, distortions[static_cast<size_t>(i)]);
    }
}

struct Checked {
    unsigned modes = 0, type = 0;
};

// Writes what the skip check examined, as a macroblock: type, directions, vectors, references. Guess: Intel's
// header does not say. MediaSDK's kernels take a skipped macroblock's type and vector from here.
Checked write_checked(const cm_abi::VmeMessage& message, VmeRowWriter& to) {
    const VmeRows universal(message.universal), input(message.input);
    if (!universal.bit(1, 0, 0)) return {};
    const bool split = universal.bit(0, 13, 6);
    unsigned directions = 0, vectors = 0, type = 0;
    for (int q = 0; q < 4; q++) {
        const int block = split ? q : 0;
        const auto direction = vme::unpack_skip_direction(universal.byte(1, 31), block);
        if (!direction) continue;
        type = split ? 22 : 1 + static_cast<unsigned>(*direction);
        directions |= static_cast<unsigned>(*direction) << (2 * q);
        if (split || q == 0) vectors += *direction == vme::Direction::bidirectional ? 2 : 1;
        for (int i = 0; i < 4; i++) to.qword(1 + q, i, input.qword(0, block));
        to.byte(6, q, universal.byte(1, 24 + block));
    }
    to.byte(0, 3, vectors);
    to.byte(0, 26, directions);
    return {split ? 3u : 0u, type};
}

void write_records(const vme::MajorRecords& records, int row, VmeRowWriter& to) {
    to.dword(row, 5, vme::pack(records[0].vector));
    to.word(row, 8, records[0].distortion);
    to.byte(row, 18, records[0].reference_id);
    for (int i = 0; i < 8; i++) {
        to.dword(row + 1, i, vme::pack(records[i + 1].vector));
        to.word(row, i, records[i + 1].distortion);
    }
    for (int i = 0; i < 4; i++) {
        to.byte(row, 24 + i,
                records[2 * i + 1].reference_id | static_cast<unsigned>(records[2 * i + 2].reference_id)
                                                      << 4);
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
    to.byte(0, 4, result.forward_border | static_cast<unsigned>(result.backward_border) << 4);
    to.byte(0, 27, (result.terminated_early ? 1u : 0u) | (result.truncated ? 2u : 0u));
    if (!message.stream_out) return;
    const bool dual = dual_reference(message);
    VmeRowWriter streams(message.output + kResultRows * kVmeRowBytes);
    streams.clear(kStreamRows * (dual ? 2 : 1));
    write_records(result.stream_out.forward, kResultRows, to);
    if (dual) write_records(result.stream_out.backward, kResultRows + kStreamRows, to);
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
    write_macroblock(message, to, checked.modes | static_cast<unsigned>(result.intra_shape) << 4,
                     checked.type);
    // AVC's mb_type (table 7-11): 0, or that of 16x16 with residual in luma and chroma, 15h and the mode.
    // [prm of Skylake, volume 8, page 62: both are forced.] Its bits could also be read as 19h and the mode,
    // but that is I_PCM's number in its own table (guess).
    constexpr unsigned coded_16x16 = 0x15;
    if (result.intra_shape == vme::IntraShape::shape_16x16)
        to.byte(0, 2, coded_16x16 + static_cast<unsigned>(result.luma_modes[0]));
    to.word(0, 4, result.best_distortion);
    to.word(0, 5, result.raw_sad);
    to.word(0, 6, result.intra_distortion);
    to.word(0, 7, result.chroma_distortion);
    std::uint64_t modes = 0;
    for (int i = 0; i < 16; i++) modes |= static_cast<std::uint64_t>(result.luma_modes[i]) << (4 * i);
    to.qword(0, 2, modes);
    to.byte(0, 24,
            (VmeRows(message.universal).byte(1, 29) & 0xFC) | static_cast<unsigned>(result.chroma_mode));
    const bool split = VmeRows(message.universal).bit(0, 13, 6);
    const vme::PackedDistortions distortions = vme::packed_distortions(result, split);
    for (int i = 0; i < 16; i++) to.word(5, i, distortions[static_cast<size_t>(i)]);
    for (int q = 0; q < 4; q++) {
        to.byte(6, 4 + q, result.transform_count[q]);
        to.word(6, 4 + q, result.transform_sum[q]);
    }
}

Status answer(const cm_abi::VmeMessage& message) {
    Status status = answer_checked(message);
    if (!status.ok()) VmeRowWriter(message.output).clear(message.output_rows);
    return status;
}

}  // namespace genmedia::runtime
