// SPDX-License-Identifier: MIT
// The implementations of the motion estimation unit in this library. All give the same bits; the fastest that
// the processor can run is used, unless the environment variable GENMEDIA_BACKEND names another.
#pragma once

#include "genmedia/status.h"

#include <string>
#include <vector>

namespace genmedia {

// One implementation, and whether it can be had here.
struct BackendInfo {
    std::string name;         // what GENMEDIA_BACKEND takes
    std::string description;  // the instructions that it uses
    bool supported = false;   // by this processor
    bool in_use = false;
};

// Fastest first; the last is "reference", which is always supported. Fails (invalid_argument) if
// GENMEDIA_BACKEND names no backend, or one that the processor cannot run. Then every use of the unit fails.
GENMEDIA_API Status list_backends(std::vector<BackendInfo>& list);

}  // namespace genmedia
