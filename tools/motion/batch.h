// SPDX-License-Identifier: MIT
// Many inputs of one command: which clips they are, and which folder each one's results go to.
#pragma once

#include "tools/motion/motion_flags.h"

#include <string>
#include <vector>

struct Clip {
    std::string input, directory;
};

// More than one input, or a folder. What a single input that is no folder has found goes to the folder of
// the command itself.
bool is_batch(const std::vector<std::string>& inputs);

// The clips of all inputs: files as they are named, and the videos in folders, sorted. DIR/NAME is the folder
// of a file's results, DIR/FOLDERS/NAME that of a file in folders below an input. Refuses what would be mixed
// up, before anything is written.
genmedia::Status find_clips(const MotionCommand& command, std::vector<Clip>& clips);

// The exit status of all, of which it says how many failed.
int batch_status(const std::vector<Clip>& clips, const std::vector<int>& statuses);
