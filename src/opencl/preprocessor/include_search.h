// SPDX-License-Identifier: MIT
// Where #include finds its files.
#pragma once

#include "opencl/preprocessor/source_input.h"

#include <optional>
#include <span>

namespace genmedia::opencl {

class IncludeSearch {
public:
    struct Found {
        std::string name, text;
    };

    // Keeps a view of `headers`: they must live as long as this object.
    IncludeSearch(std::span<const Header> headers, std::vector<std::string> directories)
        : headers_(headers), directories_(std::move(directories)) {}

    // Headers in memory, the folder of the including file (for a name in quotes), the current directory,
    // then the -I directories.
    std::optional<Found> find(const std::string& name, const std::string& including, bool in_quotes) const;

private:
    const Header* header(const std::string& name) const;

    std::span<const Header> headers_;
    std::vector<std::string> directories_;
};

}  // namespace genmedia::opencl
