// SPDX-License-Identifier: MIT
// What cmc and gfxcc say when there is no C++ compiler, or another than clang.
#pragma once

#include "genmedia/status.h"

#include "base/files.h"
#include "base/run_program.h"

#include <filesystem>
#include <string>

namespace genmedia::base {

inline Status clang_missing(const std::string& program) {
    return Status(StatusCode::not_found,
                  program +
                      " could not be started; expected clang++ of version 14 or newer (package clang), or "
                      "its name in GENMEDIA_CLANG");
}

// Asked once a compiler has failed, since another than clang need not say why. `folder` is for what it
// prints.
inline Status other_than_clang(const std::string& program, const std::filesystem::path& folder) {
    const std::filesystem::path printed = folder / "version";
    const bool clang = run_program({program, "--version"}, ".", printed.string()) == 0 &&
                       read_file(printed).find("clang") != std::string::npos;
    return clang ? Status()
                 : Status(StatusCode::invalid_argument,
                          "the C++ compiler " + program +
                              " is no clang; expected one of version 14 or newer in GENMEDIA_CLANG");
}

}  // namespace genmedia::base
