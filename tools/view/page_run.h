// SPDX-License-Identifier: MIT
// One of the runs that a page shows.
#pragma once

#include "media/video/video_reader.h"
#include "tools/json_lines.h"
#include "tools/pipeline/progress.h"

#include <cstdint>
#include <string>
#include <vector>

class PageRun {
public:
    virtual ~PageRun() = default;

    // Finds what it reads, and opens it.
    virtual genmedia::Status open() = 0;
    virtual std::vector<std::string> files() const = 0;  // that it reads
    // Adds all pictures and what is known of them.
    virtual genmedia::Status run(Progress& progress) = 0;
    virtual int64_t expected_frames() const = 0;  // 0: unknown
    virtual int64_t frames() const = 0;           // that are in the page
    virtual Json about() const = 0;
    // Says what was wrong with the input; an exit status.
    virtual int report() const = 0;
};
