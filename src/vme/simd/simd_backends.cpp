// SPDX-License-Identifier: MIT
// The vector backends.
#include "vme/simd/simd_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vme/simd/simd_backends.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#if HWY_TARGET & (HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_NEON)
#include "vme/simd/intra_4x4-inl.h"
#include "vme/simd/intra_8x8-inl.h"
#include "vme/simd/refine_block-inl.h"
#include "vme/simd/transform-inl.h"
#include "vme/simd/window_search-inl.h"

namespace genmedia::vme::HWY_NAMESPACE {
namespace {

constexpr UnitFunctions kFunctions = {
    .search_window = search_window,
    .refine_block = refine_block,
    .predict = predict,
    .mix = mix,
    .distortion = distortion,
    .intra_8x8 = intra_8x8,
    .intra_4x4 = intra_4x4,
    .transform = transform,
};

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
