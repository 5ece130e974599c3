// SPDX-License-Identifier: MIT
// The names of Intel's header of this name for types by their bytes. What it has its name for is in vme.h, which
// cm.h includes.
#pragma once

#include "cm.h"
#include "language/slices.h"

typedef char int1;
typedef short int2;
typedef int int4;
typedef long long int8;
typedef unsigned char uint1;
typedef unsigned short uint2;
typedef unsigned int uint4;
typedef unsigned long long uint8;
