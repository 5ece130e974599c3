// SPDX-License-Identifier: MIT
#include "encode/reconstruction/deblocking.h"

#include "encode/reconstruction/integer_transform.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace genmedia::encode {
namespace {

constexpr uint8_t kAlpha[52] = {0,  0,  0,  0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
                                0,  0,  0,  4,   4,   5,   6,   7,   8,   9,   10,  12,  13,
                                15, 17, 20, 22,  25,  28,  32,  36,  40,  45,  50,  56,  63,
                                71, 80, 90, 101, 113, 127, 144, 162, 182, 203, 226, 255, 255};
constexpr uint8_t kBeta[52] = {0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0, 2,  2,
                               2,  3,  3,  3,  3,  4,  4,  4,  6,  6,  7,  7,  8,  8,  9,  9, 10, 10,
                               11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18};
// tC0 by QP, for bS 1, 2, 3.
constexpr uint8_t kClipping[52][3] = {
    {0, 0, 0},   {0, 0, 0},    {0, 0, 0},    {0, 0, 0},   {0, 0, 0},  {0, 0, 0},  {0, 0, 0},   {0, 0, 0},
    {0, 0, 0},   {0, 0, 0},    {0, 0, 0},    {0, 0, 0},   {0, 0, 0},  {0, 0, 0},  {0, 0, 0},   {0, 0, 0},
    {0, 0, 0},   {0, 0, 1},    {0, 0, 1},    {0, 0, 1},   {0, 0, 1},  {0, 1, 1},  {0, 1, 1},   {1, 1, 1},
    {1, 1, 1},   {1, 1, 1},    {1, 1, 1},    {1, 1, 2},   {1, 1, 2},  {1, 1, 2},  {1, 1, 2},   {1, 2, 3},
    {1, 2, 3},   {2, 2, 3},    {2, 2, 4},    {2, 3, 4},   {2, 3, 4},  {3, 3, 5},  {3, 4, 6},   {3, 4, 6},
    {4, 5, 7},   {4, 5, 8},    {4, 6, 9},    {5, 7, 10},  {6, 8, 11}, {6, 8, 13}, {7, 10, 14}, {8, 11, 16},
    {9, 12, 18}, {10, 13, 20}, {11, 15, 23}, {13, 17, 25}};

// bS of the four 4-sample pieces of an edge. [8.7.2.1]
using Strengths = std::array<uint8_t, 4>;

bool differ(const CodedMacroblock& p, int p_block, const CodedMacroblock& q, int q_block) {
    const vme::MotionVector a = p.vectors[p_block], b = q.vectors[q_block];
    return p.references[p_block] != q.references[q_block] || std::abs(a.x - b.x) >= 4 ||
           std::abs(a.y - b.y) >= 4;
}

// bS of edge `edge` (0..3) of q. p is the macroblock before the edge: for edge 0 a neighbour, else q.
Strengths strengths(const CodedMacroblock& p, const CodedMacroblock& q, int edge, bool vertical) {
    if (p.is_intra() || q.is_intra()) {
        Strengths all;
        all.fill(edge == 0 ? 4 : 3);
        return all;
    }
    Strengths result{};
    for (int i = 0; i < 4; i++) {
        const int q_block = vertical ? 4 * i + edge : 4 * edge + i;
        const int p_block = vertical ? 4 * i + (edge + 3) % 4 : (edge + 3) % 4 * 4 + i;
        const bool coded = p.luma_counts[p_block] || q.luma_counts[q_block];
        result[i] = coded ? 2 : differ(p, p_block, q, q_block) ? 1 : 0;
    }
    return result;
}

// Of 16 bits, as vectors have them: whether |a - b| < limit, as all bits or none; both of two such; a value
// within -limit and limit.
constexpr int16_t below(uint8_t a, uint8_t b, int16_t limit) {
    const auto difference = static_cast<int16_t>(a - b);
    return std::max(difference, static_cast<int16_t>(-difference)) < limit ? int16_t{-1} : int16_t{0};
}
constexpr int16_t both(int16_t a, int16_t b) { return static_cast<int16_t>(a & b); }
constexpr int16_t clip(int16_t value, int16_t limit) {
    return std::min(std::max(value, static_cast<int16_t>(-limit)), limit);
}

struct EdgeFilter {
    int alpha, beta;
    const std::array<uint8_t, 4>& clipping;

    bool applies(int p1, int p0, int q0, int q1) const {
        return std::abs(p0 - q0) < alpha && std::abs(p1 - p0) < beta && std::abs(q1 - q0) < beta;
    }

