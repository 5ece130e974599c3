// What kernels of C for Metal include.
#pragma once

#include "language.h"
