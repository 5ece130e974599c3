// The names of Intel's header of this name for types by their bytes, which motion compensation kernels take from
// it. The VME's macros and messages, for which it has its name, are not here: kernels that use them do not compile.
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
