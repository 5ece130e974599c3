// SPDX-License-Identifier: MIT
#include "motion/reference/reference_fields.h"

#include "motion/field_backends.h"

namespace genmedia::motion {

const FieldFunctions kReferenceFields = {
    .gradient_sums = reference::gradient_sums,
    .row_differences = reference::row_differences,
    .match_difference = reference::match_difference,
    .best_vectors = reference::best_vectors,
    .best_neighbor = reference::best_neighbor,
    .block_difference = reference::block_difference,
    .deep_block_difference = reference::deep_block_difference,
    .block_differences = reference::block_differences,
    .deep_block_differences = reference::deep_block_differences,
    .spread_vector = reference::spread_vector,
    .step_equations = reference::step_equations,
    .step_relax = reference::step_relax,
    .subtract_local_means = reference::subtract_local_means,
    .seen_difference = reference::seen_difference,
    .show_row = reference::show_row,
    .show_deep_row = reference::show_deep_row,
    .flow_weights = reference::flow_weights,
    .flow_equations = reference::flow_equations,
    .flow_relax = reference::flow_relax,
};

}  // namespace genmedia::motion
