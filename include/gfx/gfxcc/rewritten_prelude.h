/* SPDX-License-Identifier: MIT */
/* Included before each file that gfxcc compiles: what Intel's compiler knows without a header, and what
   rewritten text uses. */
#pragma once

#include "gfx_abi.h"
#include "race_checks.h"

#include <mm_malloc.h>

#define __assume_aligned(pointer, bytes) ((void)0)
#define __assume(condition) __builtin_assume(condition)

static inline long __gfxcc_length(long one, long other, const char* file, int line) {
    return one == other ? one : gfxcc_unequal_lengths(one, other, file, line);
}

#ifdef __cplusplus
#include "regions.h"
#include "rounds.h"
#ifndef CM_GEN
#include "caught.h"
#include "narrow.h"
#include "spawns.h"
#endif
#else
static inline long double __gfxcc_number(const gfxcc_argument* argument) {
    return argument->kind == GFXCC_REAL ? (long double)argument->real : (long double)argument->integer;
}
static inline void __gfxcc_spawns_end(void** group) {
    gfxcc_sync(*group);
    gfxcc_end_spawns(*group);
}
static inline void __gfxcc_region_leave(void** region) { gfxcc_region_end(*region); }
#endif
