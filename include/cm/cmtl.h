// The template library of C for Metal, as far as media kernels use it. CM spec chapter 6.
#pragma once

#include "cm.h"

#ifdef CM_GEN
#error "the template library cm/cmtl.h is not lowered to Gen code"
#elif defined(__clang__)
#include "macros_push.h"

#include "cmtl/block.h"
#include "cmtl/math.h"
#include "cmtl/pack.h"
#include "cmtl/ramp.h"
#include "cmtl/stack.h"
#include "cmtl/transform.h"

#include "macros_pop.h"
#endif
