// SPDX-License-Identifier: MIT
// Intel's header of this name: only its type names, which are by size in bytes. The functions for which it is
// named are in vme.h. cm.h includes that.
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
