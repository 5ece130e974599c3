// SPDX-License-Identifier: MIT
// Pictures that are hard on a search, each flush against memory that may not be touched.
#pragma once

#include "genmedia/image.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace genmedia::test {

using Random = std::mt19937_64;

// A number in low .. high.
inline int pick(Random& random, int low, int high) {
    return low + static_cast<int>(random() % static_cast<uint64_t>(high - low + 1));
}

inline bool chance(Random& random, int one_in) { return pick(random, 1, one_in) == 1; }

// A plane between two pages without access, touching one of them: a read before its first or behind its last
// byte ends the program. What lies between its lines, and between it and the other page, is filled.
class GuardedPlane {
public:
    GuardedPlane(int width, int height, int stride, int bytes_per_sample, bool at_end);
    ~GuardedPlane();
    GuardedPlane(const GuardedPlane&) = delete;
    GuardedPlane& operator=(const GuardedPlane&) = delete;

    const PlaneView& view() const { return view_; }
    uint8_t* line(int y) { return first_ + y * view_.stride; }

private:
    uint8_t* pages_;
    size_t size_;
    uint8_t* first_;
    PlaneView view_;
};

// What a picture shows. `clip` is taken from pictures given on the command line, where there are any.
enum class Content { noise, black, white, black_or_white, steps, ramp_x, ramp_y, flat, scene, clip };
inline constexpr int kContents = 10;

struct Clip {
    std::vector<uint8_t> samples;  // luma, picture after picture
    int width = 0, height = 0, pictures = 0;
};

void fill(GuardedPlane& plane, Content content, const Clip& clip, Random& random);

// The plane's picture with a little noise, moved by a few pixels.
void fill_moved(GuardedPlane& plane, const PlaneView& from, Random& random);

}  // namespace genmedia::test
