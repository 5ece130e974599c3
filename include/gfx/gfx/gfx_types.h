/* SPDX-License-Identifier: MIT */
/* The types and values of Intel's asynchronous interface. Intel's header is not public: names are from its
   manual, and values are genmedia's own, but for GFX_SUCCESS. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef long long GfxTaskId; /* rises from 1; 0: failed */

enum {
    GFX_SUCCESS = 0,
    GFX_TASKID_NOT_FOUND = -1,
    GFX_TIMEOUT = -2,
    GFX_NOT_SHARED = -3,       /* memory that _GFX_share was not told of */
    GFX_INVALID_ARGUMENT = -4, /* a call with a value that cannot be */
    GFX_KERNEL_NOT_FOUND = -5, /* no kernel has this name or address */
    GFX_WRONG_ARGUMENTS = -6   /* a kernel has other parameters */
};

#ifdef __cplusplus
}
#endif
