// SPDX-License-Identifier: MIT
// Intra estimation: the pixels around a macroblock, as kernels take them and as native requests.
#pragma once

#include "opencl/builtins/skips.h"

namespace genmedia::test {

// CLK_AVC_ME_INTRA_NEIGHBOR_*
inline constexpr unsigned kLeft = 0x60, kUpper = 0x10, kUpperRight = 0x08, kUpperLeft = 0x04;

// The pixels around (x, y), as far as they are inside the picture.
inline IntraInput intra_input(const Picture& luma, const Picture* chroma, int x, int y) {
    IntraInput input{};
    for (int i = 0; i < 16; i++) {
        input.left[i] = static_cast<uint8_t>(luma.nearest(x - 1, y + i));
        input.upper[i] = static_cast<uint8_t>(luma.nearest(x + i, y - 1));
    }
    for (int i = 0; i < 8; i++) input.upper_right[i] = static_cast<uint8_t>(luma.nearest(x + 16 + i, y - 1));
    input.upper_left = static_cast<uint8_t>(luma.nearest(x - 1, y - 1));
    unsigned available = 0;
    if (x > 0) available |= kLeft;
    if (y > 0) available |= kUpper;
    if (y > 0 && x + 16 < luma.width) available |= kUpperRight;
    if (x > 0 && y > 0) available |= kUpperLeft;
    input.availability = static_cast<uint8_t>(available);
    if (chroma == nullptr) return input;
    const auto pair = [&](int cx, int cy) {
        return static_cast<uint16_t>(chroma->nearest(2 * cx, cy) | chroma->nearest(2 * cx + 1, cy) << 8);
    };
    for (int i = 0; i < 8; i++) {
        input.chroma_left[i] = pair(std::max(x / 2 - 1, 0), y / 2 + i);
        input.chroma_upper[i] = pair(x / 2 + i, std::max(y / 2 - 1, 0));
    }
    input.chroma_upper_left = pair(std::max(x / 2 - 1, 0), std::max(y / 2 - 1, 0));
    return input;
}

inline vme::IntraNeighbors neighbors_of(const IntraInput& input) {
    vme::IntraNeighbors neighbors;
    neighbors.has_left = input.availability & kLeft;
    neighbors.has_upper = input.availability & kUpper;
    neighbors.has_upper_right = input.availability & kUpperRight;
    neighbors.has_upper_left = input.availability & kUpperLeft;
    std::copy(std::begin(input.left), std::end(input.left), neighbors.left.begin());
    std::copy(std::begin(input.upper), std::end(input.upper), neighbors.upper.begin());
    std::copy(std::begin(input.upper_right), std::end(input.upper_right), neighbors.upper_right.begin());
    neighbors.upper_left = input.upper_left;
    const auto pair = [](uint16_t both) {
        return std::array<uint8_t, 2>{static_cast<uint8_t>(both), static_cast<uint8_t>(both >> 8)};
    };
    for (int i = 0; i < 8; i++) {
        neighbors.chroma_left[i] = pair(input.chroma_left[i]);
        neighbors.chroma_upper[i] = pair(input.chroma_upper[i]);
    }
    neighbors.chroma_upper_left = pair(input.chroma_upper_left);
    return neighbors;
}

// Intra estimations of a picture's macroblocks.
class Intras {
public:
    Intras(const Picture& luma, Grid grid, const Picture* chroma = nullptr)
        : luma_(luma), chroma_(chroma), grid_(grid) {
        for (size_t i = 0; i < grid.count(); i++) {
            inputs_.push_back(intra_input(luma, chroma, static_cast<int>(i % grid.columns) * 16,
                                          static_cast<int>(i / grid.columns) * 16));
        }
    }

    std::vector<IntraInput> inputs() const { return inputs_; }
    Grid grid() const { return grid_; }

    vme::IntraEstimation estimation(int x, int y) const {
        vme::IntraEstimation intra;
        intra.neighbors =
            neighbors_of(inputs_[static_cast<size_t>(y / 16) * grid_.columns + static_cast<size_t>(x / 16)]);
        intra.chroma = chroma_ != nullptr;
        return intra;
    }

    vme::SicRequest request(int x, int y) const {
        vme::SicRequest request;
        request.source = source_at(luma_, x, y);
        if (chroma_ != nullptr) {
            request.source.image.chroma = {chroma_->samples.data(), chroma_->width / 2, chroma_->height,
                                           chroma_->width, 2};
        }
        request.intra = estimation(x, y);
        return request;
    }

private:
    const Picture& luma_;
    const Picture* chroma_;
    Grid grid_;
    std::vector<IntraInput> inputs_;
};

inline RequestAt<vme::SicRequest> estimations(const Intras& intras, const SicChange& change = {}) {
    return [&intras, change](int x, int y) {
        vme::SicRequest request = intras.request(x, y);
        if (change) change(request);
        return request;
    };
}

}  // namespace genmedia::test
