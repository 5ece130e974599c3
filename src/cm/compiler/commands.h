// SPDX-License-Identifier: MIT
// The command lines of the C++ compiler.
#pragma once

#include "cm/compiler/cmc_options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace genmedia::cmc {

using Command = std::vector<std::string>;

class Commands {
public:
    // `later` is a file with later_macros(), `includes` a folder with files for resolve_backslash_includes().
    Commands(const Options& options, std::filesystem::path headers, std::filesystem::path later,
             std::filesystem::path includes)
        : options_(options),
          headers_(std::move(headers)),
          later_(std::move(later)),
          includes_(std::move(includes)) {}

    // The kernel's own macros. The language's headers must not see them, so the preprocessor gets them after
    // those headers.
    std::string later_macros() const;
    // What is wrong with one of them: what clang says would name a file of cmc's own.
    std::string wrong_macro() const;
    std::vector<std::string> include_folders() const;

    Command preprocessing(const std::string& input, const std::filesystem::path& to) const;
    // From a preprocessed file to a module as it stands, nothing optimised, as text.
    Command module(const std::filesystem::path& text, const std::filesystem::path& to) const;
    // As module() without a warning, since the file is compiled once more.
    Command listing(const std::filesystem::path& text, const std::filesystem::path& to) const;
    // From a module to a shared object.
    std::vector<Command> image(const std::filesystem::path& module, const std::filesystem::path& to) const;
    Command listing_macros(const std::filesystem::path& to) const;

private:
    Command compiler() const;
    Command code_options() const;
    Command gen_options() const;
    bool is_later_macro(size_t i) const;

    const Options& options_;
    std::filesystem::path headers_, later_, includes_;
};

}  // namespace genmedia::cmc
