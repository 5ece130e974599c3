// Kernels include this for the VME's macros and messages, which are not there, and for these names, which
// count bytes. They are those of Intel's header of this name, as motion compensation kernels use them.
#pragma once

#include "cm.h"

typedef char int1;
typedef short int2;
typedef int int4;
typedef long long int8;
typedef unsigned char uint1;
typedef unsigned short uint2;
typedef unsigned int uint4;
typedef unsigned long long uint8;
