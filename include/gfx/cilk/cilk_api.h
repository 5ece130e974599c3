/* SPDX-License-Identifier: MIT */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
int omp_get_max_threads(void);
int omp_get_thread_num(void);
#ifdef __cplusplus
}
#endif

static inline int __cilkrts_get_nworkers(void) { return omp_get_max_threads(); }
static inline int __cilkrts_get_worker_number(void) { return omp_get_thread_num(); }
