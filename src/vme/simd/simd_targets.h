// SPDX-License-Identifier: MIT
// The instruction sets of the vector backends. A source that Highway includes once for each of them,
// HWY_TARGET_INCLUDE, begins with this header. Instruction sets are attributes of the functions between
// HWY_BEFORE_NAMESPACE() and HWY_AFTER_NAMESPACE(), never compiler flags: so no inline function from
// elsewhere is compiled for them.
#pragma once

#define HWY_DISABLED_TARGETS ~(HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_NEON | HWY_SCALAR | HWY_EMU128)
// Nothing here uses these, and the first processors with SSE4 lack them; clang 14 cannot ask for F16C.
#define HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_F16C
