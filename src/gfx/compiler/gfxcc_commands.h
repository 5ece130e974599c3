// SPDX-License-Identifier: MIT
// The command lines of the C++ compiler.
#pragma once

#include "options.h"

#include <filesystem>

namespace genmedia::gfxcc {

using Command = std::vector<std::string>;

class Commands {
public:
    Commands(const Options& options, std::filesystem::path headers, std::filesystem::path runtime)
        : options_(options), headers_(std::move(headers)), runtime_(std::move(runtime)) {}

    // As the host sees the file, or the target.
    Command preprocessing(const Input& input, bool target, const std::string& to) const;
    Command compiling(const Input& input, const std::string& text, const std::string& to) const;
    // A file in C of gfxcc's own.
    Command helper(const std::string& text, const std::string& to) const;
    // All that is wrong with the text, without a file.
    Command checking(const Input& input, const std::string& text) const;
    Command linking(const std::vector<std::string>& objects, const std::string& to) const;

private:
    Command language(const Input& input) const;

    const Options& options_;
    const std::filesystem::path headers_, runtime_;
};

}  // namespace genmedia::gfxcc
