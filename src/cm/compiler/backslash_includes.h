// SPDX-License-Identifier: MIT
// #include "..\include\x.h", as kernels written on Windows have it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace genmedia::cmc {

// Writes a file of each such name into `folder`. It includes the file that is meant, which lies beside the
// including file or in one of include_folders. With -iquote folder, the preprocessor finds them.
void resolve_backslash_includes(const std::string& input, const std::vector<std::string>& include_folders,
                                const std::filesystem::path& folder);

}  // namespace genmedia::cmc
