// SPDX-License-Identifier: MIT
// Random requests, each as the C++ API takes it and as a message.
#pragma once

#include <vector>

#include "check/pictures.h"
#include "message.h"
#include "picture.h"

namespace test {

using genmedia::test::Picture;
using genmedia::test::Random;

// A luma picture with the chroma that NV12 keeps below it.
struct Nv12 {
    Nv12(int width, int height, Random& random);

    genmedia::ImageView view() const;
    std::vector<uint8_t> bytes() const;  // as a surface holds them

    Picture luma, chroma;  // chroma: Cb and Cr in turn, so as wide as luma
};

// What a VME surface is made of.
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

// With cost centres as Gen7.5 has them: one for all quadrants, in row 1.
Search random_search(const Scene& scene, bool gen7_5, Random& random);
Refinement random_refinement(const Scene& scene, Random& random);
Check random_check(const Scene& scene, Random& random);

}  // namespace test
