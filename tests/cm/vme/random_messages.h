// SPDX-License-Identifier: MIT
// Random requests, each both for the C++ API and as a message.
#pragma once

#include <vector>

#include "check/checked_pictures.h"
#include "made_pictures.h"
#include "message.h"

namespace test {

using genmedia::test::Picture;
using genmedia::test::Random;

// A luma picture with the chroma that NV12 keeps below it.
struct Nv12 {
    Nv12(int width, int height, Random& random);

    genmedia::ImageView view() const;
    std::vector<uint8_t> bytes() const;  // in the layout of a surface

    Picture luma, chroma;  // Cb and Cr alternate, so chroma is as wide as luma
};

// The pictures of a VME surface.
struct Scene {
    explicit Scene(Random& random);

    Nv12 source;
    std::vector<Nv12> forward, backward;
};

struct Search {
    vme::ImeRequest request;
    Message message;
};
struct Refinement {
    vme::RefineRequest request;
    Message message;
};
struct Check {
    vme::SicRequest request;
    Message message;
};

// `gen7_5`: the cost centre is as on Gen7.5, one for all quadrants, in row 1.
Search random_search(const Scene& scene, bool gen7_5, Random& random);
Refinement random_refinement(const Scene& scene, Random& random);
Check random_check(const Scene& scene, Random& random);

}  // namespace test