    // One line of samples across an edge; `step` leads from one to the next. [8.7.2.3, 8.7.2.4]
    void luma(uint8_t* q, ptrdiff_t step, int strength) const {
        const int p0 = q[-step], p1 = q[-2 * step], q0 = q[0], q1 = q[step];
        if (!applies(p1, p0, q0, q1)) return;
        const int p2 = q[-3 * step], q2 = q[2 * step];
        const bool p_smooth = std::abs(p2 - p0) < beta, q_smooth = std::abs(q2 - q0) < beta;
        if (strength == 4) {
            const bool close = std::abs(p0 - q0) < (alpha >> 2) + 2;
            if (p_smooth && close) {
                const int p3 = q[-4 * step];
                q[-step] = static_cast<uint8_t>((p2 + 2 * p1 + 2 * p0 + 2 * q0 + q1 + 4) >> 3);
                q[-2 * step] = static_cast<uint8_t>((p2 + p1 + p0 + q0 + 2) >> 2);
                q[-3 * step] = static_cast<uint8_t>((2 * p3 + 3 * p2 + p1 + p0 + q0 + 4) >> 3);
            } else {
                q[-step] = static_cast<uint8_t>((2 * p1 + p0 + q1 + 2) >> 2);
            }
            if (q_smooth && close) {
                const int q3 = q[3 * step];
                q[0] = static_cast<uint8_t>((p1 + 2 * p0 + 2 * q0 + 2 * q1 + q2 + 4) >> 3);
                q[step] = static_cast<uint8_t>((p0 + q0 + q1 + q2 + 2) >> 2);
                q[2 * step] = static_cast<uint8_t>((2 * q3 + 3 * q2 + q1 + q0 + p0 + 4) >> 3);
            } else {
                q[0] = static_cast<uint8_t>((2 * q1 + q0 + p1 + 2) >> 2);
            }
            return;
        }
        const int base = clipping[static_cast<size_t>(strength)], limit = base + p_smooth + q_smooth;
        const int delta = std::clamp((((q0 - p0) * 4) + (p1 - q1) + 4) >> 3, -limit, limit);
        q[-step] = static_cast<uint8_t>(std::clamp(p0 + delta, 0, 255));
        q[0] = static_cast<uint8_t>(std::clamp(q0 - delta, 0, 255));
        const int middle = (p0 + q0 + 1) >> 1;
        if (p_smooth)
            q[-2 * step] = static_cast<uint8_t>(p1 + std::clamp((p2 + middle - 2 * p1) >> 1, -base, base));
        if (q_smooth)
            q[step] = static_cast<uint8_t>(q1 + std::clamp((q2 + middle - 2 * q1) >> 1, -base, base));
    }

    // A horizontal edge of sixteen lines, whose strengths are below 4: the same without conditions, which
    // compilers vectorise.
    void luma_row(uint8_t* q, ptrdiff_t stride, const Strengths& strengths) const {
        uint8_t p2[16], p1[16], p0[16], q0[16], q1[16], q2[16];
        uint8_t* const lines[] = {p2, p1, p0, q0, q1, q2};
        for (int i = 0; i < 6; i++) std::memcpy(lines[i], q + (i - 3) * stride, 16);
        int16_t base[16], applied[16];  // applied: all bits, or none
        for (int i = 0; i < 16; i++) base[i] = clipping[strengths[static_cast<size_t>(i) / 4]];
        for (int i = 0; i < 16; i++) applied[i] = strengths[static_cast<size_t>(i) / 4] ? -1 : 0;
        const auto a = static_cast<int16_t>(alpha), b = static_cast<int16_t>(beta);
        int16_t any = 0;
        for (int i = 0; i < 16; i++) {
            applied[i] = both(applied[i], both(below(p0[i], q0[i], a),
                                               both(below(p1[i], p0[i], b), below(q1[i], q0[i], b))));
            any = static_cast<int16_t>(any | applied[i]);
        }
        if (!any) return;
        for (int i = 0; i < 16; i++) {
            const int16_t p_smooth = below(p2[i], p0[i], b), q_smooth = below(q2[i], q0[i], b);
            const auto limit = static_cast<int16_t>(base[i] - p_smooth - q_smooth);
            const auto step = static_cast<int16_t>((q0[i] - p0[i]) * 4 + (p1[i] - q1[i]) + 4);
            const int16_t delta = both(applied[i], clip(static_cast<int16_t>(step >> 3), limit));
            const auto middle = static_cast<int16_t>((p0[i] + q0[i] + 1) >> 1);
            const auto p_step = static_cast<int16_t>(static_cast<int16_t>(p2[i] + middle - 2 * p1[i]) >> 1),
                       q_step = static_cast<int16_t>(static_cast<int16_t>(q2[i] + middle - 2 * q1[i]) >> 1);
            p1[i] = static_cast<uint8_t>(p1[i] + both(both(applied[i], p_smooth), clip(p_step, base[i])));
            q1[i] = static_cast<uint8_t>(q1[i] + both(both(applied[i], q_smooth), clip(q_step, base[i])));
            p0[i] = clip_sample(static_cast<int16_t>(p0[i] + delta));
            q0[i] = clip_sample(static_cast<int16_t>(q0[i] - delta));
        }
        for (int i = 1; i < 5; i++) std::memcpy(q + (i - 3) * stride, lines[i], 16);
    }

