// SPDX-License-Identifier: MIT
// A folder of its own for each test: tests run beside each other.
#pragma once

#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>
#include <string>

namespace test {

// Made within a test, and removed with all that it holds.
class OwnFolder {
public:
    OwnFolder() {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ =
            std::filesystem::temp_directory_path() / (std::string("genmedia-") + test->test_suite_name() +
                                                      "-" + test->name() + "-" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    ~OwnFolder() { std::filesystem::remove_all(folder_); }
    OwnFolder(const OwnFolder&) = delete;
    OwnFolder& operator=(const OwnFolder&) = delete;

    std::string path() const { return folder_.string(); }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }

private:
    std::filesystem::path folder_;
};

}  // namespace test
