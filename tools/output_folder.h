// SPDX-License-Identifier: MIT
// The folder that a run of `genmedia motion` writes its results to.
#pragma once

#include "genmedia/status.h"

#include <array>
#include <filesystem>
#include <string>

// Results in the folder itself; flow/ has one for each frame.
inline constexpr std::array kResultNames = {"motion.npz", "motion.csv", "frames.csv", "stats.json"};

class OutputFolder {
public:
    OutputFolder() = default;
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    // Makes the folder if there is none, and keeps other runs out of it for as long as this process lives.
    // Refuses one that another run is writing to. `warning`: why others cannot be kept out here; else empty.
    genmedia::Status claim(const std::filesystem::path& path, std::string& warning);

    // Whether clear() will succeed: refuses folders in the places of results.
    genmedia::Status can_clear() const;

    // Removes the results of earlier runs, and files that killed runs left unfinished.
    genmedia::Status clear() const;

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    bool contains(const std::filesystem::path& file) const;

private:
    std::filesystem::path path_;
    int descriptor_ = -1;  // of the folder, locked
};
