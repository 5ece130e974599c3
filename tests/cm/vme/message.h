// SPDX-License-Identifier: MIT
// Messages to the motion estimation unit and its answers, byte by byte, as in the specification's appendix.
// Written independently of the runtime, so that one checks the other.
#pragma once

#include <genmedia/vme.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace test {

namespace vme = genmedia::vme;

using Row = std::array<uint8_t, 32>;

// The message that kernels of messages_genx.cpp read.
struct Message {
    Row arguments{};  // stream mode, search control
    std::array<Row, 4> universal{};
    std::array<Row, 6> input{};
};
static_assert(sizeof(Message) == 352);

struct Answer {
    std::array<Row, 11> row;

    unsigned word(int r, int i) const { return row[r][2 * i] | row[r][2 * i + 1] << 8; }
    vme::MotionVector vector(int r, int dword) const {
        return {static_cast<int16_t>(word(r, 2 * dword)), static_cast<int16_t>(word(r, 2 * dword + 1))};
    }
    // Whether rows from r on are unchanged since the kernel filled them.
    bool untouched_from(int r) const {
        for (; r < 11; r++) {
            for (const uint8_t byte : row[r]) {
                if (byte != 0x5A) return false;
            }
        }
        return true;
    }
};
static_assert(sizeof(Answer) == 352);

inline void put_bits(Row& row, int byte, int first, int count, unsigned value) {
    const unsigned mask = ((1u << count) - 1) << first;
    row[byte] = static_cast<uint8_t>((row[byte] & ~mask) | (value << first & mask));
}
inline void put_word(Row& row, int i, int value) {
    row[2 * i] = static_cast<uint8_t>(value);
    row[2 * i + 1] = static_cast<uint8_t>(value >> 8);
}
inline void put_vector(Row& row, int dword, vme::MotionVector vector) {
    put_word(row, 2 * dword, vector.x);
    put_word(row, 2 * dword + 1, vector.y);
}
inline void put_vectors(Row& row, int pair, const vme::BidirectionalVector& vectors) {
    put_vector(row, 2 * pair, vectors.forward);
    put_vector(row, 2 * pair + 1, vectors.backward);
}

// The order is 16x8 (2), 8x16 (2), 8x8 (4). 16x16 comes last.
inline void put_records(Row& first, Row& second, const vme::MajorRecords& records) {
    put_word(first, 8, records[0].distortion);
    first[18] = records[0].reference_id;
    put_vector(first, 5, records[0].vector);
    for (int i = 0; i < 8; i++) {
        put_word(first, i, records[i + 1].distortion);
        put_bits(first, 24 + i / 2, i % 2 * 4, 4, records[i + 1].reference_id);
        put_vector(second, i, records[i + 1].vector);
    }
}
inline vme::MajorRecords get_records(const Answer& answer, int r) {
    vme::MajorRecords records;
    records[0] = {answer.vector(r, 5), static_cast<uint16_t>(answer.word(r, 8)),
                  static_cast<uint8_t>(answer.row[r][18] & 15)};
    for (int i = 0; i < 8; i++) {
        const int id = answer.row[r][24 + i / 2] >> (i % 2 * 4) & 15;
        records[i + 1] = {answer.vector(r + 1, i), static_cast<uint16_t>(answer.word(r, i)),
                          static_cast<uint8_t>(id)};
    }
    return records;
}

inline vme::InterResult get_inter(const Answer& answer) {
    vme::InterResult result;
    const Row& w0 = answer.row[0];
    result.major_shape = static_cast<vme::MajorShape>(w0[0] & 3);
    result.vector_count = w0[3] & 31;
    result.best_distortion = static_cast<uint16_t>(answer.word(0, 4));
    for (int q = 0; q < 4; q++) {
        result.minor_shapes[q] = static_cast<vme::MinorShape>(w0[25] >> (2 * q) & 3);
        result.directions[q] = static_cast<vme::Direction>(w0[26] >> (2 * q) & 3);
        result.reference_ids[q] = {static_cast<uint8_t>(answer.row[6][q] & 15),
                                   static_cast<uint8_t>(answer.row[6][q] >> 4)};
    }
    for (int i = 0; i < 16; i++) {
        result.vectors[i] = {answer.vector(1 + i / 4, i % 4 * 2), answer.vector(1 + i / 4, i % 4 * 2 + 1)};
        result.distortions[i] = static_cast<uint16_t>(answer.word(5, i));
    }
    return result;
}

inline vme::ImeResult get_search(const Answer& answer, bool stream_out, bool dual) {
    vme::ImeResult result;
    static_cast<vme::InterResult&>(result) = get_inter(answer);
    result.forward_border = answer.row[0][4] & 15;
    result.backward_border = answer.row[0][4] >> 4;
    result.terminated_early = (answer.row[0][27] & 1) != 0;
    result.truncated = (answer.row[0][27] & 2) != 0;
    if (stream_out) result.stream_out.forward = get_records(answer, 7);
    if (stream_out && dual) result.stream_out.backward = get_records(answer, 9);
    return result;
}

inline vme::SicResult get_check(const Answer& answer) {
    vme::SicResult result;
    const Row& w0 = answer.row[0];
    result.best_distortion = static_cast<uint16_t>(answer.word(0, 4));
    result.raw_sad = static_cast<uint16_t>(answer.word(0, 5));
    result.intra_distortion = static_cast<uint16_t>(answer.word(0, 6));
    result.chroma_distortion = static_cast<uint16_t>(answer.word(0, 7));
    result.intra_shape = static_cast<vme::IntraShape>(w0[0] >> 4 & 3);
    result.chroma_mode = static_cast<vme::ChromaMode>(w0[24] & 3);
    for (int i = 0; i < 16; i++) {
        result.luma_modes[i] = static_cast<vme::LumaMode>(w0[16 + i / 2] >> (i % 2 * 4) & 15);
        result.distortions[i] = static_cast<uint16_t>(answer.word(5, i));
    }
    for (int q = 0; q < 4; q++) {
        result.transform_count[q] = answer.row[6][4 + q];
        result.transform_sum[q] = static_cast<uint16_t>(answer.word(6, 4 + q));
    }
    return result;
}

}  // namespace test
