// SPDX-License-Identifier: MIT
// Random requests that the contract accepts, with all options.
#pragma once

#include "checked_pictures.h"
#include "genmedia/vme.h"

#include <deque>
#include <memory>

namespace genmedia::test {

// A source and the pictures that requests refer to, all of one size.
class Scene {
public:
    Scene(const Clip& clip, Random& random);

    vme::ImeRequest integer_search(Random& random) const;
    // Vectors and shapes made by hand.
    vme::RefineRequest refinement(Random& random) const;
    // Refines what an integer search found.
    vme::RefineRequest refinement(Random& random, const vme::ImeRequest& search,
                                  const vme::ImeResult& found) const;
    vme::SicRequest check(Random& random) const;

private:
    vme::SourceBlock source(Random& random) const;
    vme::Reference reference(Random& random) const;
    std::array<vme::Reference, 4> references(Random& random, vme::MajorShape major) const;

    int width_, height_;
    std::unique_ptr<GuardedPlane> source_, chroma_;
    std::deque<GuardedPlane> references_;
};

}  // namespace genmedia::test
