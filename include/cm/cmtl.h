// SPDX-License-Identifier: MIT
// The template library of C for Metal: the parts that media kernels use. CM spec chapter 6.
#pragma once

#include "cm.h"

#ifdef __clang__
#include "core/macros_push.h"

#include "cmtl/block.h"
#include "cmtl/math.h"
#include "cmtl/pack.h"
#include "cmtl/ramp.h"
#ifdef CM_GEN  // stacks work lane by lane, in memory
namespace cmtl {
CM_NOT_ON_GEN(CachedStackInit)
CM_NOT_ON_GEN(CachedStackEmpty)
CM_NOT_ON_GEN(CachedStackPush)
CM_NOT_ON_GEN(CachedStackTop)
CM_NOT_ON_GEN(CachedStackPop)
}  // namespace cmtl
#else
#include "cmtl/stack.h"
#endif
#include "cmtl/transform.h"

#include "core/macros_pop.h"
#endif
