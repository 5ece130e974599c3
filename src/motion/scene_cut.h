// SPDX-License-Identifier: MIT
// Whether a scene ends between two pictures.
#pragma once

#include "motion/field_backends.h"
#include "motion/true_motion/padded_picture.h"

namespace genmedia::motion {

// A picture made small, which is enough to tell.
class CutPicture {
public:
    explicit CutPicture(const PlaneView& picture);
    const PaddedPicture& small() const { return small_; }

private:
    PaddedPicture small_;
};

// How little of two pictures of one size is found in each other, 0 (all is) to 1.25, as far as it decides,
// and whether that is so little that another scene begins with the second. Neither noise nor light nor a fade
// or a dissolve is a cut. A picture without any detail is another scene where it is far brighter or darker.
struct SceneChange {
    float unlike = 0;
    bool is_cut = false;
};
SceneChange scene_change(const BackendFunctions& functions, const CutPicture& first,
                         const CutPicture& second);

}  // namespace genmedia::motion
