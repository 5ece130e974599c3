/* SPDX-License-Identifier: MIT */
/* For gfxcc --check-barriers: what ThreadSanitizer is told. */
#pragma once

#ifdef __GFXCC_CHECK_BARRIERS
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
void __tsan_acquire(void* address);
void __tsan_release(void* address);
/* libomp's tool asks the environment whether it is left out, as it must be. */
__attribute__((constructor)) static void __gfxcc_set_race_options(void) {
    setenv("TSAN_OPTIONS", "ignore_noninstrumented_modules=1", 0);
}
#ifdef __cplusplus
}
#endif
#define __GFXCC_ACQUIRE(address) __tsan_acquire(address)
#define __GFXCC_RELEASE(address) __tsan_release(address)
#else
#define __GFXCC_ACQUIRE(address) ((void)(address))
#define __GFXCC_RELEASE(address) ((void)(address))
#endif
