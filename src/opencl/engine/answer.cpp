// SPDX-License-Identifier: MIT
#include "opencl/engine/answer.h"

#include "vme/packed.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

using namespace abi;

// Among the nine records: the index of shape s's first one, and how many shape s has.
constexpr std::array<size_t, 4> kFirstRecord{0, 1, 3, 5};
constexpr std::array<size_t, 4> kRecordCount{1, 2, 2, 4};

}  // namespace

void write_inter(const vme::InterResult& result, const vme::InterCosts& costs, gm_evaluation& evaluation) {
    gm_answer answer{};
    answer.major_shape = static_cast<uint8_t>(result.major_shape);
    for (int q = 0; q < 4; q++) {
        answer.minor_shapes |= static_cast<uint8_t>(static_cast<unsigned>(result.minor_shapes[q]) << (2 * q));
        answer.directions |= static_cast<uint8_t>(static_cast<unsigned>(result.directions[q]) << (2 * q));
        const uint32_t ids = result.reference_ids[q].forward | result.reference_ids[q].backward << 4;
        answer.reference_ids |= ids << (8 * q);
    }
    answer.vector_count = result.vector_count;
    answer.best_distortion = result.best_distortion;
    evaluation.answer = answer;
    for (size_t i = 0; i < GM_UNIT_LANES; i++) evaluation.vectors[i] = vme::pack(result.vectors[i]);
    std::ranges::copy(vme::packed_distortions(result, costs), evaluation.distortions);
}

void write_check(const vme::SicResult& result, bool partition_8x8, gm_evaluation& evaluation) {
    gm_answer answer{};
    answer.best_distortion = result.best_distortion;
    answer.raw_sad = result.raw_sad;
    for (int q = 0; q < 4; q++) {
        answer.transform_counts |= static_cast<uint32_t>(result.transform_count[q]) << (8 * q);
        answer.transform_sums |= static_cast<uint64_t>(result.transform_sum[q]) << (16 * q);
    }
    answer.intra_shape = static_cast<uint8_t>(result.intra_shape);
    answer.luma_distortion = result.intra_distortion;
    for (int i = 0; i < 16; i++) answer.luma_modes |= static_cast<uint64_t>(result.luma_modes[i]) << (4 * i);
    answer.chroma_mode = static_cast<uint8_t>(result.chroma_mode);
    answer.chroma_distortion = result.chroma_distortion;
    evaluation.answer = answer;
    std::fill(std::begin(evaluation.vectors), std::end(evaluation.vectors), 0u);
    std::ranges::copy(vme::packed_distortions(result, partition_8x8), evaluation.distortions);
}

void write_nothing(gm_evaluation& evaluation) {
    evaluation.answer = {};
    std::fill(std::begin(evaluation.vectors), std::end(evaluation.vectors), 0u);
    std::fill(std::begin(evaluation.distortions), std::end(evaluation.distortions), gm_u16{0});
    std::fill(std::begin(evaluation.stream_out), std::end(evaluation.stream_out), gm_stream{});
}

vme::ImeStream gathered_stream(const gm_stream (&lanes)[GM_UNIT_LANES]) {
    vme::ImeStream stream;
    for (int direction = 0; direction < 2; direction++) {
        vme::MajorRecords& records = direction == 0 ? stream.forward : stream.backward;
        for (size_t shape = 0; shape < 4; shape++) {
            for (size_t i = 0; i < kRecordCount[shape]; i++) {
                const gm_record& record = lanes[i].record[direction][shape];
                records[kFirstRecord[shape] + i] = {vme::unpack_vector(record.vector), record.distortion,
                                                    record.reference_id};
            }
        }
    }
    return stream;
}

void scatter_stream(const vme::ImeStream& stream, gm_stream (&lanes)[GM_UNIT_LANES]) {
    for (int direction = 0; direction < 2; direction++) {
        const vme::MajorRecords& records = direction == 0 ? stream.forward : stream.backward;
        for (size_t shape = 0; shape < 4; shape++) {
            for (size_t lane = 0; lane < GM_UNIT_LANES; lane++) {
                const vme::MajorRecord& record = records[kFirstRecord[shape] + lane % kRecordCount[shape]];
                lanes[lane].record[direction][shape] = {vme::pack(record.vector), record.distortion,
                                                        record.reference_id};
            }
        }
    }
}

}  // namespace genmedia::opencl
