// SPDX-License-Identifier: MIT
// A folder that goes with the object.
#pragma once

#include "genmedia/status.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace genmedia::base {

// Where temporary files go.
inline std::filesystem::path temporary_place() {
    const char* chosen = std::getenv("TMPDIR");
    return chosen == nullptr || *chosen == 0 ? "/tmp" : chosen;
}

class TemporaryFolder {
public:
    explicit TemporaryFolder(const char* prefix) {
        const std::filesystem::path parent = temporary_place();
        std::string name = (parent / (std::string(prefix) + "-XXXXXX")).string();
        if (mkdtemp(name.data()) != nullptr)
            path_ = name;
        else
            status_ = Status(StatusCode::io, "no temporary folder can be made in " + parent.string() + ": " +
                                                 std::strerror(errno) + "; TMPDIR names where");
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }  // empty: could not be made
    const Status& status() const { return status_; }

private:
    std::filesystem::path path_;
    Status status_;
};

}  // namespace genmedia::base
