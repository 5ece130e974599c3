// SPDX-License-Identifier: MIT
// C for Metal: the header that a kernel file includes.
#pragma once

#include "language.h"  // reports an error for other compilers

#if defined(__clang__) && __clang_major__ >= 14

#include "core/macros_push.h"

#include "dataport.h"
#include "thread/entry.h"
#include "thread/named_barrier.h"
#include "vme.h"

#include "language/assertion.h"
#include "language/print.h"

#include "core/size.h"  // last, since it redefines sizeof

#include "core/macros_pop.h"

#endif
