// SPDX-License-Identifier: MIT
// Named barriers: Gen has them from PVC on.
#pragma once

#include "../dataport/slm.h"

CM_NOT_ON_GEN(cm_nbarrier_init)
CM_NOT_ON_GEN(cm_nbarrier_signal)
CM_NOT_ON_GEN(cm_nbarrier_wait)
