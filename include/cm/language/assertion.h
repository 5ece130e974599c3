// SPDX-License-Identifier: MIT
// cm_assert and assert: checked only in kernels compiled for debugging; otherwise not evaluated.
#pragma once

#include "../core/debug.h"

#ifdef CM_DEBUG
#define cm_assert(condition) \
    ((condition) ? static_cast<void>(0) : ::cm::fail(__FILE__, __LINE__, "this does not hold: " #condition))
#else
#define cm_assert(condition) static_cast<void>(sizeof(!(condition)))
#endif
#ifndef assert
#define assert(condition) cm_assert(condition)
#endif
