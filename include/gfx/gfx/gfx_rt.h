/* SPDX-License-Identifier: MIT */
/* Intel's asynchronous interface to kernels marked target(gfx_kernel). Kernels run one after the other, in
   the order in which they were enqueued, on all cores. */
#pragma once

#include "../gfxcc/gfx_abi.h"
#include "gfx_image.h"
#include "gfx_intrin.h"
#include "gfx_types.h"

#include <stddef.h>

#ifdef __cplusplus
#define __GFX_OR(value) = value
extern "C" {
#else
#define __GFX_OR(value)
#endif

/* Waits for a task, and with it for all earlier ones; 0: the latest. Milliseconds below 0: for ever. */
int _GFX_wait(GfxTaskId task __GFX_OR(0), int milliseconds __GFX_OR(-1));
int _GFX_share(const void* memory, size_t bytes);
int _GFX_unshare(const void* memory);
/* This thread's last failure, which later successes leave. */
int _GFX_get_last_error(void);
/* For the kernels that this thread enqueues. Each pair is 0, or both are positive. */
int _GFX_set_thread_space_config(int space_width, int space_height, int group_width, int group_height);
void* _GFX_svm_alloc(size_t bytes);
void _GFX_svm_free(void* memory);

#ifdef __cplusplus
}
#include "../gfxcc/enqueue_kernel.h"
#else
#include "../gfxcc/enqueue_kernel_in_c.h"
#endif
#undef __GFX_OR
