// SPDX-License-Identifier: MIT
// Qualifiers of kernels, functions and globals. CM spec 2.4, 4.1, 4.20.
#pragma once

// A kernel. The compiler driver finds kernels by the annotation, even if nothing in the file calls them.
#define _GENX_MAIN_ __attribute__((annotate("genx_main"), used))

// For functions and variables. Each CM thread has its own copy of a kernel file's variables that can change.
#pragma clang diagnostic ignored "-Wignored-attributes"
#ifdef CM_DEBUG
#define _GENX_
#else
#define _GENX_ __attribute__((always_inline))
#endif

#define _GENX_STACKCALL_
#define _GENX_VOLATILE_
#define _GENX_VOLATILE_BINDING_(offset)
#define _CM_BUILTIN_
#define _CM_CALLABLE_
#define _CM_ENTRY_
#define _CM_FIXED_
#define _CM_INPUT_
#define _CM_OUTPUT_
#define _CM_INPUT_OUTPUT_
#define _CM_OUTPUT_INPUT_
#define CM_NODEBUG __attribute__((nodebug))
#define CM_NOINLINE  // cmc decides: an object that goes to a function stays in registers only where it is
                     // inlined
#define CM_DEPRECATED(message) __attribute__((deprecated(message)))
#define CM_STATIC_ERROR(condition, message) static_assert((condition), message)
#define CM_STATIC_WARNING(condition, message) static_assert((condition) || true, message)  // no error

// The versions of the language and of its runtime that kernels ask for: the last that Intel's headers have.
#define CM_1_0 100
#define CM_2_0 200
#define CM_2_1 201
#define CM_2_2 202
#define CM_2_3 203
#define CM_2_4 204
#define CM_3_0 300
#define CM_4_0 400
#define CM_5_0 500
#define CM_6_0 600
#define CM_7_0 700
#ifndef __INTEL_MDF
#define __INTEL_MDF (CM_7_0 + 1)
#endif
#ifndef __INTEL_CM
#define __INTEL_CM (CM_7_0 + 1)
#endif

#define CM_GRF_WIDTH 256  // of a register, in bits: the same from Gen8 to Gen12

// How a kernel computes with floats. The driver finds the flags in the annotation.
#define CM_RTE 0
#define CM_RTP (1 << 4)
#define CM_RTN (2 << 4)
#define CM_RTZ (3 << 4)
#define CM_DENORM_RTZ 0
#define CM_DENORM_FTZ 0
#define CM_DENORM_D_ALLOW (1 << 6)
#define CM_DENORM_F_ALLOW (1 << 7)
#define CM_DENORM_HF_ALLOW (1 << 10)
#define CM_DENORM_ALLOW (CM_DENORM_D_ALLOW | CM_DENORM_F_ALLOW | CM_DENORM_HF_ALLOW)
#define CM_FLOAT_MODE_IEEE 0
#define CM_FLOAT_MODE_ALT 1
#define _GENX_FLOAT_CONTROL_(flags) __attribute__((annotate("genx_float_control", flags)))
#define _GENX_ROUNDING_MODE_(flags) _GENX_FLOAT_CONTROL_(flags)
