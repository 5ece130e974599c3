// SPDX-License-Identifier: MIT
#include "vme/backends.h"
#include "vme/reference/distortion.h"
#include "vme/reference/predict.h"
#include "vme/reference/reference_functions.h"

namespace genmedia::vme {

const Backend kReferenceBackend = {
    .name = "reference",
    .description = "plain C++, the meaning of the others",
    .supported = [] { return true; },
    .functions = {reference::search_window, reference::refine_block, reference::predict, reference::mix,
                  reference::block_distortion, reference::intra_8x8, reference::intra_4x4,
                  reference::transform, reference::gradient_sums, reference::match_difference,
                  reference::spread_vector, reference::step_equations, reference::step_relax,
                  reference::subtract_local_means},
};

}  // namespace genmedia::vme
