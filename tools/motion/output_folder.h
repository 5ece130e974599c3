// SPDX-License-Identifier: MIT
// The folder that a run of `genmedia motion` writes its results to.
#pragma once

#include "genmedia/status.h"
#include "media/video/output/output_file.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

// A list in the folder has what runs wrote there: a line for each file with its size and CRC-32. What is not
// as the list says is somebody's, and is neither removed nor replaced.
class OutputFolder {
public:
    OutputFolder() = default;
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    // Makes the folder if there is none, and keeps other runs out of it for as long as this process lives.
    // Refuses one that another run is writing to. `warning`: why others cannot be kept out here; else empty.
    genmedia::Status claim(const std::filesystem::path& path, std::string& warning);

    // Finds out what earlier runs wrote and nobody changed since; an input counts as somebody's.
    void look(const std::vector<std::string>& inputs);
    bool is_ours(const std::string& file) const;
    // Results that are somebody's; beside `wanted`.
    std::vector<std::string> others(const std::vector<std::string>& wanted) const;

    // Removes the results of earlier runs, those of `overlays` that are theirs, and what killed runs left
    // unfinished. Begins the list anew.
    genmedia::Status clear(const std::vector<std::string>& overlays);

    // Makes flow/.
    genmedia::Status add_flow() const;

    // Lists a file that this run has written; or one that takes its name next.
    void note(const std::string& file);
    genmedia::media::Announce announce();
    // Lists what the results are of.
    void note_input(const std::string& input);

    std::string file(const std::string& name) const { return (path_ / name).string(); }
    std::vector<std::string> flow_files() const;   // that are there
    std::vector<std::string> left_arrays() const;  // names of what stays where motion.npz cannot be written
    bool has_linked_flow() const;
    std::string list() const { return file(".genmedia-results"); }

private:
    struct Seen {  // when it was as listed
        uint64_t inode = 0;
        int64_t seconds = 0, nanoseconds = 0;
        std::string line = {};
    };
    std::string name_of(const std::string& file) const;
    bool see(const std::string& name, Seen& seen) const;
    void look_at(const std::string& line);
    void add(const std::string& line);

    std::filesystem::path path_;
    int descriptor_ = -1, list_ = -1;   // of the folder, locked; of the list
    std::map<std::string, Seen> ours_;  // by name in the folder
};
