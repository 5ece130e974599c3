// SPDX-License-Identifier: MIT
#include "vme/intra/intra_predict.h"

#include <algorithm>
#include <type_traits>

namespace genmedia::vme {
namespace {

int filter3(int a, int b, int c) { return (a + 2 * b + c + 2) >> 2; }

// The edge as one line from the lowest left pixel over the corner to the upper right: [-1] is the corner,
// [-2 - i] left pixel i, [i] upper pixel i.
class EdgeLine {
public:
    explicit EdgeLine(const Edges& edges) : edges_(edges) {}

    int operator[](int i) const {
        if (i >= 0) return edges_.upper[i];
        return i == -1 ? edges_.upper_left : edges_.left[-2 - i];
    }
    int filtered(int i) const { return filter3((*this)[i - 1], (*this)[i], (*this)[i + 1]); }
    int average(int i) const { return ((*this)[i] + (*this)[i + 1] + 1) >> 1; }

private:
    const Edges& edges_;
};

// Mean of the neighbours that exist; 128 if none do, as in AVC. `shift`: log2 of the number of pixels of one
// side.
int mean(const Edges& edges, int first_left, int first_upper, int shift, bool use_left, bool use_upper) {
    const int n = 1 << shift;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (use_left) sum += edges.left[first_left + i];
        if (use_upper) sum += edges.upper[first_upper + i];
    }
    if (use_left && use_upper) return (sum + n) >> (shift + 1);
    if (use_left || use_upper) return (sum + n / 2) >> shift;
    return 128;
}

int log2_of(int size) { return size == 4 ? 2 : size == 8 ? 3 : 4; }

// H.264 8.3.1.2.6 and 8.3.2.2.7.
int vertical_right(const EdgeLine& e, int x, int y) {
    const int z = 2 * x - y;
    if (z >= 0) return z % 2 == 0 ? e.average(x - y / 2 - 1) : e.filtered(x - y / 2 - 1);
    return z == -1 ? e.filtered(-1) : e.filtered(2 * x - y);
}

// H.264 8.3.1.2.7 and 8.3.2.2.8. Left pixel i is entry -2 - i.
int horizontal_down(const EdgeLine& e, int x, int y) {
    const int z = 2 * y - x;
    if (z >= 0) return z % 2 == 0 ? e.average(-2 - (y - x / 2)) : e.filtered(-1 - (y - x / 2));
    return z == -1 ? e.filtered(-1) : e.filtered(x - 2 * y - 2);
}

// H.264 8.3.1.2.9 and 8.3.2.2.10.
int horizontal_up(const Edges& edges, int size, int x, int y) {
    const int z = x + 2 * y, last = edges.left[size - 1], i = y + x / 2;
    if (z > 2 * size - 3) return last;
    if (z == 2 * size - 3) return (edges.left[size - 2] + 3 * last + 2) >> 2;
    if (z % 2 == 0) return (edges.left[i] + edges.left[i + 1] + 1) >> 1;
    return filter3(edges.left[i], edges.left[i + 1], edges.left[i + 2]);
}

int luma_sample(LumaMode mode, const Edges& edges, const EdgeLine& e, int size, int x, int y) {
    switch (mode) {
        case LumaMode::vertical: return edges.upper[x];
        case LumaMode::horizontal: return edges.left[y];
        case LumaMode::dc: return 0;  // predict_luma() fills it
        case LumaMode::diagonal_down_left:
            return x + y == 2 * size - 2 ? (e[2 * size - 2] + 3 * e[2 * size - 1] + 2) >> 2
                                         : e.filtered(x + y + 1);
        case LumaMode::diagonal_down_right: return e.filtered(x - y - 1);
        case LumaMode::vertical_right: return vertical_right(e, x, y);
        case LumaMode::horizontal_down: return horizontal_down(e, x, y);
        case LumaMode::vertical_left: return y % 2 == 0 ? e.average(x + y / 2) : e.filtered(x + y / 2 + 1);
        case LumaMode::horizontal_up: return horizontal_up(edges, size, x, y);
    }
    return 0;
}

// H.264 8.3.3.4 (16x16) and 8.3.4.4 (chroma): a plane through the edges.
void predict_plane(const Edges& edges, int size, uint8_t* to, int to_stride) {
    const int half = size / 2;
    const auto upper = [&](int i) { return i < 0 ? edges.upper_left : edges.upper[i]; };
    const auto left = [&](int i) { return i < 0 ? edges.upper_left : edges.left[i]; };
    int h = 0, v = 0;
    for (int i = 1; i <= half; i++) {
        h += i * (upper(half - 1 + i) - upper(half - 1 - i));
        v += i * (left(half - 1 + i) - left(half - 1 - i));
    }
    const int b = size == 16 ? (5 * h + 32) >> 6 : (34 * h + 32) >> 6;
    const int c = size == 16 ? (5 * v + 32) >> 6 : (34 * v + 32) >> 6;
    const int a = 16 * (edges.left[size - 1] + edges.upper[size - 1]);
    int16_t across[16];  // all sums fit: the largest is 19632 of luma, 19000 of chroma
    for (int x = 0; x < size; x++) across[x] = static_cast<int16_t>(b * (x - half + 1));
    for (int y = 0; y < size; y++) {
        const auto first = static_cast<int16_t>(a + c * (y - half + 1) + 16);
        const auto fill_line = [&](auto width) {
            for (int x = 0; x < width; x++) {
                const auto sample = static_cast<int16_t>(static_cast<int16_t>(first + across[x]) >> 5);
                to[y * to_stride + x] = static_cast<uint8_t>(std::clamp<int16_t>(sample, 0, 255));
            }
        };
        if (size == 16)
            fill_line(std::integral_constant<int, 16>());
        else
            fill_line(std::integral_constant<int, 8>());
    }
}

void fill(int value, int size, uint8_t* to, int to_stride) {
    for (int y = 0; y < size; y++) std::fill_n(to + y * to_stride, size, static_cast<uint8_t>(value));
}

void copy_edge(bool vertical, const Edges& edges, int size, uint8_t* to, int to_stride) {
    for (int y = 0; y < size; y++) {
        if (vertical)
            std::copy_n(edges.upper.begin(), size, to + y * to_stride);
        else
            std::fill_n(to + y * to_stride, size, edges.left[y]);
    }
}

}  // namespace

