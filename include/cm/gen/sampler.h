// Sampling has no lowering to Gen code yet.
#pragma once

#include "../channels.h"

CM_NOT_ON_GEN(sample16)
CM_NOT_ON_GEN(load16)
