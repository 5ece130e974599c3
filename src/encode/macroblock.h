// SPDX-License-Identifier: MIT
// The data kept of each macroblock of the picture that is being coded, and the neighbours of one.
#pragma once

#include "genmedia/encode.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace genmedia::encode {

// References of blocks whose macroblock is intra, or does not exist.
inline constexpr int8_t kIntraReference = -1, kNoReference = -2;

constexpr bool is_intra(MacroblockType type) { return type >= MacroblockType::intra_16x16; }

// Entries of 4x4 luma blocks are in raster order here: 4 * row + column.
struct CodedMacroblock {
    MacroblockType type = MacroblockType::skip;
    std::array<vme::MotionVector, 16> vectors{};
    std::array<int8_t, 16> references{};
    std::array<vme::LumaMode, 16> luma_modes{};             // dc but for intra_4x4 [8.3.1.1]
    std::array<uint8_t, 16> luma_counts{};                  // coefficients that are not 0
    std::array<std::array<uint8_t, 4>, 2> chroma_counts{};  // of Cb's and Cr's AC blocks

    bool is_pcm = false;           // its samples are written as they are
    bool has_inner_edges = false;  // that deblocking may filter: several vectors, or coefficients of luma

    bool is_intra() const { return encode::is_intra(type); }
};

// Raster place of entry e of the decisions' arrays, which are in Z order.
inline constexpr std::array<uint8_t, 16> kRasterOfEntry = {0, 1, 4,  5,  2,  3,  6,  7,
                                                           8, 9, 12, 13, 10, 11, 14, 15};

// The first macroblocks of slices of whole rows that are about equally large.
inline std::vector<int> even_slices(int columns, int rows, int slices) {
    std::vector<int> first_macroblocks;
    for (int s = 0; s < slices; s++) first_macroblocks.push_back(s * rows / slices * columns);
    return first_macroblocks;
}

// The macroblocks of a picture, cut into slices.
struct MacroblockMap {
    int columns = 0, rows = 0;
    std::vector<int> first_macroblocks;  // of the slices, in order; the first is 0
    std::vector<CodedMacroblock> all;

    CodedMacroblock& at(int x, int y) { return all[static_cast<size_t>(y) * columns + x]; }
    const CodedMacroblock& at(int x, int y) const { return all[static_cast<size_t>(y) * columns + x]; }
    size_t slices() const { return first_macroblocks.size(); }
    // Of slice slices(): the macroblock behind the last one.
    int first_of(size_t slice) const { return slice < slices() ? first_macroblocks[slice] : columns * rows; }
    size_t slice_of(int x, int y) const {
        const auto next =
            std::upper_bound(first_macroblocks.begin(), first_macroblocks.end(), y * columns + x);
        return static_cast<size_t>(next - first_macroblocks.begin()) - 1;
    }
};

// The macroblocks before (x, y) in its slice; null where there is none. [6.4.9]
struct Neighbors {
    const CodedMacroblock *left, *upper, *upper_right, *upper_left;

    Neighbors(const MacroblockMap& map, int x, int y) {
        const int first = map.first_of(map.slice_of(x, y));
        const auto find = [&](int column, int row) {
            const bool is_there = column >= 0 && column < map.columns && row * map.columns + column >= first;
            return is_there ? &map.at(column, row) : nullptr;
        };
        left = find(x - 1, y);
        upper = find(x, y - 1);
        upper_right = find(x + 1, y - 1);
        upper_left = find(x - 1, y - 1);
    }
};

}  // namespace genmedia::encode
