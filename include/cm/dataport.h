// SPDX-License-Identifier: MIT
// All that moves data between a kernel's objects and memory.
#pragma once

#include "atomics.h"
#include "buffer_attributes.h"
#include "channels.h"
#include "media_block.h"
#include "named_barrier.h"
#include "oword_block.h"
#include "raw_message.h"
#include "read_transpose.h"
#include "sampler.h"
#include "sampler_3d.h"
#include "scattered.h"
#include "slm.h"
#include "svm.h"
