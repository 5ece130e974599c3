// Sampling with offsets has no lowering to Gen code yet.
#pragma once

#include "../sampler.h"

CM_NOT_ON_GEN(cm_3d_sample)
CM_NOT_ON_GEN(cm_3d_load)
