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
#ifndef CM_GEN  // it works lane by lane, in memory
#include "cmtl/stack.h"
#endif
#include "cmtl/transform.h"

#include "core/macros_pop.h"
#endif
