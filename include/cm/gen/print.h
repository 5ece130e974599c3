// SPDX-License-Identifier: MIT
// printf needs a print buffer, which Intel's present runtimes lay out in a way of their own.
#pragma once

#include "intrinsics.h"

CM_NOT_ON_GEN(cm_printf)
#define printf(...) cm_printf(__VA_ARGS__)
