// SPDX-License-Identifier: MIT
// What cmc and gfxcc say when there is no C++ compiler.
#pragma once

#include "genmedia/status.h"

#include <string>

namespace genmedia::base {

inline Status clang_missing(const std::string& program) {
    return Status(StatusCode::not_found,
                  program +
                      " could not be started; expected clang++ of version 14 or newer (package clang), or "
                      "its name in GENMEDIA_CLANG");
}

}  // namespace genmedia::base
