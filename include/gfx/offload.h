/* SPDX-License-Identifier: MIT */
/* What status() of #pragma offload says. Names are those of Intel's header, which is public. */
#pragma once

#include <stddef.h>

typedef enum {
    OFFLOAD_SUCCESS = 0,
    OFFLOAD_DISABLED,      /* the condition in if() is false */
    OFFLOAD_UNAVAILABLE,   /* no target: never, here */
    OFFLOAD_OUT_OF_MEMORY, /* of a transfer; a region that lacks memory ends the program */
    OFFLOAD_PROCESS_DIED,
    OFFLOAD_ERROR
} _Offload_result;

typedef struct {
    _Offload_result result;
    int device_number;
    size_t data_sent, data_received; /* bytes */
} _Offload_status;

#define OFFLOAD_STATUS_INIT(status)                                   \
    ((status).result = OFFLOAD_DISABLED, (status).device_number = -1, \
     (status).data_sent = (status).data_received = 0)
