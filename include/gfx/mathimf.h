/* SPDX-License-Identifier: MIT */
/* Intel's mathematical functions: those that the C library has as well. */
#pragma once

#include <math.h>
