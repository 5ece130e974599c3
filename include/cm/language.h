// SPDX-License-Identifier: MIT
// The language of C for Metal, without surfaces, shared memory and threads: what a kernel file needs of it.
#pragma once

#if !defined(__clang__) || __clang_major__ < 14
#error "C for Metal kernels are compiled by clang++ 14 or later (use cmc); this is another compiler"
#else

#include "core/macros_push.h"

#include "core/matrix.h"
#include "core/qualifiers.h"
#include "language/arithmetic.h"
#include "language/bits.h"
#include "language/dot.h"
#include "language/math.h"
#include "language/sum.h"

#include "core/macros_pop.h"

#endif
