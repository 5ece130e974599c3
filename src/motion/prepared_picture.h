// SPDX-License-Identifier: MIT
// What is inside of a PreparedPicture.
#pragma once

#include "genmedia/motion.h"
#include "motion/scene_cut.h"
#include "motion/true_motion/search_picture.h"

namespace genmedia {

struct PreparedPicture::State {
    motion::SearchPicture picture;
    motion::CutPicture small;
};

}  // namespace genmedia
