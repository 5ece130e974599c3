// SPDX-License-Identifier: MIT
// C for Metal: what a kernel file includes.
#pragma once

#include "language.h"  // refuses other compilers

#if defined(__clang__) && __clang_major__ >= 14

#include "macros_push.h"

#include "dataport.h"
#include "entry.h"
#include "vme.h"

#include "macros_pop.h"

#include "assertion.h"
#include "print.h"

#endif
