// SPDX-License-Identifier: MIT
// The language of C for Metal: what a kernel file needs of it without surfaces, shared memory and threads.
#pragma once

#if !defined(__clang__) || __clang_major__ < 14
#error "C for Metal kernels are compiled by clang++ 14 or later (use cmc); this is another compiler"
#else

#include "macros_push.h"

#include "arithmetic.h"
#include "bits.h"
#include "dot.h"
#include "math.h"
#include "matrix.h"
#include "qualifiers.h"
#include "sum.h"

#include "macros_pop.h"

#endif
