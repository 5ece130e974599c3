// SPDX-License-Identifier: MIT
// What offloaded loops of Intel C++ use once gfxcc has made kernels of them. It is included before the
// program's own headers, so what C for Metal puts into the global namespace has other names here.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#define vector cm_vector
#define vector_ref cm_vector_ref
#define matrix cm_matrix
#define matrix_ref cm_matrix_ref
#define half cm_half

#include "../language.h"

#include "../core/macros_push.h"

#include "../dataport.h"
#include "../thread/entry.h"

#include "../core/macros_pop.h"

#include "offload_entry.h"
#include "offload_images.h"
#include "offload_local.h"
#include "offload_memory.h"
#include "offload_statement.h"
#include "offload_values.h"

#ifndef CM_GEN
#include "offload_launch.h"
#endif

#undef vector
#undef vector_ref
#undef matrix
#undef matrix_ref
#undef half
