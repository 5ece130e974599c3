// SPDX-License-Identifier: MIT
// What true motion computes, on the vector backends.
#include "vme/simd/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motion/simd/simd_fields.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#if HWY_TARGET & (HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_NEON)
#include "motion/field_functions.h"
#include "motion/simd/best_neighbor-inl.h"
#include "motion/simd/best_vectors-inl.h"
#include "motion/simd/block_difference-inl.h"
#include "motion/simd/field_step-inl.h"
#include "motion/simd/flow_row-inl.h"
#include "motion/simd/gradient_sums-inl.h"
#include "motion/simd/local_mean-inl.h"
#include "motion/simd/match_difference-inl.h"
#include "motion/simd/seen_difference-inl.h"
#include "motion/simd/shown_row-inl.h"
#include "motion/simd/spread_vector-inl.h"

namespace genmedia::motion::HWY_NAMESPACE {
namespace {

constexpr FieldFunctions kFields = {
    .gradient_sums = gradient_sums,
    .row_differences = row_differences,
    .match_difference = match_difference,
    .best_vectors = best_vectors,
    .best_neighbor = best_neighbor,
    .block_difference = block_difference,
    .deep_block_difference = deep_block_difference,
    .block_differences = block_differences,
    .deep_block_differences = deep_block_differences,
    .spread_vector = spread_vector,
    .step_equations = step_equations,
    .step_relax = step_relax,
    .subtract_local_means = subtract_local_means,
    .seen_difference = seen_difference,
    .show_row = show_row,
    .show_deep_row = show_deep_row,
    .flow_weights = flow_weights,
    .flow_equations = flow_equations,
    .flow_relax = flow_relax,
};

}  // namespace
}  // namespace genmedia::motion::HWY_NAMESPACE
#endif

#if HWY_ONCE
#include "motion/field_backends.h"

namespace genmedia::motion {

#if HWY_ARCH_X86
const FieldFunctions kAvx512Fields = N_AVX3::kFields;
const FieldFunctions kAvx2Fields = N_AVX2::kFields;
const FieldFunctions kSse4Fields = N_SSE4::kFields;
#else
const FieldFunctions kNeonFields = N_NEON::kFields;
#endif

}  // namespace genmedia::motion
#endif
