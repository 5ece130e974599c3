// Untyped and typed messages have no lowering to Gen code yet.
#pragma once

#include "../scattered.h"

CM_NOT_ON_GEN(read_untyped)
CM_NOT_ON_GEN(write_untyped)
CM_NOT_ON_GEN(read_typed)
CM_NOT_ON_GEN(write_typed)
