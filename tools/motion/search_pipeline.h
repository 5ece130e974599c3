// SPDX-License-Identifier: MIT
// Decodes a video, searches its pictures and writes what is found, all at once.
#pragma once

#include "tools/motion/motion_outputs.h"
#include "tools/pipeline/progress.h"

// A device searches pictures that the processors decode meanwhile.
bool wants_device(const genmedia::MotionOptions& options);

// How many frames will be reported, as far as the file says; 0: unknown.
int64_t expected_frames(const MotionCommand& command, int64_t frame_count);

// Whatever fails, the pictures before it are written.
genmedia::Status search_frames(const MotionCommand& command, genmedia::media::VideoReader& reader,
                               genmedia::MotionEstimator& estimator, MotionOutputs& outputs,
                               Progress& progress);
