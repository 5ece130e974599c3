// SPDX-License-Identifier: MIT
// The vector backends. Highway includes this one source once for each target, to compile it for that
// instruction set. Instruction sets are attributes of the functions between HWY_BEFORE_NAMESPACE() and
// HWY_AFTER_NAMESPACE(), never compiler flags: so no inline function from elsewhere is compiled for them.
#define HWY_DISABLED_TARGETS ~(HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_NEON | HWY_SCALAR | HWY_EMU128)
// Nothing here uses these, and the first processors with SSE4 lack them; clang 14 cannot ask for F16C.
#define HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_F16C
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vme/simd/simd_backends.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#if HWY_TARGET & (HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_NEON)
#include "vme/simd/field_step-inl.h"
#include "vme/simd/gradient_sums-inl.h"
#include "vme/simd/intra_4x4-inl.h"
#include "vme/simd/intra_8x8-inl.h"
#include "vme/simd/local_mean-inl.h"
#include "vme/simd/match_difference-inl.h"
#include "vme/simd/refine_block-inl.h"
#include "vme/simd/spread_vector-inl.h"
#include "vme/simd/transform-inl.h"
#include "vme/simd/window_search-inl.h"

namespace genmedia::vme::HWY_NAMESPACE {
namespace {

constexpr BackendFunctions kFunctions = {search_window, refine_block,        predict,       mix,
                                         distortion,    intra_8x8,           intra_4x4,     transform,
                                         gradient_sums, match_difference,    spread_vector, step_equations,
                                         step_relax,    subtract_local_means};

}  // namespace
}  // namespace genmedia::vme::HWY_NAMESPACE
#endif

#if HWY_ONCE
#include "vme/backends.h"

namespace genmedia::vme {

#if HWY_ARCH_X86
// `supported` tests what Highway's target needs. base/processor_features.h lists something else: what
// compilers may use by themselves.
const Backend kAvx512Backend = {
    .name = "avx512",
    .description = "AVX-512 with BW, DQ and VL",
    .supported =
        [] {
            return kAvx2Backend.supported() && __builtin_cpu_supports("avx512f") &&
                   __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
        },
    .functions = N_AVX3::kFunctions,
};

const Backend kAvx2Backend = {
    .name = "avx2",
    .description = "AVX2 with BMI and FMA",
    .supported =
        [] {
            return kSse4Backend.supported() && __builtin_cpu_supports("avx2") &&
                   __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("fma");
        },
    .functions = N_AVX2::kFunctions,
};

const Backend kSse4Backend = {
    .name = "sse4",
    .description = "SSE4.1 and SSE4.2",
    .supported = [] { return __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2"); },
    .functions = N_SSE4::kFunctions,
};
#else
const Backend kNeonBackend = {
    .name = "neon",
    .description = "NEON of 64-bit Arm",
    .supported = [] { return true; },
    .functions = N_NEON::kFunctions,
};
#endif

}  // namespace genmedia::vme
#endif
