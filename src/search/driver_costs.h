// SPDX-License-Identifier: MIT
// What the driver's default tables charge an inter search.
#pragma once

#include "genmedia/vme_costs.h"

namespace genmedia::search {

// Without cost centres.
inline vme::InterCosts driver_costs(vme::SliceType slice, int qp) {
    vme::InterCosts costs;
    costs.motion_vector.emplace();
    costs.motion_vector->table = vme::default_motion_vector_cost(slice, qp);
    costs.shape = vme::default_inter_shape_penalty(slice, qp);
    costs.backward_direction = vme::default_inter_direction_penalty(slice, qp);
    costs.base_multi_reference = vme::default_base_multi_reference_penalty(slice, qp);
    return costs;
}

}  // namespace genmedia::search
