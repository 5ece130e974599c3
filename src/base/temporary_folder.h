// SPDX-License-Identifier: MIT
// A folder that goes with the object.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace genmedia {

class TemporaryFolder {
public:
    explicit TemporaryFolder(const char* prefix) {
        const char* chosen = std::getenv("TMPDIR");
        const std::filesystem::path parent = chosen == nullptr || *chosen == 0 ? "/tmp" : chosen;
        std::string name = (parent / (std::string(prefix) + "-XXXXXX")).string();
        if (mkdtemp(name.data()) != nullptr)
            path_ = name;
        else
            error_ = "no temporary folder can be made in " + parent.string() + ": " + std::strerror(errno) +
                     "; TMPDIR names where";
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }  // empty: could not be made
    const std::string& error() const { return error_; }

private:
    std::filesystem::path path_;
    std::string error_;
};

}  // namespace genmedia
