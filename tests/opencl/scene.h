// SPDX-License-Identifier: MIT
// Pictures with motion between them, for tests that search.
#pragma once

#include "made_pictures.h"

#include <string>
#include <vector>

namespace genmedia::test {

// A source and two pairs of references.
struct Scene {
    std::string name;
    Picture source, forward, backward, forward1, backward1;
};

// Small sizes that are no multiples of a macroblock.
constexpr int kSceneWidth = 88, kSceneHeight = 72;

// Each block of `size` pixels moves by its own vector, up to `farthest`.
inline Picture patchwork(const Picture& from, int size, int farthest, unsigned seed) {
    const Picture dice = noise(from.width / size + 1, from.height / size + 1, seed);
    return Picture(from.width, from.height, [&](int x, int y) {
        const int die = dice.nearest(x / size, y / size), span = 2 * farthest + 1;
        return from.nearest(x + die % span - farthest, y + die / span % span - farthest);
    });
}

// Adds noise of up to `strength`.
inline Picture grainy(const Picture& from, int strength, unsigned seed) {
    Picture grain = noise(from.width, from.height, seed);
    return Picture(from.width, from.height, [&](int x, int y) {
        return std::clamp(from.nearest(x, y) + grain.at(x, y) % (2 * strength + 1) - strength, 0, 255);
    });
}

// Blocks of all sizes move between grainy pictures.
inline Scene moving_scene() {
    const Picture base = landscape(kSceneWidth, kSceneHeight, 7);
    const Picture large = patchwork(base, 16, 5, 11), small = patchwork(patchwork(large, 8, 2, 12), 4, 1, 13);
    return {"moving",
            grainy(small, 3, 1),
            grainy(base, 3, 2),
            grainy(moved(base, 2, -1), 3, 3),
            grainy(patchwork(moved(base, -6, 3), 16, 2, 14), 3, 4),
            grainy(patchwork(moved(base, 4, 5), 8, 2, 15), 3, 5)};
}

inline Scene random_scene() {
    return {"random",
            noise(kSceneWidth, kSceneHeight, 21),
            noise(kSceneWidth, kSceneHeight, 22),
            noise(kSceneWidth, kSceneHeight, 23),
            noise(kSceneWidth, kSceneHeight, 24),
            noise(kSceneWidth, kSceneHeight, 25)};
}

inline std::vector<Scene> scenes() { return {moving_scene(), random_scene()}; }

}  // namespace genmedia::test
