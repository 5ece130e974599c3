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
    .functions =
        {
            .search_window = reference::search_window,
            .refine_block = reference::refine_block,
            .predict = reference::predict,
            .mix = reference::mix,
            .distortion = reference::block_distortion,
            .intra_8x8 = reference::intra_8x8,
            .intra_4x4 = reference::intra_4x4,
            .transform = reference::transform,
        },
};

}  // namespace genmedia::vme
