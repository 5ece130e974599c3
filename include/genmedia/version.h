// SPDX-License-Identifier: MIT
// Before version 1.0 a new minor version may change the API and the ABI, and CHANGELOG.md says how. A new
// patch version changes neither.
#pragma once

#include "genmedia/status.h"

#define GENMEDIA_VERSION_MAJOR 0
#define GENMEDIA_VERSION_MINOR 1
#define GENMEDIA_VERSION_PATCH 0

namespace genmedia {

// "MAJOR.MINOR.PATCH" of the library that runs, which may be another than that of this header.
GENMEDIA_API const char* version();

}  // namespace genmedia
