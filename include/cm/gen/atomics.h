// Atomic operations have no lowering to Gen code yet.
#pragma once

#include "../channels.h"

CM_NOT_ON_GEN(write_atomic)
CM_NOT_ON_GEN(write_typed_atomic)
