// SPDX-License-Identifier: MIT
#include "genmedia/version.h"

#include <string_view>

#define GM_TEXT_OF(number) #number
#define GM_VERSION_OF(major, minor, patch) GM_TEXT_OF(major) "." GM_TEXT_OF(minor) "." GM_TEXT_OF(patch)

namespace genmedia {

const char* version() { return GENMEDIA_VERSION; }

static_assert(std::string_view(GENMEDIA_VERSION) ==
                  GM_VERSION_OF(GENMEDIA_VERSION_MAJOR, GENMEDIA_VERSION_MINOR, GENMEDIA_VERSION_PATCH),
              "CMakeLists.txt and version.h name the same version");

}  // namespace genmedia