bool MacroblockEdges::has_upper_left(const Block& block) const {
    if (block.x > 0) return has_upper(block);
    return block.y > 0 ? neighbors.has_left : neighbors.has_upper_left;
}

bool MacroblockEdges::has_upper_right(const Block& block) const {
    if (block.y > 0) return has_inner_upper_right(block);
    return block.x + block.width < 16 ? neighbors.has_upper : neighbors.has_upper_right;
}

Edges MacroblockEdges::of(const Block& block) const {
    const IntraNeighbors& n = neighbors;
    const int x = block.x, y = block.y, size = block.width;
    const uint8_t* const inside = source.data() + y * kBlockStride + x;
    const uint8_t* const upper = y > 0 ? inside - kBlockStride : n.upper.data() + x;
    Edges edges{
        .has_left = has_left(block), .has_upper = has_upper(block), .has_upper_left = has_upper_left(block)};
    for (int i = 0; i < size; i++) edges.left[i] = x > 0 ? inside[i * kBlockStride - 1] : n.left[y + i];
    std::copy_n(upper, size, edges.upper.begin());
    edges.upper_left = x > 0 ? upper[-1] : y > 0 ? n.left[y - 1] : n.upper_left;
    if (size == 16) return edges;
    if (has_upper_right(block))
        std::copy_n(x + size < 16 ? upper + size : n.upper_right.data(), size, edges.upper.begin() + size);
    else
        std::fill_n(edges.upper.begin() + size, size, edges.upper[size - 1]);
    return edges;
}

bool is_available(LumaMode mode, const Edges& edges) {
    switch (mode) {
        case LumaMode::dc: return true;
        case LumaMode::vertical:
        case LumaMode::diagonal_down_left:
        case LumaMode::vertical_left: return edges.has_upper;
        case LumaMode::horizontal:
        case LumaMode::horizontal_up: return edges.has_left;
        case LumaMode::diagonal_down_right:
        case LumaMode::vertical_right:
        case LumaMode::horizontal_down: return edges.has_left && edges.has_upper && edges.has_upper_left;
    }
    return false;
}

