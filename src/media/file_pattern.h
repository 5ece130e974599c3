// SPDX-License-Identifier: MIT
// Names of numbered files: "look-%05d.png".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace genmedia::media {

class FilePattern {
public:
    // Nothing where `name` has no %d, or %Nd or %0Nd with one digit, in its last part, or another % there.
    static std::optional<FilePattern> parse(const std::string& name);

    std::string path(int64_t number) const;
    std::vector<int64_t> existing() const;  // numbers of the files that are there, in order

private:
    std::string before_, after_;
    size_t width_ = 0;
    char fill_ = ' ';
};

}  // namespace genmedia::media
