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
/* The runtimes of OpenMP and oneTBB are not compiled for it. libomp's tool looks for that in the environment.
 */
#define __GFXCC_RACE_OPTIONS "ignore_noninstrumented_modules=1:report_thread_leaks=0"
__attribute__((weak, used, no_sanitize("thread"))) const char* __tsan_default_options(void) {
    return __GFXCC_RACE_OPTIONS;
}
/* libomp frees its threads' memory at the end, in an order that it knows. */
__attribute__((weak, used, no_sanitize("thread"))) const char* __tsan_default_suppressions(void) {
    return "race:___kmp_free\n";
}
__attribute__((constructor)) static void __gfxcc_set_race_options(void) {
    setenv("TSAN_OPTIONS", __GFXCC_RACE_OPTIONS, 0);
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