bool is_available_16x16(LumaMode mode, const Edges& edges) {
    return mode == LumaMode::plane ? edges.has_left && edges.has_upper && edges.has_upper_left
                                   : is_available(mode, edges);
}

bool is_available(ChromaMode mode, const Edges& edges) {
    switch (mode) {
        case ChromaMode::dc: return true;
        case ChromaMode::horizontal: return edges.has_left;
        case ChromaMode::vertical: return edges.has_upper;
        case ChromaMode::plane: return edges.has_left && edges.has_upper && edges.has_upper_left;
    }
    return false;
}

// H.264 8.3.2.2.1.
Edges filter_edges_8x8(const Edges& edges) {
    Edges f = edges;
    const auto store = [](uint8_t& to, int value) { to = static_cast<uint8_t>(value); };
    const int corner = edges.upper_left;
    if (edges.has_upper) {
        const auto& u = edges.upper;
        store(f.upper[0], edges.has_upper_left ? filter3(corner, u[0], u[1]) : (3 * u[0] + u[1] + 2) >> 2);
        for (int i = 1; i < 15; i++) store(f.upper[i], filter3(u[i - 1], u[i], u[i + 1]));
        store(f.upper[15], (u[14] + 3 * u[15] + 2) >> 2);
    }
    if (edges.has_left) {
        const auto& l = edges.left;
        store(f.left[0], edges.has_upper_left ? filter3(corner, l[0], l[1]) : (3 * l[0] + l[1] + 2) >> 2);
        for (int i = 1; i < 7; i++) store(f.left[i], filter3(l[i - 1], l[i], l[i + 1]));
        store(f.left[7], (l[6] + 3 * l[7] + 2) >> 2);
    }
    if (edges.has_upper_left) {
        if (edges.has_upper && edges.has_left) {
            store(f.upper_left, filter3(edges.upper[0], corner, edges.left[0]));
        } else if (edges.has_upper || edges.has_left) {
            const int neighbor = edges.has_upper ? edges.upper[0] : edges.left[0];
            store(f.upper_left, (3 * corner + neighbor + 2) >> 2);
        }
    }
    return f;
}

void predict_luma(LumaMode mode, const Edges& edges, int size, uint8_t* to, int to_stride) {
    if (mode == LumaMode::dc) {
        fill(mean(edges, 0, 0, log2_of(size), edges.has_left, edges.has_upper), size, to, to_stride);
        return;
    }
    const EdgeLine line(edges);
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            to[y * to_stride + x] = static_cast<uint8_t>(luma_sample(mode, edges, line, size, x, y));
        }
    }
}

void predict_luma_16x16(LumaMode mode, const Edges& edges, uint8_t* to, int to_stride) {
    switch (mode) {
        case LumaMode::vertical:
        case LumaMode::horizontal: copy_edge(mode == LumaMode::vertical, edges, 16, to, to_stride); break;
        case LumaMode::plane: predict_plane(edges, 16, to, to_stride); break;
        default: fill(mean(edges, 0, 0, 4, edges.has_left, edges.has_upper), 16, to, to_stride);
    }
}

void predict_chroma(ChromaMode mode, const Edges& edges, uint8_t* to, int to_stride) {
    switch (mode) {
        case ChromaMode::horizontal:
        case ChromaMode::vertical: copy_edge(mode == ChromaMode::vertical, edges, 8, to, to_stride); return;
        case ChromaMode::plane: predict_plane(edges, 8, to, to_stride); return;
        case ChromaMode::dc: break;
    }
    // H.264 8.3.4.1: a mean for each 4x4 block; the upper right one prefers its upper neighbours, the lower
    // left one its left ones.
    for (int block = 0; block < 4; block++) {
        const int x = block % 2 * 4, y = block / 2 * 4;
        bool left = edges.has_left, upper = edges.has_upper;
        if (block == 1 && upper) left = false;
        if (block == 2 && left) upper = false;
        fill(mean(edges, y, x, 2, left, upper), 4, to + y * to_stride + x, to_stride);
    }
}

}  // namespace genmedia::vme