    void chroma(uint8_t* q, ptrdiff_t step, int strength) const {
        const int p0 = q[-step], p1 = q[-2 * step], q0 = q[0], q1 = q[step];
        if (!applies(p1, p0, q0, q1)) return;
        if (strength == 4) {
            q[-step] = static_cast<uint8_t>((2 * p1 + p0 + q1 + 2) >> 2);
            q[0] = static_cast<uint8_t>((2 * q1 + q0 + p1 + 2) >> 2);
            return;
        }
        const int limit = clipping[static_cast<size_t>(strength)] + 1;
        const int delta = std::clamp((((q0 - p0) * 4) + (p1 - q1) + 4) >> 3, -limit, limit);
        q[-step] = static_cast<uint8_t>(std::clamp(p0 + delta, 0, 255));
        q[0] = static_cast<uint8_t>(std::clamp(q0 - delta, 0, 255));
    }
};

}  // namespace

Deblocking::Thresholds::Thresholds(int qp, const DeblockingSyntax& syntax) {
    const int a = std::clamp(qp + syntax.alpha_offset, 0, 51), b = std::clamp(qp + syntax.beta_offset, 0, 51);
    alpha = kAlpha[a];
    beta = kBeta[b];
    clipping = {0, kClipping[a][0], kClipping[a][1], kClipping[a][2]};
}

Deblocking::Deblocking(int qp, int chroma_qp_offset, const DeblockingSyntax& syntax)
    : across_slices_(syntax.across_slices),
      luma_{Thresholds(qp, syntax), Thresholds((qp + 1) >> 1, syntax), Thresholds(0, syntax)},
      chroma_{Thresholds(chroma_qp(qp, chroma_qp_offset), syntax),
              Thresholds((chroma_qp(qp, chroma_qp_offset) + chroma_qp(0, chroma_qp_offset) + 1) >> 1, syntax),
              Thresholds(chroma_qp(0, chroma_qp_offset), syntax)} {}

void Deblocking::filter(const MacroblockMap& map, int x, int y, Frame& frame) const {
    const auto filters = [](const Thresholds& one) { return one.alpha != 0; };
    if (std::ranges::none_of(luma_, filters) && std::ranges::none_of(chroma_, filters)) return;
    const CodedMacroblock& q = map.at(x, y);
    const int first = map.first_of(map.slice_of(x, y));
    for (const bool vertical : {true, false}) {
        for (int edge = 0; edge < 4; edge++) {
            if (edge == 0 && (vertical ? x : y) == 0) continue;
            const int before = y * map.columns + x - (vertical ? 1 : map.columns);
            if (edge == 0 && !across_slices_ && before < first) continue;
            if (edge > 0 && !q.has_inner_edges) break;
            const CodedMacroblock& p = edge > 0 ? q : vertical ? map.at(x - 1, y) : map.at(x, y - 1);
            const Strengths strength = strengths(p, q, edge, vertical);
            if (strength == Strengths{}) continue;
            const auto samples = static_cast<size_t>(p.is_pcm) + static_cast<size_t>(q.is_pcm);
            const Thresholds &of_luma = luma_[samples], &of_chroma = chroma_[samples];
            const EdgeFilter luma{of_luma.alpha, of_luma.beta, of_luma.clipping},
                chroma{of_chroma.alpha, of_chroma.beta, of_chroma.clipping};
            const int stride = frame.stride(0);
            uint8_t* at =
                vertical ? frame.at(0, 16 * x + 4 * edge, 16 * y) : frame.at(0, 16 * x, 16 * y + 4 * edge);
            const ptrdiff_t across = vertical ? 1 : stride, along = vertical ? stride : 1;
            if (!vertical && strength[0] < 4)
                luma.luma_row(at, stride, strength);
            else
                for (int i = 0; i < 16; i++)
                    if (strength[i / 4]) luma.luma(at + i * along, across, strength[i / 4]);
            if (edge % 2) continue;
            const int chroma_stride = frame.stride(1);
            for (int c = 1; c < 3; c++) {
                uint8_t* to =
                    vertical ? frame.at(c, 8 * x + 2 * edge, 8 * y) : frame.at(c, 8 * x, 8 * y + 2 * edge);
                const ptrdiff_t c_across = vertical ? 1 : chroma_stride,
                                c_along = vertical ? chroma_stride : 1;
                for (int i = 0; i < 8; i++)
                    if (strength[i / 2]) chroma.chroma(to + i * c_along, c_across, strength[i / 2]);
            }
        }
    }
}

}  // namespace genmedia::encode
