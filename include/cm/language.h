// The language of C for Metal: what a kernel file needs of it without surfaces, shared memory and threads.
#pragma once

#include "qualifiers.h"
#include "matrix.h"
