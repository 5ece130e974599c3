// A folder that goes with the object.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace genmedia {

class TemporaryFolder {
public:
    explicit TemporaryFolder(const char* prefix) {
        std::string name =
            (std::filesystem::temp_directory_path() / (std::string(prefix) + "-XXXXXX")).string();
        if (mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;  // empty: could not be made
};

}  // namespace genmedia
