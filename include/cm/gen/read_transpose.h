// read_transpose has no lowering to Gen code yet.
#pragma once

#include "../media_block.h"

CM_NOT_ON_GEN(read_transpose)
