// SPDX-License-Identifier: MIT
// printf needs a print buffer. Intel's present runtimes have their own layout for it.
#pragma once

#include "intrinsics.h"

CM_NOT_ON_GEN(cm_printf)
#define printf(...) cm_printf(__VA_ARGS__)
