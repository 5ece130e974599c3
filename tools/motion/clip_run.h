// SPDX-License-Identifier: MIT
// The motion of one clip: opens it, searches it, and says what came of it.
#pragma once

#include "tools/motion/motion_outputs.h"

#include <string>

// Of an estimator: beside a device each picture in flight has one thread, which waits. More would wait for
// processors.
genmedia::MotionOptions options_of_search(genmedia::MotionOptions options);

class ClipRun {
public:
    // Both must outlive it. Says how it went in a table, or in a line, as one of many.
    ClipRun(const MotionCommand& command, genmedia::MotionEstimator& estimator, bool in_a_line = false);

    // Returns the exit status. `place` stands before the progress.
    int run(const std::string& place = {});

private:
    genmedia::Status prepare();
    genmedia::Status search(const std::string& place);
    int report(const genmedia::Status& status) const;
    void print_record(const genmedia::Status& status, int exit_status) const;
    void print_table() const;
    void print_line() const;
    std::string named(const std::string& message) const;

    const MotionCommand& command_;
    genmedia::MotionEstimator& estimator_;
    const bool in_a_line_;
    genmedia::media::VideoReader reader_;
    MotionOutputs outputs_;
};
