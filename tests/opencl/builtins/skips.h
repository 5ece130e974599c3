// SPDX-License-Identifier: MIT
// Skip checks: vectors in all directions, as kernels take them and as native requests.
#pragma once

#include "opencl/builtins/native_requests.h"

#include <random>

namespace genmedia::test {

// How a macroblock is checked. The mask has the form that kernels take.
struct SkipShape {
    bool partition_8x8;
    std::array<std::optional<vme::Direction>, 4> directions;

    cl_uint partition() const { return partition_8x8 ? 0x4000 : 0; }
    cl_uint mask() const {
        cl_uint bits = 0;
        for (int q = 0; q < 4; q++) {
            if (directions[q]) bits |= (static_cast<cl_uint>(*directions[q]) + 1) << (24 + 2 * q);
        }
        return bits;
    }
};

inline constexpr auto kForward = vme::Direction::forward;
inline constexpr auto kBackward = vme::Direction::backward;
inline constexpr auto kBoth = vme::Direction::bidirectional;

// Shapes of a check in two pictures.
inline const SkipShape kSkipShapes[] = {{false, {kForward}},
                                        {false, {kBackward}},
                                        {false, {kBoth}},
                                        {true, {kForward, kForward, kForward, kForward}},
                                        {true, {kForward, kBackward, kBoth, kBackward}},
                                        {true, {kBoth, std::nullopt, kBackward, kForward}}};

// The mixed shape, for tests of anything but shapes.
inline const SkipShape& mixed_shape() { return kSkipShapes[4]; }

// Vectors to check at each macroblock. Some are fractional.
class Skips {
public:
    Skips(const Scene& scene, Grid grid, const SkipShape& shape) : scene_(scene), grid_(grid), shape_(shape) {
        std::mt19937 random(5);
        const auto small = [&random] { return static_cast<int16_t>(static_cast<int>(random() % 57) - 28); };
        vectors_.resize(grid.count());
        for (auto& four : vectors_) {
            for (auto& vector : four) vector = {{small(), small()}, {small(), small()}};
        }
    }

    std::vector<SkipInput> inputs() const {
        std::vector<SkipInput> inputs(vectors_.size());
        for (size_t i = 0; i < inputs.size(); i++) {
            for (int q = 0; q < 4; q++) inputs[i].vectors[q] = packed(vectors_[i][q]);
        }
        return inputs;
    }

    // A request in the first or the second pair of pictures.
    vme::SicRequest request(int x, int y, int pair = 0) const {
        vme::SkipCheck skip;
        skip.set_forward(reference(pair == 0 ? scene_.forward : scene_.forward1, pair));
        skip.set_backward(reference(pair == 0 ? scene_.backward : scene_.backward1, pair));
        skip.partition_8x8 = shape_.partition_8x8;
        skip.directions = shape_.directions;
        skip.vectors = vectors_[static_cast<size_t>(y / 16) * grid_.columns + static_cast<size_t>(x / 16)];
        vme::SicRequest request;
        request.source = source_at(scene_.source, x, y);
        request.skip = skip;
        return request;
    }

    Grid grid() const { return grid_; }

private:
    const Scene& scene_;
    Grid grid_;
    const SkipShape& shape_;
    std::vector<std::array<vme::BidirectionalVector, 4>> vectors_;
};

using SicChange = std::function<void(vme::SicRequest&)>;

inline RequestAt<vme::SicRequest> checks(const Skips& skips, const SicChange& change = {}, int pair = 0) {
    return [&skips, change, pair](int x, int y) {
        vme::SicRequest request = skips.request(x, y, pair);
        if (change) change(request);
        return request;
    };
}

}  // namespace genmedia::test
