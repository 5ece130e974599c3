// A stand-in until the real one is here.
#include "walker/patterns.h"

namespace genmedia {
namespace {

void diagonals(ThreadSpace& space, int step) {
    space.order.clear();
    for (int d = 0; d < space.width + step * space.height; ++d) {
        for (int x = d, y = 0; y < space.height; x -= step, ++y) {
            if (x >= 0 && x < space.width) space.order.push_back(static_cast<std::uint32_t>(y * space.width + x));
        }
    }
}

void columns(ThreadSpace& space) {
    space.order.clear();
    for (int x = 0; x < space.width; ++x) {
        for (int y = 0; y < space.height; ++y) space.order.push_back(static_cast<std::uint32_t>(y * space.width + x));
    }
}

}  // namespace

Status apply_pattern(Pattern pattern, ThreadSpace& space) {
    switch (pattern) {
        case Pattern::wavefront:
            space.dependencies = {{-1, 0}, {-1, -1}, {0, -1}};
            diagonals(space, 1);
            break;
        case Pattern::wavefront26:
            space.dependencies = {{-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
            diagonals(space, 2);
            break;
        case Pattern::vertical_wave:
            space.dependencies = {{-1, 0}};
            columns(space);
            break;
        case Pattern::horizontal_wave: space.dependencies = {{0, -1}}; break;
        case Pattern::wavefront26z:
            if (space.width % 2 != 0 || space.height % 2 != 0) {
                return Status(StatusCode::invalid_argument, "the pattern 26Z needs an even width and height");
            }
            break;
        default: break;
    }
    return {};
}

Status apply_walking(Walking walking, ThreadSpace& space) {
    if (walking == Walking::wavefront) diagonals(space, 1);
    if (walking == Walking::wavefront26) diagonals(space, 2);
    if (walking == Walking::vertical) columns(space);
    return {};
}

}  // namespace genmedia
