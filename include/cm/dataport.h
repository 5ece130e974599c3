// SPDX-License-Identifier: MIT
// Everything that moves data between a kernel's objects and memory.
#pragma once

#include "dataport/atomics.h"
#include "dataport/avs_sampler.h"
#include "dataport/buffer_attributes.h"
#include "dataport/channels.h"
#include "dataport/media_block.h"
#include "dataport/oword_block.h"
#include "dataport/raw_message.h"
#include "dataport/read_transpose.h"
#include "dataport/sample32.h"
#include "dataport/sampler.h"
#include "dataport/sampler_3d.h"
#include "dataport/scattered.h"
#include "dataport/slm.h"
#include "dataport/svm.h"
